// A table as its staff see it: the felt, the step that is due, other commands, irregularities.

import { el, setText } from '../parts/dom.js'
import { mountHead } from '../parts/rooms/head.js'
import { lazily } from '../parts/lazily.js'
import { has, whoAmI } from '../parts/me.js'
import { useCurrency } from '../parts/money.js'
import { once } from '../parts/order.js'
import { mountTabs } from '../parts/tabs.js'
import { mountInbox } from '../approvals/inbox.js'
import { mountAnnouncements } from '../table/announce.js'
import { mountClock } from '../table/turn/clock.js'
import { mountFelt } from '../table/felt/felt.js'
import { mountLog } from '../table/panel/plain_log.js'
import { pictureOf, showing } from '../table/showing.js'
import { told } from '../table/telling.js'
import { connect } from '../wire/connection.js'
import { ask, get, post } from '../wire/http.js'
import { T } from '../texts.js'
import { mountAsking } from './asking.js'
import { mountClosing } from './closing.js'
import { mountDue } from './due.js'
import { mountFacts } from './facts.js'
import { mountIrregularities } from './irregularities.js'
import { mountOrders } from './orders.js'
import { mountStopped } from './stopped.js'
import { F } from './texts.js'

export const mountDealer = (/** @type {HTMLElement} */ root, /** @type {string} */ id) => mountDuty(root, id, 'dealer')
export const mountFloorperson = (/** @type {HTMLElement} */ root, /** @type {string} */ id) =>
  mountDuty(root, id, 'floorperson')

/**
 * @param {HTMLElement} root
 * @param {string} id
 * @param {'dealer' | 'floorperson'} role
 */
function mountDuty(root, id, role) {
  /** @type {ReturnType<typeof mountTableOfDuty> | null} */
  let table = null
  let isGone = false
  begin()

  async function begin() {
    const wait = el('p', { class: 'waiting', role: 'status' }, T.connecting)
    root.append(wait)
    try {
      const [me, sheet] = await Promise.all([whoAmI(), get(`/tables/${encodeURIComponent(id)}`)])
      if (isGone) return
      wait.remove()
      const isOn = (me?.duties ?? []).some(duty => duty.table === id && duty.role === role)
      if (isOn) table = mountTableOfDuty(root, sheet, role)
      else root.append(mountHead('floor').node, notYet(me, sheet))
    } catch (trouble) {
      if (isGone) return
      wait.remove()
      root.append(mountHead('floor').node, el('div', { class: 'house' }, el('p', { role: 'alert' }, trouble.message)))
    }
  }

  /**
   * For people who are not on duty here: how to be.
   * @param {Wire.Me | null} me
   * @param {Wire.Sheet} sheet
   */
  function notYet(me, sheet) {
    const says = el('p', { class: 'says', role: 'alert' })
    const go = el('button', { class: 'button is-primary', type: 'button' }, F.goOnDuty(F.roles[role]))
    go.addEventListener(
      'click',
      once(async () => {
        try {
          await post(`/tables/${encodeURIComponent(id)}/duty`, { role })
          root.replaceChildren()
          await begin()
        } catch (trouble) {
          says.dataset.kind = 'bad'
          setText(says, trouble.message)
        }
      }),
    )
    const may = has(me, role)
    const why = !me ? F.logInFirst : may ? '' : F.noRole(F.roles[role])
    return el(
      'div',
      { class: 'house' },
      el(
        'section',
        { class: 'paper duty-not' },
        el('h1', {}, sheet.name),
        el('p', {}, F.notOnDuty(F.roles[role], sheet.name)),
        why ? el('p', { class: 'quiet' }, why) : null,
        el(
          'div',
          { class: 'row' },
          may ? go : el('a', { class: 'button is-primary', href: '#/account' }, F.toAccount),
          el('a', { class: 'button', href: '#/floor' }, F.toFloor),
        ),
        says,
      ),
    )
  }

  return {
    stop() {
      isGone = true
      table?.stop()
    },
  }
}

/**
 * @param {HTMLElement} root
 * @param {Wire.Sheet} sheet
 * @param {'dealer' | 'floorperson'} role
 */
