// The part of the best chart in which a hand stands, its cell lit.

import { el } from '../parts/dom.js'
import { study } from '../wire/study_answers.js'
import { LEARN } from './texts.js'

/** @type {Record<string, string>} */
const OPTION_OF = { S: 'stand', H: 'hit', D: 'double', P: 'split', R: 'surrender', X: 'rescue' }

/** @param {Page.Subject} subject */
export function mountLit(subject) {
  const node = el('figure', { class: 'lit', 'aria-live': 'polite' })
  /** @type {Promise<Wire.Strategy | null> | null} */
  let chart = null

  /** @param {Wire.Spot | null} spot */
  async function update(spot) {
    node.hidden = !spot
    if (!spot) return
    chart ??= study('strategy', subject)
    const found = await chart.catch(() => {
      chart = null
      return null
    })
    const table = found?.tables.find(one => one.title === spot.title)
    const row = table?.rows.find(one => one.label === spot.row)
    const cell = row?.cells[found?.columns.indexOf(spot.up) ?? -1]
    if (!found || !table || !row || !cell) {
      node.hidden = true
      return
    }
    const near = table.rows.slice(Math.max(0, table.rows.indexOf(row) - 3), table.rows.indexOf(row) + 4)
    node.replaceChildren(
      el('figcaption', {}, LEARN.lit(`${spot.title}: ${spot.row}`, spot.up, cell.text)),
      el(
        'table',
        { class: 'chart', 'aria-hidden': 'true' },
        el('thead', {}, el('tr', {}, el('td', {}), ...found.columns.map(up => el('th', {}, up)))),
        el(
          'tbody',
          {},
          ...near.map(line =>
            el(
              'tr',
              {},
              el('th', {}, line.label),
              ...line.cells.map(one =>
                el(
                  'td',
                  { class: `cell is-${OPTION_OF[one.text[0]]}${one === cell ? ' is-lit' : ''}` },
                  el('b', {}, one.text[0]),
                  one.text.length > 1 ? el('small', {}, one.text.slice(1)) : null,
                ),
              ),
            ),
          ),
        ),
      ),
    )
  }

  return {
    node,
    update,
    /** Ask for the chart before it is needed. */
    prepare() {
      chart ??= study('strategy', subject).catch(() => {
        chart = null
        return null
      })
    },
  }
}
