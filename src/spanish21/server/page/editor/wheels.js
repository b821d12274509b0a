// A wheel: how often each of its symbols comes up, and what a prize is.

import { el, setText } from '../parts/dom.js'
import { amountOf, typedAmount } from '../parts/money.js'
import { framed } from './fields.js'
import { percent, plainName } from '../parts/numbers.js'
import { L } from './texts.js'

/** @import { Given } from './fields.js' */

/** @typedef {{ symbol: string, weight: number, prize?: number }} Stop */

/**
 * The wheels of a submission, and those that its book knows besides.
 * @param {Wire.Choices} offered
 * @param {Record<string, any>} made
 */
export function wheelNames(offered, made) {
  const have = Object.keys(made.wheels ?? {})
  const more = offered.wheels.map(one => `${one.name}_${one.paytable}`).filter(name => !have.includes(name))
  return [...have, ...more]
}

/**
 * @param {string} name
 * @param {Wire.Choices} offered
 */
function knownOf(name, offered) {
  return (
    offered.wheels.find(one => `${one.name}_${one.paytable}` === name) ?? offered.wheels.find(one => one.name === name)
  )
}

export function mountWheel(
  /** @type {string} */ name,
  /** @type {Wire.Choices} */ offered,
  /** @type {Given & { redraw: () => void }} */ { at, change, redraw },
) {
  const place = `wheels.${name}`
  const known = knownOf(name, offered)
  /** @type {Stop[] | undefined} */
  const stops = at(place)
  if (!stops) {
    const add = el(
      'button',
      {
        class: 'button',
        type: 'button',
        onclick: () => {
          change(
            place,
            known?.symbols.map(symbol =>
              known.prizes.includes(symbol) ? { symbol, weight: 1, prize: 100_00 } : { symbol, weight: 1 },
            ),
          )
          redraw()
        },
      },
      L.addWheel(plainName(name)),
    )
    const node = el('div', { class: 'editor-field is-wide wheel-missing' }, add)
    return { place: `${place}.`, node, problem: () => undefined }
  }
  const total = el('span', { class: 'quiet' })
  const shares = stops.map(() => el('td', { class: 'is-number' }))
  const hasPrizes = stops.some(stop => stop.prize) || known?.prizes.length
  const weight = (/** @type {Stop} */ stop, /** @type {number} */ one) =>
    el('input', {
      type: 'text',
      inputmode: 'numeric',
      'aria-label': `${L.weight}: ${stop.symbol}`,
      value: String(stop.weight),
      oninput: (/** @type {any} */ event) => {
        put(one, { weight: /^\d{1,13}$/.test(event.target.value.trim()) ? Number(event.target.value) : 0 })
      },
    })
  const prize = (/** @type {Stop} */ stop, /** @type {number} */ one) =>
    stop.prize || known?.prizes.includes(stop.symbol)
      ? el('input', {
          type: 'text',
          inputmode: 'decimal',
          'aria-label': `${L.prize}: ${stop.symbol}`,
          value: typedAmount(stop.prize ?? 0),
          oninput: (/** @type {any} */ event) => put(one, { prize: amountOf(event.target.value) || 0 }),
        })
      : null
  const rows = stops.map((stop, one) =>
    el(
      'tr',
      {},
      el('th', { scope: 'row' }, stop.symbol),
      el('td', {}, weight(stop, one)),
      shares[one],
      hasPrizes ? el('td', {}, prize(stop, one)) : null,
    ),
  )
  const table = el(
    'table',
    { class: 'numbers wheel-stops' },
    el(
      'thead',
      {},
      el(
        'tr',
        {},
        ...[L.symbol, L.weight, L.share, ...(hasPrizes ? [L.prize] : [])].map((text, one) =>
          el('th', { scope: 'col', class: one === 2 ? 'is-number' : null }, text),
        ),
      ),
    ),
    el('tbody', {}, ...rows),
  )
  const drop = el(
    'button',
    {
      class: 'button',
      type: 'button',
      onclick: () => {
        change(place, undefined)
        redraw()
      },
    },
    L.dropWheel,
  )
  const input = el('details', { class: 'wheel-parts' }, el('summary', {}, `${stops.length} × `, total), table, drop)
  share()

  /**
   * @param {number} one
   * @param {Partial<Stop>} next
   */
  function put(one, next) {
    const now = stopsNow().map((stop, at) => (at === one ? { ...stop, ...next } : stop))
    change(place, now)
    share()
  }

  /** @returns {Stop[]} */
  function stopsNow() {
    return at(place)
  }

  function share() {
    const now = stopsNow()
    const sum = now.reduce((all, stop) => all + stop.weight, 0)
    now.forEach((stop, one) => setText(shares[one], sum ? percent(stop.weight / sum, 1) : '–'))
    setText(total, L.weights(sum))
  }

  return framed({ place, label: L.wheelOf(plainName(name)), input, clauses: known?.clauses ?? [], wide: true })
}
