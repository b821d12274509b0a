// Which tables are shown: by free seats, least wager, jackpots, company and rulebook; the choice is kept in this
// browser.

import { el, keyed, setAttribute, setText } from '../parts/dom.js'
import { T } from '../texts.js'

const KEY = 'spanish21.lobby'
const SMALL = 500
const QUICK = 20

/** @type {Record<string, (table: Wire.Listed) => boolean>} */
const KINDS = {
  all: () => true,
  free: table => table.taken < table.boxes,
  small: table => table.minimum <= SMALL,
  jackpots: table => Boolean(table.meters?.length),
  alone: table => !table.taken,
  quick: table => table.decide_seconds <= QUICK,
}

/** @param {() => void} changed */
export function mountFilters(changed) {
  let { kind, book } = read()
  const row = el('div', { class: 'chips', role: 'group', 'aria-label': T.filters })
  const books = el('select', { class: 'chips-select', 'aria-label': T.book, onchange: chosen })
  const node = el('div', { class: 'lobby-filters' }, row, books)

  function chosen() {
    book = books.value
    keep()
  }

  function keep() {
    try {
      localStorage.setItem(KEY, JSON.stringify({ kind, book }))
    } catch {
      /* a browser that keeps nothing still filters */
    }
    changed()
  }

  /** @param {Wire.Listed} table */
  const isOfBook = table => !book || table.book === book

  /**
   * The tables that are shown; a filter that no table meets is not offered.
   * @param {Wire.Listed[]} tables
   */
  function of(tables) {
    if (!tables.length) return []
    const titles = new Map(tables.map(table => [table.book, table.title]))
    if (book && !titles.has(book)) book = ''
    keyed(books, [['', T.everyBook], ...titles], ([value]) => value, mountOption)
    books.value = book
    const ofBook = tables.filter(isOfBook)
    const counts = Object.entries(KINDS).map(([name, fits]) => ({ name, count: ofBook.filter(fits).length }))
    if (!counts.find(one => one.name === kind)?.count) kind = 'all'
    const isTelling = (/** @type {number} */ count) => count > 0 && count < ofBook.length
    const shown = counts.filter(({ name, count }) => name === 'all' || name === kind || isTelling(count))
    keyed(row, shown, ({ name }) => name, mountKind)
    return ofBook.filter(KINDS[kind])
  }

  function mountKind(/** @type {{ name: string }} */ { name }) {
    const many = el('span', {})
    const press = () => {
      kind = name
      keep()
    }
    const button = el('button', { class: 'chips-one', type: 'button', onclick: press }, T.kindsOfTable[name], many)
    return {
      node: button,
      update: (/** @type {{ count: number }} */ { count }) => {
        setText(many, String(count))
        setAttribute(button, 'aria-pressed', String(name === kind))
      },
    }
  }

  return { node, of }
}

function mountOption(/** @type {string[]} */ [value, title]) {
  return { node: el('option', { value }, title) }
}

/** @returns {{ kind: string, book: string }} */
function read() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? '{}')
    return { kind: KINDS[kept.kind] ? kept.kind : 'all', book: String(kept.book ?? '') }
  } catch {
    return { kind: 'all', book: '' }
  }
}
