// The opening checklist: everything is ticked before the table opens.

import { el, keyed, setText } from '../parts/dom.js'
import { spelled } from '../texts.js'
import { F } from './texts.js'

/**
 * `send(items)` when all are ticked.
 * @param {(items: string[]) => void} send
 */
export function mountChecklist(send) {
  const list = el('ul', { class: 'checks' })
  const go = el('button', { class: 'button is-primary', type: 'button', onclick: () => send(items) }, F.checklistSend)
  const left = el('span', { class: 'quiet' })
  const node = el(
    'div',
    { class: 'checklist', hidden: true },
    el('p', { class: 'quiet' }, F.checklistIntro),
    list,
    el('div', { class: 'row' }, go, el('button', { class: 'button', type: 'button', onclick: all }, F.tickAll), left),
  )
  /** @type {string[]} */
  let items = []

  /** @param {string[]} next */
  function update(next) {
    items = next ?? []
    node.hidden = !items.length
    keyed(
      list,
      items,
      item => item,
      item => ({
        node: el(
          'li',
          {},
          el(
            'label',
            { class: 'field is-check' },
            el('input', { type: 'checkbox', onchange: count }),
            el('span', {}, spelled(item)),
          ),
        ),
      }),
    )
    count()
  }

  function boxes() {
    return [...list.querySelectorAll('input')]
  }

  function all() {
    for (const box of boxes()) box.checked = true
    count()
  }

  function count() {
    const open = boxes().filter(box => !box.checked).length
    go.disabled = open > 0
    setText(left, open ? F.checklistLeft(open) : '')
  }

  return { node, update }
}
