// A drill: hands of chosen kinds, one decision each, judged at once; what was wrong comes again.

import { el } from '../parts/dom.js'
import { money, useCurrency } from '../parts/money.js'
import { turns } from '../parts/order.js'
import { settings } from '../parts/settings.js'
import { worthLines } from '../parts/worth.js'
import { study } from '../wire/study.js'
import { mountFelt } from './felt.js'
import { mountLit } from './lit.js'
import { commandName, S } from '../study/texts.js'

const L = S.drill
const KEYS = { h: 'Draw', s: 'Stand', d: 'Double', p: 'Split', r: 'Surrender', x: 'Rescue' }
const AGAIN_AFTER = 3
/** Less than half a cent is no mistake. */
const SMALLEST = 0.5

export function mountDrill({ subject, isWanted }) {
  const felt = mountFelt()
  const lit = mountLit(subject)
  const choices = el('div', { class: 'drill-choices', role: 'group', 'aria-label': L.ask })
  const verdict = el('div', { class: 'drill-verdict', role: 'status' })
  const score = Object.fromEntries(['score', 'streak', 'cost'].map(name => [name, el('dd', {}, '–')]))
  const kinds = el('fieldset', { class: 'drill-kinds' }, el('legend', {}, L.kinds))
  const node = el('div', { class: 'drill' }, el('div', { class: 'drill-table' }, felt.node, choices, verdict),
    el('aside', { class: 'sheet drill-side' }, el('dl', { class: 'drill-score' }, ...Object.entries(score).map(([name, dd]) => el('div', {}, el('dt', {}, L[name]), dd))), lit.node, kinds, el('p', { class: 'quiet' }, L.key)))
  let waiting = []
  let again = []
  let [asked, right, streak, cost] = [0, 0, 0, 0]
  let hand = null
  let isAnswered = false
  let fetching = null
  const chosen = turns()
  let isOfChosen = chosen()
  const ask = turns()
  addEventListener('keydown', pressed)
  next()

  function wanted() {
    return [...kinds.querySelectorAll('input:checked')].map(box => box.value)
  }

  function fetchMore() {
    const isStill = isOfChosen
    fetching ??= study('drill', { ...subject, kinds: wanted(), hands: 6, seed: Math.floor(Math.random() * 2 ** 40) }, isWanted).then(found => {
      if (!found || !isStill()) return
      useCurrency(found.currency)
      lit.prepare()
      waiting.push(...found.hands)
      if (!kinds.querySelector('input')) kinds.append(...found.kinds.map(one => el('label', {}, el('input', { type: 'checkbox', value: one.kind, checked: true, onchange: choose }), one.title)))
    }).finally(() => { if (isStill()) fetching = null })
    return fetching
  }

  /** Other kinds: what was fetched, or is on its way, is not wanted any more. */
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
    for (const button of choices.children) button.disabled = true
    const found = await nextHand().catch(trouble => { if (isLast()) failed(trouble) })
    if (!found || !isLast() || !isWanted()) return
    verdict.replaceChildren()
    hand = found
    felt.update(hand)
    choices.replaceChildren(...hand.options.toSorted((a, b) => order(a) - order(b)).map(one => {
      const key = Object.keys(KEYS).find(letter => KEYS[letter] === one.command)
      return el('button', { class: 'button', type: 'button', 'data-command': one.command, onclick: () => answer(one.command) }, el('span', {}, commandName(one.command)), key ? el('kbd', { 'aria-hidden': 'true' }, key.toUpperCase()) : null)
    }))
  }

  /** One that was wrong, when its turn has come, or the next of those that were fetched. */
  async function nextHand() {
    if (again[0] && again[0].at <= asked) return again.shift().hand
    if (!waiting.length) {
      verdict.textContent = S.computing
      await fetchMore()
    }
    const found = waiting.shift()
    if (waiting.length < 3) fetchMore().catch(() => {})
    return found
  }

  function failed(trouble) {
    verdict.replaceChildren(el('p', { role: 'alert' }, trouble.message), el('button', { class: 'button', type: 'button', onclick: next }, S.tryAgain))
  }

  function answer(command) {
    const chosen = hand?.options.find(one => one.command === command)
    if (!chosen || isAnswered) return
    isAnswered = true
    const best = hand.options.reduce((a, b) => (b.cost < a.cost ? b : a))
    const isRight = chosen.cost < SMALLEST
    asked += 1
    right += isRight
    streak = isRight ? streak + 1 : 0
    cost += isRight ? 0 : chosen.cost
    if (!isRight) again.push({ at: asked + AGAIN_AFTER, hand })
    score.score.textContent = L.of(right, asked)
    score.streak.textContent = String(streak)
    score.cost.textContent = money(Math.round(cost))
    for (const button of choices.children) {
      button.classList.toggle('is-chosen', button.dataset.command === command)
      button.classList.toggle('is-right', button.dataset.command === best.command)
      button.disabled = true
    }
    const more = el('button', { class: 'button is-primary', type: 'button', onclick: next }, el('span', {}, L.next), el('kbd', { 'aria-hidden': 'true' }, '↵'))
    verdict.replaceChildren(el('p', { class: isRight ? 'sign-good drill-said' : 'sign-bad drill-said' }, isRight ? L.right : `${L.wrong(commandName(command), commandName(best.command), Math.round(chosen.cost))} ${L.again}`), lines(hand), more)
    lit.update(hand.spot)
    more.focus()
  }

  function pressed(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches?.('input, select, textarea') || !settings().keys) return
    const command = KEYS[event.key.toLowerCase()]
    if (command) answer(command)
  }

  return { node, stop: () => removeEventListener('keydown', pressed) }
}

const order = one => ['Draw', 'Stand', 'Double', 'Split', 'Surrender', 'Rescue'].indexOf(one.command)

export function lines({ options, wager }) {
  const sorted = options.toSorted((a, b) => a.cost - b.cost)
  const most = Math.max(wager, ...options.map(one => Math.abs(one.value)))
  return worthLines(sorted.map((one, at) => ({ name: commandName(one.command), value: one.value, isBest: at === 0, costText: at === 0 ? S.explorer.best : money(-Math.round(one.cost), { cents: 'always' }) })), { most, valueText: value => `${value > 0 ? '+' : ''}${money(Math.round(value), { cents: 'always' })}` })
}
