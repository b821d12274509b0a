// A reality check: after how many minutes of play one wants to be told how it goes; and a way to the statement.

import { el, setText } from '../parts/dom.js'
import { once } from '../parts/order.js'
import { ask } from '../wire/http.js'
import { A } from './texts.js'

/** @param {Wire.Me} me */
export function mountCheck(me) {
  const chosen = String(me.limits.check ?? '')
  const choice = el(
    'select',
    {},
    ...Object.entries(A.checks)
      .sort(([one], [other]) => Number(one) - Number(other))
      .map(([value, text]) => el('option', { value, selected: value === chosen }, text)),
  )
  const says = el('p', { class: 'says', role: 'status' })
  const node = el(
    'form',
    { class: 'paper', novalidate: true, onsubmit: once(save) },
    el('h2', {}, A.check),
    el('p', { class: 'quiet' }, A.checkIntro),
    el('label', { class: 'field' }, el('span', {}, A.checkEvery), choice),
    el('button', { class: 'button', type: 'submit' }, A.checkSet),
    says,
    el('p', {}, el('a', { href: '#/statement' }, A.seeStatement)),
  )

  async function save() {
    try {
      await ask('PUT', '/me/check', { minutes: choice.value ? Number(choice.value) : null })
      says.dataset.kind = 'good'
      setText(says, A.checkKept)
    } catch (trouble) {
      says.dataset.kind = 'bad'
      setText(says, trouble.message)
    }
  }

  return { node }
}
