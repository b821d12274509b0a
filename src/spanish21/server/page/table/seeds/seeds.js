// Whether the player's seed is in the shoe, the words that they add to it, and the house's receipts.

import { canHash } from '../../audit/hashing.js'
import { el, setText } from '../../parts/dom.js'
import { save } from '../../parts/saving.js'
import { heldSeeds, setWords, wordsOf } from '../../wire/held_seeds.js'
import { accusation } from './accusation.js'
import { S } from './seed_texts.js'

/** @param {string} table */
export function mountSeeds(table) {
  const says = el('p', { class: 'seed-says', role: 'status' })
  const next = el('p', { class: 'quiet' })
  const wrong = el('p', { class: 'says', 'data-kind': 'bad' })
  const words = el('input', {
    type: 'text',
    maxlength: 60,
    value: wordsOf(),
    onchange: () => setWords(words.value.trim()),
  })
  let you = ''
  const receipts = el(
    'button',
    {
      class: 'button',
      type: 'button',
      onclick: () =>
        save(`seeds-${table}.json`, JSON.stringify(heldSeeds(table, you).read(), null, 1), 'application/json'),
    },
    S.receipts,
  )
  const node = el(
    'div',
    {},
    el('h2', {}, S.title),
    says,
    wrong,
    next,
    el('label', {}, `${S.words} `, words),
    ' ',
    receipts,
  )

  return {
    node,
    update(/** @type {Page.State} */ state) {
      you = state.you
      const seeds = state.seeds
      node.hidden = !seeds
      if (!seeds) return
      const isAtTable = state.view.people.some(person => person.name === you)
      setText(says, saidOf(seeds, you))
      setText(next, isAtTable ? nextOf(seeds, you) : '')
      setText(wrong, accusation(table, you).text)
    },
  }
}

/**
 * @param {Page.Seeds} seeds
 * @param {string} you
 */
function saidOf(seeds, you) {
  if (seeds.listed) return S.opening
  if (seeds.in_shoe.includes(you)) return S.inShoe(seeds.in_shoe.length)
  return seeds.in_shoe.length ? S.notInShoe(seeds.in_shoe.length) : S.nobody
}

/**
 * @param {Page.Seeds} seeds
 * @param {string} you
 */
function nextOf(seeds, you) {
  if (!canHash()) return S.noCrypto
  const pause = seeds.paused[you]
  if (pause) return S.paused(pause)
  return seeds.promised[you] ? S.promised : S.notPromised
}
