// The cards as keys: rank and suit are typed, or a card is tapped. Only cards that can come next are offered.

import { el, keyed, setText } from '../parts/dom.js'
import { cardNumber, cardText } from '../table/pieces/card.js'
import { cardName } from '../texts.js'
import { F } from './texts.js'

const RANKS = 'A23456789TJQK'
const SUITS = 'shdc'
/** In ms: between two cards the pad may be away for a moment, in which a key is still meant for it. */
const FORGET = 1500
/** @type {Record<string, string>} */
const SIGNS = { s: '♠', h: '♥', d: '♦', c: '♣' }

/**
 * `enter(card)` gets the number of a card; `begun()` hears that the next one is being typed.
 * @param {(card: number) => void} enter
 * @param {() => void} begun
 */
export function mountPad(enter, begun) {
  const says = el('p', { class: 'pad-says', 'aria-live': 'polite' })
  const rows = el('div', { class: 'pad-cards' })
  const two = el(
    'div',
    { class: 'pad-two' },
    ...[...RANKS].map(one =>
      el(
        'button',
        { class: 'pad-card', type: 'button', 'data-key': one, onclick: () => typed(one) },
        one.replace('T', '10'),
      ),
    ),
    ...[...SUITS].map(suit =>
      el(
        'button',
        {
          class: `pad-card pad-suit is-${suit}`,
          type: 'button',
          'data-key': suit,
          'aria-label': F.suits[suit],
          onclick: () => typed(suit),
        },
        SIGNS[suit],
      ),
    ),
  )
  const node = el(
    'div',
    { class: 'pad', role: 'group', 'aria-label': F.pad, hidden: true },
    el('p', { class: 'pad-title' }, F.pad, ' ', el('span', { class: 'quiet' }, F.padKeys)),
    rows,
    two,
    says,
  )
  /** @type {number[]} */
  let allowed = []
  let rank = ''
  let hiddenAt = 0

  /**
   * `cards` are the numbers that may be entered; none hides the pad.
   * @param {number[]} cards
   */
  function update(cards) {
    allowed = cards ?? []
    if (!node.hidden && !allowed.length) hiddenAt = Date.now()
    if (node.hidden && allowed.length && Date.now() - hiddenAt > FORGET) rank = ''
    node.hidden = !allowed.length
    const texts = allowed.map(cardText)
    const some = [...SUITS].flatMap(suit => [...RANKS].map(one => `${one}${suit}`)).filter(text => texts.includes(text))
    keyed(
      rows,
      some,
      text => text,
      text => ({
        node: el(
          'button',
          {
            class: `pad-card is-${text[1]}`,
            type: 'button',
            'aria-label': F.cardKey(cardName(text)),
            onclick: () => enter(cardNumber(text)),
          },
          text[0].replace('T', '10'),
          SIGNS[text[1]],
        ),
      }),
    )
    mark()
  }

  /** Show the rank that was typed, and which keys can come next. */
  function mark() {
    setText(says, rank ? F.padTyped(rank) : '')
    const texts = allowed.map(cardText)
    for (const button of two.querySelectorAll('button')) {
      const key = button.dataset.key ?? ''
      const isSuit = SUITS.includes(key)
      button.disabled = isSuit ? !rank || !texts.includes(`${rank}${key}`) : !texts.some(text => text[0] === key)
      button.setAttribute('aria-pressed', String(!isSuit && key === rank))
    }
  }

  /**
   * Whether a key was one of the pad's.
   * @param {string} key
   */
  function typed(key) {
    if (node.hidden && Date.now() - hiddenAt > FORGET) return false
    const letter = key === '0' ? 'T' : key.toUpperCase()
    if (rank && SUITS.includes(key.toLowerCase())) {
      const card = cardNumber(`${rank}${key.toLowerCase()}`)
      rank = ''
      mark()
      if (allowed.includes(card)) enter(card)
      return true
    }
    if (letter.length !== 1 || !RANKS.includes(letter)) return false
    rank = letter
    begun()
    mark()
    return true
  }

  return { node, update, typed }
}
