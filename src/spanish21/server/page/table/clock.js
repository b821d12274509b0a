// Whose turn it is and how long it may take.

import { el, setText } from '../parts/dom.js'
import { serverNow } from '../wire/http.js'
import { T } from '../texts.js'

export function mountClock() {
  const says = el('p', { class: 'turn-says' })
  const bar = el('span', { class: 'clock-bar' }, el('span', { class: 'clock-left' }))
  const left = el('span', { class: 'clock-seconds' })
  const clock = el('span', { class: 'clock', role: 'timer', hidden: true }, bar, left)
  const node = el('div', { class: 'turn' }, says, clock)
  let ends = 0
  let seconds = 1
  const timer = setInterval(tick, 250)

  function tick() {
    if (clock.hidden) return
    const rest = Math.max(0, ends - serverNow()) / 1000
    setText(left, T.secondsLeft(Math.ceil(rest)))
    bar.style.setProperty('--left', Math.min(1, rest / seconds).toFixed(3))
    clock.classList.toggle('is-short', rest < 6)
  }

  function update({ state, text, isYours }) {
    setText(says, text)
    node.classList.toggle('is-yours', isYours)
    clock.hidden = !state.clock
    if (!state.clock) return
    ends = state.clock.ends
    seconds = state.clock.seconds || 1
    tick()
  }

  return { node, update, stop: () => clearInterval(timer) }
}
