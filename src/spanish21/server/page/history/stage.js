// The felt of a replayed round: the dealer, the viewer's own hands large, the others in a line. It has no
// shoe and
// no buttons.

import { el, keyed, setText } from '../parts/dom.js'
import { signed } from '../parts/money.js'
import { mountHand } from '../table/felt/hand.js'
import { pictureOf, shownOf, stepped } from '../table/showing.js'
import { minis } from './minis.js'
import { H } from './texts.js'

/** A finished round has no offers and waits for no one. */
const NOTHING = {
  seq: 0,
  legal: [],
  waits_for: [],
  clock: null,
  shoe: { number: 0, commitment: '', wheels: '' },
  stopped: '',
}

/** @typedef {{ seq: number, picture: Page.Picture, text: string, clause: string, net: number }} Moment */

/**
 * The moments of a round, one for each step that says something.
 * @param {{ view: Wire.View, steps: readonly Wire.Step[] }} past
 * @param {string} you
 * @returns {Moment[]}
 */
export function momentsOf({ view, steps }, you) {
  /** @type {Page.Shown} */
  let shown = shownOf({ ...NOTHING, you, names: {}, view })
  const found = []
  let net = 0
  for (const step of steps) {
    shown = stepped(shown, step)
    net += broughtBy(step.event, you)
    const clause = step.clauses[0] ?? ''
    const cite = clause.slice(clause.indexOf(' ') + 1)
    if (step.text) found.push({ seq: step.seq, picture: pictureOf(shown), text: step.text, clause: cite, net })
  }
  return found
}

/**
 * What an event brought a person.
 * @param {any} event
 * @param {string} you
 */
function broughtBy(event, you) {
  if (event.person !== you) return 0
  if (event.type === 'WagerSettled') return event.paid - event.collected
  if (event.type === 'BonusPaid') return event.paid
  return event.type === 'SettlementUndone' ? event.returned - event.taken : 0
}

/** @typedef {{ box: number, at: number, hand: Page.Hand, isMine: boolean, isTurn: boolean }} Lying */

/**
 * The hands on the felt, the viewer's first.
 * @param {Page.Picture} picture
 * @param {string} you
 * @returns {Lying[]}
 */
export function handsOf(picture, you) {
  const all = picture.boxes.flatMap(box =>
    box.hands.map((hand, at) => ({
      box: box.number,
      at,
      hand,
      isMine: box.stakes.some(stake => stake.person === you),
      isTurn: picture.turn_box === box.number && picture.turn_hand === at,
    })),
  )
  const isSomebody = all.some(one => one.isMine)
  return isSomebody ? all : all.map(one => ({ ...one, isMine: true }))
}

/** @param {string} you */
export function mountStage(you) {
  const says = el('p', { class: 'again-says', 'aria-live': 'polite' })
  const dealer = mountHand(() => null)
  const mine = el('div', { class: 'again-row' })
  const others = el('p', { class: 'again-others' })
  const node = el(
    'div',
    { class: 'again-stage' },
    el('p', { class: 'again-name' }, H.dealer),
    el('div', { class: 'again-row' }, dealer.node),
    says,
    mine,
    others,
  )

  /** @param {Moment} moment */
  function update({ picture, text, net }) {
    setText(says, net ? `${text} (${signed(net)})` : text)
    const isUnseen = picture.dealer.includes('??')
    dealer.update({
      hand: { cards: picture.dealer, total: isUnseen ? 0 : picture.dealer_total, soft: false, state: 'open' },
      name: H.dealer,
      isStill: true,
    })
    const hands = handsOf(picture, you)
    keyed(
      mine,
      hands.filter(one => one.isMine),
      one => `${one.box}-${one.at}`,
      mountOwnHand,
    )
    others.replaceChildren(
      ...hands
        .filter(one => !one.isMine)
        .map(one => {
          const name = H.box(one.box, one.at)
          return el('span', {}, name, minis(one.hand.cards, name), el('b', {}, String(one.hand.total || '')))
        }),
    )
  }

  return { node, update }
}

function mountOwnHand(/** @type {Lying} */ { box, at }) {
  const hand = mountHand(() => null)
  const name = H.box(box, at)
  return {
    node: el('div', { class: 'again-hand' }, el('span', { class: 'again-name' }, name), hand.node),
    update: (/** @type {Lying} */ one) => hand.update({ hand: one.hand, name, isTurn: one.isTurn, isStill: true }),
  }
}
