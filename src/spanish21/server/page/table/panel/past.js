// The past: the figures of this visit and of all visits, and the last rounds of the table.

import { el } from '../../parts/dom.js'
import { mountHistory } from './history.js'
import { mountSums } from './sums.js'

/**
 * @param {Wire.Sheet} sheet
 * @param {ReturnType<typeof import('../visit.js').mountVisit>} visit
 */
export function mountPastRounds(sheet, visit) {
  const sums = mountSums(sheet, visit)
  const history = mountHistory(sheet)
  return {
    node: el('div', {}, sums.node, history.node),
    update: sums.update,
    opened: () => Promise.all([sums.opened(), history.opened()]),
  }
}
