// A grid: every combination of some rules, priced; and those of them that meet a target.

import { el } from '../parts/dom.js'
import { showWhenFound } from '../parts/rooms/room.js'
import { study } from '../wire/study_answers.js'
import { basisPoints, number, percent, plainName, settingText } from '../parts/numbers.js'
import { fieldOf, figureList, longTable, sheet } from './numbers_shown.js'
import { mountPlot, ticksOf } from './plots/plot.js'
import { N } from './number_texts.js'
import { mountRanges } from './ranges.js'

const L = N.grid
const FIRST = ['decks', 'dealer_hits_soft_17', 'may_rescue']
const SWITCH = ['true', 'false']
const shownValue = (/** @type {string} */ value) =>
  SWITCH.includes(value) ? settingText(value === 'true') : plainName(value).replace(/^(\d+):(\d+)$/, L.odds)

export function mountGrid(/** @type {Page.Study} */ part) {
  const { book, subject } = part
  return mountRanges(part, L.intro, asked)

  /**
   * @param {Wire.Ranges} ranges
   * @param {() => boolean} isHere
   */
  function asked(ranges, isHere) {
    const [rows, found] = [el('div', { class: 'vary' }), el('div', { class: 'count-found' })]
    const add = el('select', { onchange: addChosen })
    const low = el('input', { type: 'number', step: 'any', min: -100, max: 100 })
    const high = el('input', { type: 'number', step: 'any', min: -100, max: 100 })
    /** @type {Map<string, { node: HTMLElement, text: () => string }>} */
    const chosen = new Map()
    for (const one of ranges.settings) if (FIRST.includes(one.name)) put(one)
    offer()
    queueMicrotask(() => ask(null))

    function offer() {
      add.replaceChildren(
        el('option', { value: '' }, L.add),
        ...ranges.settings
          .filter(one => !chosen.has(one.name))
          .map(one => el('option', { value: one.name }, plainName(one.name))),
      )
    }

    function addChosen() {
      const one = ranges.settings.find(each => each.name === add.value)
      if (one) put(one)
      offer()
    }

    /** @param {Wire.SettingRange} one */
    function put(one) {
      const row = mountValues(one, () => {
        chosen.delete(one.name)
        row.node.remove()
        offer()
      })
      chosen.set(one.name, row)
      rows.append(row.node)
    }

    /** @param {Event | null} event */
    function ask(event) {
      event?.preventDefault()
      const vary = Object.fromEntries([...chosen].map(([name, row]) => [name, row.text()]))
      const target = low.value || high.value ? `${end(low)}..${end(high)}` : ''
      return showWhenFound(
        found,
        tell => study('grid', { ...subject, vary, target }, isHere, tell),
        answer => show(answer, book),
      )
    }

    return el(
      'div',
      { class: 'price-list' },
      el(
        'form',
        { class: 'sheet', onsubmit: ask },
        rows,
        el(
          'div',
          { class: 'count-more' },
          fieldOf(L.another, add),
          fieldOf(L.from, low),
          fieldOf(L.to, high),
          el('button', { class: 'button is-primary', type: 'submit' }, L.price),
        ),
      ),
      found,
    )
  }
}

const end = (/** @type {HTMLInputElement} */ input) => (input.value ? `${input.value}%` : '')

/**
 * A setting that varies: a box for each of its values, and room for others where it is not yes or no.
 * @param {Wire.SettingRange} setting
 * @param {() => void} remove
 */
function mountValues({ name, values }, remove) {
  const boxes = values.map(value => el('input', { type: 'checkbox', value, checked: true }))
  const isSwitch = values.every(value => SWITCH.includes(value))
  const others = el('input', { type: 'text', placeholder: L.such(values), 'aria-label': L.othersOf(plainName(name)) })
  const node = el(
    'fieldset',
    { class: 'vary-row' },
    el('legend', {}, plainName(name)),
    ...boxes.map(box => el('label', { class: 'field is-check' }, box, el('span', {}, shownValue(box.value)))),
    isSwitch ? null : others,
    el(
      'button',
      { class: 'button', type: 'button', 'aria-label': L.removeOf(plainName(name)), onclick: remove },
      L.remove,
    ),
  )
  return {
    node,
    text: () =>
      [...boxes.filter(box => box.checked).map(box => box.value), others.value.trim()].filter(Boolean).join(','),
  }
}

/**
 * @param {Wire.GridFound} found
 * @param {string} book
 */