function mountTableOfDuty(root, sheet, role) {
  useCurrency(sheet.currency)
  document.title = `${F.role[role]} · ${sheet.name} · ${T.title}`
  const titles = Object.fromEntries(sheet.layout.wagers.map(wager => [wager.kind, wager.title]))
  /** @type {Map<string, string>} */
  const clauses = new Map()
  const announcements = mountAnnouncements()
  const jackpots = lazily(async () => {
    const made = (await import('../parts/jackpot.js')).mountJackpots(announcements.say)
    view.append(made.node)
    return made
  })
  const won = (/** @type {any} */ jackpot) => {
    jackpots.need().then(
      part => part.tell(jackpot),
      () => {},
    )
  }
  const line = el('p', { class: 'line', role: 'status', hidden: true })
  const note = el('p', { class: 'note', role: 'status' })
  const asking = mountAsking(sheet, send, tell, person => state?.names?.[person] ?? person)
  const inbox = mountInbox()
  const actions = {
    send,
    asking,
    whyNot: (/** @type {string} */ name, /** @type {Record<string, any>} */ fields) => connection.whyNot(name, fields),
    tell,
    clauses: () => clauses,
  }
  const due = mountDue(sheet, role, actions)
  const felt = mountFelt(sheet, { sit() {}, wager() {} }, { isTurned: role === 'dealer' })
  const clock = mountClock()
  const log = mountLog(sheet)
  const stopped = mountStopped(sheet, role)
  const isDue = (/** @type {string} */ name, /** @type {Page.Moment} */ now) =>
    now.state.due?.to === role && now.state.due?.command.type === name
  const isPlainStep = (/** @type {string} */ name, /** @type {Page.Moment} */ now) =>
    !asking.needs('reason', name) && !isDue(name, now) && name !== 'CloseWagers'
  const steps = mountOrders(
    { title: role === 'dealer' ? F.steps : F.confirms, none: F.stepsNone, wants: isPlainStep },
    actions,
  )
  const orders = mountOrders(
    {
      title: F.orders,
      intro: F.ordersIntro,
      none: F.ordersNone,
      wants: (/** @type {string} */ name, /** @type {Page.Moment} */ now) =>
        asking.needs('reason', name) && !isDue(name, now),
    },
    actions,
  )
  const troubles = mountIrregularities(sheet, role, actions)
  const facts = mountFacts(sheet)
  const parts = [due, steps, orders, troubles, facts]
  /** @type {Parameters<typeof mountTabs>[0]} */
  const pages =
    role === 'dealer'
      ? {
          steps: { title: F.tabs.steps, node: steps.node },
          irregular: { title: F.tabs.irregular, node: troubles.node },
          round: { title: F.tabs.round, node: log.node },
        }
      : {
          table: { title: F.tabs.table, node: facts.node },
          orders: { title: F.tabs.orders, node: el('div', {}, steps.node, orders.node, mountClosing(sheet).node) },
          irregular: { title: F.tabs.irregular, node: troubles.node },
          round: { title: F.tabs.round, node: log.node },
        }
  const tabs = mountTabs(pages, F.role[role], 'duty-')
  const round = el('span', { class: 'top-round' })
  const top = el(
    'header',
    { class: 'top' },
    el('a', { class: 'brand', href: '#/floor' }, T.title),
    el('h1', { class: 'top-name' }, sheet.name),
    el('span', { class: 'pill is-good' }, F.role[role]),
    round,
    el(
      'span',
      { class: 'top-mine' },
      el('button', { class: 'button is-small', type: 'button', onclick: goOff }, F.offDuty),
    ),
  )
  const view = el(
    'div',
    { class: `table duty is-${role}` },
    top,
    line,
    el(
      'div',
      { class: 'table-main' },
      el('div', { class: 'bar' }, inbox.node, stopped.node, due.node, note, clock.node),
      el('div', { class: 'felt-place' }, felt.node),
    ),
    tabs.node,
    announcements.node,
  )
  root.append(view)

  /** @type {Page.State} */
  let state
  /** @type {any} */
  let picture = null
  let wasLost = false
  const shown = showing(
    (/** @type {any} */ next) => {
      state = next.state
      picture = pictureOf(next)
      redraw()
    },
    happened,
    /** @type {any} */ ({}),
  )
  const connection = connect(sheet.id, { whole: shown.whole, change: shown.change, line: lineIs, jackpot: won }, role)
  addEventListener('keydown', key)
  view.addEventListener('pointerdown', () => shown.skip())
  get(`/tables/${encodeURIComponent(sheet.id)}/irregularities`)
    .then(troubles.learn)
    .catch(() => {})
  get(`/books/${encodeURIComponent(sheet.book)}`)
    .then(book => {
      for (const { clause, says } of book.clauses) clauses.set(clause, says)
      redraw()
    })
    .catch(() => {})

  /** @param {any} step */
  function happened(step) {
    const said = told(step, state.you)
    if (!said) return
    log.write(said)
    announcements.say(said.text)
  }

  /**
   * @param {string} status
   * @param {string} text
   */
  function lineIs(status, text) {
    const isLost = status === 'lost' || status === 'bye'
    if (isLost !== wasLost) announcements.say(text)
    wasLost = isLost
    line.hidden = !isLost
    line.textContent = isLost ? text : ''
    view.classList.toggle('is-lost', isLost)
  }

  function now() {
    return { sheet, state, picture, titles, isIn: false, staged: new Map(), canWager: () => false, canSit: () => false }
  }

  function redraw() {
    if (!picture) return
    const all = now()
    for (const part of parts) part.update(all)
    stopped.update(state.stopped)
    clock.update({
      state,
      text: state.view.halted ? T.halted : (F.phases[state.view.phase] ?? ''),
      isYours: state.due?.to === role,
    })
    setText(round, T.round(state.view.round_number))
    view.dataset.phase = state.view.phase
    felt.update(all)
  }

  /** @param {any} command */
  async function send(command, extras = {}) {
    shown.skip()
    const answer = await connection.command(command, extras)
    shown.skip()
    tell(
      answer.ok
        ? ''
        : [answer.stale ? T.stale : T.refused(answer.text), ...(answer.clauses ?? []).slice(0, 2)].join(' · '),
      answer.ok ? '' : 'refused',
    )
    return answer
  }

  /** @param {string} text */
  function tell(text, kind = '') {
    note.dataset.kind = kind
    setText(note, text)
  }

  async function goOff() {
    try {
      await ask('DELETE', `/tables/${encodeURIComponent(sheet.id)}/duty`)
      location.hash = '#/floor'
    } catch (trouble) {
      tell(trouble.message, 'refused')
    }
  }

  /** @param {KeyboardEvent} event */
  function key(event) {
    const on = /** @type {Element} */ (event.target)
    if (event.key === 'Escape') {
      shown.skip()
      asking.close()
      return
    }
    if (
      !picture ||
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      on.closest('input:not([type=checkbox]), select, textarea')
    )
      return
    if (event.key === 'Enter' && on.closest('button, a, summary, input')) return
    if (due.typed(event.key)) event.preventDefault()
  }

  return {
    stop() {
      removeEventListener('keydown', key)
      inbox.stop()
      due.stop()
      clock.stop()
      jackpots.now()?.stop()
      shown.stop()
      connection.close()
    },
  }
}
