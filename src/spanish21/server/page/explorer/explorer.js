// The explorer: any cards laid by hand, and what every choice is worth with the cards that are left.

import { el } from '../parts/dom.js'
import { money, useCurrency } from '../parts/money.js'
import { mountRoom, placeIn } from '../parts/rooms/room.js'
import { worthLines } from '../parts/worth.js'
import { get } from '../wire/http.js'
import { OWN, study, subjectOf } from '../wire/study_answers.js'
import { mountPicker } from './picker.js'
import { mountPlace } from './place.js'
import { commandName, signedNumber } from '../parts/numbers.js'
import { L } from './texts.js'

const PAUSE = 120

/** @param {HTMLElement} root */
export function mount(root) {
  const room = mountRoom('explorer', L, {
    onBook: book => {
      location.hash = hashOf(book)
    },
  })
  /** @type {Record<'hand' | 'up' | 'seen', ReturnType<typeof mountPlace>>} */
  const places = {
    hand: mountPlace('hand', L.hand, L.handHelp, aim, changed),
    up: mountPlace('up', L.up, L.upHelp, aim, changed, 1),
    seen: mountPlace('seen', L.seen, L.seenHelp, aim, changed),
  }
  const picker = mountPicker(card => {
    places[aimed].lay(card)
    if (aimed === 'up') aim('hand')
  })
  const doubled = el('select', { onchange: changed })
  const doubledField = el(
    'label',
    { class: 'field explorer-doubled', hidden: true },
    el('span', {}, L.doubled),
    doubled,
  )
  const split = el('input', { type: 'checkbox', onchange: changed })
  const splitField = el(
    'label',
    { class: 'field is-check explorer-split', hidden: true },
    split,
    el('span', {}, L.split),
  )
  const answer = el('section', { class: 'sheet explorer-answer', 'aria-live': 'polite' })
  const random = el('button', { class: 'button', type: 'button', disabled: true, onclick: atRandom }, L.random)
  const tools = el(
    'div',
    { class: 'explorer-tools' },
    random,
    el('button', { class: 'button', type: 'button', onclick: clear }, L.clear),
  )
  room.body.append(
    el(
      'div',
      { class: 'explorer-grid' },
      el('div', { class: 'explorer-felt' }, places.up.node, places.hand.node, splitField, doubledField),
      answer,
      el(
        'div',
        { class: 'sheet explorer-cards' },
        el('div', { class: 'explorer-cards-head' }, el('h2', {}, L.pick), tools),
        picker.node,
      ),
      places.seen.node,
    ),
  )
  root.append(room.node)
  /** @type {keyof typeof places} */
  let aimed = 'hand'
  let turn = 0
  let arrival = 0
  let arrived = 0
  let timer = 0
  let book = ''
  /** @type {string[]} */
  let deck = []
  moved()
  aim('hand')

  /** @param {string} name */
  function hashOf(name) {
    const tail = [places.hand, places.up, places.seen].map(one => one.cards.join('')).join('/')
    const times = Number(doubled.value)
    const doubles = times || split.checked ? `/${times}` : ''
    return `#/explorer/${encodeURIComponent(name)}/${tail}${doubles}${split.checked ? '/split' : ''}`
  }

  // The cards of the address are laid immediately; cards laid or typed while the book loads stay.
  async function moved() {
    const [wanted = '', hand = '', up = '', seen = '', times = '0', how = ''] = placeIn('explorer')
    const mine = ++arrival
    book = wanted
    places.hand.update(hand.match(/../g) ?? [])
    places.up.update(up.match(/../g) ?? [])
    places.seen.update(seen.match(/../g) ?? [])
    split.checked = how === 'split'
    showDoubled(Number(times))
    try {
      const known = await room.book(wanted)
      if (mine !== arrival) return
      book = known
      const found = await get(`/books/${encodeURIComponent(book === OWN ? bookOfOwn() : book)}`)
      if (mine !== arrival) return
      deck = found.cards
      random.disabled = false
      useCurrency(found.currency)
      picker.update({ deck })
    } catch (trouble) {
      if (mine === arrival) answer.replaceChildren(el('p', { role: 'alert' }, trouble.message))
      return
    }
    arrived = mine
    ask()
  }

  function bookOfOwn() {
    return /^\s*book\s*=\s*"([\w-]+)"/m.exec(subjectOf(OWN).submission ?? '')?.[1] ?? ''
  }

  /** @param {'hand' | 'up' | 'seen'} name */
  function aim(name) {
    aimed = name
    for (const [one, place] of Object.entries(places)) place.node.classList.toggle('is-aimed', one === name)
    picker.update({ where: places[name].title })
  }

  function showDoubled(wanted = Number(doubled.value)) {
    const most = Math.max(0, places.hand.cards.length - 2)
    doubled.replaceChildren(
      ...Array.from({ length: most + 1 }, (_, at) => el('option', { value: at, selected: at === wanted }, String(at))),
    )
    doubledField.hidden = most === 0
    splitField.hidden = places.hand.cards.length < 2
  }

  function changed() {
    showDoubled()
    history.replaceState(null, '', hashOf(book))
    clearTimeout(timer)
    timer = setTimeout(ask, PAUSE)
  }

  function clear() {
    for (const place of Object.values(places)) place.update([])
    split.checked = false
    aim('hand')
    changed()
  }

  function atRandom() {
    const drawn = Array.from({ length: 3 }, () => deck[Math.floor(Math.random() * deck.length)])
    places.hand.update(drawn.slice(0, 2))
    places.up.update([drawn[2]])
    doubled.value = '0'
    split.checked = false
    changed()
  }

  async function ask() {
    if (arrived !== arrival) return
    const mine = ++turn
    const [hand, up, seen] = [places.hand.cards, places.up.cards, places.seen.cards]
    if (hand.length < 2 || up.length < 1) {
      answer.replaceChildren(el('p', { class: 'quiet' }, L.empty))
      return
    }
    try {
      const found = await study(
        'hand',
        {
          ...subjectOf(book),
          hand: hand.join(' '),
          up: up.join(' '),
          seen: seen.join(' '),
          doubled: Number(doubled.value),
          split: split.checked,
        },
        () => mine === turn,
      )
      if (found) show(found)
    } catch (trouble) {
      if (mine === turn) answer.replaceChildren(el('p', { class: 'form-problem', role: 'alert' }, trouble.message))
    }
  }

  /** @param {Wire.LaidOut} found */
  function show(found) {
    places.hand.say(L.total(found.hand.total, found.hand.soft))
    const nothing =
      found.hand.total > 21
        ? L.bust(found.hand.total)
        : found.hand.total === 21 && found.hand.cards.length === 2 && !split.checked
          ? L.blackjack
          : L.nothing
    answer.replaceChildren(
      el('h2', {}, L.decision),
      found.options.length ? lines(found.options) : el('p', {}, nothing),
      ...(found.insurance.length
        ? [el('h3', {}, L.insurance), lines(found.insurance), el('p', { class: 'quiet' }, L.insuranceHelp)]
        : []),
      el('p', { class: 'quiet' }, `${L.values(found.wager)} · ${L.left(found.unseen)}`),
    )
  }

  return {
    moved,
    stop: () => {
      turn += 1
      arrival += 1
      clearTimeout(timer)
    },
  }
}

/** @param {Wire.PricedHand[]} options */
function lines(options) {
  const most = Math.max(1, ...options.map(one => Math.abs(one.value ?? 0)))
  return worthLines(
    options.map((one, at) => ({
      name: commandName(one.command),
      value: one.value,
      isBest: at === 0 && one.cost !== null,
      note: one.note,
      costText: one.cost === null ? '' : at === 0 ? L.best : money(-Math.round(one.cost), { cents: 'always' }),
    })),
    { most, valueText: value => signedNumber(value, 5), noteOf: one => one.note },
  )
}
