// What the parts of the study have in common: a row of figures, and a table of numbers.

import { el } from '../parts/dom.js'

/**
 * Figures in a row, each with its name and an explanation; the first is the main one.
 * @param {[string, string, string?][]} figures
 */
export function figureList(figures) {
  return el(
    'dl',
    { class: 'figures' },
    ...figures.map(([name, value, help = ''], at) =>
      el(
        'div',
        { class: at ? 'figure' : 'figure is-main' },
        el('dt', {}, name),
        el('dd', {}, value),
        help ? el('dd', { class: 'figure-help' }, help) : null,
      ),
    ),
  )
}

/**
 * A table; the first `words` columns are text, the others numbers.
 * @param {string[]} heads
 * @param {(string | Node)[][]} rows
 */
export function numberTable(heads, rows, words = 1) {
  const kind = (/** @type {number} */ at) => ({ class: at < words ? null : 'is-number' })
  return el(
    'div',
    { class: 'scroll' },
    el(
      'table',
      { class: 'numbers' },
      el('thead', {}, el('tr', {}, ...heads.map((text, at) => el('th', { scope: 'col', ...kind(at) }, text)))),
      el(
        'tbody',
        {},
        ...rows.map(cells =>
          el('tr', {}, ...cells.map((cell, at) => (at ? el('td', kind(at), cell) : el('th', { scope: 'row' }, cell)))),
        ),
      ),
    ),
  )
}

/**
 * The first rows of a table, and a button for the rest.
 * @param {string[]} heads
 * @param {(string | Node)[][]} rows
 * @param {{ words?: number, most?: number, more: (count: number) => string }} options
 */
export function longTable(heads, rows, { words = 1, most = 30, more }) {
  const node = el('div', {}, numberTable(heads, rows.slice(0, most), words))
  if (rows.length > most)
    node.append(
      el(
        'button',
        {
          class: 'button',
          type: 'button',
          onclick: () => node.replaceChildren(numberTable(heads, rows, words)),
        },
        more(rows.length - most),
      ),
    )
  return node
}

/** @param {(Node | null)[]} nodes */
export const sheet = (...nodes) => el('section', { class: 'sheet' }, ...nodes)

/**
 * A field with its name.
 * @param {string} name
 * @param {HTMLElement} input
 */
export const fieldOf = (name, input) => el('label', { class: 'field' }, el('span', {}, name), input)
