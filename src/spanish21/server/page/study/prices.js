// What each rule, choice and reading is worth to the player.

import { el } from '../parts/dom.js'
import { csvOf, save } from '../parts/saving.js'
import { basisPoints, changeText } from '../parts/numbers.js'
import { ROOM } from '../parts/rooms/room_texts.js'
import { S } from './texts.js'

const L = S.prices

/**
 * @param {Wire.Prices} found
 * @param {string} book
 */
export function showPrices(found, book) {
  const most = Math.max(1, ...found.prices.map(price => Math.abs(price.basis_points)))
  const find = el('input', { type: 'text', placeholder: L.find, 'aria-label': L.find, oninput: filter })
  const none = el('p', { class: 'quiet', hidden: true }, L.none)
  const groups = Object.entries(L.kinds).map(([kind, title]) => {
    const lines = found.prices
      .filter(price => price.kind === kind)
      .sort((a, b) => b.basis_points - a.basis_points)
      .map(price => lineOf(price, most))
    return lines.length
      ? el('section', { class: 'sheet price-group' }, el('h2', {}, title), el('ul', { class: 'prices' }, ...lines))
      : null
  })
  const csv = el(
    'button',
    {
      class: 'button',
      type: 'button',
      onclick: () =>
        save(
          `${book}-prices.csv`,
          csvOf([
            ['kind', 'change', 'basis points', 'clauses', 'needs'],
            ...found.prices.map(one => [one.kind, one.change, one.basis_points, one.clauses.join(' '), one.needs]),
          ]),
          'text/csv',
        ),
    },
    ROOM.saveCsv,
  )
  const node = el(
    'div',
    { class: 'price-list' },
    el('div', { class: 'price-head' }, el('p', {}, L.intro), find, el('div', { class: 'saves' }, csv)),
    none,
    ...groups.filter(Boolean),
    rulings(found.rulings),
  )

  function filter() {
    const words = find.value.toLowerCase()
    /** @type {HTMLElement[]} */
    const lines = [...node.querySelectorAll('li')].filter(line => line.classList.contains('price'))
    for (const line of lines) line.hidden = !line.textContent.toLowerCase().includes(words)
    for (const group of node.querySelectorAll('section'))
      if (group.classList.contains('price-group')) group.hidden = !group.querySelector('.price:not([hidden])')
    none.hidden = lines.some(line => !line.hidden)
  }

  return node
}

/**
 * One change with its bar, also for a comparison.
 * @param {{ change: string, basis_points: number, clauses: string[], needs?: string }} price
 * @param {number} most
 */
export function lineOf(price, most, name = price.change) {
  const gain = price.basis_points
  const bar = el('span', {})
  const axis = el('span', { class: gain > 0 ? 'worth-axis is-gain' : 'worth-axis', 'aria-hidden': 'true' }, bar)
  bar.style.setProperty('--part', (Math.sign(gain) * Math.sqrt(Math.abs(gain) / most)).toFixed(4))
  return el(
    'li',
    { class: 'price' },
    el(
      'span',
      { class: 'price-name' },
      changeText(name),
      price.needs ? el('small', { class: 'quiet' }, ` ${price.needs}`) : null,
    ),
    axis,
    el('b', {}, basisPoints(gain)),
    el(
      'span',
      { class: 'price-cites' },
      ...price.clauses.slice(0, 4).map(clause => el('span', { class: 'cite' }, clause)),
    ),
  )
}

/** @param {Wire.RulingRow[]} rows */
function rulings(rows) {
  if (!rows?.length) return null
  return el(
    'section',
    { class: 'sheet' },
    el('h2', {}, L.asks),
    el(
      'ul',
      { class: 'rulings' },
      ...rows.map(row =>
        el(
          'li',
          {},
          el(
            'p',
            {},
            el('b', {}, row.asks),
            ' ',
            ...row.clauses.map(clause => el('span', { class: 'cite' }, `${clause} `)),
          ),
          el('p', {}, el('span', { class: 'badge' }, L.taken), ` ${row.says}`),
          ...row.others.map(one =>
            el(
              'p',
              { class: 'quiet' },
              `${one.says} `,
              el('b', {}, one.basis_points === null ? L.noEffect : basisPoints(one.basis_points)),
            ),
          ),
        ),
      ),
    ),
  )
}
