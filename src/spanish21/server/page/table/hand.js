// One hand: its cards, each doubled one laid across, its total, and what it got.

import { el, keyed, setAttribute, setText, setVariable } from '../parts/dom.js'
import { signed } from '../parts/money.js'
import { cardName, T } from '../texts.js'
import { cardOf } from './card.js'
import { appear, flyFrom, turnOver } from './motion.js'

/** `shoe()` is where cards come from. */
export function mountHand(shoe) {
  const cards = el('div', { class: 'cards' })
  const total = el('span', { class: 'total' })
  const results = el('span', { class: 'results' })
  const node = el('div', { class: 'hand', role: 'img' }, cards, el('div', { class: 'hand-line' }, total, results))
  let isFirst = true

  function update({ hand, isTurn = false, name, isStill = false }) {
    const lie = Math.min(hand.across ?? 0, hand.cards.length - 1)
    const across = lie || (hand.state === 'blackjack' && hand.sideways && hand.cards.length > 1 ? 1 : 0)
    const upright = hand.cards.length - across
    setVariable(cards, '--gaps', Math.max(upright - 1, 1))
    setVariable(cards, '--upright', upright)
    setVariable(cards, '--across', across)
    cards.classList.toggle('has-across', across > 0)
    const still = isFirst || isStill
    keyed(cards, hand.cards.map((text, at) => ({ text, at })), card => `${card.at}`, card => mountCard(card, still, shoe))
    ;[...cards.children].forEach((card, at) => {
      setVariable(card, '--at', at)
      setVariable(card, '--lie', Math.max(0, at - upright))
      card.classList.toggle('is-across', at >= upright)
    })
    const state = T.states[hand.state] ?? ''
    setText(total, state || (hand.total ? T.total(hand.total, hand.soft) : ''))
    total.hidden = !total.textContent
    node.classList.toggle('is-turn', isTurn)
    setAttribute(node, 'data-state', hand.state)
    keyed(results, hand.results ?? [], result => `${result.person}${result.kind}${result.net}`, mountResult)
    setAttribute(node, 'aria-label', spoken(hand, name, state))
    isFirst = false
  }

  return { node, update }
}

function spoken(hand, name, state) {
  const lie = hand.cards.map(cardName).join(', ')
  const got = (hand.results ?? []).map(result => signed(result.net)).join(', ')
  return [name, lie, state || (hand.total ? T.total(hand.total, hand.soft) : ''), got].filter(Boolean).join(': ')
}

function mountCard({ text }, isStill, shoe) {
  const node = el('div', { class: 'card-place' }, cardOf(text))
  let shown = text
  if (!isStill) queueMicrotask(() => flyFrom(node, shoe(), { turn: -20 }))  // with what has just been drawn, not with the next frame's work
  return {
    node,
    update(card) {
      if (card.text === shown) return
      const wasDown = shown === '??'
      shown = card.text
      node.replaceChildren(cardOf(shown))
      if (wasDown) turnOver(node.firstChild)
    },
  }
}

export function mountResult(result) {
  const node = el('span', { class: `result ${result.net > 0 ? 'is-won' : result.net < 0 ? 'is-lost' : 'is-even'}` }, result.net === 0 ? '=' : signed(result.net))
  requestAnimationFrame(() => appear(node))
  return { node }
}
