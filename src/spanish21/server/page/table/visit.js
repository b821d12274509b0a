// The results of this visit, round by round: the last of them as a strip; their figures are in sums.js.

import { el, keyed } from '../parts/dom.js'
import { signed } from '../parts/money.js'
import { P } from './texts.js'
import { resultOf } from './felt/verdict.js'

/** @typedef {{ round: number, net: number, dealer: number, wagered: number, main?: number }} Result */
/**
 * The totals of rounds; money wagered, and its part on hands before doubles and splits, to which the edge refers.
 * Null is unknown.
 * @typedef {{ rounds: number, net: number, wagered: number | null, main: number | null, best: number, worst: number
 *   }} Sums
 */

const MOST = 500
/** @type {Sums} */
const NO_SUMS = { rounds: 0, net: 0, wagered: 0, main: 0, best: 0, worst: 0 }

/** @param {Wire.Sheet} sheet */
export function mountVisit(sheet) {
  const here = `spanish21.results.${sheet.id}`
  /** @type {Result[]} */
  let results = read(sessionStorage, here, [])
  let wagered = 0
  let main = 0

  /** What one put on the layout in this round. */
  function note(/** @type {Wire.Step} */ { event }, /** @type {Page.State} */ { you }) {
    if (!('person' in event) || event.person !== you) return
    if (event.type === 'WagerPlaced') {
      wagered += event.amount ?? 0
      if (event.kind === 'main') main += event.amount ?? 0
    } else if (event.type === 'DoubleMade' || event.type === 'DoubleFollowed' || event.type === 'PairSplit')
      wagered += event.amount
  }

  /** @param {Page.Now} now */
  function update({ picture, state, titles }) {
    const found = resultOf(picture, state.you, titles)
    const round = picture.round_number
    if (!found || results.at(-1)?.round === round) return
    const result = { round, net: found.net, dealer: picture.dealer_total, wagered, main }
    wagered = main = 0
    results = [...results, result].slice(-MOST)
    write(sessionStorage, here, results)
  }

  return {
    note,
    update,
    results: () => results,
    sums: () => results.reduce(added, NO_SUMS),
  }
}

/** The last results, in a line each. */
export function mountPast(/** @type {{ results: () => Result[] }} */ visit) {
  const list = el('ol', { class: 'past-results' })
  return {
    node: list,
    update() {
      keyed(
        list,
        visit.results().slice(-6).reverse(),
        one => one.round,
        one => ({
          node: el(
            'li',
            {},
            el('span', {}, P.pastRound(one.round, one.dealer)),
            el('b', { 'data-sign': String(Math.sign(one.net)) }, one.net ? signed(one.net) : P.push),
          ),
        }),
      )
    },
  }
}

/** @returns {Sums} */
function added(/** @type {Sums} */ sums, /** @type {Result} */ one) {
  return {
    rounds: sums.rounds + 1,
    net: sums.net + one.net,
    wagered: (sums.wagered ?? 0) + one.wagered,
    main: (sums.main ?? 0) + (one.main ?? 0),
    best: Math.max(sums.best, one.net),
    worst: Math.min(sums.worst, one.net),
  }
}

/**
 * @template Value
 * @param {Storage} storage
 * @param {string} key
 * @param {Value} usual
 * @returns {Value}
 */
export function read(storage, key, usual) {
  try {
    return JSON.parse(storage.getItem(key) ?? 'null') ?? usual
  } catch {
    return usual
  }
}

export function write(/** @type {Storage} */ storage, /** @type {string} */ key, /** @type {unknown} */ value) {
  try {
    storage.setItem(key, JSON.stringify(value))
  } catch {
    /* a browser that keeps nothing still plays */
  }
}
