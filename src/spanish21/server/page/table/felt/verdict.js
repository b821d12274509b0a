// The result in the middle of the felt, once everything that one had on it is settled.

import { el, setAttribute, setText } from '../../parts/dom.js'
import { signed } from '../../parts/money.js'
import { isMotionOn, paceOf } from '../../parts/settings.js'
import { appear } from '../pieces/motion.js'
import { onLayout } from './stakes.js'
import { P } from '../texts.js'

const COUNTS = 600

/** @param {Wire.Felt} sheet */
export function mountVerdict(sheet) {
  const sum = el('b', {})
  const parts = el('p', { class: 'verdict-parts' })
  const why = el('p', { class: 'verdict-why' })
  const node = el(
    'div',
    { class: 'verdict', hidden: true, 'aria-hidden': 'true' },
    el('p', { class: 'verdict-sum' }, el('span', {}, P.youWon), sum),
    parts,
    why,
  )
  const titles = Object.fromEntries(sheet.layout.wagers.map(wager => [wager.kind, wager.short || wager.title]))
  let shown = ''
  let frame = 0

  /** @param {Page.OnFelt} now */
  function update({ picture, state, staged }) {
    const found = resultOf(picture, state.you, titles)
    const key = found && !staged.size && !picture.wheel ? JSON.stringify([picture.round_number, found]) : ''
    if (key === shown) return
    shown = key
    cancelAnimationFrame(frame)
    node.hidden = !key
    if (!found || !key) return
    setAttribute(node, 'data-sign', Math.sign(found.net))
    setText(parts, found.parts.length > 1 ? found.parts.map(one => P.resultOf(one.name, one.net)).join(' · ') : '')
    setText(why, found.why)
    count(found.net)
    for (const part of /** @type {HTMLCollectionOf<HTMLElement>} */ (node.children)) appear(part)
  }

  /** The amount counts up from nothing. */
  function count(/** @type {number} */ net) {
    const began = performance.now()
    const lasts = isMotionOn() ? COUNTS * paceOf() : 0
    const step = (/** @type {number} */ at) => {
      const part = lasts ? Math.min(1, Math.max(0, at - began) / lasts) : 1
      setText(sum, part < 1 ? signed(Math.round((net * part) / 50) * 50) : signed(net))
      if (part < 1) frame = requestAnimationFrame(step)
    }
    step(began)
  }

  return { node, update }
}

/**
 * A player's net result, in all and in parts, once none of their chips are left on the layout at the end of a round.
 * @param {Page.Picture} picture
 * @param {string} you
 * @param {Record<string, string>} titles
 */
export function resultOf(picture, you, titles) {
  if (!you || !(picture.isOver || ['settle', 'collect'].includes(picture.phase))) return null
  const mine = picture.boxes.flatMap(box => box.settled.filter(one => one.person === you))
  if (!mine.some(one => one.kind === 'main') || (!picture.isOver && onLayout(picture, you) > 0)) return null
  /** @type {Map<string, number>} */
  const sums = new Map()
  for (const one of mine) sums.set(one.kind, (sums.get(one.kind) ?? 0) + one.net)
  const hands = picture.boxes.flatMap(box => (box.stakes.some(stake => stake.person === you) ? box.hands : []))
  const isBlackjack = hands.length === 1 && hands[0].cards.length === 2 && hands[0].total === 21
  const name = (/** @type {string} */ kind) =>
    kind === 'main' ? (isBlackjack ? P.blackjack : P.hands(hands.length)) : (titles[kind] ?? P.kinds[kind] ?? kind)
  return {
    net: mine.reduce((sum, one) => sum + one.net, 0),
    parts: [...sums]
      .sort(([a], [b]) => Number(b === 'main') - Number(a === 'main'))
      .map(([kind, net]) => ({ name: name(kind), net })),
    why: picture.moment ?? '',
  }
}
