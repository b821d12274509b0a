// The design of a side wager: every choice of its odds, weights or meter that meets a target, exactly.

import { el } from '../parts/dom.js'
import { showWhenFound } from '../parts/rooms/room.js'
import { study } from '../wire/study_answers.js'
import { number, percent, plainName } from '../parts/numbers.js'
import { fieldOf, figureList, longTable, sheet } from './numbers_shown.js'
import { mountPlot, ticksOf } from './plots/plot.js'
import { N } from './number_texts.js'
import { mountRanges } from './ranges.js'

const L = N.design
/** @type {[string, boolean][]} */
const TARGETS = [
  ['house_edge', true],
  ['hit_frequency', true],
  ['standard_deviation', false],
]
const CLOSE = 0.005

export function mountDesign(/** @type {Page.Study} */ part) {
  const { book, subject } = part
  return mountRanges(part, L.intro, ({ wagers }, isHere) =>
    wagers.length ? asked(wagers, isHere) : el('p', { class: 'note' }, L.none),
  )

  /**
   * @param {Wire.WagerRange[]} wagers
   * @param {() => boolean} isHere
   */
  function asked(wagers, isHere) {
    const [form, found] = [el('div', {}), el('div', { class: 'count-found' })]
    const which = el(
      'select',
      { onchange: open },
      ...wagers.map(one => el('option', { value: one.wager }, plainName(one.wager))),
    )
    open()

    function open() {
      const wager = wagers.find(one => one.wager === which.value) ?? wagers[0]
      const fields = mountFields(wager)
      found.replaceChildren()
      form.replaceChildren(
        el(
          'form',
          { class: 'sheet', onsubmit: ask },
          el('p', {}, L.now(plainName(wager.wager), percent(wager.house_edge, 4))),
          fields.node,
          el('div', { class: 'count-more' }, el('button', { class: 'button is-primary', type: 'submit' }, L.find)),
        ),
      )
      queueMicrotask(() => ask(null))

      /** @param {Event | null} event */
      function ask(event) {
        event?.preventDefault()
        return showWhenFound(
          found,
          () => study('design', { ...subject, wager: wager.wager, ...fields.asked() }, isHere),
          answer => show(answer, book),
        )
      }
    }

    return el('div', { class: 'price-list' }, fieldOf(L.wager, which), form, found)
  }
}

/**
 * Fields for the numbers that may vary, the first ones already with a range, and for the targets.
 * @param {Wire.WagerRange} wager
 */
function mountFields(wager) {
  const isWheel = wager.choices.some(one => one.kind === 'weight')
  const varied = wager.choices.slice(isWheel ? 1 : 0, isWheel ? 3 : 2).map(one => one.name)
  const numbers = wager.choices.map(({ kind, name, now }) => {
    const spread = Math.max(2, Math.round(now / 4))
    const value = varied.includes(name) ? `${Math.max(0, now - spread)}..${now + spread}` : ''
    return { name, input: el('input', { type: 'text', value, placeholder: String(now) }), label: L.choice(kind, name) }
  })
  const close = (/** @type {number} */ edge) => (100 * edge).toFixed(2)
  const targets = TARGETS.flatMap(([name, isShare]) =>
    [-CLOSE, CLOSE].map((away, at) => {
      const value = name === 'house_edge' ? close(wager.house_edge + away) : ''
      return { name, at, isShare, input: el('input', { type: 'number', step: 'any', value }) }
    }),
  )
  const ordered = el('input', { type: 'checkbox', checked: true })
  return {
    node: el(
      'div',
      { class: 'price-list' },
      el(
        'fieldset',
        { class: 'count-tags is-open' },
        el('legend', {}, L.vary),
        ...numbers.map(one => fieldOf(one.label, one.input)),
      ),
      el(
        'fieldset',
        { class: 'count-tags is-open' },
        el('legend', {}, L.targets),
        ...targets.map(one => fieldOf(L.target(one.name, one.at === 0), one.input)),
      ),
      isWheel ? null : el('label', { class: 'field is-check' }, ordered, el('span', {}, L.ordered)),
    ),
    asked() {
      const vary = Object.fromEntries(numbers.map(one => [one.name, one.input.value.trim()]).filter(([, text]) => text))
      /** @type {Record<string, string>} */
      const wanted = {}
      for (const [name, isShare] of TARGETS) {
        const [low, high] = targets
          .filter(one => one.name === name)
          .map(one => (one.input.value ? `${one.input.value}${isShare ? '%' : ''}` : ''))
        if (low || high) wanted[name] = `${low}..${high}`
      }
      return { vary, targets: wanted, is_ordered: ordered.checked }
    },
  }
}

