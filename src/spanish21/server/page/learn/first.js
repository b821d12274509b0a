// The first hand: a minute of questions about the differences from blackjack, each with a round that the server plays
// to the end. Features that a book lacks are left out.

import { el, setAttribute, setText } from '../parts/dom.js'
import { useCurrency } from '../parts/money.js'
import { turns } from '../parts/order.js'
import { ROOM } from '../parts/rooms/room_texts.js'
import { pictureOf, shownOf, stepped } from '../table/showing.js'
import { get, post } from '../wire/http.js'
import { mountFelt } from './lesson_felt.js'
import { FIRST } from './texts.js'

const NAME = 'Alex'
const DECIDES = new Set(['CardAsked', 'DoubleMade', 'HandSurrendered'])
const UNTIL = new Set(['HoleCardTurned', 'HandRemoved', 'CardsCollected'])

/**
 * A round of a lesson: the player's two cards, the dealer's, later cards, texts; `isPlayed` where the dealer
 *   then plays.
 * @typedef {{ own: [string, string], up: string, hole: string, drawn?: string[], says?: string[], isPlayed?: boolean,
 *   after?: string[], may?: (settings: Record<string, any>) => boolean }} Lesson
 */
/** @type {Record<string, Lesson>} */
const LESSONS = {
  tens: { own: ['6s', '7s'], up: '9d', hole: 'Kc', drawn: ['8s'], says: ['draws'] },
  always: { own: ['Js', '6h'], up: '9c', hole: 'Kd', drawn: ['5d'], says: ['draws'] },
  blackjack: { own: ['As', 'Ks'], up: 'Kd', hole: 'Ah' },
  bonus: { own: ['7h', '7c'], up: '8d', hole: 'Qc', drawn: ['7d'], says: ['draws'] },
  surrender: {
    own: ['9s', '7d'],
    up: 'Kd',
    hole: '8c',
    says: ['surrenders'],
    isPlayed: true,
    may: settings => settings.may_surrender,
  },
  rescue: {
    own: ['5s', '6d'],
    up: 'Kd',
    hole: '9c',
    drawn: ['2c'],
    says: ['doubles 10.00', 'rescues'],
    isPlayed: true,
    may: settings => settings.may_rescue,
  },
  redouble: {
    own: ['5s', '6d'],
    up: '6h',
    hole: 'Kc',
    drawn: ['2c', '5h'],
    says: ['doubles 10.00', 'doubles 20.00', 'stands'],
    isPlayed: true,
    after: ['9d'],
    may: settings => settings.most_doubles > 1,
  },
}

/** A lesson's round in the notation of rounds. */
function roundOf(/** @type {string} */ book, /** @type {Lesson} */ lesson, /** @type {boolean} */ hasHole) {
  const { own, up, hole, drawn = [], says = [], isPlayed = false, after = [] } = lesson
  const cards = hasHole
    ? [own[0], up, own[1], hole, ...drawn, ...after]
    : [own[0], up, own[1], ...drawn, ...(isPlayed ? [hole, ...after] : [])]
  const lines = [`book ${book}`, `sit ${NAME} 1 500.00`, `bet ${NAME} 1 10.00`, `cards ${cards.join(' ')}`]
  return `${[...lines, ...says.map(one => `${NAME} ${one}`)].join('\n')}\n`
}

