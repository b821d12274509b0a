// A small felt with the dealer's cards and the player's hands, for lessons and drills.

import { el } from '../parts/dom.js'
import { money } from '../parts/money.js'
import { mountHand } from '../table/felt/hand.js'
import { HOW } from './texts.js'

const L = HOW

export function mountFelt() {
  const dealer = el('div', { class: 'lesson-row' })
  const hands = el('div', { class: 'lesson-row' })
  const wager = el('span', { class: 'lesson-wager' })
  const node = el(
    'div',
    { class: 'lesson-felt' },
    el('p', { class: 'lesson-name' }, L.dealer),
    dealer,
    el('p', { class: 'lesson-name' }, L.you, ' ', wager),
    hands,
  )

  function update(
    /** @type {Omit<Wire.DrillHand, 'options' | 'spot' | 'kind'>} */ {
      dealer: cards,
      dealer_total: total,
      hands: mine,
      turn,
      wager: amount,
    },
  ) {
    dealer.replaceChildren(
      handOf(
        { cards, total: cards.includes('??') ? 0 : total, soft: false, state: 'open', sideways: false },
        L.dealer,
        false,
      ),
    )
    hands.replaceChildren(...mine.map((hand, at) => handOf(hand, L.you, mine.length > 1 && at === turn)))
    wager.textContent = amount ? money(amount) : ''
  }

  return { node, update }
}

/**
 * @param {Page.Hand} hand
 * @param {string} name
 * @param {boolean} isTurn
 */
function handOf(hand, name, isTurn) {
  const part = mountHand(() => null)
  part.update({ hand, name, isTurn, isStill: true })
  return part.node
}
