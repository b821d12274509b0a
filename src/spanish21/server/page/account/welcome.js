// The one-time link: an account with the role that the link gives. The token comes after the #, so no log has it.

import { el } from '../parts/dom.js'
import { mountHead } from '../parts/rooms/head.js'
import { post } from '../wire/http.js'
import { T } from '../texts.js'
import { mountForm } from './account_form.js'
import { A, article } from './texts.js'

/** Whether a word goes with a link: a second person tells it. */
export const isInParts = (/** @type {string} */ token) => token.startsWith('2')

/**
 * @param {HTMLElement} root
 * @param {string} token
 */
export function mountWelcome(root, token) {
  document.title = `${A.welcome} · ${T.title}`
  history.replaceState(null, '', `${location.pathname}#/welcome`)
  const head = mountHead('welcome', me => {
    if (me && !isDone) form.tell(A.logOutFirst, 'bad')
  })
  let isDone = false
  const form = mountForm({
    fields: [
      ...(isInParts(token) ? [{ name: 'word', label: A.word, help: A.wordHelp }] : []),
      { name: 'name', label: A.name, autocomplete: 'username', longest: 32 },
      { name: 'password', label: A.password, type: 'password', autocomplete: 'new-password', help: A.passwordHelp },
    ],
    button: A.openAccount,
    async send(/** @type {Wire.LogIn} */ values) {
      const me = await post('/invitations/accept', { token, ...values })
      isDone = true
      form.node.querySelectorAll('label, button').forEach(part => part.remove())
      const role = [...me.roles, ...me.withheld].find(one => one !== 'player') ?? 'player'
      const room = me.withheld.length ? '#/account' : role === 'administrator' ? '#/people' : '#/'
      form.node.append(el('a', { class: 'button is-primary', href: room }, A.welcomeDone))
      head.refresh()
      return A.welcomeTo(me.name, article(A.roleNames[role] ?? role))
    },
  })
  root.append(
    head.node,
    el(
      'div',
      { class: 'house account' },
      el(
        'section',
        { class: 'paper welcome' },
        el('h1', {}, A.welcome),
        el('p', { class: 'quiet' }, token ? A.welcomeIntro : A.linkMissing),
        token ? form.node : null,
      ),
    ),
  )
  return {}
}
