// The rules of the layout: inscriptions, payouts, what the house is committed to.

import { el } from '../../parts/dom.js'
import { T } from '../../texts.js'
import { sign } from '../felt/felt.js'
import { mountSeeds } from '../seeds/seeds.js'

/**
 * @param {Wire.Sheet} sheet
 * @param {boolean} isOfOne whether one person runs the house, unchecked
 */
export function mountRules(sheet, isOfOne) {
  const commitment = el('code', { class: 'commitment' })
  const seeds = mountSeeds(sheet.id)
  const lines = (/** @type {string[]} */ texts) =>
    el('ul', { class: 'plain' }, ...texts.map(text => el('li', {}, text)))
  const node = el(
    'div',
    {},
    isOfOne ? el('p', { class: 'house-of-one' }, T.houseOfOne) : null,
    el('h2', {}, T.rulesTitle),
    lines([...sheet.layout.inscriptions, `${T.decks(sheet.decks)}, ${T.limits(sheet.minimum, sheet.maximum)}`]),
    el('h2', {}, T.rulesPays),
    el('ul', { class: 'payouts' }, ...sheet.layout.signs.map(sign)),
    el('h2', {}, T.shoeCommitment),
    commitment,
    el('p', { class: 'quiet' }, T.shoeText),
    seeds.node,
    el('a', { class: 'watch', href: `#/shoes/${encodeURIComponent(sheet.id)}` }, T.checkShoes),
  )
  return {
    node,
    update: (/** @type {any} */ { state }) => {
      commitment.textContent = state.shoe?.commitment ?? ''
      seeds.update(state)
    },
  }
}
