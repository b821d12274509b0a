// The count being judged: its tags, the depth of the shoe, and the precision of the calculation.

import { el } from '../../parts/dom.js'
import { percent } from '../../parts/numbers.js'
import { fieldOf } from '../numbers_shown.js'
import { N } from '../number_texts.js'

const L = N.tags
const KEPT = 'spanish21.count'
const RANKS = ['A', '2', '3', '4', '5', '6', '7', '8', '9', 'J', 'Q', 'K']
const DEPTHS = [0.5, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9]
/** @typedef {Record<string, number>} Tags */
/** @type {Tags} */
const HIGH_LOW = { A: -1, 2: 1, 3: 1, 4: 1, 5: 1, 6: 1, 7: 0, 8: 0, 9: 0, J: -1, Q: -1, K: -1 }

/** @returns {Tags} */
function keptTags() {
  try {
    return { ...HIGH_LOW, ...JSON.parse(localStorage.getItem(KEPT) ?? '{}') }
  } catch {
    return HIGH_LOW
  }
}

/** @param {Tags} tags */
export function keepTags(tags) {
  try {
    localStorage.setItem(KEPT, JSON.stringify(tags))
  } catch {
    /* not kept, then */
  }
}

/**
 * A form for a count; `more` are further fields, `ask` is called when it is sent.
 * @param {{ ask: () => unknown, more?: HTMLElement[], button: string }} options
 */
export function mountTags({ ask, more = [], button }) {
  const inputs = RANKS.map(rank => [
    rank,
    el('input', { type: 'number', min: -100, max: 100, step: 1, required: true }),
  ])
  const byRank = /** @type {[string, HTMLInputElement][]} */ (inputs)
  const depth = el(
    'select',
    {},
    ...DEPTHS.map(one => el('option', { value: one, selected: one === 0.75 }, percent(one, 0))),
  )
  const second = el('input', { type: 'checkbox' })
  const kind = el('p', { class: 'quiet', role: 'status' })
  const node = el(
    'form',
    { class: 'sheet count-form', onsubmit: send },
    el(
      'fieldset',
      { class: 'count-tags' },
      el('legend', {}, L.tags),
      ...byRank.map(([rank, input]) => fieldOf(rank === 'J' ? '10 J' : rank, input)),
    ),
    el(
      'div',
      { class: 'count-more' },
      fieldOf(L.depth, depth),
      ...more,
      el('label', { class: 'field is-check' }, second, el('span', {}, L.second)),
      el('button', { class: 'button', type: 'button', onclick: () => set(HIGH_LOW) }, L.highLow),
      el('button', { class: 'button is-primary', type: 'submit' }, button),
    ),
    kind,
  )
  node.addEventListener('input', tell)
  set(keptTags())

  /** @param {Tags} tags */
  function set(tags) {
    for (const [rank, input] of byRank) input.value = String(tags[rank] ?? 0)
    tell()
  }

  function tell() {
    const sum = 4 * byRank.reduce((total, [, input]) => total + Number(input.value), 0)
    kind.textContent = sum ? L.unbalanced(sum) : L.balanced
  }

  /** @param {Event} event */
  function send(event) {
    event.preventDefault()
    keepTags(asked().tags)
    ask()
  }

  function asked() {
    return {
      tags: Object.fromEntries(byRank.map(([rank, input]) => [rank, Math.trunc(Number(input.value))])),
      penetration: Number(depth.value),
      second: second.checked,
    }
  }

  return { node, set, asked }
}
