// A progressive payout with its evidence: the amount, the hand, the wheel, the meter, the round, the cards.

import { el } from '../parts/dom.js'
import { money, useCurrency } from '../parts/money.js'
import { cardOf } from '../table/pieces/card.js'
import { P } from './texts.js'

/**
 * @param {Wire.Payout} payout
 * @param {string} name
 */
export function mountEvidence(payout, name) {
  useCurrency(payout.currency)
  const facts = [
    [P.payout.amount, money(payout.amount)],
    [P.payout.who, `${payout.title}, ${name}, ${P.box(payout.box)}`],
    [P.payout.round, `${payout.round}, ${payout.table_name}`],
    ...(payout.stop ? [[P.payout.stop, payout.stop]] : []),
    ...(payout.meter ? [[P.payout.meter, P.meter(payout.title, money(payout.meter_amount))]] : []),
  ]
  const others = payout.boxes.filter(one => one.box !== payout.box)
  return el(
    'div',
    { class: 'evidence' },
    el('dl', { class: 'facts' }, ...facts.map(([term, text]) => el('div', {}, el('dt', {}, term), el('dd', {}, text)))),
    el(
      'div',
      { class: 'evidence-hands' },
      ...payout.hand.map(hand => handOf(P.payout.hand, hand, true)),
      handOf(P.payout.dealer, payout.dealer),
      ...others.flatMap(one => one.hands.map(hand => handOf(P.box(one.box), hand))),
    ),
  )
}

/**
 * @param {string} title
 * @param {string[]} cards
 */
function handOf(title, cards, isPaid = false) {
  return el(
    'figure',
    { class: `evidence-hand${isPaid ? ' is-paid' : ''}` },
    el('figcaption', {}, title),
    el(
      'div',
      { class: 'evidence-cards', role: 'img', 'aria-label': `${title}: ${cards.join(' ')}` },
      ...cards.map(cardOf),
    ),
  )
}
