// Closing a table: the round under way is the last one.

import { el, setText } from '../parts/dom.js'
import { once } from '../parts/order.js'
import { post } from '../wire/http.js'
import { F } from './texts.js'

/** @param {Wire.Sheet} sheet */
export function mountClosing(sheet) {
  const reason = el('input', { type: 'text', maxlength: 200, autocomplete: 'off' })
  const says = el('p', { class: 'says', role: 'status' })
  const node = el(
    'form',
    { class: 'orders-part', novalidate: true, onsubmit: once(close) },
    el('h2', {}, F.closeTable),
    el('p', { class: 'quiet' }, F.closeIntro),
    el('label', { class: 'field' }, el('span', {}, F.reason), reason),
    el('button', { class: 'button', type: 'submit' }, F.closeTable),
    says,
  )

  async function close() {
    if (!reason.value.trim()) return setText(says, F.reasonMissing)
    try {
      const { closed } = await post(`/tables/${encodeURIComponent(sheet.id)}/close`, { reason: reason.value })
      return setText(says, closed ? F.closed : F.closing)
    } catch (trouble) {
      return setText(says, trouble.message)
    }
  }

  return { node }
}
