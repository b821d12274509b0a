// A round in the list: the cards, what happened, what a mistake cost, the money.

import { el } from '../parts/dom.js'
import { locale } from '../parts/language.js'
import { money, signed } from '../parts/money.js'
import { commandName } from '../parts/numbers.js'
import { decisionsOf, worst } from './judging.js'
import { minis } from './minis.js'
import { H } from './texts.js'

const replayAddress = (/** @type {Wire.OwnRound} */ { table, number }) =>
  `#/replay/${encodeURIComponent(table)}/${number}`
const signOf = (/** @type {number} */ amount) => String(Math.sign(amount))

/**
 * `judged(cost)` hears what the mistakes of the round cost.
 * @param {Wire.OwnRound} round
 * @param {{ isWanted: () => boolean, judged: (cost: number) => void }} options
 */
export function mountRow(round, { isWanted, judged }) {
  const mistake = el('span', { class: 'strip-mistake' })
  const node = el(
    'li',
    { class: 'strip' },
    el(
      'span',
      { class: 'strip-round' },
      el('b', {}, String(round.number)),
      el(
        'small',
        {},
        new Date(round.at).toLocaleTimeString(locale, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
      ),
    ),
    el('span', { class: 'strip-dealer' }, el('i', {}, H.dealer), ...lying(round.dealer, round.dealer_total, H.dealer)),
    el(
      'span',
      { class: 'strip-hands' },
      el('i', {}, H.you),
      ...round.hands.map(hand => el('span', {}, ...lying(hand.cards, hand.total, H.you))),
    ),
    el('span', { class: 'strip-what' }, el('b', {}, whatHappened(round)), el('small', {}, besides(round))),
    mistake,
    el('b', { class: 'strip-money', 'data-sign': signOf(round.net) }, signed(round.net)),
    el('a', { class: 'strip-go', href: replayAddress(round), 'aria-label': H.watch(round.number) }, '▶'),
  )
  decisionsOf(round.id, isWanted).then(found => {
    if (!found || !isWanted()) return
    judged(found.cost)
    const one = worst(found)
    if (!one) return
    mistake.replaceChildren(
      el('b', {}, money(-Math.round(found.cost))),
      el('small', {}, H.insteadOf(commandName(one.best), commandName(one.command))),
    )
  })
  return { node }
}

/**
 * @param {string[]} cards
 * @param {number} total
 * @param {string} name
 */
function lying(cards, total, name) {
  return [minis(cards, name), el('b', { class: 'strip-total' }, total ? String(total) : '')]
}

function whatHappened(/** @type {Wire.OwnRound} */ round) {
  const { hands } = round
  const has = (/** @type {string} */ result) => hands.some(hand => hand.result === result)
  if (hands.some(hand => hand.is_blackjack)) return H.blackjack
  if (hands.some(hand => hand.from_split)) return H.splitTo(hands.length)
  if (has('rescued')) return H.rescued
  if (has('surrendered')) return H.surrendered
  if (has('void') || has('returned')) return H.void
  if (hands.some(hand => hand.doubled)) return H.doubled
  if (hands.some(hand => hand.total > 21)) return H.bust
  return won(hands.reduce((sum, hand) => sum + hand.net, 0))
}

const won = (/** @type {number} */ net) => (net > 0 ? H.won : net < 0 ? H.lost : H.pushed)

function besides(/** @type {Wire.OwnRound} */ round) {
  const parts = round.sides.map(side => `${side.title} ${signed(side.net)}`)
  if (round.dealer_total > 21) parts.unshift(H.dealerBust)
  return parts.join(' · ')
}
