// Counting: a Spanish deck against the clock, and the true count of a shoe. A Spanish deck has no tens, so a count
// whose tags add up to 0 over 52 cards does not end at 0 here: it starts below it, by four for each deck.

import { el, setText } from '../parts/dom.js'
import { number } from '../parts/numbers.js'
import { mountHand } from '../table/felt/hand.js'
import { COUNT } from './texts.js'

const RANKS = ['A', '2', '3', '4', '5', '6', '7', '8', '9', 'J', 'Q', 'K']
const SUITS = ['s', 'h', 'd', 'c']
const DECK = RANKS.flatMap(rank => SUITS.map(suit => rank + suit))
/** Two to six are worth one, aces and ten-value cards cost one. */
const tagOf = (/** @type {string} */ card) => ('23456'.includes(card[0]) ? 1 : 'AJQK'.includes(card[0]) ? -1 : 0)
const OF_DECK = DECK.reduce((sum, card) => sum + tagOf(card), 0)

export function mountCount() {
  const hand = mountHand(() => null)
  const says = el('p', { class: 'drill-said', role: 'status' }, COUNT.intro)
  const many = el('select', {}, ...[1, 2, 3].map(each => el('option', { value: each }, COUNT.each(each))))
  const begin = el('button', { class: 'button is-primary', type: 'button', onclick: start }, COUNT.begin)
  const next = el('button', { class: 'button is-primary', type: 'button', hidden: true, onclick: more }, COUNT.next)
  const typed = el('input', {
    type: 'text',
    inputmode: 'numeric',
    autocomplete: 'off',
    size: 5,
    'aria-label': COUNT.answer,
  })
  const form = el(
    'form',
    { class: 'row', hidden: true, onsubmit: answered },
    el('label', { class: 'field' }, el('span', {}, COUNT.answer), typed),
    el('button', { class: 'button is-primary', type: 'submit' }, COUNT.send),
  )
  const truth = el('button', { class: 'button', type: 'button', onclick: askTrue }, COUNT.beginTrue)
  const node = el(
    'div',
    { class: 'drill' },
    el('div', { class: 'drill-table' }, el('div', { class: 'lesson-felt count-felt' }, hand.node), next, form),
    el(
      'aside',
      { class: 'sheet drill-side' },
      el('h2', {}, COUNT.title),
      says,
      el('label', { class: 'field' }, el('span', {}, COUNT.howMany), many),
      el('div', { class: 'row' }, begin, truth),
      el('p', { class: 'quiet' }, COUNT.tags(-OF_DECK)),
    ),
  )
  /** @type {string[]} */
  let deck = []
  let count = 0
  let wanted = 0
  let since = 0
  lay([])

  /** @param {string[]} cards */
  function lay(cards) {
    hand.update({ hand: { cards, total: 0, soft: false, state: 'open' }, name: COUNT.cards, isStill: true })
  }

  /** A card stays out, so that the last count is not simply zero. */
  function start() {
    const places = new Map(DECK.map(card => [card, Math.random()]))
    deck = DECK.toSorted((one, other) => (places.get(one) ?? 0) - (places.get(other) ?? 0)).slice(1)
    count = -OF_DECK
    since = Date.now()
    form.hidden = true
    next.hidden = false
    setText(says, COUNT.go(count))
    more()
    next.focus()
  }

  function more() {
    if (!deck.length) return ask(count, COUNT.ask)
    const cards = deck.splice(0, Number(many.value))
    count += cards.reduce((sum, card) => sum + tagOf(card), 0)
    return lay(cards)
  }

  /** A running count and the remaining decks: the count per deck. */
  function askTrue() {
    const decks = 1 + Math.floor(Math.random() * 10) / 2
    const running = Math.floor(Math.random() * 33) - 16
    since = 0
    lay([])
    next.hidden = true
    ask(Math.trunc(running / decks), COUNT.askTrue(running, number(decks, 1)))
  }

  /**
   * @param {number} right
   * @param {string} question
   */
  function ask(right, question) {
    wanted = right
    next.hidden = true
    form.hidden = false
    typed.value = ''
    setText(says, question)
    typed.focus()
  }

  /** @param {Event} event */
  function answered(event) {
    event.preventDefault()
    const said = Number(typed.value.replace('−', '-'))
    if (!typed.value.trim() || !Number.isInteger(said)) return setText(says, COUNT.whole)
    form.hidden = true
    const took = since ? COUNT.took(Math.round((Date.now() - since) / 1000)) : ''
    setText(says, `${said === wanted ? COUNT.right : COUNT.wrong(wanted)} ${took}`)
    return (since ? begin : truth).focus()
  }

  return { node }
}
