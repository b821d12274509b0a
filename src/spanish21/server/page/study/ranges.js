// What the grid and the design share: the values that may vary are found first, then there is a form for them.

import { el } from '../parts/dom.js'
import { showWhenFound } from '../parts/rooms/room.js'
import { study } from '../wire/study_answers.js'

/**
 * @param {Page.Study} part
 * @param {string} intro
 * @param {(ranges: Wire.Ranges, isHere: () => boolean) => Node} form
 */
export function mountRanges({ subject, isWanted }, intro, form) {
  const place = el('div', {})
  const node = el('div', { class: 'price-list' }, el('p', {}, intro), place)
  const isHere = () => isWanted() && node.isConnected
  queueMicrotask(() =>
    showWhenFound(
      place,
      () => study('ranges', subject, isHere),
      ranges => form(ranges, isHere),
    ),
  )
  return { node }
}
