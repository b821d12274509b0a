// What an administrator does besides roles: inviting, and putting mistakes right.

import { el, keyed, setText } from '../parts/dom.js'
import { amountOf, money } from '../parts/money.js'
import { once } from '../parts/order.js'
import { post } from '../wire/http.js'
import { A } from './texts.js'

export function mountInviting(roles) {
  const role = el('select', {}, ...roles.map(one => el('option', { value: one }, A.roleNames[one])))
  const link = el('output', { class: 'second-code' })
  const says = el('p', { class: 'says', role: 'status' })
  const node = el('form', { class: 'paper', novalidate: true, onsubmit: once(invite) }, el('h2', {}, A.invite), el('p', { class: 'quiet' }, A.inviteIntro), el('label', { class: 'field' }, el('span', {}, A.role), role), el('button', { class: 'button is-primary', type: 'submit' }, A.makeLink), link, says)

  async function invite() {
    try {
      const { token } = await post('/invitations', { role: role.value })
      setText(link, `${location.origin}/#/welcome/${token}`)
      setText(says, A.link)
    } catch (trouble) {
      setText(says, trouble.message)
    }
  }

  return { node }
}

export function mountCorrecting() {
  const whom = el('select', {})
  const [amount, reason, second] = [1, 2, 3].map(() => el('input', { type: 'text', maxlength: 200, autocomplete: 'off' }))
  const says = el('p', { class: 'says', role: 'status' })
  const field = (label, input) => el('label', { class: 'field' }, el('span', {}, label), input)
  const node = el('form', { class: 'paper', novalidate: true, onsubmit: once(correct) }, el('h2', {}, A.correct), el('p', { class: 'quiet' }, A.correctIntro), field(A.whom, whom), field(A.amount, amount), field(A.reason, reason), field(A.secondCode, second), el('button', { class: 'button', type: 'submit' }, A.correctButton), says)

  async function correct() {
    const text = amount.value.trim().replace('−', '-')
    const sum = text.startsWith('-') ? -amountOf(text.slice(1)) : amountOf(text)
    if (!Number.isInteger(sum) || !sum) return tell(A.badAmount, 'bad')
    try {
      const { purse } = await post('/corrections', { person: whom.value, amount: sum, reason: reason.value, second: second.value.trim() })
      return tell(A.corrected(money(purse)), 'good')
    } catch (trouble) {
      return tell(trouble.message, 'bad')
    }
  }

  function tell(text, kind) {
    says.dataset.kind = kind
    setText(says, text)
  }

  return { node, update: people => keyed(whom, people, one => one.person, one => ({ node: el('option', { value: one.person }, one.name) })) }
}
