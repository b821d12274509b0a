// How to play: a round that the server has dealt and played at its best, step by step, with words and clauses.

import { el } from '../parts/dom.js'
import { useCurrency } from '../parts/money.js'
import { turns } from '../parts/order.js'
import { get } from '../wire/http.js'
import { study } from '../wire/study.js'
import { lines } from './drill.js'
import { mountFelt } from './felt.js'
import { commandName, S } from '../study/texts.js'

const L = S.how

export function mountExample({ subject, isWanted }) {
  const felt = mountFelt()
  const story = el('ol', { class: 'lesson-story' })
  const decide = el('div', { class: 'lesson-decide' })
  const said = el('p', { class: 'lesson-said', role: 'status' })
  const count = el('span', { class: 'quiet' })
  const back = el('button', { class: 'button', type: 'button', onclick: () => go(at - 1) }, L.back)
  const next = el('button', { class: 'button is-primary', type: 'button', onclick: () => go(at + 1) }, L.next)
  const kind = el('select', { onchange: another }, el('option', { value: '' }, L.kinds['']))
  const rules = el('section', { class: 'sheet lesson-rules' })
  const node = el('div', { class: 'example' },
    el('div', { class: 'example-main' }, el('div', { class: 'example-felt' }, felt.node), el('div', { class: 'lesson-line' }, back, count, next), said, decide),
    el('aside', { class: 'example-side' }, el('section', { class: 'sheet' }, el('h2', {}, L.lesson), el('div', { class: 'lesson-choose' }, el('label', { class: 'field' }, el('span', {}, L.choose), kind), el('button', { class: 'button', type: 'button', onclick: another }, L.another)), story), rules))
  let steps = []
  let at = 0
  const ask = turns()
  another()
  study('drill', { ...subject, hands: 1 }, isWanted).then(found => found && kind.append(...found.kinds.map(one => el('option', { value: one.kind }, one.title)))).catch(() => {})
  inscriptions()

  async function inscriptions() {
    const name = subject.book ?? /^\s*book\s*=\s*"([\w-]+)"/m.exec(subject.submission ?? '')?.[1]
    try {
      const book = await get(`/books/${encodeURIComponent(name)}`)
      rules.replaceChildren(el('h2', {}, L.inscriptions), el('ul', { class: 'lesson-inscriptions' }, ...[...new Set([...book.inscriptions, ...book.signs])].map(text => el('li', {}, text))))
    } catch { /* the lesson goes on without it */ }
  }

  async function another() {
    const isLast = ask()
    clear()
    said.textContent = S.computing
    try {
      const found = await study('example', { ...subject, kind: kind.value, seed: Math.floor(Math.random() * 2 ** 40) }, () => isWanted() && isLast())
      if (!found) return
      useCurrency(found.currency)
      steps = found.steps
      story.replaceChildren(...steps.map((step, one) => el('li', {}, el('button', { class: 'lesson-step', type: 'button', onclick: () => go(one) }, step.text || L.decide), ...step.clauses.slice(0, 1).map(clause => el('span', { class: 'cite' }, clause.slice(clause.indexOf(' ') + 1))))))
      go(0)
    } catch (trouble) {
      if (isLast()) said.textContent = trouble.message
    }
  }

  /** Nothing can be stepped through while the next example is on its way. */
  function clear() {
    steps = []
    back.disabled = next.disabled = true
    count.textContent = ''
    story.replaceChildren()
    decide.replaceChildren()
  }

  function go(to) {
    at = Math.max(0, Math.min(steps.length - 1, to))
    const step = steps[at]
    if (!step) return
    felt.update(step)
    count.textContent = L.of(at + 1, steps.length)
    back.disabled = at === 0
    next.disabled = at === steps.length - 1
    said.textContent = step.text || L.decide
    decide.replaceChildren(...(step.options.length ? [el('button', { class: 'button', type: 'button', onclick: () => answer(step) }, L.see)] : []))
    ;[...story.children].forEach((line, one) => line.firstChild.toggleAttribute('aria-current', one === at))
  }

  function answer(step) {
    const [best, second] = step.options.toSorted((a, b) => a.cost - b.cost)
    said.textContent = L.bestIs(commandName(best.command), second && commandName(second.command), Math.round(second?.cost ?? 0))
    decide.replaceChildren(lines(step))
    next.focus()
  }

  return { node }
}
