// Tables that wait for me come first: with a step of mine, stopped, or with a step that I could take.

import { has } from '../parts/me.js'

const HANDS = ['dealer', 'floorperson']

/**
 * How soon a table is mine to look at: 0 before 1 before 2, and so on.
 * @param {Wire.FloorTable} table
 * @param {Wire.Me | null} me
 */
export function urgency(table, me) {
  const mine = table.on_duty.find(one => one.person === me?.person)?.role
  if (mine && (table.stopped || table.halted || table.due?.to === mine)) return 0
  if (table.stopped || table.halted) return 1
  const wanted = HANDS.find(role => role === table.due?.to && has(me, role))
  if (wanted && !table.on_duty.some(one => one.role === wanted)) return 2
  return mine ? 3 : 4
}

/** Whether the table is waiting for me. */
export const isWaiting = (/** @type {number} */ how) => how === 0
