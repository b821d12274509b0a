// Two tables side by side: their figures, and what each difference between them is worth.

import { el } from '../parts/dom.js'
import { showWhenFound } from '../parts/rooms/room.js'
import { OWN, study, subjectOf } from '../wire/study_answers.js'
import { lastText } from '../parts/drafts.js'
import { lineOf } from './prices.js'
import { mountPlot, ticksOf } from './plots/plot.js'
import { basisPoints, number, percent, plainName } from '../parts/numbers.js'
import { ROOM } from '../parts/rooms/room_texts.js'
import { S } from './texts.js'

const L = S.compare
/** @typedef {'house_edge' | 'standard_deviation' | 'average_wager' | 'element_of_risk' | 'decks'} Figure */
/** @type {Record<Figure, (value: number) => string>} */
const SHOWN = {
  house_edge: value => percent(value, 4),
  standard_deviation: value => number(value, 4),
  average_wager: value => number(value, 4),
  element_of_risk: value => percent(value, 4),
  decks: value => number(value),
}
const FIGURES = /** @type {Figure[]} */ (Object.keys(SHOWN))

export function mountCompare(
  /** @type {Page.Study & { books: Promise<Wire.BookName[]> }} */ { book, subject, isWanted, books },
) {
  const place = el('div', {})
  const other = el('select', { onchange: ask })
  const node = el(
    'div',
    {},
    el(
      'div',
      { class: 'price-head' },
      el('p', {}, L.help),
      el('label', { class: 'field' }, el('span', {}, L.with), other),
    ),
    place,
  )
  books.then(found => {
    other.replaceChildren(
      ...found.filter(one => one.book !== book).map(one => el('option', { value: one.book }, one.title)),
    )
    if (book !== OWN && lastText()) other.append(el('option', { value: OWN }, ROOM.ownSubmission))
    other.selectedIndex = found.filter(one => one.book !== book).length - 1
    ask()
  })

  function ask() {
    const against = other.value
    return showWhenFound(
      place,
      () => study('differences', { ...subject, against: subjectOf(against) }, () => isWanted() && node.isConnected),
      found => show(found, book, against),
    )
  }

  return { node }
}

/**
 * @param {Wire.Differences} found
 * @param {string} book
 * @param {string} against
 */
function show(found, book, against) {
  const titles = found.tables.map(table => table.title)
  const head = el('tr', {}, el('td', {}), ...titles.map(title => el('th', { scope: 'col', class: 'is-number' }, title)))
  const rows = FIGURES.map(name =>
    el(
      'tr',
      {},
      el('th', { scope: 'row' }, L.figures[name]),
      ...found.tables.map(table => el('td', { class: 'is-number' }, SHOWN[name](table[name]))),
    ),
  )
  const alone = found.differences.filter(one => one.kind === 'differs')
  const sum = (/** @type {string} */ kind) => found.differences.find(one => one.kind === kind)?.basis_points ?? 0
  const most = Math.max(1, ...alone.map(one => Math.abs(one.basis_points)))
  const lines = [...alone]
    .sort((a, b) => b.basis_points - a.basis_points)
    .map(one => lineOf(one, most, `${plainName(one.setting)}: ${plainName(one.here)} → ${plainName(one.there)}`))
  return el(
    'div',
    { class: 'columns' },
    el(
      'div',
      { class: 'sheet' },
      el('table', { class: 'numbers compared' }, el('thead', {}, head), el('tbody', {}, ...rows)),
    ),
    el('div', { class: 'sheet' }, upPlot(found, titles, `${book}-${against}`)),
    el(
      'section',
      { class: 'sheet is-wide' },
      el('h2', {}, L.differences),
      lines.length ? el('ul', { class: 'prices' }, ...lines) : el('p', {}, L.same),
      el(
        'dl',
        { class: 'sums' },
        el('div', {}, el('dt', {}, L.all), el('dd', {}, basisPoints(sum('all')))),
        el('div', {}, el('dt', {}, L.rest), el('dd', {}, basisPoints(sum('rest')))),
      ),
    ),
  )
}

/**
 * @param {Wire.Differences} found
 * @param {string[]} titles
 * @param {string} name
 */
function upPlot(found, titles, name) {
  const plot = mountPlot({
    title: L.byUp,
    help: L.upHelp,
    name: `${name}-up-cards`,
    height: 280,
    csv: (/** @type {{ up: string, here: number, there: number }[]} */ rows) => [
      ['up card', ...titles],
      ...rows.map(row => [row.up, row.here, row.there]),
    ],
    draw(frame, rows) {
      const values = rows.flatMap(row => [row.here, row.there])
      const [least, most] = [Math.min(0, ...values) * 1.15, Math.max(0, ...values) * 1.15]
      const [x, y] = [frame.x(-0.5, rows.length - 0.5), frame.y(least, most)]
      frame.across(ticksOf(least, most), y, tick => percent(tick, 0, true))
      const wide = ((frame.rightEnd - frame.left) / rows.length) * 0.34
      rows.forEach((row, at) => {
        frame.bar('plot-brass', x(at) - wide * 0.55, y(row.here), wide, y(0))
        frame.bar('plot-blue', x(at) + wide * 0.55, y(row.there), wide, y(0))
      })
      frame.below(
        rows.map((_, at) => at),
        x,
        at => rows[at].up,
      )
      return rows.map((row, at) => ({ x: x(at), y: y(Math.max(row.here, row.there)), text: L.upRead(row, titles) }))
    },
  })
  const there = found.tables[1].by_up_card
  const rows = found.tables[0].by_up_card.map((row, at) => ({
    up: row.up,
    here: row.expected_value,
    there: there[at].expected_value,
  }))
  plot.update([...rows.slice(1), rows[0]])
  const key = el(
    'ul',
    { class: 'plot-key quiet' },
    ...['is-brass', 'is-blue'].map((kind, at) =>
      el('li', {}, el('span', { class: `key ${kind}`, 'aria-hidden': 'true' }), titles[at]),
    ),
  )
  return el('div', {}, plot.node, key)
}
