// Advance decisions: chosen while others play, sent on the player's turn if they still fit, for one round.

import { el, setAttribute } from '../../parts/dom.js'
import { P } from '../texts.js'
import { named } from './offers.js'

const TOTALS = [12, 15, 17]

/**
 * `send(command, said)` carries out an advance decision.
 * @param {{ send: (command: any, said: string) => unknown }} actions
 */
export function mountAdvance(actions) {
  /** @type {{ stand: number, insurance: boolean }} */
  let wanted = { stand: 0, insurance: false }
  let round = -1
  let sent = ''
  const stands = TOTALS.map(total =>
    toggle(P.advanceStand(total), () => set({ stand: wanted.stand === total ? 0 : total })),
  )
  const insurance = toggle(P.advanceNoInsurance, () => set({ insurance: !wanted.insurance }))
  const node = el(
    'div',
    { class: 'advance', role: 'group', 'aria-label': P.advance, hidden: true },
    el('span', { class: 'advance-title' }, P.advance),
    ...stands,
    insurance,
  )

  function set(/** @type {Partial<typeof wanted>} */ change) {
    wanted = { ...wanted, ...change }
    draw()
  }

  function draw() {
    stands.forEach((button, at) => setAttribute(button, 'aria-pressed', String(wanted.stand === TOTALS[at])))
    setAttribute(insurance, 'aria-pressed', String(wanted.insurance))
  }

  /** @param {Page.Now} now */
  function update({ state, isIn }) {
    const { view, waits_for: awaited = [], you } = state
    if (view.round_number !== round) {
      round = view.round_number
      wanted = { stand: 0, insurance: false }
      draw()
    }
    const isPlay = ['play', 'insurance', 'deal', 'match'].includes(view.phase)
    const isMine = awaited.includes(you)
    const own = view.boxes.find(box => box.stakes.some(stake => stake.person === you))
    const waits = Boolean(own?.hands.some(hand => ['waiting', 'open'].includes(hand.state)))
    node.hidden = !(isPlay && isIn && !isMine && waits && awaited.length)
    insurance.hidden = !['insurance', 'deal', 'match'].includes(view.phase)
    if (isMine) act(state)
  }

  /** @param {Page.State} state */
  function act(state) {
    const { view, legal, seq } = state
    if (sent === String(seq)) return
    const hand = view.boxes.find(box => box.number === view.turn_box)?.hands[view.turn_hand]
    if (wanted.insurance && view.phase === 'insurance' && named(legal, 'DeclineInsurance').length) {
      sent = String(seq)
      const box = named(legal, 'DeclineInsurance')[0].fields.box
      actions.send(
        { type: 'DeclineInsurance', ...(box && 'values' in box ? { box: box.values[0] } : {}) },
        P.advanceNoInsurance,
      )
    } else if (wanted.stand && view.phase === 'play' && hand && named(legal, 'Stand').length) {
      if (hand.total < wanted.stand || hand.soft) return
      sent = String(seq)
      actions.send({ type: 'Stand' }, P.advanceStand(wanted.stand))
    }
  }

  return { node, update }
}

/**
 * @param {string} label
 * @param {() => void} onclick
 */
function toggle(label, onclick) {
  return el('button', { class: 'key', type: 'button', 'aria-pressed': 'false', onclick }, label)
}
