// The rounds of a table: every hand as the log says it was dealt, and as the discard rack shows it.

import { el, setText } from '../parts/dom.js'
import { cardOf } from '../table/pieces/card.js'
import { turns } from '../parts/order.js'
import { get } from '../wire/http.js'
import { cardName } from '../texts.js'
import { U } from './texts.js'

const LAST = 30

/** @param {string} id */
export function mountRounds(id) {
  const path = /** @type {const} */ (`/tables/${encodeURIComponent(id)}`)
  const list = el('div', { class: 'row round-buttons', role: 'group', 'aria-label': U.rounds })
  const says = el('p', { class: 'verdict', role: 'status' })
  const place = el('div', { class: 'rack-place' })
  const node = el('div', { class: 'audit-part' }, el('p', { class: 'quiet' }, U.roundsIntro), list, says, place)

  const turn = turns()

  async function opened() {
    const isLast = turn()
    try {
      const rounds = await get(`${path}/rounds?last=${LAST}`)
      if (!isLast()) return
      tell(rounds.length ? '' : U.noRounds, '')
      list.replaceChildren(
        ...rounds.reverse().map(round =>
          el(
            'button',
            {
              class: 'button',
              type: 'button',
              'aria-pressed': 'false',
              onclick: (/** @type {any} */ event) => show(round.number, event.currentTarget),
            },
            U.round(round.number),
          ),
        ),
      )
      list.querySelector('button')?.click()
    } catch (trouble) {
      tell(trouble.message, 'bad')
    }
  }

  /**
   * @param {number} number
   * @param {Element} button
   */
  async function show(number, button) {
    for (const other of list.children) other.setAttribute('aria-pressed', String(other === button))
    const isLast = turn()
    place.replaceChildren()
    try {
      const { hands } = await get(`${path}/rounds/${number}/rack`)
      if (!isLast()) return
      const differ = hands.filter(hand => hand.rack && hand.rack.join() !== hand.dealt.join()).length
      tell(differ ? U.someDiffer(differ) : U.allSame, differ ? 'bad' : 'good')
      place.replaceChildren(
        el(
          'div',
          { class: 'rack-head', 'aria-hidden': 'true' },
          el('span', {}),
          el('span', {}, U.dealt),
          el('span', {}, U.rack),
        ),
        ...hands.map(hand => handLine(hand, hands)),
        el('a', { class: 'button', href: `#/table/${encodeURIComponent(id)}/round/${number}` }, U.watch),
      )
    } catch (trouble) {
      if (isLast()) tell(trouble.status === 404 ? U.notOver : trouble.message, '')
    }
  }

  /**
   * @param {string} text
   * @param {string} kind
   */
  function tell(text, kind) {
    says.dataset.kind = kind
    setText(says, text)
  }

  return { node, opened }
}

/**
 * @param {Wire.RackHand} hand
 * @param {Wire.RackHand[]} hands
 */
function handLine(hand, hands) {
  const isSame = hand.rack && hand.rack.join() === hand.dealt.join()
  const name = hand.box ? U.box(hand.box, hand.hand, hands.filter(other => other.box === hand.box).length) : U.dealer
  const verdict = !hand.rack ? U.gone : isSame ? U.same : U.differs
  return el(
    'div',
    { class: 'rack-line' },
    el(
      'div',
      {},
      el('b', {}, name),
      ' ',
      el('span', { class: `pill ${hand.rack ? (isSame ? 'is-good' : 'is-bad') : ''}` }, verdict),
    ),
    laid(hand.dealt, `${U.dealt}: `),
    hand.rack ? laid(hand.rack, `${U.rack}: `) : el('span', { class: 'quiet' }, '–'),
  )
}

/**
 * @param {string[]} cards
 * @param {string} label
 */
function laid(cards, label) {
  return el(
    'div',
    { class: 'laid', role: 'img', 'aria-label': label + cards.map(cardName).join(', ') },
    ...cards.map(card => el('span', { class: 'laid-card' }, cardOf(card))),
  )
}
