// A wheel that turns for a side wager; what it shows is said by the server's words.

import { el, setText, svg } from '../parts/dom.js'
import { isMotionOn } from '../parts/settings.js'
import { sentence } from './telling.js'
import { T } from '../texts.js'

const PARTS = 16

export function mountWheel() {
  const disc = svg('g', { class: 'wheel-disc' })
  for (let at = 0; at < PARTS; at++) {
    const [a, b] = [at, at + 1].map(one => (one * 2 * Math.PI) / PARTS - Math.PI / 2 - Math.PI / PARTS)
    disc.append(svg('path', { class: `wheel-part is-${at % 4}`, d: `M0 0L${96 * Math.cos(a)} ${96 * Math.sin(a)}A96 96 0 0 1 ${96 * Math.cos(b)} ${96 * Math.sin(b)}Z` }))
    const middle = (a + b) / 2
    disc.append(svg('circle', { class: 'wheel-pin', cx: 96 * Math.cos(a), cy: 96 * Math.sin(a), r: 2.4 }),
      svg('path', { class: 'wheel-star', d: 'M0-6L1.7-1.7 6 0 1.7 1.7 0 6-1.7 1.7-6 0-1.7-1.7Z', transform: `translate(${72 * Math.cos(middle)} ${72 * Math.sin(middle)})` }))
  }
  const title = el('p', { class: 'wheel-title' })
  const shows = el('p', { class: 'wheel-shows' })
  const node = el('div', { class: 'wheel', hidden: true, 'aria-hidden': 'true' }, title,
    svg('svg', { class: 'wheel-picture', viewBox: '-110 -116 220 226' }, svg('circle', { class: 'wheel-rim', r: 104 }), disc, svg('circle', { class: 'wheel-hub', r: 26 }), svg('path', { class: 'wheel-pointer', d: 'M0-88L-9-114H9Z' })), shows)
  let turned = ''

  function update(wheel, names) {
    node.hidden = !wheel
    const key = wheel ? `${wheel.person}/${wheel.kind}/${wheel.stop}/${wheel.wager}` : ''
    if (key === turned) return
    turned = key
    if (!wheel) return
    setText(title, wheel.person ? T.wheelTitle(names?.[wheel.person] ?? wheel.person) : T.communityWheel)
    setText(shows, sentence(wheel.text ?? ''))
    shows.classList.remove('is-known')
    const stop = 1440 - ((wheel.stop % PARTS) * 360) / PARTS
    disc.style.transform = `rotate(${stop % 360}deg)`
    if (isMotionOn() && disc.animate) {
      const turning = disc.animate([{ transform: 'rotate(0deg)' }, { transform: `rotate(${stop}deg)` }], { duration: 2400, easing: 'cubic-bezier(.12,.6,.12,1)' })
      turning.onfinish = () => shows.classList.add('is-known')
    } else {
      shows.classList.add('is-known')
    }
  }

  return { node, update }
}
