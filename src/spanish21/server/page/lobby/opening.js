// A form that opens another table, of a book or under a submission.

import { el } from '../parts/dom.js'
import { meOrGuest } from '../parts/me.js'
import { once } from '../parts/order.js'
import { get, post } from '../wire/http.js'
import { T } from '../texts.js'

const OWN = '/own'

export function mountOpening() {
  const books = el('select', { required: true, onchange: () => (ownField.hidden = books.value !== OWN) })
  const own = el('textarea', { rows: 8, spellcheck: 'false', autocomplete: 'off' })
  const ownField = el('label', { class: 'field', hidden: true }, el('span', {}, T.ownText), own)
  const name = el('input', { type: 'text', maxlength: 40, autocomplete: 'off' })
  const problem = el('p', { class: 'form-problem', role: 'alert' })
  const go = el('button', { class: 'button is-primary', type: 'submit', disabled: true }, T.open)
  const node = el(
    'form',
    { class: 'lobby-open', onsubmit: once(open) },
    el('h2', {}, T.openTable),
    el('p', { class: 'quiet' }, T.openIntro),
    el('label', { class: 'field' }, el('span', {}, T.book), books),
    ownField,
    el('label', { class: 'field' }, el('span', {}, T.tableName), name),
    problem,
    go,
  )
  get('/books')
    .then(found => {
      books.replaceChildren(
        ...found.map(book => el('option', { value: book.book }, book.title)),
        el('option', { value: OWN }, T.own),
      )
      go.disabled = false
    })
    .catch(trouble => {
      problem.textContent = trouble.message
    })

  async function open() {
    problem.textContent = ''
    try {
      await meOrGuest()
      const { id } = await post('/tables', {
        ...(books.value === OWN ? { submission: own.value } : { book: books.value }),
        name: name.value,
      })
      location.hash = `#/table/${encodeURIComponent(id)}`
    } catch (trouble) {
      problem.textContent = trouble.message
    }
  }

  return { node }
}
