// All cards of a deck, to be laid where one aims.

import { el } from '../parts/dom.js'
import { cardName } from '../texts.js'
import { L } from './texts.js'

/** @type {Record<string, string>} */
const SIGNS = { s: '♠', h: '♥', d: '♦', c: '♣' }

/** @param {(card: string) => void} lay */
export function mountPicker(lay) {
  const node = el('div', { class: 'picker', role: 'group' })
  /** @type {HTMLButtonElement[]} */
  let buttons = []
  let where = ''

  function update(/** @type {{ deck?: string[], where?: string }} */ { deck, where: next }) {
    if (next !== undefined) {
      where = next
      node.setAttribute('aria-label', next)
    }
    if (deck) {
      buttons = [...'shdc']
        .flatMap(suit => deck.filter(card => card[1] === suit))
        .map(card =>
          el(
            'button',
            { class: `pick suit-${card[1]}`, type: 'button', 'data-card': card, onclick: () => lay(card) },
            el('span', {}, card[0] === 'T' ? '10' : card[0]),
            el('span', { 'aria-hidden': 'true' }, SIGNS[card[1]]),
          ),
        )
      node.style.setProperty('--ranks', String(deck.length / 4))
      node.replaceChildren(...buttons)
    }
    for (const button of buttons) button.setAttribute('aria-label', L.lay(cardName(button.dataset.card ?? ''), where))
  }

  return { node, update }
}
