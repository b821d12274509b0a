// Side wagers at every paytable, exactly.

import { el } from '../parts/dom.js'
import { csvOf, save } from '../parts/saving.js'
import { number, percent, plainName } from '../parts/numbers.js'
import { ROOM } from '../parts/rooms/room_texts.js'
import { S } from './texts.js'
import { money } from '../parts/money.js'

const L = S.wagers

/**
 * @param {Wire.SidePrices} found
 * @param {string} book
 */
export function showWagers(found, book) {
  const rows = found.side_wagers
  if (!rows.length) return el('p', { class: 'note' }, L.none)
  const most = Math.max(...rows.map(row => Math.min(Math.abs(row.house_edge), 0.6)))
  const csv = el(
    'button',
    {
      class: 'button',
      type: 'button',
      onclick: () =>
        save(
          `${book}-side-wagers.csv`,
          csvOf([
            [
              'wager',
              'paytable',
              'reading',
              'decks',
              'offered',
              'pays',
              'house edge',
              'exact',
              'hit rate',
              'standard deviation',
              'break-even meter',
              'long run',
            ],
            ...rows.map(row => [
              row.name,
              row.paytable,
              row.reading,
              row.decks,
              row.offered,
              row.pays,
              row.house_edge,
              row.house_edge_exact,
              row.hit_rate,
              row.standard_deviation,
              row.break_even_meter,
              row.long_run_house_edge,
            ]),
          ]),
          'text/csv',
        ),
    },
    ROOM.saveCsv,
  )
  return el(
    'div',
    {},
    el('div', { class: 'price-head' }, el('p', {}, L.intro), el('div', { class: 'saves' }, csv)),
    el(
      'div',
      { class: 'sheet scroll' },
      el(
        'table',
        { class: 'numbers side-wagers' },
        el(
          'thead',
          {},
          el(
            'tr',
            {},
            ...L.head.map((text, at) => el('th', { scope: 'col', class: at > 1 ? 'is-number' : null }, text)),
          ),
        ),
        el('tbody', {}, ...rows.map(row => lineOf(row, most))),
      ),
    ),
    ...(found.not_priced ?? []).map(one =>
      el('p', { class: 'quiet' }, `${plainName(one.name)} ${one.paytable ?? ''}: ${one.not_priced}`),
    ),
  )
}

/**
 * @param {Wire.SidePrice} row
 * @param {number} most
 */
function lineOf(row, most) {
  const inside = el('span', {})
  const bar = el(
    'span',
    {
      class: `edge-bar${row.house_edge < 0 ? ' is-gain' : ''}${row.offered ? '' : ' is-hollow'}`,
      'aria-hidden': 'true',
    },
    inside,
  )
  inside.style.setProperty('--part', Math.min(1, Math.abs(row.house_edge) / most).toFixed(4))
  const about = [L.paytable(row.paytable, row.decks), row.reading ? L.reading(row.reading) : '', row.pays]
    .filter(Boolean)
    .join(' · ')
  return el(
    'tr',
    {},
    el(
      'th',
      { scope: 'row' },
      el('b', {}, plainName(row.name)),
      ' ',
      el('span', { class: row.offered ? 'badge is-on' : 'badge' }, row.offered ? L.offered : L.notOffered),
      el('small', { class: 'quiet' }, about),
      row.warning ? el('small', { class: 'sign-bad' }, row.warning) : null,
    ),
    el(
      'td',
      { class: 'edge-cell' },
      el('b', {}, percent(row.house_edge, 3)),
      bar,
      row.long_run_house_edge !== undefined && row.long_run_house_edge !== null
        ? el('small', { class: 'quiet' }, L.longRun(row.long_run_house_edge))
        : null,
    ),
    el('td', { class: 'is-number' }, percent(row.hit_rate, 2)),
    el('td', { class: 'is-number' }, number(row.standard_deviation, 2)),
    el('td', { class: 'is-number' }, row.break_even_meter ? money(Math.round(row.break_even_meter * 100)) : '–'),
  )
}
