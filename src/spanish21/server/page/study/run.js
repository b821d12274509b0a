// A run of the simulator, watched: the estimate closes in on the exact edge.

import { el, setText } from '../parts/dom.js'
import { ask, get } from '../wire/http.js'
import { mountPlot, ticksOf } from './plots/plot.js'
import { number, percent } from '../parts/numbers.js'
import { ROOM } from '../parts/rooms/room_texts.js'
import { S } from './texts.js'

const L = S.run
/** @type {('exact' | 'estimate' | 'error' | 'played' | 'away')[]} */
const FIGURES = ['exact', 'estimate', 'error', 'played', 'away']
const EVERY = 350

/** @import { Frame } from './plots/plot.js' */
/**
 * The plot of a run: `exact` is null until it is known, and `isNear` enlarges the end of it.
 * @typedef {object} RunData
 * @property {Wire.Point[]} points
 * @property {number | null} exact
 * @property {number} rounds
 * @property {number} wager
 * @property {boolean} isNear
 */

export function mountRun(/** @type {Page.Study} */ { book, subject, isWanted }) {
  const choice = el(
    'select',
    {},
    ...L.choices.map(count => el('option', { value: count, selected: count === 10_000_000 }, L.roundsText(count))),
  )
  const button = el('button', { class: 'button is-primary', type: 'button', onclick: toggle }, L.begin)
  const note = el('p', { class: 'quiet', role: 'status' })
  const shown = {
    exact: el('dd', {}, '–'),
    estimate: el('dd', {}, '–'),
    error: el('dd', {}, '–'),
    played: el('dd', {}, '–'),
    away: el('dd', {}, '–'),
  }
  const plot = mountPlot({
    title: L.plot,
    name: `${book}-run`,
    height: 380,
    draw,
    csv: (/** @type {RunData} */ { points }) => [
      ['rounds', 'house edge', 'standard error'],
      ...points.map(one => [one.rounds, one.edge, one.error]),
    ],
  })
  const zoom = el('input', { type: 'checkbox', onchange: update })
  const node = el(
    'div',
    { class: 'run' },
    el(
      'div',
      { class: 'price-head' },
      el('p', {}, L.intro),
      el('label', { class: 'field' }, el('span', {}, L.rounds), choice),
      button,
    ),
    el(
      'dl',
      { class: 'figures' },
      ...FIGURES.map(name =>
        el(
          'div',
          { class: name === 'estimate' ? 'figure is-main' : 'figure' },
          el('dt', {}, L[name]),
          shown[name],
          name === 'away' ? el('dd', { class: 'figure-help' }, L.awayHelp) : null,
        ),
      ),
    ),
    el('div', { class: 'sheet' }, plot.node, el('label', { class: 'field is-check' }, zoom, el('span', {}, L.zoom))),
    note,
  )
  let id = ''
  let isOn = false
  let turn = 0
  let data = begunData()
  plot.update(data)

  /** @returns {RunData} */
  function begunData() {
    return { points: [], exact: null, rounds: Number(choice.value), wager: 0, isNear: zoom.checked }
  }

  async function toggle() {
    if (isOn) return end()
    const mine = ++turn
    isOn = true
    data = begunData()
    note.textContent = ROOM.computing
    button.textContent = L.stop
    try {
      const begun = (await ask('POST', '/study/runs', { ...subject, rounds: data.rounds })).id
      if (mine !== turn) return forget(begun)
      id = begun
      for (let from = 0; mine === turn && isWanted(); ) {
        const found = await get(`/study/runs/${id}?from=${from}`)
        if (mine !== turn) break
        from = found.next
        data = { ...data, exact: found.exact, wager: found.wager, points: [...data.points, ...found.points] }
        update()
        note.textContent = found.trouble || (found.is_over ? L.over : '')
        if (found.is_over) break
        await new Promise(resolve => setTimeout(resolve, EVERY))
      }
    } catch (trouble) {
      if (mine === turn) note.textContent = trouble.message
    }
    if (mine === turn) end()
    return undefined
  }

  function end() {
    if (id) forget(id)
    if (note.textContent === ROOM.computing) note.textContent = ''
    id = ''
    isOn = false
    turn += 1
    button.textContent = L.begin
  }

  const forget = (/** @type {string} */ run) => ask('DELETE', `/study/runs/${run}`).catch(() => {})

  function update() {
    const last = data.points.at(-1)
    if (data.exact !== null) setText(shown.exact, percent(data.exact, 4))
    if (last) {
      setText(shown.estimate, percent(last.edge, 4))
      setText(shown.error, percent(last.error, 4))
      setText(shown.played, number(last.rounds))
      setText(shown.away, data.exact === null ? '–' : L.awayText((last.edge - data.exact) / last.error))
    }
    plot.update({ ...data, isNear: zoom.checked }, data.wager ? L.plotHelp(data.wager) : '')
  }

  return { node, stop: end }
}

function draw(/** @type {Frame} */ frame, /** @type {RunData} */ { points, exact, rounds, isNear }) {
  const [first, last] = [3, Math.log10(rounds)]
  const middle = exact ?? 0.005
  const reach =
    points.length > 2 ? Math.max(0.004, Math.min(0.08, 2.2 * points[Math.min(points.length - 1, 2)].error)) : 0.06
  const near = isNear && points.length > 3 ? Math.max(6 * points[points.length - 1].error, 1e-5) : reach
  const [x, y] = [frame.x(first, last), frame.y(middle - near, middle + near)]
  const inside = (/** @type {number} */ value) => Math.max(frame.top, Math.min(frame.bottomEnd, y(value)))
  frame.across(ticksOf(middle - near, middle + near, 7), y, tick => percent(tick, near < 0.005 ? 2 : 1))
  frame.below(
    Array.from({ length: Math.floor(last - first + 1.001) }, (_, at) => first + at),
    x,
    power => L.roundsText(10 ** power),
    L.axis,
  )
  const at = (/** @type {Wire.Point} */ point) => x(Math.log10(point.rounds))
  frame.band(
    'plot-band',
    points.map(one => [at(one), inside(one.edge + 1.96 * one.error)]),
    points.map(one => [at(one), inside(one.edge - 1.96 * one.error)]),
  )
  frame.curve(
    'plot-curve',
    points.map(one => [at(one), inside(one.edge)]),
  )
  if (exact !== null) {
    frame.curve('plot-exact', [
      [frame.left, y(exact)],
      [frame.rightEnd, y(exact)],
    ])
    frame.text(frame.rightEnd, y(exact) - 8, `${L.exact} ${percent(exact, 4)}`, { class: 'mark', 'text-anchor': 'end' })
  }
  return points.map(one => ({ x: at(one), y: inside(one.edge), text: L.read(one) }))
}
