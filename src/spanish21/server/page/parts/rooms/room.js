// Parts that rooms share: the head with its book, the tabs, and the progress of a calculation.

import { el, keyed, setAttribute } from '../dom.js'
import { mountTop } from './rooms.js'
import { draftNames, lastText } from '../drafts.js'
import { get } from '../../wire/http.js'
import { OWN } from '../../wire/study_answers.js'
import { ROOM } from './room_texts.js'

const LAST_BOOK = 'spanish21.book'

/** The book that was looked at last. */
function lastBook() {
  try {
    return localStorage.getItem(LAST_BOOK) ?? ''
  } catch {
    return ''
  }
}

/** @param {string} book */
function keepBook(book) {
  try {
    localStorage.setItem(LAST_BOOK, book)
  } catch {
    /* not kept, then */
  }
}

/**
 * The parts of the address after the room's name.
 * @param {string} room
 */
export function placeIn(room) {
  const [, here, ...rest] = location.hash.split('/')
  return here === room ? rest.map(decodeURIComponent) : []
}

/** @typedef {Node | string | (Node | string)[]} Shown */
/** @typedef {ReturnType<typeof mountRoom>} Room */

/**
 * @param {string} room
 * @param {{ title: string, intro: string, tabsTitle?: string }} texts
 * @param {{ withOwn?: boolean, onBook: (book: string) => void, tools?: Node[] }} options
 */
export function mountRoom(room, texts, { withOwn = true, onBook, tools = [] }) {
  const books = el('select', {}, el('option', {}, '…'))
  const body = el('div', { class: 'room-body' })
  const tabs = el('nav', { class: 'room-tabs', 'aria-label': texts.tabsTitle ?? '', hidden: true })
  const head = el(
    'div',
    { class: 'room-head' },
    el('div', {}, el('h1', {}, texts.title), el('p', { class: 'quiet' }, texts.intro)),
    el('div', { class: 'room-tools' }, el('label', { class: 'field' }, el('span', {}, ROOM.book), books), ...tools),
  )
  const node = el('div', { class: `room ${room}` }, mountTop(room), el('div', { class: 'room-main' }, head, tabs, body))
  books.addEventListener('change', () => onBook(books.value))
  document.title = `${texts.title} · Spanish 21`

  const listed = get('/books').then(found => {
    books.replaceChildren(...found.map(one => el('option', { value: one.book }, one.title)))
    if (withOwn && (lastText() || draftNames().length)) books.append(el('option', { value: OWN }, ROOM.ownSubmission))
    return found
  })

  return {
    node,
    body,
    tabs,
    books: listed,
    /**
     * Which book is shown: the one asked for, the last one, or the first.
     * @param {string | undefined} wanted
     */
    async book(wanted) {
      const found = await listed
      const names = [...found.map(one => one.book), ...(withOwn && lastText() ? [OWN] : [])]
      const book = [wanted ?? '', lastBook()].find(one => names.includes(one)) ?? names[0] ?? ''
      books.value = book
      keepBook(book)
      return book
    },
    /**
     * @param {Record<string, string>} names
     * @param {string} chosen
     * @param {(name: string) => string} hrefOf
     */
    showTabs(names, chosen, hrefOf) {
      tabs.hidden = false
      keyed(
        tabs,
        Object.entries(names).map(([name, text]) => ({ name, text, href: hrefOf(name), isHere: name === chosen })),
        tab => tab.name,
        mountTab,
      )
      tabs.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    },
  }
}

/** @param {{ text: string }} tab */
function mountTab({ text }) {
  const node = el('a', {}, text)
  return {
    node,
    /** @param {{ href: string, isHere: boolean }} tab */
    update({ href, isHere }) {
      setAttribute(node, 'href', href)
      setAttribute(node, 'aria-current', isHere ? 'page' : null)
    },
  }
}

/**
 * Shows the progress of a calculation, then its result, or the error and a button to try again.
 * @template Found
 * @param {Element} place
 * @param {(tell: (text: string) => void) => Promise<Found>} find `tell` shows how far it is
 * @param {(found: NonNullable<Found>) => Shown} show
 */
export async function showWhenFound(place, find, show) {
  const note = el('p', { class: 'note', role: 'status' }, ROOM.computing)
  place.replaceChildren(note)
  const long = setTimeout(() => {
    note.textContent = ROOM.computingLong
  }, 8000)
  try {
    const found = await find(text => {
      clearTimeout(long)
      note.textContent = text
    })
    if (found !== null && note.isConnected)
      place.replaceChildren(...[show(/** @type {NonNullable<Found>} */ (found))].flat())
  } catch (trouble) {
    if (note.isConnected)
      place.replaceChildren(
        el(
          'div',
          { class: 'note', role: 'alert' },
          el('p', {}, trouble.message),
          el(
            'button',
            { class: 'button', type: 'button', onclick: () => showWhenFound(place, find, show) },
            ROOM.tryAgain,
          ),
        ),
      )
  } finally {
    clearTimeout(long)
  }
}
