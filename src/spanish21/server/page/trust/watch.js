// While the page is open: does the house's log still extend the last checkpoint seen here? If not, a banner says so.

import { canHash } from '../audit/hashing.js'
import { get } from '../wire/http.js'
import { keepAlarm, keepSeen, kept } from './kept.js'

/** @import { Verdict } from './judge_tree.js' */

const EVERY = 60_000

let isShown = false

/** Check now and again while the page is visible. */
export function watch() {
  if (!canHash()) return
  const again = () => document.visibilityState === 'visible' && look().catch(() => {})
  if (kept()?.alarm) show(kept()?.alarm?.kind ?? '')
  again()
  setInterval(again, EVERY)
}

/** @type {Promise<Verdict> | null} */
let looking = null

/**
 * Compare the house's checkpoint with the last one seen, and store it. A house that does not answer throws `Trouble`.
 * @returns {Promise<Verdict>}
 */
export function look() {
  looking ??= looked().finally(() => {
    looking = null
  })
  return looking
}

async function looked() {
  const seen = kept()?.seen ?? null
  const [trees, { judged, goesOn, isAlarm }] = await Promise.all([get('/tree'), import('./judge_tree.js')])
  const found = await judged(seen, trees, consistency)
  if (goesOn(found.kind) && found.now) keepSeen(found.now)
  if (isAlarm(found.kind)) keepAlarm(found.kind, found.now?.note ?? '')
  const kind = kept()?.alarm?.kind ?? (goesOn(found.kind) || found.kind === 'none' ? '' : found.kind)
  await show(kind)
  return found
}

/** @type {import('./judge_tree.js').Ask} */
export const consistency = (incarnation, old, size) =>
  get(/** @type {'/tree/{incarnation}/consistency'} */ (`/tree/${incarnation}/consistency?old=${old}&size=${size}`))

/**
 * Show a finding above every view; '' removes it.
 * @param {string} kind
 */
export async function show(kind) {
  if (!kind && !isShown) return
  isShown = Boolean(kind)
  const [{ raise }, { V }] = await Promise.all([import('./banner.js'), import('./texts.js')])
  raise('log', kind, kind && (V.kinds[kind] ?? V.kinds.histories), '#/trust')
}
