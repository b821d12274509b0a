// The best chart: what to do with every hand, what each choice is worth, and what a mistake costs.

import { el, svg } from '../parts/dom.js'
import { csvOf, save } from '../parts/saving.js'
import { worthLines } from '../parts/worth.js'
import { number, optionName, signedNumber } from '../parts/numbers.js'
import { ROOM } from '../parts/rooms/room_texts.js'
import { S } from './texts.js'

const L = S.strategy
/** @type {Record<string, (row: string, title: string) => string>} */
const ROW_NAMES = { hard: L.hard, soft: L.soft, pairs: L.pairs, doubled: L.doubled }
/** @type {Record<string, keyof typeof COLOURS>} */
const OPTION_OF = { S: 'stand', H: 'hit', D: 'double', P: 'split', R: 'surrender', X: 'rescue' }
/** @type {Record<string, [number, number]>} */
const STEPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }
/** For a separate picture, on white. */
const COLOURS = {
  stand: '#f3d98b',
  hit: '#f1efe8',
  double: '#a9cdea',
  split: '#b5dcae',
  surrender: '#efb3a6',
  rescue: '#d3c0ee',
}

/**
 * @param {Wire.Strategy} found
 * @param {string} book
 */
export function showStrategy(found, book) {
  const chart = mountChart(found)
  const maps = el(
    'fieldset',
    { class: 'maps' },
    el('legend', {}, L.map),
    ...Object.entries(L.maps).map(([name, text]) =>
      el(
        'label',
        {},
        el('input', {
          type: 'radio',
          name: 'map',
          value: name,
          checked: name === 'option',
          onchange: () => chart.colour(name),
        }),
        text,
      ),
    ),
  )
  const saves = el(
    'div',
    { class: 'saves' },
    button(L.savePicture, () => save(`${book}-chart.svg`, pictureOf(found, book), 'image/svg+xml')),
    button(L.saveChart, () => save(`${book}-chart.csv`, found.csv, 'text/csv')),
    button(L.saveValues, () => save(`${book}-values.csv`, valuesCsv(found), 'text/csv')),
  )
  const cost = (found.optimal_value - found.expected_value) * 10_000
  return el(
    'div',
    { class: 'strategy' },
    el('div', { class: 'strategy-head' }, el('p', {}, L.intro(-found.expected_value, cost)), maps, saves),
    chart.node,
  )
}

const button = (/** @type {string} */ text, /** @type {() => void} */ onclick) =>
  el('button', { class: 'button', type: 'button', onclick }, text)

/**
 * The chart with its legend and the details of the cell under the pointer.
 * @param {Wire.Strategy} found
 */
export function mountChart(found) {
  const detail = el(
    'aside',
    { class: 'chart-detail', 'aria-live': 'polite' },
    el('p', { class: 'quiet' }, L.detailEmpty),
  )
  const node = el('div', { class: 'charts', 'data-map': 'option' })
  const tables = found.tables.map(table => tableOf(table, found.columns, show))
  const legend = el(
    'ul',
    { class: 'legend' },
    ...found.letters.map(({ letter, option }) =>
      el('li', {}, el('span', { class: `swatch is-${option}` }, letter), optionName(option)),
    ),
    ...found.marks.map(mark => el('li', { class: 'quiet' }, mark)),
  )
  const heat = el('p', { class: 'heat-legend' }, L.heat[0], el('span', { 'aria-hidden': 'true' }), L.heat[1])
  node.append(legend, heat, el('div', { class: 'chart-tables' }, ...tables), detail)

  /**
   * @param {string} title
   * @param {string} up
   * @param {Wire.Cell} cell
   */
  function show(title, up, cell) {
    node.classList.add('has-detail')
    const values = Object.entries(cell.values)
    const best = values[0]?.[1]
    detail.replaceChildren(
      el('h3', {}, L.against(title, up)),
      el('p', { class: 'quiet' }, `${cell.text} · ${L.often(cell.often)}`),
      values.length
        ? worthLines(
            values.map(([option, value], at) => ({
              name: optionName(option),
              value,
              isBest: at === 0,
              costText: at === 0 ? ROOM.best : signedNumber(value - best, 4),
            })),
            {
              most: Math.max(1, ...values.map(([, value]) => Math.abs(value))),
              valueText: value => signedNumber(value, 4),
            },
          )
        : el('p', {}, L.noValues),
      el('p', { class: 'quiet' }, L.values),
    )
  }

  return {
    node,
    colour: (/** @type {string} */ map) => {
      node.dataset.map = map
    },
  }
}

/**
 * @param {Wire.ChartTable} table
 * @param {string[]} columns
 * @param {(title: string, up: string, cell: Wire.Cell) => void} show
 */
