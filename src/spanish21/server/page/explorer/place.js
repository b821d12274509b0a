// A place for cards: a click takes one away, typing adds one.

import { el, keyed } from '../parts/dom.js'
import { cardName } from '../texts.js'
import { cardOf } from '../table/pieces/card.js'
import { L } from './texts.js'

/**
 * @param {string} name
 * @param {string} title
 * @param {string} help
 * @param {(name: any) => void} aim
 * @param {() => void} changed
 */
export function mountPlace(name, title, help, aim, changed, most = 60) {
  /** @type {string[]} */
  let cards = []
  const row = el('div', { class: 'place-cards' })
  const said = el('span', { class: 'place-total' })
  const typed = el('input', {
    type: 'text',
    class: 'place-typed',
    spellcheck: 'false',
    autocomplete: 'off',
    autocapitalize: 'off',
    'aria-label': L.typed(title),
    placeholder: help,
    onfocus: () => aim(name),
    onchange: read,
    onkeydown: (/** @type {KeyboardEvent} */ event) => {
      if (event.key === 'Enter') read()
    },
  })
  const node = el(
    'section',
    { class: `place is-${name}`, 'aria-label': title, onclick: () => aim(name) },
    el('div', { class: 'place-head' }, el('h2', {}, title), said),
    row,
    typed,
  )

  /** @param {string[]} next */
  function update(next) {
    cards = next.slice(-most)
    said.textContent = ''
    keyed(
      row,
      cards.map((card, at) => ({ card, at })),
      one => `${one.at} ${one.card}`,
      one => ({
        node: el(
          'button',
          {
            class: 'card-button',
            type: 'button',
            'aria-label': L.take(cardName(one.card)),
            onclick: (/** @type {Event} */ event) => {
              event.stopPropagation()
              take(one.at)
            },
          },
          cardOf(one.card),
        ),
      }),
    )
    row.style.setProperty('--cards', String(Math.max(cards.length, 1)))
    typed.value = cards.join(' ')
    node.classList.toggle('is-empty', cards.length === 0)
  }

  /** @param {number} at */
  function take(at) {
    update(cards.filter((_, one) => one !== at))
    changed()
  }

  function read() {
    const words = typed.value.replace(/10/g, 'T').match(/[2-9TJQKAtjqka][cdhsCDHS]/g) ?? []
    const next = words.map(word => word[0].toUpperCase() + word[1].toLowerCase())
    if (next.join() === cards.join()) return
    update(next)
    changed()
  }

  update([])
  return {
    node,
    title,
    update,
    get cards() {
      return cards
    },
    say: (/** @type {string} */ text) => {
      said.textContent = text
    },
    /** @param {string} card */
    lay(card) {
      update(most === 1 ? [card] : [...cards, card])
      changed()
    },
  }
}
