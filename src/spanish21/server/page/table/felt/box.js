// A box: its hands, its betting areas, and the people on it.

import { el, keyed, setAttribute, setText } from '../../parts/dom.js'
import { money } from '../../parts/money.js'
import { T } from '../../texts.js'
import { mountArea } from './area.js'
import { mountHand, mountResult } from './hand.js'
import { onArea, onBox, onHands } from './stakes.js'
import { P } from '../texts.js'

/**
 * `actions` has `sit(number)`, `wager(number, kind)` and perhaps `back(number, kind)`; cards come from `shoe()`.
 * @param {number} number
 * @param {Wire.Felt} sheet
 * @param {Page.FeltActions} actions
 * @param {() => Element} shoe
 */
export function mountBox(number, sheet, actions, shoe) {
  const hands = el('div', { class: 'hands' })
  const results = el('div', { class: 'box-results' })
  const label = el('span', { class: 'box-number', 'aria-hidden': 'true' }, String(number))
  const sides = el('div', { class: 'sides' })
  const areas = el('div', { class: 'areas' })
  const people = el('ul', { class: 'people' })
  const amount = el('b', { class: 'own-amount' })
  const sit = el(
    'button',
    { class: 'sit', type: 'button', hidden: true, onclick: () => actions.sit(number), 'aria-label': T.sitAt(number) },
    T.sitHere,
  )
  const own = el('div', { class: 'own-only' }, amount, el('span', { class: 'own-word' }, P.yourWager))
  const node = el('section', { class: 'box', 'aria-label': T.box(number) }, hands, results, areas, people, own, sit)
  node.dataset.number = String(number)
  const [main, ...side] = sheet.layout.wagers.map(wager => ({
    ...wager,
    part: mountArea(wager, number, sheet, actions),
  }))
  areas.append(main.part.node, sides, label)
  sides.append(...side.map(wager => wager.part.node))
  const kindOf = Object.fromEntries(sheet.layout.wagers.map(wager => [wager.kind, wager.short || wager.title]))

  let drawn = ''

  function update(
    /** @type {Omit<Page.OnFelt, 'canSit'> & { canSit: boolean, own: number }} */ {
      picture,
      state,
      staged,
      canWager,
      canSit,
      chosen,
      own: ownBox,
    },
  ) {
    const box = picture.boxes.find(one => one.number === number)
    const sitter = picture.people.find(person => person.seat === number)
    const lie = box?.hands ?? []
    const settled = box?.settled ?? []
    const stakes = box?.stakes ?? []
    const isTurn = picture.turn_box === number && !picture.isOver
    const isMine = sitter?.name === state.you || stakes.some(stake => stake.person === state.you)
    const mine = stakes.findIndex(stake => stake.person === state.you)
    const isOwn = ownBox === number
    const wagers = sheet.layout.wagers.map(wager => ({
      ...wager,
      lie: picture.isOver ? [] : onArea(wager.kind, stakes, lie),
      staged: staged.get(`${number}/${wager.kind}`) ?? 0,
      can: canWager(number, wager.kind),
      chosen: isOwn && chosen?.area === `${number}/${wager.kind}` ? chosen.chip : 0,
      free: !isMine && canWager(number, wager.kind) ? P.playToo(number) : '',
      you: state.you,
      number,
    }))
    // Cards of the last round make room for the next wagers.
    const isPast = isOwn && picture.isOver && wagers.some(wager => wager.can)
    const shown = {
      canSit,
      marks: {
        'is-mine': isMine,
        'is-turn': isTurn,
        'is-empty': !box && !sitter,
        'is-over': picture.isOver,
        'is-hot': picture.hot_spot === number,
        'is-playable': canSit || wagers.some(wager => wager.can),
        'has-cards': lie.some(hand => hand.cards.length) && !isPast,
        'is-past': isPast,
        'has-minis': lie.length > 2,
        'has-crowd': lie.length > 4,
        'is-split': lie.length > 1 && !isPast,
        'has-many': stakes.length > 1,
      },
      hands: lie.map((hand, at) => ({
        hand: { ...hand, results: settled.filter(one => one.kind === 'main' && one.hand === at) },
        at,
        isTurn: isTurn && picture.turn_hand === at,
        name: handName(number, at, lie.length),
        bet: isOwn && mine >= 0 && !picture.isOver ? betOf(hand, mine, stakes[mine].coupon) : 0,
        chips: isOwn ? sheet.chips : [],
      })),
      results: settled.filter(one => one.kind !== 'main').map(one => ({ ...one, label: kindOf[one.kind] ?? one.kind })),
      wagers,
      own: isOwn && mine >= 0 && !picture.isOver ? onHands(stakes[mine], lie, mine) : 0,
      ready: isOwn ? (staged.get(`${number}/main`) ?? 0) : 0,
      people: onBox(box, sitter).map((one, _at, all) => ({
        ...one,
        text: state.names?.[one.person] ?? one.person,
        amount: picture.isOver ? 0 : one.amount,
        does: picture.phase === 'wagers' && one.person !== state.you ? (one.amount ? P.ready : P.choosing) : '',
        place: isOwn && one.person === state.you && stakes.length < 2 ? P.boxOf(number) : null,
        isYou: one.person === state.you,
        isCaller: all.length > 1 && box?.caller === one.person,
      })),
    }
    const key = JSON.stringify(shown)
    if (key !== drawn) draw(shown)
    drawn = key
  }

  /** Six of seven boxes stay as they are when a card is dealt. */
  function draw(/** @type {any} */ shown) {
    for (const [mark, is] of Object.entries(shown.marks)) node.classList.toggle(mark, is)
    setAttribute(node, 'data-hands', shown.hands.length)
    keyed(
      hands,
      shown.hands,
      (/** @type {any} */ one) => one.at,
      () => mountHand(shoe),
    )
    keyed(results, shown.results, result => `${result.person}${result.kind}${result.net}`, mountResult)
    ;[main, ...side].forEach(({ part }, at) => part.update(shown.wagers[at]))
    keyed(people, shown.people, one => one.person, mountPerson)
    setText(amount, shown.own + shown.ready ? money(shown.own + shown.ready) : '')
    if (sit.hidden === shown.canSit) sit.hidden = !shown.canSit
  }

  return { node, update }
}

function betOf(/** @type {Wire.HandView} */ hand, /** @type {number} */ at, /** @type {number} */ coupon) {
  const bet = (hand.wagers[at] ?? 0) + (hand.doubles[at] ?? 0)
  return bet && bet + coupon
}

/**
 * @param {number} number
 * @param {number} at
 * @param {number} count
 */
function handName(number, at, count) {
  return `${T.box(number)}${count > 1 ? `, ${T.fields.hand.toLowerCase()} ${at + 1}` : ''}`
}

function mountPerson() {
  const name = el('span', { class: 'person-name' })
  const amount = el('span', { class: 'person-amount' })
  const does = el('span', { class: 'person-does' })
  const node = el('li', { class: 'person' }, name, amount, does)
  return {
    node,
    update(/** @type {any} */ { text, amount: on, does: what, place, isYou, isCaller }) {
      setText(name, text)
      setText(amount, on ? money(on) : '')
      setText(does, what)
      setAttribute(node, 'data-place', place)
      node.classList.toggle('is-you', isYou)
      node.classList.toggle('is-caller', isCaller)
    },
  }
}
