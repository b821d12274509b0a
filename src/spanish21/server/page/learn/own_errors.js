// The cost of a player's mistakes by kind of hand, stored in this browser: a drill deals more of the costly kinds.

const KEY = 'spanish21.drills'
/** The server takes a list of at most this many kinds; one that stands in it twice comes up twice as often. */
const MOST = 10

/** @typedef {Record<string, { asked: number, cost: number }>} Errors */

/** @returns {Errors} */
function read() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}')
  } catch {
    return {}
  }
}

/**
 * A hand of a kind was decided; `cost` is in wagers.
 * @param {string} kind
 * @param {number} cost
 */
export function noteError(kind, cost) {
  const all = read()
  const { asked, cost: before } = all[kind] ?? { asked: 0, cost: 0 }
  all[kind] = { asked: asked + 1, cost: before + cost }
  try {
    localStorage.setItem(KEY, JSON.stringify(all))
  } catch {
    /* a browser that keeps nothing deals all kinds alike */
  }
}

/**
 * The chosen kinds; those that cost most per hand appear several times.
 * @param {string[]} kinds
 */
export function weighted(kinds) {
  const all = read()
  const found = [...kinds]
  const each = (/** @type {string} */ kind) => (all[kind]?.cost ?? 0) / Math.max(4, all[kind]?.asked ?? 0)
  const total = kinds.reduce((sum, kind) => sum + each(kind), 0)
  if (!total) return found
  const dearest = [...kinds].sort((one, other) => each(other) - each(one))
  for (const kind of dearest) {
    const more = Math.round((each(kind) / total) * (MOST - kinds.length))
    for (let at = 0; at < more && found.length < MOST; at++) found.push(kind)
  }
  return found
}
