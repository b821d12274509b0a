// A lesson under way: the felt without totals, what happened, the question, and what came of the last answer.

import { el, setText } from '../parts/dom.js'
import { useCurrency } from '../parts/money.js'
import { mountFelt } from '../table/felt/felt.js'
import { post } from '../wire/http.js'
import { note } from './progress.js'
import { mountScore } from './score.js'
import { S } from './texts.js'

const LETTERS = 'abcdefgh'

/**
 * `leave()` goes back to the choice of a lesson.
 * @param {Wire.LessonShown} first
 * @param {() => void} leave
 */
export function mountLesson(first, leave) {
  const path = /** @type {const} */ (`/lessons/${encodeURIComponent(first.lesson)}`)
  useCurrency(first.sheet.currency)
  const felt = mountFelt(first.sheet, { sit() {}, wager() {} }, { isTurned: true })
  const number = el('span', { class: 'due-kicker' })
  const tally = el('span', { class: 'quiet' })
  const verdict = el('div', { class: 'lesson-verdict', 'aria-live': 'polite' })
  const told = el('p', { class: 'lesson-told quiet' })
  const asks = el('h2', { class: 'lesson-asks', tabindex: -1 })
  const options = el('div', { class: 'lesson-options' })
  const input = el('input', { type: 'text', autocomplete: 'off', inputmode: 'text' })
  const help = el('small', {})
  const typed = el(
    'form',
    {
      class: 'row lesson-typed',
      novalidate: true,
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault()
        if (input.value.trim()) answer(input.value)
      },
    },
    el('label', { class: 'field' }, el('span', {}, S.answer), input, help),
    el('button', { class: 'button is-primary', type: 'submit' }, S.send),
  )
  const says = el('p', { class: 'says', role: 'status' })
  const hint = el('button', { class: 'button', type: 'button', onclick: ask }, S.hint)
  const node = el(
    'div',
    { class: 'lesson' },
    el(
      'section',
      { class: 'paper lesson-card' },
      el(
        'div',
        { class: 'row lesson-line' },
        number,
        tally,
        el('button', { class: 'button is-small', type: 'button', onclick: end }, S.end),
      ),
      verdict,
      told,
      asks,
      options,
      typed,
      says,
      el('div', { class: 'row' }, hint),
    ),
    el('div', { class: 'felt-place lesson-felt' }, felt.node),
  )
  /** @type {Wire.LessonState} */
  let state = first
  let isBusy = false
  addEventListener('keydown', key)
  draw(first)

  /** @param {Wire.LessonState} next */
  function draw(next) {
    state = next
    note(first.sheet.book, first.lesson, next.learned)
    const question = state.question
    if (state.is_over || !question) return finish()
    setText(number, S.question(state.number, state.of))
    setText(tally, S.score(state.score.right, state.score.asked))
    setText(told, state.told.join(' '))
    told.hidden = !state.told.length
    setText(asks, question.asks)
    options.replaceChildren(
      ...question.options.map((option, at) =>
        el(
          'button',
          { class: 'lesson-option', type: 'button', onclick: () => answer(LETTERS[at]) },
          el('kbd', { 'aria-hidden': 'true' }, LETTERS[at].toUpperCase()),
          el('span', {}, option),
        ),
      ),
    )
    typed.hidden = question.options.length > 0
    input.value = ''
    setText(help, S.answers[question.kind] ?? '')
    hint.hidden = state.is_exam
    say('', '')
    const picture = withoutTotals(state.view)
    felt.update({
      state: { you: '', names: {} },
      picture,
      isIn: false,
      staged: new Map(),
      canWager: () => false,
      canSit: () => false,
    })
    return undefined
  }

  /** @param {string} text */
  async function answer(text) {
    if (isBusy) return
    isBusy = true
    node.setAttribute('aria-busy', 'true')
    try {
      const next = await post(`${path}/answer`, { answer: text })
      judge(next.mark)
      draw(next)
      focus()
    } catch (trouble) {
      say(trouble.message, 'bad')
    }
    isBusy = false
    node.removeAttribute('aria-busy')
  }

  /** @param {Wire.Judged | null} mark */
  function judge(mark) {
    verdict.dataset.kind = mark ? (mark.is_right ? 'good' : 'bad') : ''
    if (!mark) return verdict.replaceChildren()
    return verdict.replaceChildren(
      ...(mark.is_right
        ? [el('b', {}, S.right)]
        : [
            el('p', {}, el('b', {}, `${S.wrong} `), mark.explains),
            el('p', { class: 'quiet' }, mark.floor),
            el('ul', { class: 'lesson-clauses' }, ...mark.clauses.map(text => el('li', {}, text))),
          ]),
    )
  }

  async function ask() {
    const { number: asked } = state
    const found = await post(`${path}/hint`).catch(trouble => ({ hint: trouble.message }))
    if (asked === state.number) say(found.hint, '')
  }

  function end() {
    state.score.asked ? finish() : leave()
  }

  function finish() {
    removeEventListener('keydown', key)
    node.replaceChildren(mountScore(first, state, leave).node)
  }

  /**
   * @param {string} text
   * @param {string} kind
   */
  function say(text, kind) {
    says.dataset.kind = kind
    setText(says, text)
  }

  function focus() {
    if (state.is_over) return
    if (typed.hidden) asks.focus({ preventScroll: true })
    else input.focus({ preventScroll: true })
  }

  /** @param {KeyboardEvent} event */
  function key(event) {
    if (
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      /** @type {Element} */ (event.target).closest('input, select, textarea')
    )
      return
    const at = LETTERS.indexOf(event.key.toLowerCase())
    const chosen = at >= 0 ? at : Number(event.key) - 1
    if (event.key.length === 1 && state.question?.options[chosen]) answer(LETTERS[chosen])
  }

  return { node, focus, stop: () => removeEventListener('keydown', key) }
}

/**
 * To call the totals is the dealer's: the felt does not show them.
 * @param {Wire.View} view
 */
function withoutTotals(view) {
  const boxes = view.boxes.map(box => ({ ...box, hands: box.hands.map(hand => ({ ...hand, total: 0 })) }))
  return { ...view, boxes, dealer_total: 0, isOver: false, wheel: null }
}