export function mountFirst(/** @type {Page.Study} */ { book, isWanted }) {
  const felt = mountFelt()
  const where = el('p', { class: 'quiet' })
  const title = el('h2', { class: 'first-title', tabindex: -1 })
  const asks = el('p', { class: 'first-asks' })
  const choices = el('div', { class: 'row first-choices' })
  const said = el('div', { class: 'first-said', role: 'status' })
  const dots = el('ol', { class: 'first-dots', 'aria-hidden': 'true' })
  const node = el(
    'div',
    { class: 'example first' },
    el('div', { class: 'example-main' }, felt.node),
    el(
      'aside',
      { class: 'sheet first-side' },
      where,
      dots,
      title,
      asks,
      choices,
      said,
      el('a', { class: 'first-skip', href: '#/' }, FIRST.skip),
    ),
  )
  /** @type {string[]} */
  let names = []
  let hasHole = true
  const ask = turns()
  setText(asks, ROOM.computing)
  begin()

  async function begin() {
    try {
      const { settings, title: bookTitle } = await get(`/books/${encodeURIComponent(book)}`)
      if (!isWanted()) return
      hasHole = Boolean(settings.hole_card)
      names = Object.keys(LESSONS).filter(name => LESSONS[name].may?.(settings) ?? true)
      dots.replaceChildren(...[...names, ''].map(() => el('li', {})))
      node.dataset.book = bookTitle
      differences = FIRST.differences(/** @type {any} */ (settings))
      show(0)
    } catch (trouble) {
      setText(asks, trouble.message)
    }
  }

  /** @type {string[]} */
  let differences = []

  /** @param {number} at */
  async function show(at) {
    const isLast = ask()
    const name = names[at]
    said.replaceChildren()
    ;[...dots.children].forEach((dot, one) =>
      setAttribute(dot, 'class', one < at ? 'is-over' : one === at ? 'is-now' : null),
    )
    setText(where, FIRST.of(at + 1, names.length + 1))
    if (!name) return finish()
    const texts = FIRST.lessons[name]
    setText(title, texts.title)
    setText(asks, texts.asks)
    choices.replaceChildren()
    try {
      const found = await post('/rounds/replay', { text: roundOf(book, LESSONS[name], hasHole) })
      if (!isLast() || !isWanted()) return undefined
      useCurrency(found.sheet.currency)
      const { before, after, result } = momentsOf(found)
      felt.update(before)
      choices.replaceChildren(
        ...texts.choices.map((text, one) =>
          el('button', { class: 'button', type: 'button', onclick: () => answer(at, one, after, result) }, text),
        ),
      )
      if (at) title.focus()
    } catch (trouble) {
      if (isLast()) setText(asks, trouble.message)
    }
    return undefined
  }

  /**
   * @param {number} at
   * @param {number} chosen
   * @param {Laid} after
   * @param {Wire.Step | null} result
   */
  function answer(at, chosen, after, result) {
    const texts = FIRST.lessons[names[at]]
    const isRight = chosen === texts.right
    ;[...choices.children].forEach((button, one) => {
      button.classList.toggle('is-right', one === texts.right)
      button.classList.toggle('is-chosen', one === chosen)
      setAttribute(button, 'disabled', true)
    })
    felt.update(after)
    const clause = result?.clauses[0] ?? ''
    const next = el('button', { class: 'button is-primary', type: 'button', onclick: () => show(at + 1) }, FIRST.next)
    said.replaceChildren(
      el('p', { class: isRight ? 'sign-good drill-said' : 'sign-bad drill-said' }, isRight ? FIRST.right : FIRST.wrong),
      el('p', {}, texts.after),
      el(
        'p',
        { class: 'quiet' },
        result?.text ?? '',
        ' ',
        el('span', { class: 'cite' }, clause.slice(clause.indexOf(' ') + 1)),
      ),
      next,
    )
    next.focus()
  }

  function finish() {
    setText(title, FIRST.overTitle)
    setText(asks, FIRST.overText(node.dataset.book ?? book))
    choices.replaceChildren()
    said.replaceChildren(
      el('ul', { class: 'first-differences' }, ...differences.map(text => el('li', {}, text))),
      el(
        'div',
        { class: 'row' },
        el('a', { class: 'button is-primary', href: '#/' }, FIRST.toTables),
        el('a', { class: 'button', href: `#/learn/${encodeURIComponent(book)}/drill` }, FIRST.toDrill),
      ),
    )
    title.focus()
  }

  return { node }
}

/** @typedef {Parameters<ReturnType<typeof mountFelt>['update']>[0]} Laid */

/** The felt before the decision and at the end, and the step that settles the hand. */
function momentsOf(/** @type {Wire.Replayed} */ { view, steps, names }) {
  const state = { seq: 0, legal: [], waits_for: [], clock: null, stopped: '', you: '', names, view }
  /** @type {Page.Shown} */
  let shown = shownOf({ ...state, shoe: { number: 0, commitment: '', wheels: '' } })
  /** @type {Laid | null} */
  let before = null
  let last = laid(shown)
  for (const step of steps) {
    if (DECIDES.has(step.event.type) || UNTIL.has(step.event.type)) before ??= laid(shown)
    shown = stepped(shown, step)
    if (shown.state.view.boxes.some(box => box.hands.length)) last = laid(shown)
  }
  const result = steps.find(step => step.event.type === 'WagerSettled') ?? null
  return { before: before ?? last, after: last, result }
}

/** @returns {Laid} */
function laid(/** @type {Page.Shown} */ shown) {
  const { dealer, dealer_total, boxes } = pictureOf(shown)
  const [box] = boxes
  return { dealer, dealer_total, hands: box?.hands ?? [], turn: 0, wager: box?.stakes[0]?.wager ?? 0 }
}
