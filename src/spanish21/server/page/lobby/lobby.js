// The lobby: the game in short, the player's own tables, the others with the facts a player wants before sitting down,
// and a form that opens another.

import { el, keyed } from '../parts/dom.js'
import { mountHead } from '../parts/rooms/head.js'
import { land } from '../parts/rooms/landing.js'
import { meOrGuest } from '../parts/me.js'
import { once } from '../parts/order.js'
import { get, post } from '../wire/http.js'
import { mountCard, mountOwn } from './cards.js'
import { edgesFound } from './edges.js'
import { mountFilters } from './filters.js'
import { mountHero } from './hero.js'
import { mountOpening } from './opening.js'
import { T } from '../texts.js'

const EVERY = 5000

/** @param {HTMLElement} root */
export function mountLobby(root) {
  const list = el('ul', { class: 'lobby-tables' })
  const mine = el('ul', { class: 'lobby-mine', 'aria-label': T.yourTables })
  const note = el('p', { class: 'lobby-note', role: 'status' }, T.reading)
  const hero = mountHero({ play: once(play) })
  const filters = mountFilters(draw)
  const alone = el('p', { class: 'house-of-one', hidden: true }, T.houseOfOne)
  const head = mountHead('', me => {
    alone.hidden = me?.is_house_of_two !== false
    if (land(me)) return
    seats = me?.seats ?? []
    draw()
  })
  const view = el(
    'div',
    { class: 'lobby' },
    head.node,
    el(
      'div',
      { class: 'lobby-main' },
      hero.node,
      mine,
      el('div', { class: 'lobby-head' }, el('h2', {}, T.lobby), filters.node),
      note,
      list,
      el('p', { class: 'quiet lobby-intro' }, T.lobbyIntro),
      alone,
      mountOpening().node,
    ),
  )
  root.append(view)
  let timer = 0
  let isGone = false
  /** @type {Wire.Listed[]} */
  let shown = []
  /** @type {{ table: string, box: number }[]} */
  let seats = []
  const wasHere = new Set()
  const edges = edgesFound(() => !isGone, draw)
  refresh()

  function draw() {
    if (isGone || !shown) return
    hero.update(shown)
    keyed(
      list,
      filters.of(shown).map(table => ({ ...table, edgeText: edges.text(table) })),
      table => table.id,
      mountCard,
    )
    const own = seats.flatMap(({ table: id, box }) => {
      const table = shown.find(one => one.id === id)
      return table ? [{ table, box }] : []
    })
    keyed(mine, own, ({ table }) => table.id, mountOwn)
    mine.hidden = !own.length
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

  /** One click to a seat: the player's own, one at the cheapest table with a free one, or at a new table. */
  async function play() {
    try {
      await meOrGuest()
      const free = shown
        .filter(table => table.taken < table.boxes && table.play_chips && table.phase !== 'stopped')
        .sort((one, other) => one.minimum - other.minimum || other.taken - one.taken)
      const id = seats[0]?.table ?? free[0]?.id ?? (await opened())
      location.hash = `#/table/${encodeURIComponent(id)}`
    } catch (trouble) {
      note.textContent = trouble.message
    }
  }

  async function opened() {
    const [{ book, title }] = await get('/books')
    const { id } = await post('/tables', { book, name: title })
    return id
  }

  return {
    stop() {
      isGone = true
      clearTimeout(timer)
    },
  }
}
