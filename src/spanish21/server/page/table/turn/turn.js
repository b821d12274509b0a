// Whose turn it is, in words: for the announcement, and for the rail.

import { either, T } from '../../texts.js'
import { P } from '../texts.js'

/** @param {Page.State} state */
export const isTurnOf = state => Boolean(state.waits_for?.includes(state.you))

/** @param {Page.State} state */
export function turnText(state) {
  const { view: table, waits_for: awaited = [], names = {} } = state
  const isMine = isTurnOf(state)
  if (state.stopped) return T.stopped(state.stopped)
  if (table.halted) return T.halted
  if (!table.people.some(person => person.name === state.you)) return T.watching
  const box = table.boxes.find(one => one.number === table.turn_box)
  if (table.phase === 'play' && isMine)
    return box && box.hands.length > 1 ? T.yourTurnHand(table.turn_hand + 1, box.hands.length) : T.yourTurn
  if (isMine) return T.phases[table.phase] || T.yourTurn
  if (awaited.length) return T.waitsFor(either(awaited.map(person => names[person] ?? person)))
  return T.phases[table.phase] ?? T.beforePlay
}

/**
 * A title, and a line with what one has to know.
 * @param {Page.State} state
 * @param {boolean} isClosed
 */
export function turnWords(state, isClosed) {
  const { view: table } = state
  const box = table.boxes.find(one => one.number === table.turn_box)
  const hand = box?.hands[table.turn_hand]
  if (isTurnOf(state) && table.phase === 'play' && box && hand) {
    const count = box.hands.length
    const total = T.total(hand.total, hand.soft)
    const small = count > 1 ? P.handOf(table.turn_hand + 1, count) : P.against(total, table.dealer_total)
    return { text: T.yourTurn, small }
  }
  const isSeated = table.people.some(person => person.name === state.you)
  if (table.phase === 'wagers' && isSeated && !state.stopped && !table.halted)
    return { text: P.yourWagers, small: isClosed ? '' : P.pickHint }
  return { text: turnText(state), small: '' }
}
