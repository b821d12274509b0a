// The floor: every table with its next step and the people on duty; and a form that opens a table for the staff.

import { el, keyed, setText } from '../parts/dom.js'
import { mountHead } from '../parts/rooms/head.js'
import { has } from '../parts/me.js'
import { money, useCurrency } from '../parts/money.js'
import { once, turns } from '../parts/order.js'
import { mountAsked } from '../approvals/asked.js'
import { mountInbox } from '../approvals/inbox.js'
import { ask, get, post } from '../wire/http.js'
import { spelled, T } from '../texts.js'
import { play } from '../table/pieces/sound.js'
import { F } from './texts.js'
import { isWaiting, urgency } from './waiting.js'

const EVERY = 3000
/** Where a person deals, that person closes the wagers; the clock covers an absent dealer. */
const UNHURRIED = { wager_seconds: 600, ready_seconds: 600, decide_seconds: 60 }

/** @param {HTMLElement} root */
export function mountFloor(root) {
  document.title = `${F.title} · ${T.title}`
  const list = el('ul', { class: 'papers floor-tables' })
  const note = el('p', { class: 'says', role: 'status' }, T.reading)
  const opening = mountOpening()
  const inbox = mountInbox()
  opening.node.hidden = true
  /** @type {Wire.Me | null} */
  let me = null
  let timer = 0
  let waited = 0
  let isGone = false
  const turn = turns()
  const head = mountHead('floor', known)
  root.append(
    head.node,
    el(
      'div',
      { class: 'house' },
      el('div', { class: 'house-head' }, el('h1', {}, F.title), el('p', { class: 'quiet' }, F.intro)),
      inbox.node,
      note,
      list,
      opening.node,
    ),
  )

  /** @param {Wire.Me | null} person */
  function known(person) {
    me = person
    if (isGone) return
    opening.node.hidden = !has(me, 'floorperson', 'administrator')
    if (has(me, 'dealer', 'floorperson', 'administrator')) refresh()
    else tell(F.onlyStaff, 'bad')
  }

  async function refresh() {
    const isLast = turn()
    clearTimeout(timer)
    try {
      const tables = await get('/floor')
      if (isGone || !isLast()) return
      const waiting = tables.filter(table => isWaiting(urgency(table, me))).length
      tell(tables.length ? (waiting ? F.waitForYou(waiting) : '') : F.noTables, waiting ? 'good' : '')
      if (waiting > waited) play('turn')
      waited = waiting
      keyed(
        list,
        tables.toSorted((one, other) => urgency(one, me) - urgency(other, me)),
        table => table.id,
        () => mountTable(() => me, duty),
      )
    } catch (trouble) {
      tell(trouble.message, 'bad')
    }
    if (isGone || !isLast()) return
    timer = setTimeout(refresh, EVERY)
  }

  /**
   * Go on duty and to the table; without a role, go off duty.
   * @param {Wire.FloorTable} table
   * @param {string} role
   */
  async function duty(table, role) {
    const path = /** @type {const} */ (`/tables/${encodeURIComponent(table.id)}/duty`)
    try {
      if (role) await post(path, { role })
      else await ask('DELETE', path)
      if (role) location.hash = addressOf(table.id, role)
      else await refresh()
    } catch (trouble) {
      tell(trouble.message, 'bad')
    }
  }

  /**
   * @param {string} text
   * @param {string} kind
   */
  function tell(text, kind) {
    note.dataset.kind = kind
    setText(note, text)
  }

  return {
    stop() {
      isGone = true
      inbox.stop()
      clearTimeout(timer)
    },
  }
}

const addressOf = (/** @type {string} */ id, /** @type {string} */ role) =>
  `#/${role === 'dealer' ? 'deal' : 'watch'}/${encodeURIComponent(id)}`

/**
 * @param {() => Wire.Me | null} who
 * @param {(table: Wire.FloorTable, role: string) => unknown} duty
 */
