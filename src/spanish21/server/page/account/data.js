// The caller's data: saved as a file, or erased for good.

import { el, setText } from '../parts/dom.js'
import { once } from '../parts/order.js'
import { ask } from '../wire/http.js'
import { A } from './texts.js'

/**
 * `gone()` when the account is erased.
 * @param {Wire.Me} me
 * @param {() => unknown} gone
 */
export function mountData(me, gone) {
  const password = el('input', { type: 'password', autocomplete: 'current-password' })
  const sure = el('input', { type: 'checkbox' })
  const says = el('p', { class: 'says', role: 'status' })
  const node = el(
    'section',
    { class: 'paper' },
    el('h2', {}, A.data),
    el('p', { class: 'quiet' }, A.dataIntro),
    el('a', { class: 'button', href: '/api/me/data', download: 'spanish21.json' }, A.saveData),
    el(
      'form',
      { novalidate: true, onsubmit: once(erase) },
      me.is_guest ? null : el('label', { class: 'field' }, el('span', {}, A.erasePassword), password),
      el('label', { class: 'field is-check' }, sure, el('span', {}, A.eraseSure)),
      el('button', { class: 'button', type: 'submit' }, A.erase),
      says,
    ),
  )

  async function erase() {
    if (!sure.checked) return tell(A.excludeTick)
    try {
      await ask('DELETE', '/me', { password: password.value })
      return gone()
    } catch (trouble) {
      return tell(trouble.message)
    }
  }

  /** @param {string} text */
  function tell(text) {
    says.dataset.kind = 'bad'
    setText(says, text)
  }

  return { node }
}
