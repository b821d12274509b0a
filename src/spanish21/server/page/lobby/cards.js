// A table in the list, and the player's own table above it; changes are made in place, so that no
// click or focus is lost.

import { el, keyed, setAttribute, setText } from '../parts/dom.js'
import { money, useCurrency } from '../parts/money.js'
import { T } from '../texts.js'
import { mountSmallFelt } from './small_felt.js'

const addressOf = (/** @type {string} */ id) => `#/table/${encodeURIComponent(id)}`

/** What a table does just now. */
function doing(/** @type {Wire.Listed} */ table) {
  if (table.phase === 'stopped') return T.lobbyPhases.stopped
  if (!table.taken) return T.lobbyEmpty
  const phase = T.lobbyPhases[table.phase] ?? T.lobbyPhases.opening
  return [table.round ? T.round(table.round) : '', phase].filter(Boolean).join(' · ')
}

export function mountCard(/** @type {Wire.Listed} */ { id, name, title, boxes, play_chips: isPlay, sides }) {
  const felt = mountSmallFelt(boxes)
  const state = el('p', { class: 'lobby-state' })
  const facts = el('dl', {})
  const meters = el('ul', { class: 'lobby-meters' })
  const go = el('a', { class: 'button is-primary', href: addressOf(id) })
  const node = el(
    'li',
    { class: 'lobby-table' },
    el(
      'div',
      { class: 'lobby-top' },
      felt.node,
      el(
        'div',
        {},
        el('h3', {}, name),
        el('p', { class: 'quiet' }, name === title ? (isPlay ? T.playChips : '') : title),
        state,
      ),
    ),
    el(
      'div',
      { class: 'lobby-foot' },
      el('div', {}, facts, meters, sides.length ? el('p', { class: 'lobby-sides' }, sides.join(' · ')) : null),
      go,
    ),
  )

  /** @param {Wire.Listed & { edgeText: string }} table */
  function update(table) {
    useCurrency(table.currency)
    felt.update(table.seats)
    setText(state, doing(table))
    setAttribute(state, 'data-live', table.taken > 0 && table.phase !== 'stopped')
    const isFull = table.taken >= table.boxes
    setText(go, isFull ? T.watchTable : T.sitDown)
    setAttribute(go, 'aria-label', isFull ? T.watchTableAt(name) : T.sitDownAt(name))
    go.classList.toggle('is-primary', !isFull)
    const pairs = [
      [T.limitsTitle, T.limits(table.minimum, table.maximum)],
      [T.cardsTitle, T.decks(table.decks)],
      [T.edge, table.edgeText],
      [T.seatsTitle, T.seats(table.taken, table.boxes)],
    ]
    keyed(facts, pairs, ([term]) => term, mountFact)
    keyed(
      meters,
      (table.meters ?? []).map(meter => [meter.title, money(meter.amount)]),
      ([meter]) => meter,
      mountMeter,
    )
    meters.hidden = !meters.children.length
  }

  return { node, update }
}

/** @typedef {{ table: Wire.Listed, box: number }} Own */

/** The player's own table, above all others. */
export function mountOwn(/** @type {Own} */ { table: { id, name, boxes } }) {
  const felt = mountSmallFelt(boxes)
  const state = el('p', { class: 'lobby-state', 'data-live': 'true' })
  const place = el('p', { class: 'quiet' })
  const node = el(
    'li',
    { class: 'lobby-own' },
    felt.node,
    el('div', {}, el('p', { class: 'lobby-own-mark' }, T.yourTable), el('h3', {}, name), place),
    state,
    el('a', { class: 'button is-brass', href: addressOf(id) }, T.backToSeat),
  )

  /** @param {Own} own */
  function update({ table, box }) {
    felt.update(table.seats, box)
    setText(state, doing(table))
    setText(place, box ? T.box(box) : T.behindTable)
  }

  return { node, update }
}

function mountFact(/** @type {string[]} */ [term]) {
  const says = el('dd', {})
  return { node: el('div', {}, el('dt', {}, term), says), update: (/** @type {any} */ [, text]) => setText(says, text) }
}

function mountMeter(/** @type {string[]} */ [name]) {
  const shows = el('b', {})
  return {
    node: el('li', {}, el('span', {}, name), shows),
    update: (/** @type {any} */ [, text]) => setText(shows, text),
  }
}
