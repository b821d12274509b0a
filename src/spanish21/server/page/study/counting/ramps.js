// Ramps: what to wager at each true count, what that earns, and the risk; then over decks and cover cards.

import { el } from '../../parts/dom.js'
import { showWhenFound } from '../../parts/rooms/room.js'
import { study } from '../../wire/study_answers.js'
import { money, useCurrency } from '../../parts/money.js'
import { number, percent } from '../../parts/numbers.js'
import { barPlot } from '../plots/bars.js'
import { fieldOf, figureList, numberTable, sheet } from '../numbers_shown.js'
import { mountPlot, ticksOf } from '../plots/plot.js'
import { mountTags } from './tags.js'
import { N } from '../number_texts.js'

const L = N.ramps
const SHOWN = 0.0005
const DEPTHS = [0.5, 0.6, 0.7, 0.75, 0.8, 0.85, 0.9]
const CURVES = ['plot-curve', 'plot-second', 'plot-exact']
const cash = (/** @type {number} */ amount) => money(Math.round(amount * 100))

export function mountRamps(/** @type {Page.Study} */ { book, subject, isWanted }) {
  const numeric = (/** @type {Record<string, any>} */ more) => el('input', { type: 'number', required: true, ...more })
  const bankroll = numeric({ min: 1, max: 1e9, step: 1, value: 10_000 })
  const spread = numeric({ min: 1, max: 1000, step: 1, value: 12 })
  const kelly = el(
    'select',
    {},
    ...L.kellys.map(([value, text]) => el('option', { value, selected: value === 0.5 }, String(text))),
  )
  const enter = el('input', { type: 'number', min: -100, max: 100, step: 1, placeholder: L.always })
  const decks = el('input', { type: 'text', value: '6, 8', pattern: '[0-9]+( *, *[0-9]+)*', required: true })
  const [place, grid] = [el('div', { class: 'count-found' }), el('div', {})]
  const tags = mountTags({
    ask,
    button: L.find,
    more: [fieldOf(L.bankroll, bankroll), fieldOf(L.spread, spread), fieldOf(L.kelly, kelly), fieldOf(L.enter, enter)],
  })
  const node = el(
    'div',
    { class: 'price-list' },
    el('p', {}, L.intro),
    tags.node,
    place,
    sheet(
      el('h2', {}, L.grid),
      el('p', { class: 'quiet' }, L.gridHelp(DEPTHS.length)),
      el(
        'form',
        { class: 'count-more', onsubmit: askGrid },
        fieldOf(L.decks, decks),
        el('button', { class: 'button', type: 'submit' }, L.compare),
      ),
      grid,
    ),
  )
  const isHere = () => isWanted() && node.isConnected
  ask()

  function asked() {
    return {
      ...subject,
      ...tags.asked(),
      bankroll: Math.round(Number(bankroll.value) * 100),
      spread: Math.trunc(Number(spread.value)),
      kelly: Number(kelly.value),
      enter_at: enter.value === '' ? null : Math.trunc(Number(enter.value)),
    }
  }

  function ask() {
    return showWhenFound(
      place,
      () => study('ramp', asked(), isHere),
      found => show(found, book),
    )
  }

  /** @param {Event} event */
  function askGrid(event) {
    event.preventDefault()
    const several = { decks: decks.value.split(',').map(Number), penetrations: DEPTHS }
    return showWhenFound(
      grid,
      tell => study('ramps', { ...asked(), ...several }, isHere, tell),
      found => showGrid(found, book),
    )
  }

  return { node }
}

/**
 * @param {Wire.RampFound} found
 * @param {string} book
 */
