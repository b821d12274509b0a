// The submission as a file: seen, changed by hand, or pasted.

import { el } from '../parts/dom.js'
import { once } from '../parts/order.js'
import { S } from '../study/texts.js'

const L = S.editor

export function mountText(read) {
  const area = el('textarea', { rows: 16, spellcheck: 'false', autocomplete: 'off', 'aria-label': L.sections.text })
  const wrong = el('p', { class: 'form-problem', role: 'alert' })
  const node = el('div', { class: 'editor-field is-wide', 'data-place': 'text' }, el('p', { class: 'field-help' }, L.textHelp), area, wrong, el('button', { class: 'button', type: 'button', onclick: once(() => read(area.value)) }, L.read))
  let isTyped = false
  let latest = null
  const show = () => { if (!isTyped && latest !== null) area.value = latest }
  area.addEventListener('input', () => { isTyped = true })
  area.addEventListener('blur', show)
  return {
    place: 'text', node,
    problem: text => { wrong.textContent = text },
    /** What somebody typed stays until it is read, and nothing changes under the cursor. */
    update({ text }) {
      latest = text
      if (document.activeElement !== area) show()
    },
  }
}
