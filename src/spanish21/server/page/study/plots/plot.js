// A plot: drawn as SVG at the width there is, read by pointer or arrow keys, saved as SVG or CSV.

import { el, svg } from '../../parts/dom.js'
import { csvOf, save, svgText } from '../../parts/saving.js'
import { ROOM } from '../../parts/rooms/room_texts.js'

/** @type {Record<string, number>} */
const STEPS = { ArrowRight: 1, ArrowLeft: -1, Home: -Infinity, End: Infinity }

/** @typedef {{ x: number, y: number, text: string }} PlotPlace a value, for anyone who points at it */
/** @typedef {(value: number) => number} Scale */
/** @typedef {ReturnType<typeof frameOf>} Frame */
/**
 * `draw` draws into the frame and returns the places of the values; `csv` gives the rows of the table behind it.
 * @template Data
 * @typedef {object} PlotOptions
 * @property {string} title
 * @property {string} [help]
 * @property {string} name
 * @property {number} [height]
 * @property {(data: Data) => unknown[][]} csv
 * @property {(frame: Frame, data: Data) => PlotPlace[]} draw
 */

/**
 * @template Data
 * @param {PlotOptions<Data>} options
 */
export function mountPlot({ title, help = '', name, height = 260, draw, csv }) {
  const picture = svg('svg', { class: 'plot-picture', role: 'img', tabindex: 0 })
  const read = el('output', { class: 'plot-read', 'aria-live': 'polite' })
  const helpLine = el('p', { class: 'quiet' }, help)
  const button = (/** @type {string} */ text, /** @type {string} */ label, /** @type {() => void} */ onclick) =>
    el('button', { class: 'button', type: 'button', 'aria-label': label, onclick }, text)
  const node = el(
    'figure',
    { class: 'plot' },
    el(
      'div',
      { class: 'plot-head' },
      el('h2', {}, title),
      el(
        'div',
        { class: 'plot-saves' },
        button(ROOM.saveSvg, ROOM.saveSvgOf(title), () => save(`${name}.svg`, svgText(picture), 'image/svg+xml')),
        button(ROOM.saveCsv, ROOM.saveCsvOf(title), () =>
          save(`${name}.csv`, csvOf(data === null ? [] : csv(data)), 'text/csv'),
        ),
      ),
    ),
    helpLine,
    picture,
    read,
  )
  /** @type {Data | null} */
  let data = null
  /** @type {PlotPlace[]} */
  let places = []
  let at = -1
  let width = 0

  const watcher = new ResizeObserver(() => {
    if (picture.clientWidth && Math.abs(picture.clientWidth - width) > 2) redraw()
  })
  watcher.observe(node)

  function redraw() {
    width = picture.clientWidth || node.clientWidth || 640
    if (data === null) return
    const tall = Math.min(height, Math.max(190, width * 0.62))
    picture.setAttribute('viewBox', `0 0 ${width} ${tall}`)
    picture.setAttribute('aria-label', `${title}. ${help} ${ROOM.plotKeys}`)
    picture.replaceChildren()
    places = draw(frameOf(picture, width, tall), data)
    if (at >= 0) point(Math.min(at, places.length - 1))
  }

  /** @param {number} next */
  function point(next) {
    picture.querySelectorAll('.is-pointer').forEach(one => one.remove())
    at = next
    read.textContent = places[at]?.text ?? ''
    if (!places[at]) return
    const { x, y } = places[at]
    picture.append(svg('circle', { class: 'plot-dot is-pointer', cx: x, cy: y, r: 4.5 }))
  }

  picture.addEventListener('pointermove', event => {
    const box = picture.getBoundingClientRect()
    const x = (event.clientX - box.left) * (width / box.width)
    let best = -1
    places.forEach((place, one) => {
      if (best < 0 || Math.abs(place.x - x) < Math.abs(places[best].x - x)) best = one
    })
    if (best !== at) point(best)
  })
  picture.addEventListener('pointerleave', () => point(-1))
  picture.addEventListener('blur', () => point(-1))
  picture.addEventListener('keydown', event => {
    const step = STEPS[event.key]
    if (!step || !places.length) return
    event.preventDefault()
    point(Math.max(0, Math.min(places.length - 1, at < 0 && step === 1 ? 0 : at + step)))
  })

  return {
    node,
    update(/** @type {Data} */ next, says = helpLine.textContent) {
      data = next
      helpLine.textContent = says
      requestAnimationFrame(redraw)
    },
  }
}

/**
 * The room inside a plot, and what most plots draw in it.
 * @param {SVGElement} picture
 * @param {number} width
 * @param {number} height
 */
