// The worth of each choice: a bar on either side of zero, its value and its cost against the best.

import { el } from './dom.js'

/** @typedef {{ name: string, value: number | null, costText: string, isBest: boolean }} WorthLine */

/**
 * `most` is the value at the end of a bar; `noteOf` says why a line has no value.
 * @template {WorthLine} Line
 * @param {Line[]} lines
 * @param {{ most: number, valueText: (value: number) => string, noteOf?: (line: Line) => string | null }} options
 */
export function worthLines(lines, { most, valueText, noteOf = () => null }) {
  return el(
    'ul',
    { class: 'worth' },
    ...lines.map(line => {
      const bar = el('span', {})
      const axis = el(
        'span',
        { class: (line.value ?? 0) > 0 ? 'worth-axis is-gain' : 'worth-axis', 'aria-hidden': 'true' },
        bar,
      )
      bar.style.setProperty('--part', String(Math.max(-1, Math.min(1, (line.value ?? 0) / most))))
      return el(
        'li',
        { class: line.isBest ? 'worth-line is-best' : 'worth-line' },
        el('span', {}, line.name),
        axis,
        el('b', {}, line.value === null ? noteOf(line) : valueText(line.value)),
        el('i', {}, line.costText),
      )
    }),
  )
}
