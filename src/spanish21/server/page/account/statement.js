// What one wagered, won and lost in a period, round by round, and the same as a file.

import { el, setAttribute } from '../parts/dom.js'
import { mountHead } from '../parts/rooms/head.js'
import { money, signed } from '../parts/money.js'
import { turns } from '../parts/order.js'
import { get } from '../wire/http.js'
import { T } from '../texts.js'
import { A, day } from './texts.js'

const DAY = 24 * 60 * 60 * 1000

/** @param {HTMLElement} root */
export function mountStatement(root) {
  document.title = `${A.statement} · ${T.title}`
  const period = el(
    'select',
    { onchange: read },
    ...Object.entries(A.periods).map(([value, text]) => el('option', { value, selected: value === '7' }, text)),
  )
  const file = el('a', { class: 'button', download: 'statement.csv' }, A.saveCsv)
  const body = el('div', {}, el('p', { role: 'status' }, T.loading))
  const turn = turns()
  let isGone = false
  const head = mountHead('statement', me => {
    if (isGone) return
    if (me) read()
    else body.replaceChildren(el('p', { class: 'quiet' }, A.logInFirst))
  })
  root.append(
    head.node,
    el(
      'div',
      { class: 'house account' },
      el('div', { class: 'house-head' }, el('h1', {}, A.statement), el('p', { class: 'quiet' }, A.statementIntro)),
      el('div', { class: 'row' }, el('label', { class: 'field' }, el('span', {}, A.period), period), file),
      body,
    ),
  )

  async function read() {
    const isLast = turn()
    const days = Number(period.value)
    const query = days ? `?from=${Date.now() - days * DAY}` : ''
    setAttribute(file, 'href', `/api/me/statement.csv${query}`)
    try {
      const found = /** @type {Wire.PlayStatement} */ (await get(`/me/statement${query}`))
      if (!isGone && isLast()) body.replaceChildren(...shown(found))
    } catch (trouble) {
      if (!isGone && isLast()) body.replaceChildren(el('p', { role: 'alert' }, trouble.message))
    }
  }

  return {
    stop() {
      isGone = true
    },
  }
}

/** @param {Wire.PlayStatement} found */
function shown(found) {
  const text = (/** @type {string} */ name) => {
    const value = /** @type {any} */ (found)[name]
    return name === 'rounds' ? String(value) : name === 'net' ? signed(value) : money(value)
  }
  return [
    el(
      'dl',
      { class: 'facts statement-sums paper' },
      ...Object.entries(A.sums).map(([name, title]) => el('div', {}, el('dt', {}, title), el('dd', {}, text(name)))),
    ),
    found.rows.length
      ? el(
          'div',
          { class: 'statement-rows', tabindex: 0, role: 'region', 'aria-label': A.statement },
          el(
            'table',
            { class: 'list' },
            el('thead', {}, el('tr', {}, ...A.columns.map(title => el('th', { scope: 'col' }, title)))),
            el('tbody', {}, ...found.rows.map(rowOf)),
          ),
        )
      : el('p', { class: 'quiet' }, A.noRounds),
  ]
}

/** @param {Wire.StatementRow} row */
function rowOf(row) {
  const round = el('a', { href: `#/table/${encodeURIComponent(row.table)}/round/${row.round}` }, String(row.round))
  const amounts = [money(row.wagered), money(row.won), money(row.lost), signed(row.net)]
  return el(
    'tr',
    {},
    el('td', {}, day(row.at)),
    el('td', {}, row.name),
    el('td', {}, round),
    ...amounts.map(amount => el('td', {}, amount)),
  )
}
