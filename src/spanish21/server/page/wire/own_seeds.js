// A player's seeds: promised while cards are in play, opened when the house has listed them. docs/fairness.md

import { canHash, hexOf, sha256 } from '../audit/hashing.js'

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
 * The receipts that this browser holds for a table, whoever had it.
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

/**
 * What keeps a connection's seeds; `send` sends a message.
 * @param {string} table
 * @param {(message: object) => void} send
 */
export function keepSeeds(table, send) {
  /** What was sent since the connection was made. */
  const said = new Set()
  let isPromising = false

  function once(/** @type {string} */ promise, /** @type {object} */ fields) {
    const what = `${Object.keys(fields)[0]} ${promise}`
    if (said.has(what)) return
    said.add(what)
    send({ type: 'seed', id: promise, ...fields })
  }

  /** @param {Page.State} state */
  async function promised(state) {
    const held = heldSeeds(table, state.you)
    const mine = state.seeds?.promised[state.you] ?? ''
    if (isPromising || held.read()[mine]) return
    isPromising = true
    try {
      const last = Object.entries(held.read()).at(-1)
      if (last && !last[1].used) return once(last[0], { promise: last[0] })
      const seed = hexOf(crypto.getRandomValues(new Uint8Array(32)))
      const words = wordsOf()
      const promise = await sha256(words ? `${seed} ${words}` : seed)
      held.keep(promise, { seed, words })
      once(promise, { promise })
    } finally {
      isPromising = false
    }
  }

  /**
   * Whether the house has really signed: if not, the seed is not to be relied on.
   * @param {string} person
   * @param {string} promise
   * @param {string} receipt
   */
  async function check(person, promise, receipt) {
    const { isReceipt } = await import('../trust/receipts.js')
    const is = await isReceipt(table, { person, promise, receipt }).catch(() => null)
    if (is === false) heldSeeds(table, person).keep(promise, { wrong: 'receipt' })
  }

  /**
   * A list was closed: is the promise in it for which there is a receipt?
   * @param {any} list
   * @param {number} seq
   * @param {string} you
   */
  function compare(list, seq, you) {
    const held = heldSeeds(table, you)
    const [promise, last] = Object.entries(held.read()).at(-1) ?? []
    const signedAt = Number(last?.receipt.split('\n')[4])
    if (!promise || !last || last.used || !(signedAt < seq)) return
    if (list.promises[list.people.indexOf(you)] === promise) return
    held.keep(promise, { wrong: list.absent.includes(you) ? 'absent' : 'left_out', number: list.number })
  }

  return {
    heard(/** @type {any} */ message, /** @type {Page.State | null} */ state) {
      if (!state?.seeds || !canHash()) return
      const held = heldSeeds(table, state.you)
      if (message.type === 'seed' && message.receipt) {
        held.keep(message.id, { receipt: message.receipt })
        check(state.you, message.id, message.receipt)
      }
      for (const { event, seq } of message.steps ?? [])
        if (event?.type === 'SeedsListed') compare(event, seq, state.you)
      if (message.type === 'whole') said.clear()
      if (message.type !== 'whole' && message.type !== 'change') return
      const promise = state.seeds.listed?.promises[state.you] ?? ''
      const listed = held.read()[promise]
      if (listed) {
        held.keep(promise, { used: true })
        once(promise, { seed: listed.seed, words: listed.words })
      }
      const isAtTable = state.view.people.some(person => person.name === state.you)
      if (isAtTable && !state.seeds.paused[state.you]) promised(state)
    },
  }
}
