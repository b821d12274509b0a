// A drill: hands of chosen kinds, one decision each, judged immediately; mistakes come again.

import { el } from '../parts/dom.js'
import { money, useCurrency } from '../parts/money.js'
import { turns } from '../parts/order.js'
import { settings } from '../parts/settings.js'
import { worthLines } from '../parts/worth.js'
import { study } from '../wire/study_answers.js'
import { mountFelt } from './lesson_felt.js'
import { mountLit } from './lit.js'
import { noteError, weighted } from './own_errors.js'
import { commandName } from '../parts/numbers.js'
import { ROOM } from '../parts/rooms/room_texts.js'
import { DRILL } from './texts.js'

const L = DRILL
/** @type {Record<string, string>} */
const KEYS = { h: 'Draw', s: 'Stand', d: 'Double', p: 'Split', r: 'Surrender', x: 'Rescue' }
const AGAIN_AFTER = 3
/** Anything under half a cent does not count as a mistake. */
const SMALLEST = 0.5

export function mountDrill(/** @type {Page.Study} */ { subject, isWanted }) {
  const felt = mountFelt()
  const lit = mountLit(subject)
  const choices = el('div', { class: 'drill-choices', role: 'group', 'aria-label': L.ask })
  const verdict = el('div', { class: 'drill-verdict', role: 'status' })
  const score = { score: el('dd', {}, '–'), streak: el('dd', {}, '–'), cost: el('dd', {}, '–') }
  const tally = [
    [L.score, score.score],
    [L.streak, score.streak],
    [L.cost, score.cost],
  ]
  const kinds = el('fieldset', { class: 'drill-kinds' }, el('legend', {}, L.kinds))
  const node = el(
    'div',
    { class: 'drill' },
    el('div', { class: 'drill-table' }, felt.node, choices, verdict),
    el(
      'aside',
      { class: 'sheet drill-side' },
      el('dl', { class: 'drill-score' }, ...tally.map(([name, shown]) => el('div', {}, el('dt', {}, name), shown))),
      lit.node,
      kinds,
      el('p', { class: 'quiet' }, L.key),
    ),
  )
  /** @type {Wire.DrillHand[]} */
  let waiting = []
  /** @type {{ at: number, hand: Wire.DrillHand }[]} */
  let again = []
  let [asked, right, streak, cost] = [0, 0, 0, 0]
  /** @type {Wire.DrillHand | null} */
  let hand = null
  let isAnswered = false
  /** @type {Promise<void> | null} */
  let fetching = null
  const chosen = turns()
  let isOfChosen = chosen()
  const ask = turns()
  addEventListener('keydown', pressed)
  next()

  function buttons() {
    return choices.querySelectorAll('button')
  }

  function wanted() {
    return [...kinds.querySelectorAll('input')].filter(box => box.checked).map(box => box.value)
  }

  function fetchMore() {
    const isStill = isOfChosen
    fetching ??= study(
      'drill',
      { ...subject, kinds: weighted(wanted()), hands: 6, seed: Math.floor(Math.random() * 2 ** 40) },
      isWanted,
    )
      .then(found => {
        if (!found || !isStill()) return
        useCurrency(found.currency)
        lit.prepare()
        waiting.push(...found.hands)
        if (!kinds.querySelector('input'))
          kinds.append(
            ...found.kinds.map(one =>
              el(
                'label',
                {},
                el('input', { type: 'checkbox', value: one.kind, checked: true, onchange: choose }),
                one.title,
              ),
            ),
          )
      })
      .finally(() => {
        if (isStill()) fetching = null
      })
    return fetching
  }

  /** The kinds have changed: hands that were fetched, or are being fetched, are dropped. */
  function choose() {
    waiting = []
    again = []
    fetching = null
    isOfChosen = chosen()
    if (!hand) next()
  }

  async function next() {
    const isLast = ask()
    verdict.replaceChildren()
    lit.update(null)
    isAnswered = false
    hand = null
    for (const button of buttons()) button.disabled = true
    const found = await nextHand().catch(trouble => {
      if (isLast()) failed(trouble)
    })
    if (!found || !isLast() || !isWanted()) return
    verdict.replaceChildren()
    hand = found
    felt.update(hand)
    choices.replaceChildren(
      ...hand.options.toSorted(inOrder).map(one => {
        const key = Object.keys(KEYS).find(letter => KEYS[letter] === one.command)
        return el(
          'button',
          { class: 'button', type: 'button', 'data-command': one.command, onclick: () => answer(one.command) },
          el('span', {}, commandName(one.command)),
          key ? el('kbd', { 'aria-hidden': 'true' }, key.toUpperCase()) : null,
        )
      }),
    )
  }

  /** A hand that was answered wrongly, when it is due again, or the next one fetched. */
  async function nextHand() {
    if (again[0] && again[0].at <= asked) return again.shift()?.hand
    if (!waiting.length) {
      verdict.textContent = ROOM.computing
      await fetchMore()
    }
    const found = waiting.shift()
    if (waiting.length < 3) fetchMore().catch(() => {})
    return found
  }

  /** @param {Error} trouble */
  function failed(trouble) {
    verdict.replaceChildren(
      el('p', { role: 'alert' }, trouble.message),
      el('button', { class: 'button', type: 'button', onclick: next }, ROOM.tryAgain),
    )
  }

  /** @param {string} command */
  function answer(command) {
    const chosen = hand?.options.find(one => one.command === command)
    if (!hand || !chosen || isAnswered) return
    isAnswered = true
    const best = hand.options.reduce((a, b) => (b.cost < a.cost ? b : a))
    const isRight = chosen.cost < SMALLEST
    asked += 1
    right += isRight ? 1 : 0
    streak = isRight ? streak + 1 : 0
    cost += isRight ? 0 : chosen.cost
    noteError(hand.kind, isRight ? 0 : chosen.cost / Math.max(1, hand.wager))
    if (!isRight) again.push({ at: asked + AGAIN_AFTER, hand })
    score.score.textContent = L.of(right, asked)
    score.streak.textContent = String(streak)
    score.cost.textContent = money(Math.round(cost))
    for (const button of buttons()) {
      button.classList.toggle('is-chosen', button.dataset.command === command)
      button.classList.toggle('is-right', button.dataset.command === best.command)
      button.disabled = true
    }
    const more = el(
      'button',
      { class: 'button is-primary', type: 'button', onclick: next },
      el('span', {}, L.next),
      el('kbd', { 'aria-hidden': 'true' }, '↵'),
    )
    verdict.replaceChildren(
      el(
        'p',
        { class: isRight ? 'sign-good drill-said' : 'sign-bad drill-said' },
        isRight
          ? L.right
          : `${L.wrong(commandName(command), commandName(best.command), Math.round(chosen.cost))} ${L.again}`,
      ),
      lines(hand),
      more,
    )
    lit.update(hand.spot)
    more.focus()
  }

  /** @param {KeyboardEvent} event */
  function pressed(event) {
    if (
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      /** @type {Element} */ (event.target).matches?.('input, select, textarea') ||
      !settings().keys
    )
      return
    const command = KEYS[event.key.toLowerCase()]
    if (command) answer(command)
  }

  return { node, stop: () => removeEventListener('keydown', pressed) }
}

const order = (/** @type {Wire.Priced} */ one) =>
  ['Draw', 'Stand', 'Double', 'Split', 'Surrender', 'Rescue'].indexOf(one.command)

/** Decisions as a player names them, so that their order gives no answer away. */
export const inOrder = (/** @type {Wire.Priced} */ one, /** @type {Wire.Priced} */ other) => order(one) - order(other)

export function lines(/** @type {{ options: Wire.Priced[], wager: number }} */ { options, wager }) {
  const sorted = options.toSorted((a, b) => a.cost - b.cost)
  const most = Math.max(wager, ...options.map(one => Math.abs(one.value)))
  return worthLines(
    sorted.map((one, at) => ({
      name: commandName(one.command),
      value: one.value,
      isBest: at === 0,
      costText: at === 0 ? ROOM.best : money(-Math.round(one.cost), { cents: 'always' }),
    })),
    { most, valueText: value => `${value > 0 ? '+' : ''}${money(Math.round(value), { cents: 'always' })}` },
  )
}
