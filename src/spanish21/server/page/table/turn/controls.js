// Parts of the rail's controls: keys with icons, labels with a key, choices, the next of some amounts.

import { el, keyed } from '../../parts/dom.js'
import { icon } from '../../parts/icons.js'

/**
 * @param {number[]} values
 * @param {number} have
 */
export function above(values, have) {
  return values.find(value => value > have) ?? values.at(-1)
}

/**
 * @param {string} shape
 * @param {string} label
 * @param {string} letter
 * @param {() => void} onclick
 */
export function key(shape, label, letter, onclick) {
  return el(
    'button',
    { class: 'key', type: 'button', onclick, 'aria-keyshortcuts': letter },
    icon(shape),
    el('span', {}, label),
    el('kbd', { 'aria-hidden': 'true' }, letter),
  )
}

/**
 * @param {HTMLElement} node
 * @param {string} label
 */
export function setLabel(node, label) {
  if (node.dataset.label === label) return
  node.dataset.label = label
  node.replaceChildren(el('span', {}, label), el('kbd', { 'aria-hidden': 'true' }, 'Enter'))
}

/**
 * @param {HTMLSelectElement} select
 * @param {{ value: string, text: string }[]} choices
 * @param {string} chosen
 */
export function options(select, choices, chosen) {
  keyed(
    select,
    choices,
    choice => choice.value,
    choice => ({ node: el('option', { value: choice.value }, choice.text) }),
  )
  if (select.value !== chosen) select.value = chosen
}
