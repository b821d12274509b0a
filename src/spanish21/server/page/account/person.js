// One person of the house: their roles, and what else an administrator can do for them.

import { el, setAttribute, setText } from '../parts/dom.js'
import { amountOf, money } from '../parts/money.js'
import { once } from '../parts/order.js'
import { mountAsked } from '../approvals/asked.js'
import { ask, post } from '../wire/http.js'
import { A, day } from './texts.js'

/**
 * @typedef {object} PersonActions
 * @property {(person: Wire.PersonOfHouse, role: string, isGiven: boolean) => unknown} change
 * @property {(text: string, kind: string) => void} says
 * @property {() => Promise<void>} read
 */

/**
 * @param {string[]} roles
 * @param {PersonActions} actions
 */
export function mountPerson(roles, actions) {
  const name = el('b', { class: 'person-title' })
  const when = el('span', { class: 'quiet' })
  const out = el('span', { class: 'pill is-bad' }, A.excludedPill)
  /** @type {Wire.PersonOfHouse} */
  let person
  const boxes = roles.map(role =>
    el('input', {
      type: 'checkbox',
      onchange: (/** @type {any} */ event) => actions.change(person, role, event.target.checked),
    }),
  )
  const summary = el('summary', {}, A.more)
  const more = el('details', { class: 'person-more', ontoggle: open }, summary)
  const node = el(
    'li',
    { class: 'paper people-one' },
    el('div', { class: 'row' }, name, out, when),
    el(
      'div',
      { class: 'row roles' },
      ...roles.map((role, at) => el('label', { class: 'role' }, boxes[at], el('span', {}, A.roleNames[role]))),
    ),
    more,
  )

  function open() {
    if (more.open && more.children.length === 1) more.append(...mountMore(() => person, actions))
  }

  return {
    node,
    update(/** @type {Wire.PersonOfHouse} */ next) {
      person = next
      setText(name, person.name)
      setText(when, `${A.lastSeen} ${day(person.last_seen)}`)
      out.hidden = !(person.excluded_until > Date.now())
      setAttribute(summary, 'aria-label', A.moreOf(person.name))
      roles.forEach((role, at) => {
        boxes[at].checked = person.roles.includes(role)
        setAttribute(boxes[at], 'aria-label', A.roleOf(A.roleNames[role], person.name))
      })
    },
  }
}

/** Chips in and out of the purse, the log-out, and the end of an account. */
function mountMore(/** @type {() => Wire.PersonOfHouse} */ who, /** @type {PersonActions} */ { says, read }) {
  const path = () => /** @type {const} */ (`/people/${encodeURIComponent(who().person)}`)
  const text = () => el('input', { type: 'text', maxlength: 200, autocomplete: 'off' })
  const field = (/** @type {string} */ label, /** @type {HTMLElement} */ input) =>
    el('label', { class: 'field' }, el('span', {}, label), input)
  const [amount, why, eraseWhy, resetWhy] = [text(), text(), text(), text()]
  const waiting = el('div', { class: 'person-waiting' })
  const link = el('output', { class: 'second-code' })
  const sure = el('input', { type: 'checkbox' })
  const form = (/** @type {(event: Event) => unknown} */ run, /** @type {Node[]} */ ...parts) =>
    el('form', { class: 'person-form', novalidate: true, onsubmit: once(run) }, ...parts)
  const send = (/** @type {string} */ title, kind = '') =>
    el('button', { class: `button ${kind}`, type: 'submit' }, title)

  /**
   * @template Answer
   * @param {() => Promise<Answer>} work
   * @param {(answer: Answer) => string} told
   */
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
    const isDone = await done(
      () => post(`${path()}/chips`, { amount: sum, reason: why.value.trim() }),
      found => ('approval' in found ? asked(found) : A.purseOf(who().name, money(found.purse))),
    )
    if (isDone) amount.value = why.value = ''
    return undefined
  }

  const logOut = () =>
    done(
      () => ask('DELETE', `${path()}/sessions`),
      () => A.loggedOut(who().name),
    )

  async function erase() {
    if (!sure.checked) return says(A.excludeTick, 'bad')
    const { name } = who()
    if (
      await done(
        () => ask('DELETE', path(), { reason: eraseWhy.value.trim() }),
        found => ('approval' in found ? asked(found) : A.erasedOne(name)),
      )
    )
      await read()
    return undefined
  }

  /** @param {Wire.AskedSecond} found */
  function asked(found) {
    waiting.replaceChildren(mountAsked(found, { over: () => read() }).node)
    return A.askedSecond
  }

  const reset = () =>
    done(
      () => post(`${path()}/reset`, { reason: resetWhy.value.trim() }),
      found => {
        if ('approval' in found) return asked(found)
        setText(link, `${location.origin}/#/reset/${found.token}`)
        return A.resetLink
      },
    )

  const removeFactor = () =>
    done(
      () => ask('DELETE', `${path()}/factor`, { reason: resetWhy.value.trim() }),
      found => ('approval' in found ? asked(found) : A.factorGone(who().name)),
    )

  return [
    waiting,
    form(
      reset,
      el('p', { class: 'quiet' }, A.resetIntro),
      field(A.resetWhy, resetWhy),
      send(A.resetPassword),
      el('button', { class: 'button', type: 'button', onclick: once(removeFactor) }, A.resetFactor),
      link,
    ),
    form(chips, field(A.chips, amount), field(A.reason, why), send(A.giveChips)),
    form(logOut, el('p', { class: 'quiet' }, A.logOutIntro), send(A.logOutOne)),
    form(
      erase,
      field(A.eraseReason, eraseWhy),
      el('label', { class: 'field is-check' }, sure, el('span', {}, A.eraseOneSure)),
      send(A.eraseOne, 'is-bad'),
    ),
  ]
}
