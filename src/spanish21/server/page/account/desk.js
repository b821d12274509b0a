// What an administrator does besides roles: inviting, and putting mistakes right.

import { el, keyed, setText } from '../parts/dom.js'
import { amountOf, money } from '../parts/money.js'
import { once } from '../parts/order.js'
import { mountAsked } from '../approvals/asked.js'
import { post } from '../wire/http.js'
import { A } from './texts.js'

/** @param {string[]} roles */
export function mountInviting(roles) {
  const role = el('select', {}, ...roles.map(one => el('option', { value: one }, A.roleNames[one])))
  const link = el('output', { class: 'second-code' })
  const says = el('p', { class: 'says', role: 'status' })
  const node = el(
    'form',
    { class: 'paper', novalidate: true, onsubmit: once(invite) },
    el('h2', {}, A.invite),
    el('p', { class: 'quiet' }, A.inviteIntro),
    el('label', { class: 'field' }, el('span', {}, A.role), role),
    el('button', { class: 'button is-primary', type: 'submit' }, A.makeLink),
    link,
    says,
  )

  /** @returns {Promise<void>} */
  async function invite() {
    try {
      const found = await post('/invitations', { role: role.value })
      setText(link, '')
      if ('approval' in found) return waits(node, found, says)
      setText(link, `${location.origin}/#/welcome/${found.token}`)
      setText(says, A.link)
    } catch (trouble) {
      setText(says, trouble.message)
    }
    return undefined
  }

  return { node }
}

/**
 * What was asked for stands where it was asked for, until it is decided.
 * @param {Element} place
 * @param {Wire.AskedSecond} asked
 * @param {HTMLElement} says
 */
export function waits(place, asked, says) {
  says.dataset.kind = ''
  setText(says, A.askedSecond)
  place.querySelector('.approval')?.remove()
  place.append(mountAsked(asked, { over: () => setText(says, '') }).node)
}

export function mountCorrecting() {
  const whom = el('select', {})
  const [amount, reason] = [1, 2].map(() => el('input', { type: 'text', maxlength: 200, autocomplete: 'off' }))
  const says = el('p', { class: 'says', role: 'status' })
  const field = (/** @type {string} */ label, /** @type {HTMLElement} */ input) =>
    el('label', { class: 'field' }, el('span', {}, label), input)
  const node = el(
    'form',
    { class: 'paper', novalidate: true, onsubmit: once(correct) },
    el('h2', {}, A.correct),
    el('p', { class: 'quiet' }, A.correctIntro),
    field(A.whom, whom),
    field(A.amount, amount),
    field(A.reason, reason),
    el('button', { class: 'button', type: 'submit' }, A.correctButton),
    says,
  )

  /** @returns {Promise<void>} */
  async function correct() {
    const text = amount.value.trim().replace('−', '-')
    const sum = text.startsWith('-') ? -amountOf(text.slice(1)) : amountOf(text)
    if (!Number.isInteger(sum) || !sum) return tell(A.badAmount, 'bad')
    try {
      const found = await post('/corrections', { person: whom.value, amount: sum, reason: reason.value })
      if ('approval' in found) return waits(node, found, says)
      return tell(A.corrected(money(found.purse)), 'good')
    } catch (trouble) {
      return tell(trouble.message, 'bad')
    }
  }

  /**
   * @param {string} text
   * @param {string} kind
   */
  function tell(text, kind) {
    says.dataset.kind = kind
    setText(says, text)
  }

  return {
    node,
    update: (/** @type {Wire.PersonOfHouse[]} */ people) =>
      keyed(
        whom,
        people,
        one => one.person,
        one => ({ node: el('option', { value: one.person }, one.name) }),
      ),
  }
}
