// A box: its hands, its betting areas, and the people on it.

import { el, keyed, setAttribute, setText } from '../parts/dom.js'
import { money } from '../parts/money.js'
import { T } from '../texts.js'
import { layStack } from './chip.js'
import { mountHand, mountResult } from './hand.js'

/** `actions` has `sit(number)` and `wager(number, kind)`; `shoe()` is where cards come from. */
export function mountBox(number, sheet, actions, shoe) {
  const hands = el('div', { class: 'hands' })
  const results = el('div', { class: 'box-results' })
  const areas = el('div', { class: 'areas' })
  const people = el('ul', { class: 'people' })
  const sit = el('button', { class: 'sit', type: 'button', hidden: true, onclick: () => actions.sit(number), 'aria-label': T.sitAt(number) }, T.sitHere)
  const label = el('span', { class: 'box-number', 'aria-hidden': 'true' }, String(number))
  const node = el('section', { class: 'box', 'aria-label': T.box(number) }, hands, results, areas, people, sit, label)
  node.dataset.number = number

  let drawn = ''

  function update({ picture, state, staged, canWager, canSit }) {
    const box = picture.boxes.find(one => one.number === number)
    const sitter = picture.people.find(person => person.seat === number)
    const lie = box?.hands.filter(Boolean) ?? []
    const isTurn = picture.turn_box === number && !picture.isOver
    const isMine = sitter?.name === state.you || Boolean(box?.stakes.some(stake => stake.person === state.you))
    const shown = {
      canSit,
      marks: { 'is-mine': isMine, 'is-turn': isTurn, 'is-empty': !box && !sitter, 'is-over': picture.isOver, 'is-hot': picture.hot_spot === number },
      hands: lie.map((hand, at) => ({ hand, at, isTurn: isTurn && picture.turn_hand === at, name: handName(number, at, lie.length) })),
      results: box?.results ?? [],
      wagers: sheet.layout.wagers.map(wager => ({
        ...wager, lie: picture.isOver ? [] : onArea(wager.kind, box?.stakes ?? [], lie), staged: staged.get(`${number}/${wager.kind}`) ?? 0, can: canWager(number, wager.kind), you: state.you,
      })),
      people: onBox(box, sitter).map((one, at, all) => ({
        ...one, text: state.names?.[one.person] ?? one.person, amount: picture.isOver ? 0 : one.amount, isYou: one.person === state.you, isCaller: all.length > 1 && box?.caller === one.person,
      })),
    }
    const key = JSON.stringify(shown)
    if (key !== drawn) draw(shown)
    drawn = key
  }

  /** Six of seven boxes stay as they are when a card is dealt. */
  function draw({ canSit, marks, hands: lie, results: found, wagers, people: on }) {
    for (const [mark, is] of Object.entries(marks)) node.classList.toggle(mark, is)
    setAttribute(node, 'data-hands', lie.length)
    keyed(hands, lie, one => one.at, () => mountHand(shoe))
    keyed(results, found, result => `${result.person}${result.kind}${result.net}`, mountResult)
    keyed(areas, wagers, wager => wager.kind, wager => mountArea(wager, number, sheet, actions))
    keyed(people, on, one => one.person, mountPerson)
    if (sit.hidden === canSit) sit.hidden = !canSit
  }

  return { node, update }
}

function handName(number, at, count) {
  return `${T.box(number)}${count > 1 ? `, ${T.fields.hand.toLowerCase()} ${at + 1}` : ''}`
}

function onBox(box, sitter) {
  const stakes = (box?.stakes ?? []).map((stake, at) => ({ person: stake.person, amount: onHands(stake, box.hands.filter(Boolean), at) }))
  if (sitter && !stakes.some(one => one.person === sitter.name)) stakes.unshift({ person: sitter.name, amount: 0 })
  return stakes
}

/** What a person has on the hands of a box, with doubles and coupon; before the deal, the wager. */
function onHands(stake, hands, at) {
  const on = hands.length ? hands.reduce((sum, hand) => sum + (hand.wagers[at] ?? 0) + (hand.doubles[at] ?? 0), 0) : stake.wager
  return on + (stake.coupon ?? 0)
}

function onArea(kind, stakes, hands) {
  const undecided = hands.filter(hand => !hand.results?.length)
  const amount = (stake, at) => (kind !== 'main' ? (stake.sides[kind] ?? 0) : hands.length && !undecided.length ? 0 : onHands(stake, undecided, at))
  return stakes.map((stake, at) => ({ person: stake.person, amount: amount(stake, at) })).filter(one => one.amount)
}

function mountPerson() {
  const name = el('span', { class: 'person-name' })
  const amount = el('span', { class: 'person-amount' })
  const node = el('li', { class: 'person' }, name, amount)
  return {
    node,
    update({ text, amount: on, isYou, isCaller }) {
      setText(name, text)
      setText(amount, on ? money(on) : '')
      node.classList.toggle('is-you', isYou)
      node.classList.toggle('is-caller', isCaller)
    },
  }
}

function mountArea({ kind, title, short }, number, sheet, actions) {
  const stacks = el('span', { class: 'stacks' })
  const ready = el('span', { class: 'staged' })
  const node = el('button', { class: `area ${kind === 'main' ? 'is-main' : 'is-side'}`, type: 'button', onclick: () => actions.wager(number, kind) },
    el('span', { class: `area-short${short.length > 6 ? ' is-long' : ''}`, 'aria-hidden': 'true' }, short), stacks, ready)
  return {
    node,
    update({ lie, staged, can, you }) {
      keyed(stacks, lie, one => one.person, () => mountStack(sheet.chips))
      setAttribute(stacks, 'data-count', lie.length)
      layStack(ready, staged, sheet.chips)
      if (node.disabled === can) node.disabled = !can
      node.classList.toggle('has-staged', staged > 0)
      node.classList.toggle('has-chips', lie.length > 0 || staged > 0)
      const mine = lie.find(one => one.person === you)?.amount ?? 0
      setAttribute(node, 'aria-label', [T.wagerOn(title, number), mine ? money(mine) : '', staged ? `+ ${money(staged)}` : ''].filter(Boolean).join(', '))
    },
  }
}

function mountStack(chips) {
  const node = el('span', { class: 'stack-place' })
  return { node, update: ({ amount }) => layStack(node, amount, chips) }
}
