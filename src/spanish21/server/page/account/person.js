// One person of the house: their roles, and what else an administrator can do for them.

import { el, setAttribute, setText } from '../parts/dom.js'
import { amountOf, money } from '../parts/money.js'
import { once } from '../parts/order.js'
import { ask, post } from '../wire/http.js'
import { A, day } from './texts.js'

/** `actions` has `change(person, role, isGiven)`, `says(text, kind)`, `read()`. */
export function mountPerson(roles, actions) {
  const name = el('b', { class: 'person-title' })
  const when = el('span', { class: 'quiet' })
  const out = el('span', { class: 'pill is-bad' }, A.excludedPill)
  let person = null
  const boxes = roles.map(role => el('input', { type: 'checkbox', onchange: event => actions.change(person, role, event.target.checked) }))
  const more = el('details', { class: 'person-more', ontoggle: open }, el('summary', {}, A.more))
  const node = el('li', { class: 'paper people-one' }, el('div', { class: 'row' }, name, out, when), el('div', { class: 'row roles' }, ...roles.map((role, at) => el('label', { class: 'role' }, boxes[at], el('span', {}, A.roleNames[role])))), more)

  function open() {
    if (more.open && more.children.length === 1) more.append(...mountMore(() => person, actions))
  }

  return {
    node,
    update(next) {
      person = next
      setText(name, person.name)
      setText(when, `${A.lastSeen} ${day(person.last_seen)}`)
      out.hidden = !(person.excluded_until > Date.now())
      setAttribute(more.firstChild, 'aria-label', A.moreOf(person.name))
      roles.forEach((role, at) => {
        boxes[at].checked = person.roles.includes(role)
        setAttribute(boxes[at], 'aria-label', A.roleOf(A.roleNames[role], person.name))
      })
    },
  }
}

/** Chips in and out of the purse, the log-out, and the end of an account. */
function mountMore(who, { says, read }) {
  const path = () => `/people/${encodeURIComponent(who().person)}`
  const text = () => el('input', { type: 'text', maxlength: 200, autocomplete: 'off' })
  const field = (label, input) => el('label', { class: 'field' }, el('span', {}, label), input)
  const [amount, why, eraseWhy] = [text(), text(), text()]
  const sure = el('input', { type: 'checkbox' })
  const form = (run, ...parts) => el('form', { class: 'person-form', novalidate: true, onsubmit: once(run) }, ...parts)
  const send = (title, kind = '') => el('button', { class: `button ${kind}`, type: 'submit' }, title)

  async function done(work, told) {
    try {
      says(told(await work()), 'good')
      return true
    } catch (trouble) {
      says(trouble.message, 'bad')
      return false
    }
  }

  async function chips() {
    const typed = amount.value.trim().replace('−', '-')
    const sum = typed.startsWith('-') ? -amountOf(typed.slice(1)) : amountOf(typed)
    if (!Number.isInteger(sum) || !sum) return says(A.badAmount, 'bad')
    const isDone = await done(() => post(`${path()}/chips`, { amount: sum, reason: why.value.trim() }), ({ purse }) => A.purseOf(who().name, money(purse)))
    if (isDone) amount.value = why.value = ''
    return undefined
  }

  const logOut = () => done(() => ask('DELETE', `${path()}/sessions`), () => A.loggedOut(who().name))

  async function erase() {
    if (!sure.checked) return says(A.excludeTick, 'bad')
    const { name } = who()
    if (await done(() => ask('DELETE', path(), { reason: eraseWhy.value.trim() }), () => A.erasedOne(name))) await read()
    return undefined
  }

  return [
    form(chips, field(A.chips, amount), field(A.reason, why), send(A.giveChips)),
    form(logOut, el('p', { class: 'quiet' }, A.logOutIntro), send(A.logOutOne)),
    form(erase, field(A.eraseReason, eraseWhy), el('label', { class: 'field is-check' }, sure, el('span', {}, A.eraseOneSure)), send(A.eraseOne, 'is-bad')),
  ]
}
