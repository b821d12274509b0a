// Cards small enough for a line: rank and suit.

import { el } from '../parts/dom.js'
import { cardName } from '../texts.js'

/** @type {Record<string, string>} */
const SIGNS = { s: '♠', h: '♥', d: '♦', c: '♣' }

/**
 * @param {string[]} cards
 * @param {string} name whose they are
 */
export function minis(cards, name) {
  return el(
    'span',
    { class: 'minis', role: 'img', 'aria-label': `${name}: ${cards.map(cardName).join(', ')}` },
    ...cards.map(text =>
      text === '??'
        ? el('span', { class: 'mini is-down' })
        : el('span', { class: `mini suit-${text[1]}` }, el('b', {}, text[0] === 'T' ? '10' : text[0]), SIGNS[text[1]]),
    ),
  )
}
