// What the house did against a receipt of this browser, in words; it is said above every view.

import { raise } from '../../trust/banner.js'
import { heldSeeds } from '../../wire/held_seeds.js'
import { S } from './seed_texts.js'

/**
 * The last thing, or nothing.
 * @param {string} table
 * @param {string} you
 */
export function accusation(table, you) {
  const found = Object.values(heldSeeds(table, you).read()).findLast(one => one.wrong)
  return { kind: found?.wrong ?? '', text: S.wrong[found?.wrong ?? '']?.(found?.number ?? 0) ?? '' }
}

/**
 * @param {string} table
 * @param {string} you
 */
export function accuse(table, you) {
  const { kind, text } = accusation(table, you)
  raise(`seeds ${table}`, kind, text, `#/shoes/${encodeURIComponent(table)}`)
}
