// Effects of removal: what every wager gains when a card is removed from the shoe.

import { el } from '../../parts/dom.js'
import { percent, plainName, signedNumber } from '../../parts/numbers.js'
import { barPlot } from '../plots/bars.js'
import { fieldOf, numberTable, sheet } from '../numbers_shown.js'
import { N } from '../number_texts.js'

const L = N.removal

/**
 * @param {Wire.RemovalFound} found
 * @param {string} book
 */
export function showRemoval(found, book) {
  const ranks = [...new Set(found.effects.map(row => row.rank))]
  const place = el('div', {})
  const chosen = el(
    'select',
    { onchange: draw },
    ...found.wagers.map(one => el('option', { value: one.wager }, L.wager(one.wager))),
  )
  draw()

  function draw() {
    const wager = found.wagers.find(one => one.wager === chosen.value) ?? found.wagers[0]
    const rows = ranks.map(rank => {
      const value = wager.by_rank[rank] * found.of_one_deck
      return { name: rank, value, text: L.read(rank, percent(value, 4, true)) }
    })
    const title = L.plot(L.wager(wager.wager))
    place.replaceChildren(
      barPlot(
        {
          title,
          help: L.plotHelp(percent(wager.expected_value, 4, true)),
          name: `${book}-removal-${wager.wager}`,
          height: 320,
          tick: value => percent(value, 1),
          csv: shown => [['card', 'effect, of one deck'], ...shown.map(row => [row.name, row.value])],
        },
        rows,
      ),
    )
  }

  const names = found.wagers.map(one => one.wager)
  const suits = (/** @type {string} */ of) => (of === 'any' ? '' : ` ${[...of].map(one => SUITS[one]).join('')}`)
  const rows = found.effects.map(row => [
    `${row.rank}${suits(row.suits)}`,
    String(row.cards),
    ...names.map(name => signedNumber(100 * found.of_one_deck * row.effects[name], 4)),
  ])
  rows.push([L.sum, String(found.cards), ...found.wagers.map(one => sumText(one.sum_of_effects))])
  return el(
    'div',
    { class: 'price-list' },
    el('div', { class: 'price-head' }, el('p', {}, L.intro), fieldOf(L.of, chosen)),
    sheet(place),
    sheet(
      el('h2', {}, L.table),
      el('p', { class: 'quiet' }, L.tableHelp),
      numberTable([L.card, L.cards, ...names.map(name => L.wager(name))], rows),
    ),
  )
}

/** @type {Record<string, string>} */
const SUITS = { c: '♣', d: '♦', h: '♥', s: '♠' }
const sumText = (/** @type {number} */ sum) => (Math.abs(sum) < 1e-11 ? '0' : plainName(sum.toExponential(0)))
