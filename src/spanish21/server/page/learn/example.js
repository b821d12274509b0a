// How to play: a round that the server has dealt and played at its best, step by step, with words and clauses.

import { el } from '../parts/dom.js'
import { useCurrency } from '../parts/money.js'
import { turns } from '../parts/order.js'
import { get } from '../wire/http.js'
import { study } from '../wire/study_answers.js'
import { inOrder, lines } from './drill.js'
import { mountFelt } from './lesson_felt.js'
import { commandName } from '../parts/numbers.js'
import { ROOM } from '../parts/rooms/room_texts.js'
import { HOW } from './texts.js'

const L = HOW

export function mountExample(/** @type {Page.Study} */ { subject, isWanted }) {
  const felt = mountFelt()
  const story = el('ol', { class: 'lesson-story' })
  const decide = el('div', { class: 'lesson-decide' })
  const said = el('p', { class: 'lesson-said', role: 'status' })
  const count = el('span', { class: 'quiet' })
  const back = el('button', { class: 'button', type: 'button', onclick: () => go(at - 1) }, L.back)
  const next = el('button', { class: 'button is-primary', type: 'button', onclick: () => go(at + 1) }, L.next)
  const kind = el('select', { onchange: another }, el('option', { value: '' }, L.kinds['']))
  const rules = el('section', { class: 'sheet lesson-rules' })
  const node = el(
    'div',
    { class: 'example' },
    el(
      'div',
      { class: 'example-main' },
      el('div', { class: 'example-felt' }, felt.node),
      el('div', { class: 'lesson-line' }, back, count, next),
      said,
      decide,
    ),
    el(
      'aside',
      { class: 'example-side' },
      el(
        'section',
        { class: 'sheet' },
        el('h2', {}, L.lesson),
        el(
          'div',
          { class: 'lesson-choose' },
          el('label', { class: 'field' }, el('span', {}, L.choose), kind),
          el('button', { class: 'button', type: 'button', onclick: another }, L.another),
        ),
        story,
      ),
      rules,
    ),
  )
  /** @type {Wire.ExampleStep[]} */
  let steps = []
  let at = 0
  let furthest = 0
  const ask = turns()
  another()
  study('drill', { ...subject, hands: 1 }, isWanted)
    .then(found => found && kind.append(...found.kinds.map(one => el('option', { value: one.kind }, one.title))))
    .catch(() => {})
  inscriptions()

  async function inscriptions() {
    const name = subject.book ?? /^\s*book\s*=\s*"([\w-]+)"/m.exec(subject.submission ?? '')?.[1]
    try {
      const book = await get(`/books/${encodeURIComponent(name ?? '')}`)
      rules.replaceChildren(
        el('h2', {}, L.inscriptions),
        el(
          'ul',
          { class: 'lesson-inscriptions' },
          ...[...new Set([...book.inscriptions, ...book.signs])].map(text => el('li', {}, text)),
        ),
      )
    } catch {
      /* the lesson continues without it */
    }
  }

  async function another() {
    const isLast = ask()
    clear()
    said.textContent = ROOM.computing
    try {
      const found = await study(
        'example',
        { ...subject, kind: kind.value, seed: Math.floor(Math.random() * 2 ** 40) },
        () => isWanted() && isLast(),
      )
      if (!found) return
      useCurrency(found.currency)
      steps = found.steps
      story.replaceChildren(
        ...steps.map((step, one) =>
          el(
            'li',
            {},
            el('button', { class: 'lesson-step', type: 'button', onclick: () => go(one) }, step.text || L.decide),
            ...step.clauses
              .slice(0, 1)
              .map(clause => el('span', { class: 'cite' }, clause.slice(clause.indexOf(' ') + 1))),
          ),
        ),
      )
      go(0)
    } catch (trouble) {
      if (isLast()) said.textContent = trouble.message
    }
  }

  /** Nothing can be stepped through while the next example is on its way. */
  function clear() {
    steps = []
    furthest = 0
    back.disabled = next.disabled = true
    count.textContent = ''
    story.replaceChildren()
    decide.replaceChildren()
  }

  /** @param {number} to */
  function go(to) {
    at = Math.max(0, Math.min(steps.length - 1, to))
    const step = steps[at]
    if (!step) return
    felt.update(step)
    count.textContent = L.of(at + 1, steps.length)
    back.disabled = at === 0
    next.disabled = at === steps.length - 1
    said.textContent = step.text || L.decide
    decide.replaceChildren(...(step.options.length ? [asked(step)] : []))
    furthest = Math.max(furthest, at)
    ;[...story.children].forEach((line, one) => {
      line.firstElementChild?.toggleAttribute('aria-current', one === at)
      // What comes after a decision would give the answer away.
      line.toggleAttribute('hidden', one > furthest)
    })
  }

  /**
   * The question comes before its answer: a choice, or to be shown.
   * @param {Wire.ExampleStep} step
   */
  function asked(step) {
    return el(
      'div',
      { class: 'drill-choices', role: 'group', 'aria-label': L.decide },
      ...step.options
        .toSorted(inOrder)
        .map(({ command }) =>
          el('button', { class: 'button', type: 'button', onclick: () => answer(step, command) }, commandName(command)),
        ),
      el('button', { class: 'button is-wide', type: 'button', onclick: () => answer(step) }, L.see),
    )
  }

  /**
   * @param {Wire.ExampleStep} step
   * @param {string} chosen
   */
  function answer(step, chosen = '') {
    const cost = step.options.find(one => one.command === chosen)?.cost ?? 0
    const [best, second] = step.options.toSorted((a, b) => a.cost - b.cost)
    const bestIs = L.bestIs(
      commandName(best.command),
      second && commandName(second.command),
      Math.round(second?.cost ?? 0),
    )
    const verdict = cost < 0.5 ? L.right : L.notBest(commandName(chosen), Math.round(cost))
    said.textContent = chosen ? `${verdict} ${bestIs}` : bestIs
    decide.replaceChildren(lines(step))
    next.focus()
  }

  return { node }
}
