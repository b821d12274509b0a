// The last checkpoint of the house that this browser has seen, and its evidence against the house, in localStorage.

const PLACE = 'spanish21.checkpoint'
const MOST = 5

/** @typedef {import('./judge_tree.js').Seen} Seen */
/** @typedef {{ kind: string, at: number, seen: string, now: string }} Alarm the two notes are the evidence */
/**
 * `since` is when the log was first seen, `at` when it was last checked; `past`: logs that a person took leave of.
 * @typedef {{ seen: Seen, since: number, at: number, alarm?: Alarm | null, past: Alarm[] }} Kept
 */

/** Values kept until the page is closed, where the browser has no storage. */
let inPage = ''

/** @returns {Kept | null} */
export function kept() {
  try {
    return JSON.parse(inPage || (localStorage.getItem(PLACE) ?? 'null'))
  } catch {
    return null
  }
}

/** @param {Kept} found */
function keep(found) {
  const text = JSON.stringify(found)
  try {
    localStorage.setItem(PLACE, text)
  } catch {
    inPage = text
  }
}

/**
 * A checkpoint that extends the one seen. Another tab may have seen a later one in the meantime.
 * @param {Seen} now
 */
export function keepSeen(now) {
  const before = kept()
  const at = Date.now()
  if (!before) return keep({ seen: now, since: at, at, past: [] })
  if (before.seen.origin !== now.origin) return undefined
  return keep({ ...before, seen: now.size > before.seen.size ? now : before.seen, at })
}

/**
 * @param {string} kind
 * @param {string} now
 */
export function keepAlarm(kind, now) {
  const before = kept()
  if (!before || before.alarm?.kind === kind) return
  keep({ ...before, alarm: { kind, at: Date.now(), seen: before.seen.note, now } })
}

/**
 * A person accepts the log that the house shows now (null: stays with the one seen); the evidence stays.
 * @param {Seen | null} now
 * @param {string} kind
 */
export function accept(now, kind) {
  const before = kept()
  if (!before) return
  const at = Date.now()
  const old = before.alarm ?? { kind, at, seen: before.seen.note, now: now?.note ?? '' }
  keep({
    ...before,
    seen: now ?? before.seen,
    since: now ? at : before.since,
    at,
    alarm: null,
    past: [old, ...before.past].slice(0, MOST),
  })
}
