// The topics of a lesson: which to ask about, and how much of each was right so far.

import { el, setText } from '../parts/dom.js'
import { forget, progressWith } from './progress.js'
import { S } from './texts.js'

/** @typedef {NonNullable<Wire.NewLesson['only']>[number]} Topic */

export function mountTopics() {
  const title = el('span', { class: 'quiet topics-so-far' })
  const again = el('button', { class: 'button is-small', type: 'button' }, S.forget)
  const soFar = el('div', { class: 'row' }, title)
  const rows = Object.entries(S.topics).map(([word, name]) => {
    const box = el('input', { type: 'checkbox', value: word })
    const bar = el('meter', { min: 0, max: 1, hidden: true, 'aria-hidden': 'true' })
    const says = el('span', { class: 'quiet' })
    const node = el('label', { class: 'topic' }, box, el('span', {}, name), bar, says)
    return { box, bar, says, node, word }
  })
  const node = el(
    'fieldset',
    { class: 'topics' },
    el('legend', {}, S.onlyTopics),
    el('p', { class: 'quiet' }, S.onlyTopicsText),
    ...rows.map(row => row.node),
    soFar,
  )
  let book = ''
  again.addEventListener('click', () => {
    forget(book)
    update(book)
  })

  /** @param {string} next */
  function update(next) {
    book = next
    const found = progressWith(book)
    if (found) soFar.append(again)
    else again.remove()
    setText(title, found ? S.soFar(found.lessons) : '')
    for (const { bar, says, word } of rows) {
      const sum = found?.topics.get(word)
      bar.hidden = !sum
      bar.value = sum ? sum.right / sum.asked : 0
      setText(says, sum ? S.rightShort(sum.right, sum.asked) : '')
    }
  }

  return {
    node,
    update,
    chosen: () => rows.filter(({ box }) => box.checked).map(({ box }) => /** @type {Topic} */ (box.value)),
  }
}