function frameOf(picture, width, height) {
  const inside = { left: 54, right: 14, top: 14, bottom: 40 }
  const right = width - inside.right
  const bottom = height - inside.bottom
  const put = (/** @type {SVGElement[]} */ ...nodes) => picture.append(...nodes)
  return {
    width,
    height,
    ...inside,
    rightEnd: right,
    bottomEnd: bottom,
    put,
    x: (/** @type {number} */ least, /** @type {number} */ most) => (/** @type {number} */ value) =>
      inside.left + ((value - least) / (most - least || 1)) * (right - inside.left),
    y: (/** @type {number} */ least, /** @type {number} */ most) => (/** @type {number} */ value) =>
      bottom - ((value - least) / (most - least || 1)) * (bottom - inside.top),
    /** Lines across, each with its text at the left. */
    across(
      /** @type {number[]} */ ticks,
      /** @type {Scale} */ y,
      /** @type {(tick: number) => string} */ textOf,
      isZero = (/** @type {number} */ tick) => Boolean(tick === 0),
    ) {
      for (const tick of ticks)
        put(
          svg('path', {
            class: isZero(tick) ? 'plot-zero' : 'plot-line',
            d: `M${inside.left} ${y(tick).toFixed(1)}H${right}`,
          }),
          svg('text', { x: inside.left - 8, y: y(tick) + 4, 'text-anchor': 'end' }, textOf(tick)),
        )
    },
    below(
      /** @type {number[]} */ ticks,
      /** @type {Scale} */ x,
      /** @type {(tick: number) => string} */ textOf,
      title = '',
    ) {
      const room = (right - inside.left) / Math.max(ticks.length, 1)
      const every = Math.max(1, Math.ceil(34 / room))
      ticks.forEach((tick, one) => {
        if (one % every === 0)
          put(
            svg(
              'text',
              {
                x: x(tick),
                y: bottom + 18,
                'text-anchor': right - x(tick) < textOf(tick).length * 2.6 ? 'end' : 'middle',
              },
              textOf(tick),
            ),
          )
      })
      if (title) put(svg('text', { x: (inside.left + right) / 2, y: height - 4, 'text-anchor': 'middle' }, title))
    },
    bar(
      /** @type {string} */ kind,
      /** @type {number} */ x,
      /** @type {number} */ y,
      /** @type {number} */ wide,
      /** @type {number} */ base,
    ) {
      const [top, tall] = [Math.min(y, base), Math.max(Math.abs(base - y), 0.75)]
      put(
        svg('rect', {
          class: kind,
          x: (x - wide / 2).toFixed(2),
          y: top.toFixed(2),
          width: Math.max(wide, 0.6).toFixed(2),
          height: tall.toFixed(2),
          rx: Math.max(0, Math.min(2, wide / 3)),
        }),
      )
    },
    curve(/** @type {string} */ kind, /** @type {[number, number][]} */ points) {
      if (points.length)
        put(svg('path', { class: kind, d: `M${points.map(([a, b]) => `${a.toFixed(1)} ${b.toFixed(1)}`).join('L')}` }))
    },
    band(/** @type {string} */ kind, /** @type {[number, number][]} */ upper, /** @type {[number, number][]} */ lower) {
      if (upper.length)
        put(
          svg('path', {
            class: kind,
            d: `M${[...upper, ...[...lower].reverse()].map(([a, b]) => `${a.toFixed(1)} ${b.toFixed(1)}`).join('L')}Z`,
          }),
        )
    },
    dot(/** @type {string} */ kind, /** @type {number} */ x, /** @type {number} */ y, r = 4.5) {
      put(svg('circle', { class: kind, cx: x.toFixed(1), cy: y.toFixed(1), r }))
    },
    text(/** @type {number} */ x, /** @type {number} */ y, /** @type {string} */ said, attributes = {}) {
      put(svg('text', { x, y, ...attributes }, said))
    },
  }
}

/**
 * Round numbers from `least` to `most`, about `count` of them.
 * @param {number} least
 * @param {number} most
 */
export function ticksOf(least, most, about = 7) {
  const rough = (most - least) / Math.max(about, 1) || 1
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = [1, 2, 2.5, 5, 10].map(one => one * power).find(one => one >= rough) ?? rough
  const found = []
  for (let at = Math.ceil(least / step - 1e-9) * step; at <= most + step * 1e-9; at += step)
    found.push(Math.abs(at) < step * 1e-9 ? 0 : Number(at.toPrecision(12)))
  return found
}
