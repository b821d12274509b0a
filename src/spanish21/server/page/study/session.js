// What a session of many rounds comes to: its result, its way there, and the risk of ruin.

import { el } from '../parts/dom.js'
import { showWhenFound } from '../parts/rooms/room.js'
import { study } from '../wire/study_answers.js'
import { figureList } from './numbers_shown.js'
import { mountPlot, ticksOf } from './plots/plot.js'
import { number, percent, signedNumber } from '../parts/numbers.js'
import { S } from './texts.js'

const L = S.session
const ROUNDS = [50, 100, 250, 500, 1000, 2500, 5000]

export function mountSession(/** @type {Page.Study} */ { book, subject, isWanted }) {
  const place = el('div', {})
  const chosen = el(
    'select',
    { onchange: ask },
    ...ROUNDS.map(count => el('option', { value: count, selected: count === 500 }, L.roundsOf(count))),
  )
  const node = el(
    'div',
    {},
    el(
      'div',
      { class: 'price-head' },
      el('p', {}, L.intro),
      el('label', { class: 'field' }, el('span', {}, L.rounds), chosen),
    ),
    place,
  )
  ask()

  function ask() {
    return showWhenFound(
      place,
      () => study('session', { ...subject, rounds: Number(chosen.value) }, () => isWanted() && node.isConnected),
      found => show(found, book),
    )
  }

  return { node }
}

/**
 * @param {Wire.Session} found
 * @param {string} book
 */
function show(found, book) {
  const quantile = found.quantiles
  /** @type {[string, string, string?][]} */
  const figures = [
    [L.ahead, percent(found.ahead, 1)],
    [L.mean, signedNumber(found.mean, 1), L.inWagers],
    [L.middle, L.middleText(quantile['0.25'], quantile['0.75']), L.inWagers],
    [L.tails, `${signedNumber(quantile['0.05'], 1)}`, L.inWagers],
  ]
  return [
    figureList(figures),
    el(
      'div',
      { class: 'columns' },
      el('div', { class: 'sheet is-wide' }, law(found, book)),
      el('div', { class: 'sheet' }, path(found, book)),
      el('div', { class: 'sheet' }, ruin(found, book)),
    ),
  ]
}

/**
 * @param {Wire.Session} found
 * @param {string} book
 */
function law(found, book) {
  const plot = mountPlot({
    title: L.law,
    help: L.lawHelp,
    name: `${book}-session-${found.rounds}`,
    height: 300,
    csv: (/** @type {Wire.Bar[]} */ rows) => [['result', 'chance'], ...rows.map(row => [row.result, row.chance])],
    draw(frame, rows) {
      const most = Math.max(...rows.map(row => row.chance)) * 1.08
      const [x, y] = [frame.x(rows[0].result, rows[rows.length - 1].result), frame.y(0, most)]
      frame.across(ticksOf(0, most, 4), y, tick => percent(tick, tick && most < 0.04 ? 1 : 0))
      const wide = ((frame.rightEnd - frame.left) / rows.length) * 0.86
      for (const row of rows)
        frame.bar(
          row.result > 0 ? 'plot-good' : row.result < 0 ? 'plot-bad' : 'plot-even',
          x(row.result),
          y(row.chance),
          wide,
          y(0),
        )
      frame.below(
        ticksOf(rows[0].result, rows[rows.length - 1].result, 9),
        x,
        value => signedNumber(value, 0),
        L.result,
      )
      return rows.map(row => ({ x: x(row.result), y: y(row.chance), text: L.lawRead(row) }))
    },
  })
  plot.update(found.bars)
  return plot.node
}

/**
 * @param {Wire.Session} found
 * @param {string} book
 */
function path(found, book) {
  const plot = mountPlot({
    title: L.path,
    help: L.pathHelp,
    name: `${book}-way-${found.rounds}`,
    height: 300,
    csv: (/** @type {Record<string, number>[]} */ rows) => [
      ['rounds', ...Object.keys(rows[0]).filter(name => name !== 'rounds')],
      ...rows.map(row => Object.values(row)),
    ],
    draw(frame, rows) {
      /** @type {Record<string, number>[]} */
      const begun = [{ rounds: 0, 0.01: 0, 0.05: 0, 0.25: 0, 0.5: 0, 0.75: 0, 0.95: 0, 0.99: 0 }, ...rows]
      const most = Math.max(...rows.flatMap(row => [Math.abs(row['0.05']), Math.abs(row['0.95'])])) * 1.08
      const [x, y] = [frame.x(0, found.rounds), frame.y(-most, most)]
      frame.across(ticksOf(-most, most, 6), y, tick => signedNumber(tick, 0))
      /** @returns {[number, number][]} */
      const line = (/** @type {string} */ name) => begun.map(row => [x(row.rounds), y(row[name])])
      frame.band('plot-band', line('0.95'), line('0.05'))
      frame.band('plot-band is-inner', line('0.75'), line('0.25'))
      frame.curve('plot-curve', line('0.5'))
      frame.below(ticksOf(0, found.rounds, 5), x, value => number(value), L.after)
      return rows.map(row => ({ x: x(row.rounds), y: y(row['0.5']), text: L.pathRead(row) }))
    },
  })
  plot.update(found.path)
  return plot.node
}

/**
 * @param {Wire.Session} found
 * @param {string} book
 */
function ruin(found, book) {
  const plot = mountPlot({
    title: L.ruin,
    help: L.ruinHelp,
    name: `${book}-ruin-${found.rounds}`,
    height: 300,
    csv: (/** @type {Wire.Ruin[]} */ rows) => [
      ['bankroll', 'chance of ruin'],
      ...rows.map(row => [row.bankroll, row.chance]),
    ],
    draw(frame, rows) {
      const last = Math.max(
        2,
        rows.findIndex(row => row.chance < 1e-4),
      )
      const shown = rows.slice(0, last < 2 ? rows.length : last + 1)
      const [x, y] = [frame.x(0, shown[shown.length - 1].bankroll), frame.y(0, 1)]
      frame.across([0, 0.25, 0.5, 0.75, 1], y, tick => percent(tick, 0))
      /** @type {[number, number][]} */
      const line = shown.map(row => [x(row.bankroll), y(row.chance)])
      frame.band(
        'plot-band',
        line,
        line.map(([at]) => [at, y(0)]),
      )
      frame.curve('plot-curve', line)
      frame.below(ticksOf(0, shown[shown.length - 1].bankroll, 6), x, value => number(value), L.bankroll)
      return shown.map(row => ({ x: x(row.bankroll), y: y(row.chance), text: L.ruinRead(row) }))
    },
  })
  plot.update(found.ruin)
  return plot.node
}
