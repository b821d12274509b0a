// The caller's account: log in, turn a guest into an account, limits, a break, standing by as the second person.

import { el, setText } from '../parts/dom.js'
import { mountHead } from '../parts/rooms/head.js'
import { money } from '../parts/money.js'
import { turns } from '../parts/order.js'
import { mountChoices } from '../table/panel/choices.js'
import { mountLimits } from '../table/panel/limits.js'
import { ask, get, post } from '../wire/http.js'
import { T } from '../texts.js'
import { mountExclusion } from './exclusion.js'
import { mountModel } from './model.js'
import { mountData } from './data.js'
import { mountForm } from './account_form.js'
import { mountFactor } from '../approvals/factor.js'
import { mountSessions } from '../approvals/sessions.js'
import { mountCheck } from './check.js'
import { A, article } from './texts.js'

const NAME = { name: 'name', label: A.name, autocomplete: 'username', longest: 32 }
const PASSWORD = { name: 'password', label: A.password, type: 'password', autocomplete: 'current-password' }
const NEW_PASSWORD = { ...PASSWORD, autocomplete: 'new-password', help: A.passwordHelp }

/** @param {HTMLElement} root */
export function mountAccount(root) {
  document.title = `${A.title} · ${T.title}`
  const head = mountHead('account', known)
  const intro = el('p', { class: 'quiet' })
  const papers = el('div', { class: 'papers' }, el('p', { class: 'waiting', role: 'status' }, T.loading))
  const room = el(
    'div',
    { class: 'house account' },
    el('div', { class: 'house-head' }, el('h1', {}, A.title), intro),
    papers,
  )
  root.append(head.node, room)
  let isGone = false
  const turn = turns()

  /** @param {Wire.Me | null} me */
  async function known(me) {
    const isLast = turn()
    if (isGone) return
    setText(intro, me ? A.intro : A.strangerIntro)
    const tables = me ? await get('/tables').catch(() => []) : []
    if (isGone || !isLast()) return
    papers.replaceChildren(...(me ? ofPerson(me, tables) : ofStranger()))
  }

  function ofStranger() {
    const logIn = mountForm({
      fields: [NAME, PASSWORD],
      button: A.logIn,
      send: async (/** @type {Wire.LogIn} */ values) => {
        await post('/login', values)
        await head.refresh()
      },
    })
    const fresh = mountForm({
      fields: [NAME, NEW_PASSWORD],
      button: A.openAccount,
      send: async (/** @type {Wire.LogIn} */ values) => {
        await post('/accounts', values)
        await head.refresh()
      },
    })
    return [paper(A.logIn, logIn.node), paper(A.newAccount, el('p', { class: 'quiet' }, A.newIntro), fresh.node)]
  }

  /** Even before the second factor, one may leave. */
  function leaving() {
    const leave = async () => {
      await post('/logout')
      await head.refresh()
    }
    return el('button', { class: 'button', type: 'button', onclick: leave }, A.logOut)
  }

  /**
   * @param {Wire.Me} me
   * @param {Wire.Listed[]} tables
   */
  function ofPerson(me, tables) {
    const keep = mountForm({
      fields: [NAME, NEW_PASSWORD],
      button: A.keepButton,
      send: async (/** @type {Wire.LogIn} */ values) => {
        await post('/accounts', values)
        await head.refresh()
        return A.kept(values.name)
      },
    })
    const password = mountForm({
      fields: [
        { ...PASSWORD, name: 'old', label: A.oldPassword },
        { ...NEW_PASSWORD, name: 'new', label: A.newPassword },
      ],
      button: A.changePassword,
      send: async (/** @type {Wire.NewPassword} */ values) => {
        await ask('PUT', '/me/password', values)
        return A.changed
      },
    })
    if (!me.roles.length) return [mountFactor(me, head.refresh).node, leaving()]
    const limits = mountLimits()
    limits.opened()
    return [
      mountMe(me, tables, async () => {
        await post('/logout')
        await head.refresh()
      }),
      ...(me.is_guest ? [paper(A.keep, el('p', { class: 'quiet' }, A.keepIntro), keep.node)] : []),
      ...(me.is_guest ? [] : [mountFactor(me, head.refresh).node]),
      el('section', { class: 'paper' }, limits.node),
      mountCheck(me).node,
      mountExclusion(me).node,
      paper(A.appearance, mountChoices({ hasLimits: false }).node),
      ...(me.is_guest ? [] : [paper(A.changePassword, password.node)]),
      mountSessions(head.refresh).node,
      mountModel().node,
      mountData(me, head.refresh).node,
    ]
  }

  return {
    stop: () => {
      isGone = true
    },
  }
}

/**
 * @param {string} title
 * @param {import('../parts/dom.js').Child[]} children
 */
function paper(title, ...children) {
  return el('section', { class: 'paper' }, el('h2', {}, title), ...children)
}

/**
 * @param {Wire.Me} me
 * @param {Wire.Listed[]} tables
 * @param {() => void} leave
 */
function mountMe(me, tables, leave) {
  const nameOf = (/** @type {string} */ id) => tables.find(table => table.id === id)?.name ?? id
  const facts = [
    [A.purse, money(me.purse)],
    [A.roles, (me.is_guest ? [A.guest] : me.roles.map(role => A.roleNames[role] ?? role)).join(', ')],
  ]
  const seats = (me.seats ?? []).map(seat =>
    el('a', { class: 'pill', href: `#/table/${encodeURIComponent(seat.table)}` }, A.seat(nameOf(seat.table), seat.box)),
  )
  const duties = (me.duties ?? []).map(duty =>
    el(
      'a',
      {
        class: 'pill is-good',
        href: `#/${duty.role === 'dealer' ? 'deal' : 'watch'}/${encodeURIComponent(duty.table)}`,
      },
      A.duty(duty.role, nameOf(duty.table)),
    ),
  )
  return paper(
    A.who,
    el(
      'p',
      { class: 'account-name' },
      me.name,
      me.is_guest ? null : el('span', { class: 'visually-hidden' }, `, ${article(me.roles[0] ?? 'player')}`),
    ),
    el('dl', { class: 'facts' }, ...facts.map(([term, text]) => el('div', {}, el('dt', {}, term), el('dd', {}, text)))),
    el(
      'p',
      { class: 'row' },
      ...(seats.length || duties.length ? [...seats, ...duties] : [el('span', { class: 'quiet' }, A.noSeats)]),
    ),
    el('button', { class: 'button', type: 'button', onclick: leave }, me.is_guest ? A.logOutGuest : A.logOut),
  )
}
