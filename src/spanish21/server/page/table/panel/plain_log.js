// What happened, line by line, the newest first: for those who deal or watch over a table.

import { el } from '../../parts/dom.js'
import { T } from '../../texts.js'

/** @import { Told } from '../telling.js' */
/** @param {Wire.Felt} sheet */
export function mountLog(sheet) {
  const list = el('ol', { class: 'log' })
  const empty = el('p', { class: 'quiet' }, T.roundEmpty)
  const short = (/** @type {string} */ clause) =>
    clause.startsWith(`${sheet.book} `) ? clause.slice(sheet.book.length + 1) : clause
  const node = el('div', {}, empty, list)
  return {
    node,
    hasWritten: () => list.children.length > 0,
    write(/** @type {Told} */ told) {
      empty.hidden = true
      if (told.type === 'WagersClosed') list.replaceChildren()
      const words = el('span', { class: 'log-text' }, told.text)
      list.prepend(
        el(
          'li',
          { class: told.mine ? 'is-mine' : '', 'data-seq': told.seq },
          words,
          ...told.clauses.map(clause => el('span', { class: 'clause', title: clause }, short(clause))),
        ),
      )
      while (list.children.length > 200) list.lastChild?.remove()
    },
  }
}
