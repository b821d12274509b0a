// The one-time link under which the owner of an account sets a new password.

import { el } from '../parts/dom.js'
import { mountHead } from '../parts/rooms/head.js'
import { post } from '../wire/http.js'
import { T } from '../texts.js'
import { mountForm } from './account_form.js'
import { A } from './texts.js'
import { isInParts } from './welcome.js'

/**
 * @param {HTMLElement} root
 * @param {string} token
 */
export function mountReset(root, token) {
  document.title = `${A.reset} · ${T.title}`
  history.replaceState(null, '', `${location.pathname}#/reset`)
  const form = mountForm({
    fields: [
      ...(isInParts(token) ? [{ name: 'word', label: A.word, help: A.wordHelp }] : []),
      { name: 'password', label: A.password, type: 'password', autocomplete: 'new-password', help: A.passwordHelp },
    ],
    button: A.reset,
    async send(/** @type {{ word?: string, password: string }} */ values) {
      await post('/reset', { token, ...values })
      form.node.querySelectorAll('label, button').forEach(part => part.remove())
      form.node.append(el('a', { class: 'button is-primary', href: '#/account' }, A.logIn))
      return A.resetDone
    },
  })
  root.append(
    mountHead('reset').node,
    el(
      'div',
      { class: 'house account' },
      el(
        'section',
        { class: 'paper welcome' },
        el('h1', {}, A.reset),
        el('p', { class: 'quiet' }, token ? A.resetRoomIntro : A.linkMissing),
        token ? form.node : null,
      ),
    ),
  )
  return {}
}
