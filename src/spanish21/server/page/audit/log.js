// The log of a table: its rows with who asked for them, and the check of its chain in this browser.

import { locale } from '../parts/language.js'
import { el, setText } from '../parts/dom.js'
import { money } from '../parts/money.js'
import { cardText } from '../table/pieces/card.js'
import { turns } from '../parts/order.js'
import { get } from '../wire/http.js'
import { spelled } from '../texts.js'
import { checkedLog } from './chain.js'
import { canHash } from './hashing.js'
import { csv, save } from './audit_files.js'
import { U } from './texts.js'

const PAGE = 100
const MONEY = new Set(['amount', 'chips', 'paid', 'collected', 'returned', 'taken', 'inventory', 'coupon'])

/** @param {string} id */
export function mountLogOfTable(id) {
  const path = /** @type {const} */ (`/tables/${encodeURIComponent(id)}`)
  const body = el('tbody', {})
  const range = el('span', { class: 'quiet' })
  const verdict = el('p', { class: 'verdict', role: 'status' })
  const findings = el('ul', { class: 'checks-done' })
  const check = el(
    'button',
    { class: 'button is-primary', type: 'button', disabled: !canHash(), onclick: verify },
    U.check,
  )
  const bar = el('progress', { hidden: true, 'aria-label': U.check })
  const move = (/** @type {string} */ label, /** @type {() => void} */ run) =>
    el('button', { class: 'button', type: 'button', onclick: run }, label)
  const node = el(
    'div',
    { class: 'audit-part' },
    el('div', { class: 'row' }, check, bar),
    canHash() ? null : el('p', { class: 'quiet' }, U.noCrypto),
    verdict,
    findings,
    el(
      'div',
      { class: 'row' },
      move(U.newest, () => show(Infinity)),
      move(U.earlier, () => show(last - PAGE)),
      move(U.later, () => show(last + PAGE)),
      range,
    ),
    el(
      'div',
      { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': U.tabs.log },
      el(
        'table',
        { class: 'list log-list' },
        el('thead', {}, el('tr', {}, ...[U.seq, U.time, U.what, U.hash].map(text => el('th', { scope: 'col' }, text)))),
        body,
      ),
    ),
  )
  let last = 0
  /** @type {Wire.LogRow[]} */
  let shown = []
  /** @type {Wire.CommandAsked[]} */
  let asked = []
  const turn = turns()

  /** @param {number} upto */
  async function show(upto) {
    const isLast = turn()
    last = upto // so that the next step is counted from here, even before the answer
    try {
      const head = await get(`${path}/head`)
      if (!isLast()) return
      last = Math.max(Math.min(PAGE, head.seq), Math.min(upto, head.seq))
      const first = Math.max(1, last - PAGE + 1)
      const query = /** @type {const} */ (`?from=${first}&to=${last}`)
      const found = await Promise.all([get(`${path}/log${query}`), get(`${path}/commands${query}`)])
      if (!isLast()) return
      ;[shown, asked] = found
      setText(range, U.range(first, last, head.seq))
      body.replaceChildren(...[...shown].reverse().flatMap(row => lines(row, asked)))
    } catch (trouble) {
      tell(trouble.message, 'bad')
    }
  }

  async function verify() {
    check.disabled = true
    findings.replaceChildren()
    tell('', '')
    try {
      const head = await get(`${path}/head`)
      bar.max = head.seq
      bar.hidden = false
      const found = await checkedLog(
        head,
        first => get(`${path}/log?from=${first}`),
        seq => {
          bar.value = seq
          tell(U.checking(seq, head.seq), '')
        },
      )
      tell(
        found.findings.length ? U.chainBad(found.findings.length) : U.chainGood(found.events, found.sealed),
        found.findings.length ? 'bad' : 'good',
      )
      findings.replaceChildren(
        ...found.findings
          .slice(0, 50)
          .map(finding => el('li', { class: 'is-bad' }, `${U.event(finding.seq)} ${finding.what}`)),
      )
    } catch (trouble) {
      tell(trouble.message, 'bad')
    }
    bar.hidden = true
    check.disabled = false
  }

  /**
   * @param {string} text
   * @param {string} kind
   */
  function tell(text, kind) {
    verdict.dataset.kind = kind
    setText(verdict, text)
  }

  /** The rows as they stand here, with who asked for them. */
  function saveLog() {
    const by = (/** @type {number} */ seq) => asked.find(one => one.first <= seq && seq <= one.last)
    save(
      `log-${id}.csv`,
      csv([
        ['seq', 'at', 'shoe', 'chain', 'command', 'role', 'by', 'reason', 'second', 'body'],
        ...shown.map(row => [
          row.seq,
          new Date(row.at).toISOString(),
          row.shoe,
          row.chain,
          by(row.seq)?.command,
          by(row.seq)?.role,
          by(row.seq)?.by,
          by(row.seq)?.reason,
          by(row.seq)?.second,
          row.body,
        ]),
      ]),
    )
  }

  return { node, opened: () => (shown.length ? undefined : show(Infinity)), saveLog }
}

/**
 * A row, and below the first one of a command who asked for it: the newest stands on top.
 * @param {Wire.LogRow} row
 * @param {Wire.CommandAsked[]} asked
 */
function lines(row, asked) {
  const event = row.body ? JSON.parse(row.body) : null
  const line = el(
    'tr',
    {},
    el('td', { class: 'is-number' }, String(row.seq)),
    el('td', {}, new Date(row.at).toLocaleTimeString(locale)),
    el(
      'td',
      {},
      event ? el('b', {}, spelled(event.type)) : el('span', { class: 'quiet' }, U.sealed(row.shoe)),
      event ? el('span', { class: 'log-fields' }, ` ${fieldsOf(event)}`) : null,
    ),
    el('td', { class: 'mono', title: row.chain }, row.chain.slice(0, 12)),
  )
  const command = asked.find(one => one.first === row.seq)
  if (!command) return [line]
  const who = command.by === 'automatic' ? U.automatic : U.askedBy(spelled(command.command), command.by, command.role)
  const why = [command.reason ? U.reason(command.reason) : '', command.second ? U.second(command.second) : '']
    .filter(Boolean)
    .join(' ')
  return [
    line,
    el(
      'tr',
      { class: 'log-command' },
      el('td', {}),
      el('td', { colspan: 3 }, who, why ? el('b', {}, ` ${why}`) : null),
    ),
  ]
}

/**
 * The facts of an event in a line; what is long is counted.
 * @param {Record<string, any>} event
 */
function fieldsOf(event) {
  return Object.entries(event)
    .filter(
      ([name, value]) =>
        name !== 'type' &&
        value !== null &&
        value !== '' &&
        value !== false &&
        value !== 0 &&
        !(Array.isArray(value) && !value.length),
    )
    .map(([name, value]) => `${name.replaceAll('_', ' ')} ${shownValue(name, value)}`)
    .join(' · ')
}

/**
 * @param {string} name
 * @param {any} value
 */
function shownValue(name, value) {
  if (name === 'card') return cardText(value)
  if (name === 'cards') return value.length > 8 ? U.cards(value.length) : value.map(cardText).join(' ')
  if (name === 'hands') return value.map((/** @type {number[]} */ hand) => hand.map(cardText).join(' ')).join(' | ')
  if (MONEY.has(name)) return money(value)
  if (Array.isArray(value)) return value.map(one => (typeof one === 'object' ? '…' : one)).join(', ')
  return typeof value === 'object' ? '…' : String(value).replaceAll('_', ' ')
}
