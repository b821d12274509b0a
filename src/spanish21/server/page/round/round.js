// A round from its notation alone: pasted or typed, replayed step by step, and shared as a link that contains it.

import { el, setText } from '../parts/dom.js'
import { mountHead } from '../parts/rooms/head.js'
import { useCurrency } from '../parts/money.js'
import { once, turns } from '../parts/order.js'
import { mountFelt } from '../table/felt/felt.js'
import { mountReplay } from '../table/panel/replay.js'
import { post } from '../wire/http.js'
import { T } from '../texts.js'
import { addressOf, R, textOf } from './texts.js'

/** @param {HTMLElement} root */
export function mount(root) {
  document.title = `${R.title} · ${T.title}`
  const text = el('textarea', { rows: 9, spellcheck: 'false', autocomplete: 'off', maxlength: 8000 })
  const problem = el('p', { class: 'form-problem', role: 'alert' })
  const place = el('div', { class: 'round-place' })
  const form = el(
    'form',
    { class: 'paper round-form', novalidate: true, onsubmit: once(typed) },
    el('label', { class: 'field' }, el('span', {}, R.text), text),
    problem,
    el(
      'div',
      { class: 'row' },
      el('button', { class: 'button is-primary', type: 'submit' }, R.show),
      el(
        'button',
        {
          class: 'button',
          type: 'button',
          onclick: () => {
            text.value = R.example
          },
        },
        R.exampleButton,
      ),
    ),
  )
  root.append(
    mountHead('round').node,
    el(
      'div',
      { class: 'house round' },
      el('div', { class: 'house-head' }, el('h1', {}, R.title), el('p', { class: 'quiet' }, R.intro)),
      place,
      form,
    ),
  )
  const turn = turns()
  /** @type {ReturnType<typeof mountReplay> | null} */
  let shown = null
  let now = ''
  moved()

  /** The address after #/round/ is the round itself. */
  function moved() {
    const told = textOf(location.hash.split('/')[2] ?? '')
    if (!told || told === now) return undefined
    text.value = told
    return show(told)
  }

  function typed() {
    const told = text.value.trim()
    if (!told) return setText(problem, R.empty)
    history.replaceState(null, '', addressOf(told))
    return show(told)
  }

  /** @param {string} told */
  async function show(told) {
    const isLast = turn()
    now = told
    setText(problem, '')
    try {
      const found = await post('/rounds/replay', { text: told })
      if (isLast()) draw(found)
    } catch (trouble) {
      if (isLast()) setText(problem, trouble.message)
    }
  }

  function draw(/** @type {Wire.Replayed} */ { sheet, view, steps, names }) {
    useCurrency(sheet.currency)
    shown?.close()
    const state = { you: '', names }
    const felt = mountFelt(sheet, { sit() {}, wager() {} })
    shown = mountReplay(
      sheet,
      (/** @type {any} */ picture) =>
        picture &&
        felt.update({
          state,
          picture,
          isIn: false,
          staged: new Map(),
          canWager: () => false,
          canSit: () => false,
        }),
    )
    place.replaceChildren(el('div', { class: 'felt-place' }, felt.node), el('div', { class: 'bar' }, shown.node))
    shown.begin({ view, steps }, state, sheet.title)
  }

  return { moved, stop: () => shown?.close() }
}
