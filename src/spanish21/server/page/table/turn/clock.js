// Whose turn it is and how long it may take: a ring that empties.

import { el, setText, svg } from '../../parts/dom.js'
import { serverNow } from '../../wire/http.js'
import { T } from '../../texts.js'
import { P } from '../texts.js'

const ROUND = 2 * Math.PI * 31

/** A warning comes this many seconds before the end. */
const WARNS = 5

/** `warn(seconds)` is called once for each clock of the player's own. */
export function mountClock(warn = (/** @type {number} */ _seconds) => {}) {
  const says = el('p', { class: 'turn-says' })
  const more = el('p', { class: 'turn-more' })
  const left = svg('text', { class: 'clock-seconds', x: 35, y: 43.5, 'text-anchor': 'middle' })
  const arc = svg('circle', {
    class: 'clock-left',
    cx: 35,
    cy: 35,
    r: 31,
    transform: 'rotate(-90 35 35)',
    'stroke-dasharray': ROUND.toFixed(1),
  })
  const picture = svg(
    'svg',
    { class: 'ring', viewBox: '0 0 70 70', 'aria-hidden': 'true' },
    svg('circle', { class: 'clock-bed', cx: 35, cy: 35, r: 31 }),
    arc,
    left,
  )
  const clock = el('span', { class: 'clock', role: 'timer', hidden: true }, picture)
  const node = el('div', { class: 'turn' }, clock, el('div', { class: 'turn-words' }, says, more))
  let ends = 0
  let seconds = 1
  let bank = 0
  let words = ''
  let isOwn = false
  let warned = 0
  const timer = setInterval(tick, 250)

  function tick() {
    if (clock.hidden) return
    const rest = Math.max(0, ends - serverNow()) / 1000
    const usual = rest - bank
    const isInBank = usual <= 0 && bank > 0
    show(isInBank ? rest : usual, isInBank ? bank : seconds)
    setText(more, isInBank && isOwn ? P.inBank : words)
    clock.classList.toggle('is-bank', isInBank)
    if (!isOwn || warned === ends || usual > WARNS || usual <= 0) return
    warned = ends
    warn(WARNS)
  }

  /** The time left, and the total. */
  function show(/** @type {number} */ rest, /** @type {number} */ all) {
    const text = T.secondsLeft(Math.ceil(rest))
    if (left.textContent !== String(Math.ceil(rest))) {
      setText(left, String(Math.ceil(rest)))
      clock.setAttribute('aria-label', text)
    }
    arc.style.strokeDashoffset = (ROUND * Math.max(0, 1 - rest / all)).toFixed(1)
    clock.classList.toggle('is-short', rest < 6)
    clock.classList.toggle('is-long', rest >= 100)
  }

  function update(
    /** @type {{ state: Page.State, text: string, small?: string, isYours: boolean }} */ {
      state,
      text,
      small = '',
      isYours,
    },
  ) {
    setText(says, text)
    words = small
    isOwn = isYours
    node.classList.toggle('is-yours', isYours)
    clock.hidden = !state.clock
    if (!state.clock) return setText(more, small)
    ends = state.clock.ends
    seconds = state.clock.seconds || 1
    bank = state.clock.bank ?? 0
    tick()
    return undefined
  }

  /** Whether the last clock has run out, give or take the delay of a message. */
  const isOver = () => ends > 0 && serverNow() > ends - 400
  return { node, update, isOver, stop: () => clearInterval(timer) }
}
