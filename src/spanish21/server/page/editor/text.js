// The submission as a file: seen, changed by hand, or pasted.

import { el } from '../parts/dom.js'
import { S } from '../study/texts.js'

const L = S.editor

export function mountText(read) {
  const area = el('textarea', { rows: 16, spellcheck: 'false', autocomplete: 'off', 'aria-label': L.sections.text })
  const node = el('div', { class: 'editor-field is-wide' }, el('p', { class: 'field-help' }, L.textHelp), area, el('button', { class: 'button', type: 'button', onclick: () => read(area.value) }, L.read))
  return { place: 'text', node, update({ text }) { if (document.activeElement !== area) area.value = text } }
}
