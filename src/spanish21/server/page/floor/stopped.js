// A table that has stopped: why, and how a floorperson lets it go on.

import { el, setText } from '../parts/dom.js'
import { once } from '../parts/order.js'
import { post } from '../wire/http.js'
import { F } from './texts.js'

/**
 * @param {Wire.Sheet} sheet
 * @param {string} role
 */
export function mountStopped(sheet, role) {
  const why = el('p', {})
  const reason = el('input', { type: 'text', maxlength: 200, autocomplete: 'off' })
  const says = el('p', { class: 'says', role: 'alert' })
  const form = el(
    'form',
    { class: 'row', novalidate: true, onsubmit: once(submit) },
    el('label', { class: 'field' }, el('span', {}, F.reason), reason),
    el('button', { class: 'button is-primary', type: 'submit' }, F.resume),
  )
  const node = el(
    'section',
    { class: 'stopped', hidden: true },
    el('h2', {}, F.stoppedTitle),
    why,
    role === 'floorperson' ? form : null,
    says,
  )

  async function submit() {
    if (!reason.value.trim()) return setText(says, F.reasonMissing)
    try {
      await post(`/tables/${encodeURIComponent(sheet.id)}/resume`, { reason: reason.value })
      return setText(says, F.resumed)
    } catch (trouble) {
      return setText(says, trouble.message)
    }
  }

  return {
    node,
    update(/** @type {string} */ text) {
      node.hidden = !text
      setText(why, text ?? '')
    },
  }
}
