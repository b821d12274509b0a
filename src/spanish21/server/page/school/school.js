// The dealer's school: choose a book, answer questions at a table that plays itself, see the score.

import { el, setText } from '../parts/dom.js'
import { mountHead } from '../parts/rooms/head.js'
import { once } from '../parts/order.js'
import { get, post } from '../wire/http.js'
import { T } from '../texts.js'
import { mountLesson } from './lesson.js'
import { known } from './progress.js'
import { S } from './texts.js'
import { mountTopics } from './topics.js'

const KEPT = 'spanish21.lesson'

/** @param {HTMLElement} root */
export function mountSchool(root) {
  document.title = `${S.title} · ${T.title}`
  const place = el('div', { class: 'school-place' }, el('p', { class: 'waiting', role: 'status' }, T.loading))
  const head = el('div', { class: 'house-head' }, el('h1', {}, S.title), el('p', { class: 'quiet' }, S.intro))
  root.append(mountHead('school').node, el('div', { class: 'house school' }, head, place))
  /** @type {ReturnType<typeof mountLesson> | null} */
  let lesson = null
  let isGone = false
  resume()

  /** A reload continues the lesson of this tab. */
  async function resume() {
    const key = sessionStorage.getItem(KEPT)
    const found = key ? await get(`/lessons/${encodeURIComponent(key)}`).catch(() => null) : null
    if (isGone) return
    if (found && !found.is_over) hold(found)
    else choose()
  }

  function choose() {
    lesson?.stop()
    lesson = null
    head.hidden = false
    sessionStorage.removeItem(KEPT)
    place.replaceChildren(mountChoice(hold))
  }

  /** @param {Wire.LessonShown} state */
  function hold(state) {
    if (isGone) return
    sessionStorage.setItem(KEPT, state.lesson)
    head.hidden = true
    lesson = mountLesson(state, choose)
    place.replaceChildren(lesson.node)
    lesson.focus()
  }

  return {
    stop: () => {
      isGone = true
      lesson?.stop()
    },
  }
}

/** @param {(lesson: Wire.LessonShown) => void} hold */
function mountChoice(hold) {
  const books = el('select', { onchange: draw })
  const topics = mountTopics()
  const boxes = el(
    'select',
    {},
    ...[1, 2, 3, 4, 5, 6, 7].map(count => el('option', { value: count, selected: count === 3 }, String(count))),
  )
  const questions = el(
    'select',
    {},
    ...[10, 30, 60, 100].map(count => el('option', { value: count, selected: count === 30 }, String(count))),
  )
  const opening = el('input', { type: 'checkbox' })
  const how = (/** @type {string} */ value) =>
    el('input', { type: 'radio', name: 'how', value, checked: value === 'lesson', onchange: draw })
  const radios = { lesson: how('lesson'), exam: how('exam') }
  const problem = el('p', { class: 'form-problem', role: 'alert' })
  const kind = (/** @type {'lesson' | 'exam'} */ value, /** @type {string} */ title, /** @type {string} */ text) =>
    el(
      'label',
      { class: 'kind' },
      radios[value],
      el('span', {}, el('b', {}, title), el('span', { class: 'quiet' }, text)),
    )
  const field = (/** @type {string} */ label, /** @type {HTMLElement} */ input) =>
    el('label', { class: 'field' }, el('span', {}, label), input)
  const asked = field(S.questions, questions)
  const first = el('label', { class: 'field is-check' }, opening, el('span', {}, S.opening))
  const go = el('button', { class: 'button is-primary', type: 'submit', disabled: true }, S.begin)
  const node = el(
    'form',
    { class: 'paper school-choice', novalidate: true, onsubmit: once(begin) },
    field(T.book, books),
    field(S.boxes, boxes),
    el(
      'fieldset',
      { class: 'kinds' },
      el('legend', {}, S.how),
      kind('lesson', S.lesson, S.lessonText),
      kind('exam', S.exam, S.examText),
    ),
    asked,
    first,
    topics.node,
    problem,
    go,
  )
  get('/books')
    .then(found => {
      books.replaceChildren(...found.map(book => el('option', { value: book.book }, book.title)))
      go.disabled = false
      draw()
    })
    .catch(trouble => setText(problem, trouble.message))
  draw()

  function draw() {
    asked.hidden = !radios.exam.checked
    first.hidden = radios.exam.checked
    topics.node.hidden = radios.exam.checked
    topics.update(books.value)
  }

  async function begin() {
    const exam = radios.exam.checked
    try {
      hold(
        await post('/lessons', {
          book: books.value,
          boxes: Number(boxes.value),
          exam,
          opening: opening.checked,
          ...(exam ? { questions: Number(questions.value) } : { only: topics.chosen(), known: known(books.value) }),
        }),
      )
    } catch (trouble) {
      setText(problem, trouble.message)
    }
  }

  return node
}