function show(found, book) {
  const { rows, target, solutions, names } = found
  const listed = target ? solutions : rows
  const table = listed.map(row => [
    ...names.map(name => shownValue(row.values[name])),
    percent(row.house_edge, 4),
    row.basis_points === undefined ? '–' : basisPoints(row.basis_points),
    row.inside_book ? L.inside : L.outside,
  ])
  const heads = [...names.map(plainName), ...L.head]
  return [
    figureList([
      [L.combinations, number(found.combinations), L.combinationsHelp(found.priced)],
      [L.least, percent(rows[0].house_edge, 4), L.edgeHelp],
      [L.most, percent(rows[rows.length - 1].house_edge, 4), L.edgeHelp],
      ...(target
        ? [/** @type {[string, string, string]} */ ([L.meets, number(solutions.length), L.meetsHelp(rows.length)])]
        : []),
    ]),
    ...found.left_out.map(one => el('p', { class: 'quiet' }, L.leftOut(one.rulesets, one.why))),
    sheet(valuesPlot(found, book)),
    sheet(
      el('h2', {}, target ? L.solutions : L.all),
      listed.length ? longTable(heads, table, { words: names.length, more: L.more }) : el('p', {}, L.none),
    ),
  ]
}

/** @typedef {{ setting: string, value: string, least: number, most: number, mean: number }} ValueRange */

/**
 * For every value of every setting the range of the edge over the others, and its mean.
 * @param {Wire.GridFound} found
 * @param {string} book
 */
function valuesPlot({ names, rows, target }, book) {
  /** @type {ValueRange[]} */
  const ranges = names.flatMap(setting =>
    [...new Set(rows.map(row => row.values[setting]))].map(value => {
      const edges = rows.filter(row => row.values[setting] === value).map(row => row.house_edge)
      const mean = edges.reduce((sum, edge) => sum + edge, 0) / edges.length
      return { setting, value, least: Math.min(...edges), most: Math.max(...edges), mean }
    }),
  )
  const plot = mountPlot({
    title: L.plot,
    help: L.plotHelp,
    name: `${book}-grid`,
    height: 340,
    csv: () => [
      [...names, 'house edge', 'basis points', 'inside the book'],
      ...rows.map(row => [...names.map(name => row.values[name]), row.house_edge, row.basis_points, row.inside_book]),
    ],
    draw(frame, /** @type {ValueRange[]} */ shown) {
      const least = Math.min(...shown.map(one => one.least))
      const most = Math.max(...shown.map(one => one.most))
      const room = Math.max((most - least) * 0.08, 1e-5)
      const places = placesOf(shown)
      const [x, y] = [frame.x(-0.7, places[places.length - 1] + 0.7), frame.y(least - room, most + room)]
      frame.across(ticksOf(least - room, most + room), y, tick => percent(tick, most - least < 0.005 ? 2 : 1))
      if (target)
        frame.band(
          'plot-band',
          target.map((_, at) => [at ? frame.rightEnd : frame.left, inside(frame, y(target[1]))]),
          target.map((_, at) => [at ? frame.rightEnd : frame.left, inside(frame, y(target[0]))]),
        )
      shown.forEach((one, at) => {
        frame.curve('plot-range', [
          [x(places[at]), y(one.least)],
          [x(places[at]), y(one.most)],
        ])
        frame.dot('plot-mean', x(places[at]), y(one.mean))
      })
      frame.below(places, x, place => shortValue(shown[places.indexOf(place)].value))
      names.forEach(name => {
        const own = places.filter((_, at) => shown[at].setting === name)
        const middle = (x(own[0]) + x(own[own.length - 1])) / 2
        const wide = ((frame.rightEnd - frame.left) / names.length / 6.2) | 0
        frame.text(middle, frame.height - 4, shortened(plainName(name), wide), { 'text-anchor': 'middle' })
      })
      return shown.map((one, at) => ({ x: x(places[at]), y: y(one.mean), text: L.read(one, shownValue(one.value)) }))
    },
  })
  plot.update(ranges)
  return plot.node
}

/** @param {{ top: number, bottomEnd: number }} frame */
const inside = (frame, /** @type {number} */ y) => Math.max(frame.top, Math.min(frame.bottomEnd, y))
const shortValue = (/** @type {string} */ value) => shortened(shownValue(value), 8)
const shortened = (/** @type {string} */ text, /** @type {number} */ most) =>
  text.length > most ? `${text.slice(0, Math.max(most - 1, 1))}…` : text

/**
 * Where each value is: those of a setting side by side, with a gap between settings.
 * @param {ValueRange[]} ranges
 */
function placesOf(ranges) {
  let at = -1
  return ranges.map((one, place) => {
    at += place && ranges[place - 1].setting !== one.setting ? 1.6 : 1
    return at
  })
}
