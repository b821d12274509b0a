// The lobby: the tables with what one asks before sitting down, and a form that opens another.

import { el } from '../parts/dom.js'
import { mountHead } from '../parts/head.js'
import { meOrGuest } from '../parts/me.js'
import { money, useCurrency } from '../parts/money.js'
import { get, post } from '../wire/http.js'
import { spelled, T } from '../texts.js'

const EVERY = 5000
const OWN = '/own'

export function mountLobby(root) {
  const list = el('ul', { class: 'lobby-tables' })
  const note = el('p', { class: 'lobby-note', role: 'status' }, T.reading)
  const books = el('select', { required: true })
  const own = el('textarea', { rows: 8, spellcheck: 'false', autocomplete: 'off' })
  const ownField = el('label', { class: 'field', hidden: true }, el('span', {}, T.ownText), own)
  const name = el('input', { type: 'text', maxlength: 40, autocomplete: 'off' })
  const problem = el('p', { class: 'form-problem', role: 'alert' })
  const form = el('form', { class: 'lobby-open', onsubmit: open }, el('h2', {}, T.openTable), el('p', { class: 'quiet' }, T.openIntro),
    el('label', { class: 'field' }, el('span', {}, T.book), books), ownField, el('label', { class: 'field' }, el('span', {}, T.tableName), name), problem,
    el('button', { class: 'button is-primary', type: 'submit' }, T.open))
  const view = el('div', { class: 'lobby' }, mountHead('').node,
    el('div', { class: 'lobby-main' }, el('div', { class: 'lobby-head' }, el('h1', {}, T.lobby), el('p', { class: 'quiet' }, T.lobbyIntro)), note, list, form))
  root.append(view)
  books.addEventListener('change', () => { ownField.hidden = books.value !== OWN })
  let timer = 0
  let isGone = false
  refresh()
  get('/books').then(found => books.replaceChildren(...found.map(book => el('option', { value: book.book }, book.title)), el('option', { value: OWN }, T.own))).catch(() => { form.hidden = true })

  async function refresh() {
    try {
      const tables = await get('/tables')
      if (isGone) return
      note.textContent = tables.length ? '' : T.noTables
      list.replaceChildren(...tables.map(card))
    } catch (trouble) {
      note.textContent = trouble.message
    }
    timer = setTimeout(refresh, EVERY)
  }

  async function open(event) {
    event.preventDefault()
    problem.textContent = ''
    try {
      await meOrGuest()
      const { id } = await post('/tables', { ...(books.value === OWN ? { submission: own.value } : { book: books.value }), name: name.value })
      location.hash = `#/table/${encodeURIComponent(id)}`
    } catch (trouble) {
      problem.textContent = trouble.message
    }
  }

  return {
    stop() {
      isGone = true
      clearTimeout(timer)
    },
  }
}

function card(table) {
  useCurrency(table.currency)
  const facts = [[T.limitsTitle, T.limits(table.minimum, table.maximum)], [T.cardsTitle, T.decks(table.decks)], [T.edge, T.edgeText(table.edge)], [T.seatsTitle, T.seats(table.taken, table.boxes)]]
  const meters = Object.entries(table.meters ?? {}).map(([name, amount]) => el('li', {}, el('span', {}, spelled(name)), el('b', {}, money(amount))))
  const seats = el('span', { class: 'lobby-seats', 'aria-hidden': 'true' }, ...Array.from({ length: table.boxes }, (_, at) => el('i', { class: at < table.taken ? 'is-taken' : '' })))
  return el('li', { class: 'lobby-table' }, el('div', { class: 'lobby-felt' }, el('h2', {}, table.name), el('p', {}, table.name === table.title ? (table.play_chips ? T.playChips : '') : table.title), seats),
    el('dl', {}, ...facts.map(([term, text]) => el('div', {}, el('dt', {}, term), el('dd', {}, text)))),
    meters.length ? el('ul', { class: 'lobby-meters' }, ...meters) : null,
    el('a', { class: 'button is-primary', href: `#/table/${encodeURIComponent(table.id)}`, 'aria-label': T.sitDownAt(table.name) }, T.sitDown))
}
