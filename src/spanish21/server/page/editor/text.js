// The submission as a file: seen, changed by hand, or pasted.

import { el } from '../parts/dom.js'
import { once } from '../parts/order.js'
import { L } from './texts.js'

/** @param {(text: string) => unknown} read */
export function mountText(read) {
  const area = el('textarea', { rows: 16, spellcheck: 'false', autocomplete: 'off', 'aria-label': L.sections.text })
  const wrong = el('p', { class: 'form-problem', role: 'alert' })
  const node = el(
    'div',
    { class: 'editor-field is-wide', 'data-place': 'text' },
    el('p', { class: 'field-help' }, L.textHelp),
    area,
    wrong,
    el('button', { class: 'button', type: 'button', onclick: once(() => read(area.value)) }, L.read),
  )
  let isTyped = false
  /** @type {string | null} */
  let latest = null
  const show = () => {
    if (!isTyped && latest !== null) area.value = latest
  }
  area.addEventListener('input', () => {
    isTyped = true
  })
  area.addEventListener('blur', show)
  return {
    place: 'text',
    node,
    problem: (/** @type {string} */ text) => {
      wrong.textContent = text
    },
    /** Typed text stays until it is read; nothing changes under the cursor. */
    update(/** @type {{ text: string }} */ { text }) {
      latest = text
      if (document.activeElement !== area) show()
    },
  }
}
