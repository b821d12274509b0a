// How it goes, in figures and as a graph: this visit, and all visits.

import { el, setAttribute, setText, svg } from '../../parts/dom.js'
import { money, signed } from '../../parts/money.js'
import { get } from '../../wire/http.js'
import { P } from '../texts.js'

/** @import { Sums } from '../visit.js' */

/**
 * @param {Wire.Sheet} sheet
 * @param {ReturnType<typeof import('../visit.js').mountVisit>} visit
 */
export function mountSums(sheet, visit) {
  /** @type {number | null} */
  let edge = null
  /** @type {Sums | null} As the house has them. */
  let always = null
  let drawn = -1
  const line = svg('path', { class: 'graph-line' })
  const level = svg('path', { class: 'graph-level' })
  const graph = svg(
    'svg',
    { class: 'graph', viewBox: '0 0 300 90', preserveAspectRatio: 'none', role: 'img' },
    level,
    line,
  )
  const none = el('p', { class: 'quiet' }, P.statsNone)
  const [here, all] = [mountColumn(), mountColumn()]
  const titles = [P.statRounds, P.statNet, P.statWagered, P.statExpected, P.statBest, P.statWorst]
  const rows = titles.map((title, at) => el('tr', {}, el('th', { scope: 'row' }, title), here.cells[at], all.cells[at]))
  const heads = ['', P.visit, P.allVisits].map(text => el('th', { scope: 'col' }, text))
  const node = el(
    'section',
    { class: 'visit' },
    el('h2', {}, P.visit),
    none,
    graph,
    el('table', { class: 'sums' }, el('thead', {}, el('tr', {}, ...heads)), el('tbody', {}, ...rows)),
    el('p', { class: 'quiet' }, P.statsHere),
  )

  function update() {
    if (drawn !== visit.results().length) draw()
  }

  async function opened() {
    if (edge === null) {
      const tables = await get('/tables').catch(() => [])
      edge = tables.find(table => table.id === sheet.id)?.edge ?? null
    }
    always = await get('/me/rounds').then(sumsOf, () => null)
    draw()
  }

  function draw() {
    const results = visit.results()
    drawn = results.length
    none.hidden = drawn > 0
    graph.toggleAttribute('hidden', drawn < 2)
    here.update(visit.sums(), edge)
    all.update(always ?? visit.sums(), edge)
    let sum = 0
    const sums = [0, ...results.map(one => (sum += one.net))]
    const [least, most] = [Math.min(...sums), Math.max(...sums)]
    const y = (/** @type {number} */ value) => (82 - (74 * (value - least)) / Math.max(1, most - least)).toFixed(1)
    const x = (/** @type {number} */ at) => ((300 * at) / Math.max(1, sums.length - 1)).toFixed(1)
    setAttribute(line, 'd', sums.map((value, at) => `${at ? 'L' : 'M'}${x(at)} ${y(value)}`).join(''))
    setAttribute(level, 'd', `M0 ${y(0)}H300`)
    setAttribute(graph, 'aria-label', P.purseGraph(results.length, sum))
  }

  return { node, update, opened }
}

/**
 * What the house has of all rounds of a person.
 * @param {Wire.OwnRounds} rounds
 * @returns {Sums}
 */
function sumsOf({ nets }) {
  const net = nets.reduce((sum, one) => sum + one, 0)
  return {
    rounds: nets.length,
    net,
    wagered: null,
    main: null,
    best: Math.max(0, ...nets),
    worst: Math.min(0, ...nets),
  }
}

/** The figures of some rounds, a cell for each. */
function mountColumn() {
  const cells = Array.from({ length: 6 }, () => el('td', {}))
  return {
    cells,
    update(/** @type {Sums} */ { rounds, net, wagered, main, best, worst }, /** @type {number | null} */ edge) {
      const expected = edge === null || main === null ? '–' : money(-Math.round(edge * main))
      const texts = [
        String(rounds),
        signed(net),
        wagered === null ? '–' : money(wagered),
        expected,
        signed(best),
        signed(worst),
      ]
      cells.forEach((cell, at) => setText(cell, texts[at]))
    },
  }
}
