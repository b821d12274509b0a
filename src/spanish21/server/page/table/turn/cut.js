// Cutting: one places the cut card on the stack.

import { el, setText } from '../../parts/dom.js'
import { T } from '../../texts.js'

/** @param {(at: number) => unknown} send */
export function mountCut(send) {
  const says = el('output', { class: 'cut-says' })
  const range = el('input', { class: 'cut-range', type: 'range', 'aria-label': T.cutTitle, oninput: show })
  const stack = el('div', { class: 'cut-stack' }, el('span', { class: 'cut-cards', 'aria-hidden': 'true' }), range)
  const button = el(
    'button',
    { class: 'button is-primary', type: 'button', 'aria-keyshortcuts': 'Enter', onclick: cut },
    el('span', {}, T.commands.Cut[0]),
    el('kbd', { 'aria-hidden': 'true' }, 'Enter'),
  )
  const node = el('div', { class: 'cut', hidden: true }, el('h3', {}, T.cutTitle), stack, says, button)
  let all = 0
  let isSet = false

  function cut() {
    send(Number(range.value))
  }

  function show() {
    setText(says, T.cutAt(Number(range.value), all))
    range.setAttribute('aria-valuetext', says.textContent)
  }

  /**
   * @param {any} at
   * @param {Wire.View} view
   */
  function update(at, view) {
    node.hidden = !at
    if (!at) {
      isSet = false
      return
    }
    all = view.cards_left || at.most + at.least
    Object.assign(range, { min: at.least, max: at.most, step: at.step })
    if (!isSet) range.value = String(Math.round((at.least + at.most) / 2))
    isSet = true
    show()
  }

  /** @returns {Record<string, () => void>} */
  const keys = () => (node.hidden ? {} : { Enter: cut, c: cut })
  return { node, update, keys }
}
