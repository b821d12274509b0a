// The one-time link: an account with the role that the link gives. The token stands after the # so that no log holds it.

import { el } from '../parts/dom.js'
import { mountHead } from '../parts/head.js'
import { post } from '../wire/http.js'
import { T } from '../texts.js'
import { mountForm } from './form.js'
import { A, article } from './texts.js'

export function mountWelcome(root, token) {
  document.title = `${A.welcome} · ${T.title}`
  history.replaceState(null, '', `${location.pathname}#/welcome`)
  const head = mountHead('welcome', me => { if (me && !isDone) form.tell(A.logOutFirst, 'bad') })
  let isDone = false
  const form = mountForm({
    fields: [{ name: 'name', label: A.name, autocomplete: 'username', longest: 32 }, { name: 'password', label: A.password, type: 'password', autocomplete: 'new-password', help: A.passwordHelp }],
    button: A.openAccount,
    async send(values) {
      const me = await post('/invitations/accept', { token, ...values })
      isDone = true
      form.node.querySelectorAll('label, button').forEach(part => part.remove())
      const role = me.roles.find(one => one !== 'player') ?? 'player'
      form.node.append(el('a', { class: 'button is-primary', href: role === 'administrator' ? '#/people' : '#/' }, A.welcomeDone))
      head.refresh()
      return A.welcomeTo(me.name, article(A.roleNames[role] ?? role))
    },
  })
  root.append(head.node, el('div', { class: 'house account' }, el('section', { class: 'paper welcome' }, el('h1', {}, A.welcome), el('p', { class: 'quiet' }, token ? A.welcomeIntro : A.linkMissing), token ? form.node : null)))
  return {}
}
