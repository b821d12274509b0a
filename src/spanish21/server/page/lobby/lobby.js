// The lobby: the tables with what one asks before sitting down, and a form that opens another.

import { el, keyed, setText } from '../parts/dom.js'
import { mountHead } from '../parts/head.js'
import { meOrGuest } from '../parts/me.js'
import { money, useCurrency } from '../parts/money.js'
import { once } from '../parts/order.js'
import { get, post } from '../wire/http.js'
import { edgesFound } from './edges.js'
import { T } from '../texts.js'

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
  const go = el('button', { class: 'button is-primary', type: 'submit', disabled: true }, T.open)
  const form = el('form', { class: 'lobby-open', onsubmit: once(open) }, el('h2', {}, T.openTable), el('p', { class: 'quiet' }, T.openIntro),
    el('label', { class: 'field' }, el('span', {}, T.book), books), ownField, el('label', { class: 'field' }, el('span', {}, T.tableName), name), problem,
    go)
  const view = el('div', { class: 'lobby' }, mountHead('').node,
    el('div', { class: 'lobby-main' }, el('div', { class: 'lobby-head' }, el('h1', {}, T.lobby), el('p', { class: 'quiet' }, T.lobbyIntro)), note, list, form))
  root.append(view)
  books.addEventListener('change', () => { ownField.hidden = books.value !== OWN })
  let timer = 0
  let isGone = false
  let shown = []
  const wasHere = new Set()
  const edges = edgesFound(() => !isGone, draw)
  refresh()
  get('/books').then(found => {
    books.replaceChildren(...found.map(book => el('option', { value: book.book }, book.title)), el('option', { value: OWN }, T.own))
    go.disabled = false
  }).catch(trouble => setText(problem, trouble.message))

  function draw() {
    keyed(list, shown.map(table => ({ ...table, edgeText: edges.text(table) })), table => table.id, mountCard)
  }

  async function refresh() {
    try {
      const tables = await get('/tables')
      if (isGone) return
      note.textContent = tables.length ? '' : T.noTables
      shown = tables
      draw()
      edges.find(tables.filter(table => table.edge === null && wasHere.has(table.id)).map(table => table.id))
      for (const table of tables) wasHere.add(table.id)
    } catch (trouble) {
      note.textContent = trouble.message
    }
    timer = setTimeout(refresh, EVERY)
  }

  async function open() {
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

/** A table's card; what changes while one looks at it changes in place, so that nobody's click or focus is lost. */
function mountCard({ id, name, title, boxes, play_chips: isPlay }) {
  const seats = el('span', { class: 'lobby-seats', 'aria-hidden': 'true' }, ...Array.from({ length: boxes }, () => el('i', {})))
  const facts = el('dl', {})
  const meters = el('ul', { class: 'lobby-meters' })
  const node = el('li', { class: 'lobby-table' }, el('div', { class: 'lobby-felt' }, el('h2', {}, name), el('p', {}, name === title ? (isPlay ? T.playChips : '') : title), seats), facts, meters,
    el('a', { class: 'button is-primary', href: `#/table/${encodeURIComponent(id)}`, 'aria-label': T.sitDownAt(name) }, T.sitDown))

  function update(table) {
    useCurrency(table.currency)
    ;[...seats.children].forEach((seat, at) => seat.classList.toggle('is-taken', at < table.taken))
    const pairs = [[T.limitsTitle, T.limits(table.minimum, table.maximum)], [T.cardsTitle, T.decks(table.decks)], [T.edge, table.edgeText], [T.seatsTitle, T.seats(table.taken, table.boxes)]]
    keyed(facts, pairs, ([term]) => term, mountFact)
    keyed(meters, (table.meters ?? []).map(meter => [meter.title, money(meter.amount)]), ([meter]) => meter, mountMeter)
    meters.hidden = !meters.children.length
  }

  return { node, update }
}

function mountFact([term]) {
  const says = el('dd', {})
  return { node: el('div', {}, el('dt', {}, term), says), update: ([, text]) => setText(says, text) }
}

function mountMeter([name]) {
  const shows = el('b', {})
  return { node: el('li', {}, el('span', {}, name), shows), update: ([, text]) => setText(shows, text) }
}
