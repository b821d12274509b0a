// The edge of a table and where it comes from: the figures, the up cards, the law of a round, the bonuses.

import { el } from '../parts/dom.js'
import { figureList, sheet } from './numbers_shown.js'
import { mountPlot, ticksOf } from './plots/plot.js'
import { number, percent, plainName, signedNumber } from '../parts/numbers.js'
import { S } from './texts.js'

const L = S.figures

/**
 * @param {Wire.Figures} found
 * @param {string} book
 */
export function showFigures(found, book) {
  const chance = (/** @type {(result: number) => boolean} */ test) =>
    found.distribution.filter(row => test(row.result)).reduce((sum, row) => sum + row.probability, 0)
  /** @type {[string, string, string?][]} */
  const figures = [
    [L.edge, percent(found.house_edge, 4), L.edgeHelp],
    [L.deviation, number(found.standard_deviation, 4), L.deviationHelp],
    [L.wager, number(found.average_wager, 4), L.wagerHelp],
    [L.risk, percent(found.element_of_risk, 4), L.riskHelp],
    [
      L.won,
      percent(
        chance(result => result > 0),
        1,
      ),
      L.wonHelp(
        chance(result => result === 0),
        chance(result => result < 0),
      ),
    ],
    [L.split, percent(found.by_split.find(one => one.split)?.probability ?? 0, 2), L.splitHelp],
  ]
  return [
    figureList(figures),
    el(
      'div',
      { class: 'columns' },
      sheet(byUp(found, book)),
      bonuses(found),
      el('div', { class: 'sheet is-wide' }, law(found, book)),
    ),
  ]
}

/**
 * @param {Wire.Figures} found
 * @param {string} book
 */
function byUp(found, book) {
  const plot = mountPlot({
    title: L.byUp,
    help: L.byUpHelp,
    name: `${book}-up-cards`,
    height: 330,
    csv: (/** @type {Wire.UpCard[]} */ rows) => [
      ['up card', 'probability', 'expected value'],
      ...rows.map(row => [row.up, row.probability, row.expected_value]),
    ],
    draw(frame, rows) {
      const values = rows.map(row => row.expected_value)
      const [least, most] = [Math.min(0, ...values) * 1.15, Math.max(0, ...values) * 1.15]
      const [x, y] = [frame.x(-0.5, rows.length - 0.5), frame.y(least, most)]
      frame.across(ticksOf(least, most), y, tick => percent(tick, 0, true))
      const wide = Math.min(44, ((frame.rightEnd - frame.left) / rows.length) * 0.64)
      rows.forEach((row, at) =>
        frame.bar(row.expected_value < 0 ? 'plot-bad' : 'plot-good', x(at), y(row.expected_value), wide, y(0)),
      )
      frame.below(
        rows.map((_, at) => at),
        x,
        at => rows[at].up,
      )
      return rows.map((row, at) => ({ x: x(at), y: y(row.expected_value), text: L.byUpRead(row) }))
    },
  })
  const order = [...found.by_up_card.slice(1), found.by_up_card[0]]
  plot.update(order)
  return plot.node
}

/**
 * @param {Wire.Figures} found
 * @param {string} book
 */
function law(found, book) {
  const plot = mountPlot({
    title: L.law,
    help: L.lawHelp,
    name: `${book}-round`,
    height: 280,
    csv: (/** @type {Wire.ResultOfRound[]} */ rows) => [
      ['result', 'probability'],
      ...rows.map(row => [row.result, row.probability]),
    ],
    draw(frame, rows) {
      const floor = -7
      const shown = rows.filter(row => Math.abs(row.result) <= 8.5 && Math.log10(row.probability) > floor)
      const [x, y] = [frame.x(-9, 9), frame.y(floor, 0)]
      frame.across(
        [0, -1, -2, -3, -4, -5, -6],
        y,
        power => (power === 0 ? '100 %' : power === -1 ? '10 %' : power === -2 ? '1 %' : `1 : ${number(10 ** -power)}`),
        () => false,
      )
      const wide = Math.max(2, ((frame.rightEnd - frame.left) / 36) * 0.7)
      for (const row of shown)
        frame.bar(
          row.result > 0 ? 'plot-good' : row.result < 0 ? 'plot-bad' : 'plot-even',
          x(row.result),
          y(Math.log10(row.probability)),
          wide,
          y(floor),
        )
      frame.below(
        Array.from({ length: 17 }, (_, at) => at - 8),
        x,
        value => signedNumber(value, 0),
        L.result,
      )
      return shown.map(row => ({ x: x(row.result), y: y(Math.log10(row.probability)), text: L.lawRead(row) }))
    },
  })
  plot.update(found.distribution)
  return plot.node
}

/** @param {Wire.Figures} found */
function bonuses(found) {
  const rows = found.bonuses.map(one =>
    el(
      'tr',
      {},
      el('th', { scope: 'row' }, plainName(one.name)),
      el('td', { class: 'is-number' }, one.probability > 1e-15 ? number(1 / one.probability) : L.never),
      el('td', { class: 'is-number' }, percent(one.contribution, 4)),
    ),
  )
  const best = [...(found.insurance?.hands ?? [])].sort((a, b) => b.expected_value - a.expected_value)[0]
  return el(
    'div',
    { class: 'sheet' },
    el('h2', {}, L.bonuses),
    el(
      'table',
      { class: 'numbers' },
      el(
        'thead',
        {},
        el(
          'tr',
          {},
          ...L.bonusHead.map((text, at) => el('th', { scope: 'col', class: at ? 'is-number' : null }, text)),
        ),
      ),
      el('tbody', {}, ...rows),
    ),
    ...(found.insurance?.hands?.length
      ? [el('h3', {}, L.insurance), el('p', {}, L.insuranceText(found.insurance.expected_value ?? 0, best))]
      : []),
  )
}