function show(found, book) {
  useCurrency(found.currency)
  const rows = found.ramp.filter(row => row.frequency > SHOWN)
  return [
    figureList([
      [
        L.win,
        L.winText(cash(found.win_per_100_rounds), cash(found.standard_deviation_per_100_rounds)),
        L.winHelp(cash(found.mean_wager)),
      ],
      [L.ruin, percent(found.risk_of_ruin, 2), L.ruinHelp(cash(found.bankroll))],
      [L.score, number(found.score, 2), L.scoreHelp],
      [L.n0, found.n0 === null ? '–' : number(found.n0), L.n0Help],
    ]),
    el(
      'div',
      { class: 'columns' },
      sheet(
        barPlot(
          {
            title: L.plot,
            help: L.plotHelp,
            name: `${book}-ramp`,
            axis: N.counts.axis,
            tick: cash,
            csv: () => [
              ['true count', 'wager', 'best wager', 'frequency', 'expected value'],
              ...found.ramp.map(row => [row.true_count, row.wager, row.best_wager, row.frequency, row.expected_value]),
            ],
          },
          rows.map(row => ({
            name: N.counts.trueCount(row.true_count),
            value: row.wager,
            text: L.read(row, cash(row.wager)),
          })),
        ),
      ),
      sheet(
        numberTable(
          L.head,
          stepsOf(rows).map(({ first, last, wager, frequency, value }) => [
            L.counts(first, last),
            wager ? cash(wager) : L.watched,
            percent(frequency, 2),
            percent(value / frequency, 2, true),
          ]),
        ),
      ),
    ),
  ]
}

/**
 * Neighbouring true counts with the same wager, as one step.
 * @param {Wire.RampStep[]} rows
 */
function stepsOf(rows) {
  /** @type {{ first: number | null, last: number | null, wager: number, frequency: number, value: number }[]} */
  const steps = []
  for (const { true_count: at, wager, frequency, expected_value } of rows) {
    const value = frequency * expected_value
    const step = steps.at(-1)
    if (step?.wager === wager) {
      step.last = at
      step.frequency += frequency
      step.value += value
    } else steps.push({ first: at, last: at, wager, frequency, value })
  }
  if (steps.length > 1) {
    steps[0].first = null
    steps[steps.length - 1].last = null
  }
  return steps
}

/**
 * @param {Wire.RampsFound} found
 * @param {string} book
 */
function showGrid(found, book) {
  useCurrency(found.currency)
  const decks = [...new Set(found.rows.map(row => row.decks))]
  const plot = mountPlot({
    title: L.scores,
    name: `${book}-ramps`,
    height: 280,
    csv: (/** @type {Wire.RampRow[]} */ rows) => [
      ['decks', 'penetration', 'SCORE', 'won in 100 rounds', 'N0', 'risk of ruin'],
      ...rows.map(row => [row.decks, row.penetration, row.score, row.win_per_100_rounds, row.n0, row.risk_of_ruin]),
    ],
    draw(frame, rows) {
      const most = Math.max(1, ...rows.map(row => row.score)) * 1.1
      const [x, y] = [frame.x(DEPTHS[0] - 0.01, (DEPTHS.at(-1) ?? 1) + 0.01), frame.y(0, most)]
      frame.across(ticksOf(0, most), y, tick => number(tick))
      frame.below(DEPTHS, x, tick => percent(tick, 0), L.depth)
      decks.forEach((one, at) => {
        const line = rows.filter(row => row.decks === one)
        frame.curve(
          CURVES[at % CURVES.length],
          line.map(row => [x(row.penetration), y(row.score)]),
        )
        const end = line[line.length - 1]
        const mark = { class: 'mark', 'text-anchor': 'end' }
        frame.text(x(end.penetration) - 6, y(end.score) - 8, L.decksOf(one), mark)
      })
      return rows.map(row => ({ x: x(row.penetration), y: y(row.score), text: L.readGrid(row) }))
    },
  })
  plot.update(found.rows)
  return [
    plot.node,
    numberTable(
      L.gridHead,
      found.rows.map(row => [
        L.place(row.decks, row.penetration),
        number(row.score, 2),
        cash(row.win_per_100_rounds),
        row.n0 === null ? '–' : number(row.n0),
        percent(row.risk_of_ruin, 2),
      ]),
    ),
  ]
}
