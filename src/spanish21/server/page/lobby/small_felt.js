// A small table from above: the boxes that are taken, and the player's own.

import { setAttribute, svg } from '../parts/dom.js'

/** @param {number} boxes */
export function mountSmallFelt(boxes) {
  const seats = Array.from({ length: boxes }, (_, at) => {
    const angle = (at + 0.5) / boxes
    const turn = Math.PI * (0.06 + 0.88 * angle)
    // Box 1 is at the dealer's left, which a player who faces the dealer sees at the right.
    return svg('circle', { cx: 75 + 57 * Math.cos(turn), cy: 24 + 50 * Math.sin(turn), r: 7 })
  })
  const node = svg(
    'svg',
    { class: 'small-felt', viewBox: '0 0 150 92', 'aria-hidden': 'true' },
    svg('path', { class: 'small-felt-top', d: 'M6 10Q6 4 12 4H138Q144 4 144 10V34C144 70 108 88 75 88S6 70 6 34Z' }),
    svg('rect', { class: 'small-felt-card', x: 61, y: 12, width: 12, height: 16.5, rx: 2 }),
    svg('rect', { class: 'small-felt-card is-down', x: 76, y: 12, width: 12, height: 16.5, rx: 2 }),
    ...seats,
  )

  /**
   * @param {number[]} taken
   * @param {number} mine
   */
  function update(taken, mine = 0) {
    seats.forEach((seat, at) => {
      const kind = at + 1 === mine ? 'is-mine' : taken.includes(at + 1) ? 'is-taken' : null
      setAttribute(seat, 'class', kind)
    })
  }

  return { node, update }
}
