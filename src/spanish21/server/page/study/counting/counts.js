// Counts: the best tags of a table, and what any count is worth at it.

import { el } from '../../parts/dom.js'
import { showWhenFound } from '../../parts/rooms/room.js'
import { study } from '../../wire/study_answers.js'
import { number, percent } from '../../parts/numbers.js'
import { barPlot } from '../plots/bars.js'
import { figureList, numberTable, sheet } from '../numbers_shown.js'
import { keepTags, mountTags } from './tags.js'
import { N } from '../number_texts.js'

const L = N.counts
const SHOWN = 0.001

export function mountCounts(/** @type {Page.Study} */ { book, subject, isWanted }) {
  const [judged, best] = [el('div', { class: 'count-found' }), el('div', {})]
  const tags = mountTags({ ask, button: L.judge })
  const node = el(
    'div',
    { class: 'price-list' },
    el('p', {}, L.intro),
    tags.node,
    judged,
    sheet(el('h2', {}, L.best), el('p', { class: 'quiet' }, L.bestHelp), best),
  )
  const isHere = () => isWanted() && node.isConnected
  ask()
  showWhenFound(
    best,
    () => study('counts', subject, isHere),
    found => bestTable(found, use),
  )

  /** @param {Record<string, number>} chosen */
  function use(chosen) {
    tags.set(chosen)
    keepTags(chosen)
    tags.node.scrollIntoView({ block: 'nearest' })
    ask()
  }

  function ask() {
    return showWhenFound(
      judged,
      () => study('count', { ...subject, ...tags.asked() }, isHere),
      found => show(found, book),
    )
  }

  return { node }
}

/**
 * @param {Wire.CountFound} found
 * @param {string} book
 */
function show(found, book) {
  const correlation = (/** @type {number | null} */ value) => (value === null ? '–' : number(value, 4))
  const rows = found.by_true_count.filter(row => row.frequency > SHOWN)
  const names = (/** @type {Wire.CountRow} */ row) => L.trueCount(row.true_count)
  const csv = () => [
    ['true count', 'frequency', 'expected value', 'standard deviation'],
    ...found.by_true_count.map(row => [row.true_count, row.frequency, row.expected_value, row.standard_deviation]),
  ]
  return [
    figureList([
      [L.betting, number(found.betting_correlation, 4), L.bettingHelp],
      [L.playing, number(found.playing_efficiency, 3), L.playingHelp],
      [L.insurance, correlation(found.insurance_correlation), L.insuranceHelp],
      [L.ahead, found.even_from === null ? L.never : L.aheadFrom(found.even_from), L.aheadHelp],
    ]),
    el(
      'div',
      { class: 'columns' },
      sheet(
        barPlot(
          {
            title: L.worth,
            help: L.worthHelp,
            name: `${book}-true-counts`,
            axis: L.axis,
            tick: value => percent(value, 0),
            csv,
          },
          rows.map(row => ({ name: names(row), value: row.expected_value, text: L.read(row) })),
        ),
      ),
      sheet(
        barPlot(
          {
            title: L.often,
            help: L.oftenHelp,
            name: `${book}-frequencies`,
            axis: L.axis,
            tick: value => percent(value, 0),
            csv,
          },
          rows.map(row => ({ name: names(row), value: row.frequency, text: L.read(row) })),
        ),
      ),
    ),
  ]
}

/**
 * @param {Wire.CountsFound} found
 * @param {(tags: Record<string, number>) => void} use
 */
function bestTable(found, use) {
  const rows = found.counts.map(one => {
    const [apart, both] = Object.entries(one.side_counts).sort((a, b) => b[1] - a[1])[0] ?? ['–', 0]
    const button = el('button', { class: 'button', type: 'button', onclick: () => use(one.tags) }, L.use)
    button.setAttribute('aria-label', L.useOf(one.level, one.balanced))
    return [
      L.level(one.level, one.balanced),
      L.tagsText(one.tags),
      number(one.betting_correlation, 4),
      one.correlations.insurance === null ? '–' : number(one.correlations.insurance ?? 0, 4),
      L.apart(apart, number(both, 4)),
      button,
    ]
  })
  return numberTable(L.head, rows, 2)
}
