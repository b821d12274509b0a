// The seeds and receipts that this browser holds.

const KEPT = 20

/**
 * `wrong` is what the house did against its receipt: `receipt` (it is not signed by the house), `left_out` of the list
 * for shoe `number`, or called `absent` there while this page was connected.
 * @typedef {{ seed: string, words: string, receipt: string, used: boolean, wrong?: string, number?: number }} Held
 */

/** @type {Map<string, string>} */
const withoutStorage = new Map()

/** @param {string} place */
function stored(place) {
  try {
    return localStorage.getItem(place) ?? withoutStorage.get(place) ?? ''
  } catch {
    return withoutStorage.get(place) ?? ''
  }
}

/**
 * @param {string} place
 * @param {string} value
 */
function store(place, value) {
  withoutStorage.set(place, value)
  try {
    localStorage.setItem(place, value)
  } catch {
    // a browser that keeps nothing: until the page is closed
  }
}

/**
 * The seeds that this browser holds for a person at a table, by promise; every tab has the same.
 * @param {string} table
 * @param {string} person
 */
export function heldSeeds(table, person) {
  const place = `spanish21.seeds.${table}.${person}`
  const read = () => /** @type {Record<string, Held>} */ (JSON.parse(stored(place) || '{}'))
  return {
    read,
    keep(/** @type {string} */ promise, /** @type {Partial<Held>} */ part) {
      const held = read()
      held[promise] = { ...(held[promise] ?? { seed: '', words: '', receipt: '', used: false }), ...part }
      store(place, JSON.stringify(Object.fromEntries(Object.entries(held).slice(-KEPT))))
    },
  }
}

/**
 * The receipts that this browser holds for a table, for any player.
 * @param {string} table
 */
export function receiptsFor(table) {
  const place = `spanish21.seeds.${table}.`
  const people = Object.keys(globalThis.localStorage ?? {}).filter(name => name.startsWith(place))
  return people.flatMap(name => {
    const person = name.slice(place.length)
    const held = Object.entries(heldSeeds(table, person).read())
    return held.filter(([, one]) => one.receipt).map(([promise, { receipt }]) => ({ person, promise, receipt }))
  })
}

export const wordsOf = () => stored('spanish21.words')
export const setWords = (/** @type {string} */ words) => store('spanish21.words', words)
