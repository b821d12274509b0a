// A turning wheel of a side wager: its prizes on its sectors, turning to the drawn stop; then its payments:
// who got how much. Its texts are the server's.

import { el, keyed, setText, svg } from '../../parts/dom.js'
import { money } from '../../parts/money.js'
import { isMotionOn, paceOf } from '../../parts/settings.js'
import { sentence } from '../telling.js'
import { T } from '../../texts.js'
import { P } from '../texts.js'

const SECTORS = 20
const TURNS = 4200
const ROUNDS = 5

/** @param {Wire.Felt} sheet */
export function mountWheel(sheet) {
  const disc = svg('g', { class: 'wheel-disc' })
  const hub = svg('text', { class: 'wheel-name', 'text-anchor': 'middle' })
  const title = el('p', { class: 'wheel-title' })
  const prize = el('p', { class: 'wheel-prize' })
  const shows = el('p', { class: 'wheel-shows' })
  const shares = el('ul', { class: 'wheel-shares' })
  const node = el(
    'div',
    { class: 'wheel', hidden: true, 'aria-hidden': 'true' },
    el('div', { class: 'wheel-words' }, title, prize, shows, shares),
    svg(
      'svg',
      { class: 'wheel-picture', viewBox: '-128 -138 256 270' },
      svg('circle', { class: 'wheel-rim', r: 122 }),
      svg('circle', { class: 'wheel-bed', r: 112 }),
      ...Array.from({ length: 24 }, (_, at) => {
        const a = (at * Math.PI) / 12
        return svg('circle', { class: 'wheel-light', cx: 117 * Math.cos(a), cy: 117 * Math.sin(a), r: 1.6 })
      }),
      disc,
      svg('circle', { class: 'wheel-hub', r: 27 }),
      hub,
      svg('path', { class: 'wheel-pointer', d: 'M0-103L-9-131Q0-138 9-131Z' }),
    ),
  )
  let turned = ''
  let isKnown = false
  /** @type {Animation | null} */
  let turning = null

  /**
   * @param {Page.Wheel | null} wheel
   * @param {Record<string, string>} names
   */
  function update(wheel, names) {
    node.hidden = !wheel
    const key = wheel ? String(wheel.seq) : ''
    if (key !== turned) {
      turned = key
      turning?.cancel()
      turning = null
      if (wheel) turn(wheel, names)
    }
    if (wheel) draw(wheel, names)
  }

  function turn(/** @type {Page.Wheel} */ wheel, /** @type {Record<string, string>} */ names) {
    const event = wheel.event
    const isCommunity = event.type === 'CommunityWheelSpun'
    const person = event.type === 'WheelSpun' ? event.person : ''
    const found = sheet.layout.wheels.find(
      one => one.wager === event.wager && (isCommunity ? one.community.length > 0 : one.kind === event.kind),
    )
    const stops = (isCommunity ? found?.community : found?.stops) ?? []
    const sectors = sectorsOf(stops)
    disc.replaceChildren(...sectors.map((stop, at) => sector(stops[stop], stop, at, sectors.length)))
    const all = sheet.layout.wagers.find(one => one.kind === found?.kind)
    setText(hub, all?.short ?? '')
    setText(title, person ? T.wheelTitle(names?.[person] ?? person) : T.communityWheel)
    setText(shows, sentence(wheel.text ?? ''))
    setText(prize, stops[event.stop] ? prizeText(stops[event.stop]) : '')
    known(false)
    const places = sectors.flatMap((stop, at) => (stop === event.stop ? [at] : []))
    const at = places[wheel.seq % Math.max(1, places.length)] ?? 0
    const stop = ROUNDS * 360 - (at * 360) / Math.max(1, sectors.length)
    disc.style.transform = `rotate(${stop % 360}deg)`
    disc.children[at]?.classList.add('is-drawn')
    if (!isMotionOn() || !disc.animate) return known(true)
    turning = disc.animate([{ transform: 'rotate(0deg)' }, { transform: `rotate(${stop}deg)` }], {
      duration: TURNS * paceOf(),
      easing: 'cubic-bezier(.12,.6,.1,1)',
    })
    turning.onfinish = () => known(true)
    return undefined
  }

  function known(/** @type {boolean} */ is) {
    isKnown = is
    shows.classList.toggle('is-known', is)
    node.classList.toggle('is-still', is)
  }

  /** Who is paid, as the felt pays them. */
  function draw(/** @type {Page.Wheel} */ wheel, /** @type {Record<string, string>} */ names) {
    if (wheel.paid.length && !isKnown) known(true)
    keyed(
      shares,
      wheel.paid,
      one => `${one.box}/${one.person}`,
      one => ({
        node: el('li', {}, el('span', {}, names?.[one.person] ?? one.person), el('b', {}, `+${money(one.amount)}`)),
      }),
    )
  }

  return { node, update }
}

/** @typedef {Wire.WheelStop} Stop */

/**
 * Every prize on at least one sector, the likelier ones on more, spread around; the odds are in the panel.
 * @param {readonly Stop[]} stops
 * @returns {number[]} the number of the stop on each sector
 */
function sectorsOf(stops) {
  if (!stops.length) return []
  const spare = Math.max(0, SECTORS - stops.length)
  const roots = stops.map(stop => Math.sqrt(stop.weight))
  const all = roots.reduce((sum, one) => sum + one, 0)
  const counts = roots.map(root => 1 + Math.floor((spare * root) / all))
  return counts
    .flatMap((count, stop) =>
      Array.from({ length: count }, (_, at) => ({ stop, place: (at + ((stop * 0.618) % 1)) / count })),
    )
    .sort((a, b) => a.place - b.place)
    .map(one => one.stop)
}

/** What a stop pays to everyone else: "250+100" -> 10000. */
export function shareOf(/** @type {Stop} */ { symbol }) {
  const found = /\+(\d+)$/.exec(symbol)
  return found ? Number(found[1]) * 100 : 0
}

function prizeText(/** @type {Stop} */ stop) {
  const own = stop.meter ? P.jackpot : money(stop.pays)
  return shareOf(stop) ? `${own} ${P.forAll(shareOf(stop))}` : own
}

function sector(
  /** @type {Stop} */ stop,
  /** @type {number} */ number,
  /** @type {number} */ at,
  /** @type {number} */ count,
) {
  const wide = (2 * Math.PI) / count
  const [a, b] = [-Math.PI / 2 - wide / 2, -Math.PI / 2 + wide / 2]
  const look = stop.meter ? 'meter' : shareOf(stop) ? 'shared' : stop.pays >= 50_000 ? 'great' : String(number % 4)
  const text = stop.meter ? P.jackpot : money(stop.pays)
  return svg(
    'g',
    { class: `wheel-part is-${look}`, transform: `rotate(${((at * 360) / count).toFixed(2)})` },
    svg('path', {
      d: `M0 0L${108 * Math.cos(a)} ${108 * Math.sin(a)}A108 108 0 0 1 ${108 * Math.cos(b)} ${108 * Math.sin(b)}Z`,
    }),
    svg('text', { transform: 'rotate(90)', x: -100, y: 4.5, 'font-size': text.length > 6 ? 10.5 : 14 }, text),
    shareOf(stop)
      ? svg('text', { transform: 'rotate(90)', x: -58, y: 3, 'font-size': 8.5 }, `+${money(shareOf(stop))}`)
      : null,
  )
}