function tableOf(table, columns, show) {
  const title = (/** @type {string} */ row) => ROW_NAMES[table.screen]?.(row, table.title) ?? `${table.title} ${row}`
  const body = el('tbody', {})
  const node = el(
    'div',
    { class: `chart-table is-${table.screen}` },
    el('h3', {}, table.title),
    el(
      'table',
      { class: 'chart', role: 'grid', 'aria-label': table.title },
      el(
        'thead',
        {},
        el(
          'tr',
          { role: 'row' },
          el('td', { role: 'presentation' }),
          ...columns.map(up => el('th', { scope: 'col', role: 'columnheader' }, up)),
        ),
      ),
      body,
    ),
  )
  const cells = table.rows.map(row =>
    row.cells.map((cell, at) => {
      const place = el(
        'td',
        {
          role: 'gridcell',
          tabindex: -1,
          class: `cell is-${OPTION_OF[cell.text[0]]}`,
          'aria-label': L.cell(title(row.label), columns[at], cell.text, spoken(cell)),
        },
        ...marked(cell.text),
      )
      place.style.setProperty('--heat', heatOf(cell).toFixed(3))
      const open = () => show(title(row.label), columns[at], cell)
      place.addEventListener('pointerenter', open)
      place.addEventListener('focus', open)
      place.addEventListener('click', () => place.focus())
      return place
    }),
  )
  table.rows.forEach((row, at) =>
    body.append(el('tr', { role: 'row' }, el('th', { scope: 'row', role: 'rowheader' }, row.label), ...cells[at])),
  )
  if (cells[0]?.[0]) cells[0][0].tabIndex = 0
  body.addEventListener('keydown', event => move(event, cells))
  return node
}

/**
 * @param {KeyboardEvent} event
 * @param {HTMLElement[][]} cells
 */
function move(event, cells) {
  const step = STEPS[event.key]
  if (!step) return
  const here = /** @type {HTMLElement} */ (event.target)
  const row = cells.findIndex(one => one.includes(here))
  const column = cells[row]?.indexOf(here) ?? -1
  const next = cells[row + step[0]]?.[column + step[1]]
  if (!next) return
  event.preventDefault()
  here.tabIndex = -1
  next.tabIndex = 0
  next.focus()
}

/**
 * "D4+/H" in parts that may break between lines, the letter first.
 * @param {string} text
 */
function marked(text) {
  return [el('b', {}, text[0]), text.length > 1 ? el('small', {}, text.slice(1)) : null]
}

const costOf = (/** @type {Wire.Cell} */ cell) => {
  const values = Object.values(cell.values)
  return values.length > 1 ? values[0] - values[1] : 0
}
/** 0 for a thousandth of a wager and less, 1 for a whole one, by powers of ten. */
const heatOf = (/** @type {Wire.Cell} */ cell) =>
  Math.max(0, Math.min(1, (Math.log10(Math.max(costOf(cell), 1e-9)) + 3) / 3))
/**
 * The best option of a cell and what the second best costs, or nothing.
 * @param {Wire.Cell} cell
 */
function spoken(cell) {
  const [best, second] = Object.keys(cell.values)
  return { best: second ? optionName(best) : '', cost: second ? number(costOf(cell), 3) : '' }
}

/** @param {Wire.Strategy} found */
function valuesCsv(found) {
  const options = Object.values(OPTION_OF)
  /** @type {unknown[][]} */
  const rows = [['table', 'row', 'up card', 'cell', 'how often', ...options]]
  for (const table of found.tables)
    for (const row of table.rows)
      row.cells.forEach((cell, at) =>
        rows.push([
          table.title,
          row.label,
          found.columns[at],
          cell.text,
          cell.often,
          ...options.map(option => cell.values[option]),
        ]),
      )
  return csvOf(rows)
}

/**
 * The chart as one picture on white.
 * @param {Wire.Strategy} found
 * @param {string} book
 */
function pictureOf(found, book) {
  const [left, wide, tall] = [62, 54, 22]
  const parts = []
  let top = 34
  const text = (/** @type {number} */ x, /** @type {number} */ y, /** @type {string} */ said, attributes = {}) =>
    svg('text', { x, y, 'font-family': 'system-ui, sans-serif', 'font-size': 12, fill: '#1d2430', ...attributes }, said)
  parts.push(text(10, 20, `${L.title}: ${book}`, { 'font-size': 15, 'font-weight': 600 }))
  for (const table of found.tables) {
    parts.push(text(10, top + 12, table.title, { 'font-weight': 600 }))
    found.columns.forEach((up, at) =>
      parts.push(text(left + wide * (at + 0.5), top + 30, up, { 'text-anchor': 'middle' })),
    )
    table.rows.forEach((row, line) => {
      const y = top + 36 + line * tall
      parts.push(text(left - 8, y + 15, row.label, { 'text-anchor': 'end' }))
      row.cells.forEach((cell, at) =>
        parts.push(
          svg('rect', {
            x: left + wide * at,
            y,
            width: wide - 1,
            height: tall - 1,
            fill: COLOURS[OPTION_OF[cell.text[0]]],
          }),
          text(left + wide * (at + 0.5), y + 15, cell.text, { 'text-anchor': 'middle' }),
        ),
      )
    })
    top += 50 + table.rows.length * tall
  }
  const width = left + wide * found.columns.length + 12
  const picture = svg(
    'svg',
    { xmlns: 'http://www.w3.org/2000/svg', viewBox: `0 0 ${width} ${top}`, width, height: top },
    svg('rect', { width: '100%', height: '100%', fill: '#fff' }),
    ...parts,
  )
  return `<?xml version="1.0" encoding="UTF-8"?>\n${new XMLSerializer().serializeToString(picture)}\n`
}