/**
 * @param {Wire.DesignFound} found
 * @param {string} book
 */
function show(found, book) {
  const names = Object.keys(found.solutions[0]?.chosen ?? {})
  const cells = (/** @type {Wire.WagerSolution} */ one, /** @type {string} */ name) => [
    name,
    ...names.map(line => number(one.chosen[line])),
    percent(one.house_edge, 4),
    one.long_run_house_edge === undefined ? '–' : percent(one.long_run_house_edge, 4),
    percent(one.hit_frequency, 3),
    number(one.standard_deviation, 3),
    number(one.top_prize),
  ]
  const rows = [cells(found.now, L.asIs), ...found.solutions.map((one, at) => cells(one, String(at + 1)))]
  const heads = ['', ...names.map(plainName), ...L.head]
  return [
    figureList([
      [L.solutions, number(found.found), L.solutionsHelp(found.candidates)],
      [L.best, found.found ? percent(found.solutions[0].house_edge, 4) : '–', L.bestHelp],
      [L.edgeNow, percent(found.now.house_edge, 4), plainName(found.wager)],
    ]),
    found.found ? sheet(solutionsPlot(found, book)) : null,
    sheet(longTable(heads, rows, { more: L.more })),
  ].filter(one => one !== null)
}

/**
 * @param {Wire.DesignFound} found
 * @param {string} book
 */
function solutionsPlot(found, book) {
  const plot = mountPlot({
    title: L.plot,
    help: L.plotHelp,
    name: `${book}-${found.wager}-designs`,
    height: 320,
    csv: (/** @type {Wire.WagerSolution[]} */ rows) => [
      [...Object.keys(rows[0].chosen), 'house edge', 'exactly', 'hit frequency', 'standard deviation', 'top prize'],
      ...rows.map(one => [
        ...Object.values(one.chosen),
        one.house_edge,
        one.house_edge_exact,
        one.hit_frequency,
        one.standard_deviation,
        one.top_prize,
      ]),
    ],
    draw(frame, rows) {
      const range = (/** @type {number[]} */ values) => {
        const [least, most] = [Math.min(...values), Math.max(...values)]
        const room = (most - least || Math.abs(most) || 1) * 0.06
        return /** @type {[number, number]} */ ([least - room, most + room])
      }
      const edges = range(rows.map(one => one.house_edge))
      const spreads = range(rows.map(one => one.standard_deviation))
      const [x, y] = [frame.x(...edges), frame.y(...spreads)]
      frame.across(
        ticksOf(...spreads, 6),
        y,
        tick => number(tick, 2),
        () => false,
      )
      frame.below(ticksOf(...edges, 6), x, tick => percent(tick, 2), L.axis)
      const chosen = (/** @type {Wire.WagerSolution} */ one) =>
        Object.entries(one.chosen)
          .map(([name, value]) => `${plainName(name)} ${number(value)}`)
          .join(', ')
      rows.forEach((one, at) =>
        frame.dot(at ? 'plot-brass' : 'plot-good', x(one.house_edge), y(one.standard_deviation)),
      )
      return rows.map(one => ({
        x: x(one.house_edge),
        y: y(one.standard_deviation),
        text: L.read(chosen(one), one),
      }))
    },
  })
  plot.update(found.solutions)
  return plot.node
}
