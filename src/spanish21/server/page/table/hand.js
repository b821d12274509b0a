// One hand: its cards, each doubled one laid across, its total, and what it got.

import { el, keyed, setAttribute, setText, setVariable } from '../parts/dom.js'
import { money, signed } from '../parts/money.js'
import { cardName, T } from '../texts.js'
import { cardOf } from './card.js'
import { layStack } from './chip.js'
import { appear, flyFrom, turnOver } from './motion.js'
import { P } from './texts.js'

/**
 * @typedef {{ hand: Page.Hand, isTurn?: boolean, name: string, isStill?: boolean, at?: number, bet?: number,
 *   chips?: number[] }} Drawn
 */

/**
 * `shoe()` is where cards come from.
 * @param {() => Element | null} shoe
 */
export function mountHand(shoe) {
  const cards = el('div', { class: 'cards' })
  const number = el('span', { class: 'hand-name' })
  const total = el('span', { class: 'total' })
  const results = el('span', { class: 'results' })
  const stack = el('span', { class: 'bet-stack' })
  const amount = el('b', {})
  const bet = el('span', { class: 'hand-bet' }, stack, amount)
  const node = el(
    'div',
    { class: 'hand', role: 'img' },
    cards,
    el('div', { class: 'hand-line' }, number, total),
    el('div', { class: 'hand-foot' }, bet, results),
  )
  let isFirst = true

  function update(/** @type {Drawn} */ drawn) {
    const { hand, isTurn = false, name, isStill = false, at = 0, bet: lies = 0, chips = [] } = drawn
    const lie = Math.min(hand.across ?? 0, hand.cards.length - 1)
    const across = lie || (hand.state === 'blackjack' && hand.sideways && hand.cards.length > 1 ? 1 : 0)
    const upright = hand.cards.length - across
    setVariable(cards, '--gaps', Math.max(upright - 1, 1))
    setVariable(cards, '--gaps-all', Math.max(hand.cards.length - 1, 1))
    setVariable(cards, '--upright', upright)
    setVariable(cards, '--across', across)
    cards.classList.toggle('has-across', across > 0)
    const still = isFirst || isStill
    keyed(
      cards,
      hand.cards.map((text, place) => ({ text, at: place })),
      card => `${card.at}`,
      card => mountCard(card, still, shoe),
    )
    ;[.../** @type {HTMLCollectionOf<HTMLElement>} */ (cards.children)].forEach((card, place) => {
      setVariable(card, '--at', place)
      setVariable(card, '--lie', Math.max(0, place - upright))
      card.classList.toggle('is-across', place >= upright)
    })
    const state = stateOf(hand)
    setText(total, state || (hand.total ? T.total(hand.total, hand.soft ?? false) : ''))
    total.hidden = !total.textContent
    setText(number, P.hand(at + 1))
    layStack(stack, lies, chips)
    setText(amount, lies ? money(lies) : '')
    const got = hand.results ?? []
    node.classList.toggle('is-turn', isTurn)
    node.classList.toggle('is-glowing', isBlackjack(hand) || (got.some(one => one.net > 0) && isSpecial(hand)))
    setAttribute(node, 'data-state', hand.state)
    keyed(
      results,
      got.map(one => ({ ...one, label: isBlackjack(hand) ? P.blackjack : '' })),
      result => `${result.person}${result.kind}${result.net}`,
      mountResult,
    )
    setAttribute(node, 'aria-label', spoken(hand, name, state))
    isFirst = false
  }

  return { node, update }
}

/** A Blackjack keeps its name when it is paid and its cards are picked up. */
function isBlackjack(/** @type {Page.Hand} */ { cards, state, total }) {
  return state === 'blackjack' || (state === 'removed' && cards.length === 2 && total === 21)
}

/** A 21 that some books pay more for. */
function isSpecial(/** @type {Page.Hand} */ { cards, total }) {
  if (total !== 21 || cards.length < 3) return false
  const ranks = cards.map(card => card[0]).sort()
  return cards.length > 4 || ['678', '777'].includes(ranks.join(''))
}

/** @param {Page.Hand} hand */
function stateOf(hand) {
  if (isBlackjack(hand)) return P.blackjack
  if (hand.state === 'busted') return P.bust(hand.total ?? 0)
  if (hand.state === 'removed' && hand.total) return T.total(hand.total, hand.soft ?? false)
  return T.states[hand.state ?? ''] ?? ''
}

/**
 * @param {Page.Hand} hand
 * @param {string} name
 * @param {string} state
 */
function spoken(hand, name, state) {
  const lie = hand.cards.map(cardName).join(', ')
  const got = (hand.results ?? []).map(result => signed(result.net)).join(', ')
  return [name, lie, state || (hand.total ? T.total(hand.total, hand.soft ?? false) : ''), got]
    .filter(Boolean)
    .join(': ')
}

function mountCard(
  /** @type {{ text: string }} */ { text },
  /** @type {boolean} */ isStill,
  /** @type {() => Element | null} */ shoe,
) {
  const node = el('div', { class: 'card-place' }, cardOf(text))
  let shown = text
  // With what has just been drawn, not with the next frame's work.
  if (!isStill) queueMicrotask(() => flyFrom(node, shoe(), { turn: -20 }))
  return {
    node,
    update(/** @type {{ text: string }} */ card) {
      if (card.text === shown) return
      const wasDown = shown === '??'
      shown = card.text
      node.replaceChildren(cardOf(shown))
      if (wasDown) turnOver(/** @type {HTMLElement} */ (node.firstElementChild))
    },
  }
}

/** @param {Wire.SettledView & { label?: string }} result */
export function mountResult(result) {
  const node = el(
    'span',
    { class: `result ${result.net > 0 ? 'is-won' : result.net < 0 ? 'is-lost' : 'is-even'}` },
    result.label ? el('span', { class: 'result-kind' }, result.label) : null,
    el('span', { class: 'result-net' }, result.net === 0 ? P.push : signed(result.net)),
  )
  requestAnimationFrame(() => appear(node))
  return { node }
}