function mountTable(who, duty) {
  const name = el('h2', {})
  const marks = el('p', { class: 'row floor-marks' })
  const due = el('p', { class: 'floor-due' })
  const facts = el('dl', { class: 'facts' })
  const buttons = el('div', { class: 'row' })
  const node = el(
    'li',
    { class: 'paper floor-table' },
    el('div', { class: 'floor-felt' }, name, marks),
    due,
    facts,
    buttons,
  )

  /** @param {Wire.FloorTable} table */
  function update(table) {
    useCurrency(table.currency)
    setText(name, table.name)
    node.classList.toggle('is-waiting', isWaiting(urgency(table, who())))
    marks.replaceChildren(
      ...[
        [F.phases[table.phase] ?? spelled(table.phase), ''],
        [table.round ? T.round(table.round) : '', ''],
        [table.halted ? F.halted : '', 'is-bad'],
        [table.stopped ? F.stopped : '', 'is-bad'],
        [table.real_shoe ? F.realShoe : '', ''],
      ]
        .filter(([text]) => text)
        .map(([text, kind]) => el('span', { class: `pill ${kind}` }, text)),
    )
    due.replaceChildren(
      ...(table.stopped
        ? [table.stopped]
        : table.due
          ? [el('b', {}, `${F.dueTo[table.due.to]}: `), table.due.says]
          : [F.nothingDue]),
    )
    const onDuty = (/** @type {string} */ role) =>
      table.on_duty
        .filter(one => one.role === role)
        .map(one => one.name)
        .join(', ')
    const pairs = [
      [F.role.dealer, onDuty('dealer') || (table.house === 'person' ? F.nobody : F.house)],
      [F.role.floorperson, onDuty('floorperson') || (table.floor === 'person' ? F.nobody : F.house)],
      [F.facts.people, F.peopleAt(table.people, table.boxes)],
      [F.facts.cards, String(table.cards_left)],
      [F.facts.inventory, money(table.inventory ?? 0)],
      [F.facts.drop, money(table.drop_box ?? 0)],
      ...(table.meters ?? []).map(meter => [meter.title, money(meter.amount)]),
    ]
    facts.replaceChildren(...pairs.map(([term, text]) => el('div', {}, el('dt', {}, term), el('dd', {}, text))))
    drawButtons(table)
  }

  /** @param {Wire.FloorTable} table */
  function drawButtons(table) {
    const me = who()
    const mine = table.on_duty.find(one => one.person === me?.person)?.role
    const key = `${mine}/${me?.roles}`
    if (buttons.dataset.for === key) return
    buttons.dataset.for = key
    const go = (/** @type {string} */ role) =>
      el(
        'button',
        {
          class: 'button',
          type: 'button',
          'aria-label': role === 'dealer' ? F.dealAt(table.name) : F.watchAt(table.name),
          onclick: once(() => duty(table, role)),
        },
        role === 'dealer' ? F.deal : F.watch,
      )
    buttons.replaceChildren(
      ...(mine
        ? [
            el(
              'a',
              { class: 'button is-primary', href: addressOf(table.id, mine), 'aria-label': F.goOnAt(table.name) },
              F.goOn,
            ),
            el(
              'button',
              {
                class: 'button',
                type: 'button',
                'aria-label': F.leaveAt(table.name),
                onclick: once(() => duty(table, '')),
              },
              F.leave,
            ),
          ]
        : ['dealer', 'floorperson'].filter(role => has(me, role)).map(go)),
    )
  }

  return { node, update }
}

function mountOpening() {
  const books = el('select', {})
  const name = el('input', { type: 'text', maxlength: 40, autocomplete: 'off' })
  const by = () =>
    el('select', {}, el('option', { value: 'person' }, F.byPerson), el('option', { value: 'automatic' }, F.byHouse))
  const dealer = by()
  const floor = by()
  const real = el('input', { type: 'checkbox' })
  const problem = el('p', { class: 'form-problem', role: 'alert' })
  const field = (/** @type {string} */ label, /** @type {HTMLElement} */ input) =>
    el('label', { class: 'field' }, el('span', {}, label), input)
  const go = el('button', { class: 'button is-primary', type: 'submit', disabled: true }, T.open)
  const node = el(
    'form',
    { class: 'paper floor-open', novalidate: true, onsubmit: once(open) },
    el('h2', {}, F.openTitle),
    el('p', { class: 'quiet' }, F.openIntro),
    field(T.book, books),
    field(T.tableName, name),
    field(F.dealtBy, dealer),
    field(F.watchedBy, floor),
    el('label', { class: 'field is-check' }, real, el('span', {}, F.withReal)),
    problem,
    go,
  )
  get('/books')
    .then(found => {
      books.replaceChildren(...found.map(book => el('option', { value: book.book }, book.title)))
      go.disabled = false
    })
    .catch(trouble => setText(problem, trouble.message))

  const choiceIn = (/** @type {HTMLSelectElement} */ choice) => (choice.value === 'person' ? 'person' : 'automatic')

  async function open() {
    setText(problem, '')
    try {
      /** @type {Wire.Policy} */
      const policy = {
        house: choiceIn(dealer),
        floor: choiceIn(floor),
        real_shoe: real.checked,
        ...(dealer.value === 'person' ? UNHURRIED : {}),
      }
      const found = /** @type {any} */ (
        await post('/tables', {
          book: books.value,
          name: name.value.trim() || books.selectedOptions[0].textContent,
          policy,
        })
      )
      if ('approval' in found) node.append(mountAsked(found).node)
      else location.hash = addressOf(found.id, 'floorperson')
    } catch (trouble) {
      setText(problem, trouble.message)
    }
  }

  return { node }
}
