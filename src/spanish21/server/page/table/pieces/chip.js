// Chips: one in its colours, and an amount as a stack of them.

import { svg } from '../../parts/dom.js'
import { chipsOf } from '../../parts/money.js'

/** @type {Record<number, string>} */
const COLOURS = {
  50: 'pink',
  100: 'white',
  250: 'blue',
  500: 'red',
  1000: 'brown',
  2500: 'green',
  10000: 'black',
  50000: 'purple',
  100000: 'yellow',
  500000: 'brown',
}
const ALL = ['pink', 'white', 'red', 'blue', 'green', 'black', 'purple', 'yellow', 'brown']
const MOST = 6

const colourOf = (/** @type {number} */ value) => COLOURS[value] ?? ALL[value % ALL.length]

/**
 * The text on a chip: 2500 -> "25", 50 -> "½", 100000 -> "1K".
 * @param {number} value
 */
function written(value) {
  if (value === 50) return '½'
  if (value >= 100000) return `${value / 100000}K`
  return value % 100 ? (value / 100).toFixed(2).replace(/^0/, '') : String(value / 100)
}

/**
 * A single chip, seen from above.
 * @param {number} value
 */
export function chipOf(value) {
  return svg('svg', { class: 'chip', viewBox: '0 0 40 40', 'aria-hidden': 'true' }, ...face(value, 20, 20))
}

/**
 * @param {number} value
 * @param {number} x
 * @param {number} y
 */
function face(value, x, y) {
  const text = written(value)
  return [
    svg('circle', { class: `chip-${colourOf(value)}`, cx: x, cy: y, r: 18.5 }),
    svg('circle', { class: 'chip-notches', cx: x, cy: y, r: 16 }),
    svg('circle', { class: 'chip-middle', cx: x, cy: y, r: 11.5 }),
    svg(
      'text',
      { class: 'chip-value', x, y: y + 4.3, 'text-anchor': 'middle', 'font-size': text.length > 2 ? 9.5 : 12.5 },
      text,
    ),
  ]
}

/**
 * An amount as one stack, the largest chips at the bottom; a tall stack shows its top.
 * @param {number} amount
 * @param {number[]} denominations
 */
export function stackOf(amount, denominations) {
  const chips = chipsOf(amount, denominations).flatMap(([value, count]) => Array(count).fill(value))
  const shown = chips.slice(-MOST)
  const top = 20
  const height = 40 + (shown.length - 1) * 5
  const stack = svg('svg', { class: 'stack', viewBox: `0 0 40 ${height}`, 'aria-hidden': 'true' })
  stack.dataset.amount = String(amount)
  shown.forEach((value, at) => {
    const y = top + (shown.length - 1 - at) * 5
    const isTop = at === shown.length - 1
    if (isTop) stack.append(...face(value, 20, y))
    else
      stack.append(
        svg('circle', { class: `chip-${colourOf(value)}`, cx: 20, cy: y, r: 18.5 }),
        svg('circle', { class: 'chip-notches', cx: 20, cy: y, r: 16 }),
      )
  })
  return stack
}

/**
 * Put a stack of this amount into a place, unless it is there already.
 * @param {HTMLElement} place
 * @param {number} amount
 * @param {number[]} denominations
 */
export function layStack(place, amount, denominations) {
  /** @type {SVGElement | null} */
  const lies = place.querySelector(':scope > .stack')
  if (lies?.dataset.amount === String(amount)) return
  lies?.remove()
  if (amount > 0) place.prepend(stackOf(amount, denominations))
}
