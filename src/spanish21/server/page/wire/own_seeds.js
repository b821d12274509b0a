// A player's seeds: promised while cards are in play, opened when the house has listed them. docs/fairness.md

import { canHash, hexOf, sha256 } from '../audit/hashing.js'
import { heldSeeds, wordsOf } from './held_seeds.js'

/**
 * What keeps a connection's seeds; `send` sends a message.
 * @param {string} table
 * @param {(message: object) => void} send
 */
export function keepSeeds(table, send) {
  /** Messages sent since the connection was made. */
  const said = new Set()
  let isPromising = false
  /** @type {{ event: any, seq: number } | null} */
  let lastList = null

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
   * A breach of a receipt is reported in every view.
   * @param {string} you
   */
  async function accuse(you) {
    if (!Object.values(heldSeeds(table, you).read()).some(one => one.wrong)) return
    const { accuse } = await import('../table/seeds/accusation.js')
    accuse(table, you)
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
    if (is !== false) return
    heldSeeds(table, person).keep(promise, { wrong: 'receipt' })
    accuse(person)
  }

  /**
   * Whether the last list has the promise for which there is a receipt, which may come after the list.
   * @param {string} you
   */
  function compare(you) {
    if (!lastList) return
    const { event: list, seq } = lastList
    const held = heldSeeds(table, you)
    const [promise, last] = Object.entries(held.read()).at(-1) ?? []
    const signedAt = Number(last?.receipt.split('\n')[4])
    if (!promise || !last || last.used || !(signedAt < seq)) return
    if (list.promises[list.people.indexOf(you)] === promise) return
    held.keep(promise, { wrong: list.absent.includes(you) ? 'absent' : 'left_out', number: list.number })
    accuse(you)
  }

  return {
    heard(/** @type {any} */ message, /** @type {Page.State | null} */ state) {
      if (!state?.seeds || !canHash()) return
      const held = heldSeeds(table, state.you)
      if (message.type === 'seed' && message.receipt) {
        held.keep(message.id, { receipt: message.receipt })
        check(state.you, message.id, message.receipt)
        compare(state.you)
      }
      for (const step of message.steps ?? []) {
        if (step.event?.type !== 'SeedsListed') continue
        lastList = step
        compare(state.you)
      }
      if (message.type === 'whole') {
        said.clear()
        accuse(state.you)
      }
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
