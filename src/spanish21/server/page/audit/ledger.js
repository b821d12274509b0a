// The ledger by account: what each holds, and its last moves.

import { locale } from '../parts/language.js'
import { el, setText } from '../parts/dom.js'
import { money, signed } from '../parts/money.js'
import { turns } from '../parts/order.js'
import { get } from '../wire/http.js'
import { csv, save } from './audit_files.js'
import { U } from './texts.js'

/** `part` is what the search begins with. */
export function mountLedger(part = '') {
  const find = el('input', {
    type: 'text',
    autocomplete: 'off',
    spellcheck: 'false',
    value: part,
    oninput: () => {
      clearTimeout(timer)
      timer = setTimeout(read, 250)
    },
  })
  const accounts = el('tbody', {})
  const says = el('p', { class: 'says', role: 'status' })
  const title = el('h2', {}, U.pick)
  const moves = el('tbody', {})
  const table = (/** @type {string[]} */ heads, /** @type {HTMLElement} */ body) =>
    el(
      'div',
      { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': heads[0] },
      el(
        'table',
        { class: 'list' },
        el(
          'thead',
          {},
          el(
            'tr',
            {},
            ...heads.map((text, at) =>
              el('th', { scope: 'col', class: at === 1 && heads.length === 2 ? 'is-number' : '' }, text),
            ),
          ),
        ),
        body,
      ),
    )
  const movesTable = table([U.time, U.amount, U.other, U.why, U.where], moves)
  const saving = el(
    'button',
    {
      class: 'button',
      type: 'button',
      hidden: true,
      onclick: () =>
        save(
          `ledger-${chosen.replaceAll('/', '-')}.csv`,
          csv([
            ['at', 'amount', 'other', 'why', 'log', 'event'],
            ...found.map(move => [
              move.at ? new Date(move.at).toISOString() : '',
              move.amount,
              move.other,
              move.why,
              move.log,
              move.seq,
            ]),
          ]),
        ),
    },
    U.csv,
  )
  movesTable.hidden = true
  const node = el(
    'div',
    { class: 'audit-part' },
    el('p', { class: 'quiet' }, U.ledgerIntro),
    el(
      'div',
      { class: 'ledger' },
      el(
        'section',
        { class: 'paper' },
        el('label', { class: 'field' }, el('span', {}, U.find), find),
        says,
        table([U.account, U.holds], accounts),
      ),
      el('section', { class: 'paper' }, title, movesTable, saving),
    ),
  )
  let timer = 0
  let chosen = ''
  /** @type {Wire.LedgerMove[]} */
  let found = []
  const turn = { accounts: turns(), moves: turns() }

  async function read() {
    const isLast = turn.accounts()
    try {
      const list = await get(`/ledger?part=${encodeURIComponent(find.value.trim())}`)
      if (!isLast()) return
      setText(says, list.length ? '' : U.noAccounts)
      accounts.replaceChildren(
        ...list.map(one =>
          el(
            'tr',
            {},
            el(
              'td',
              {},
              el('button', { class: 'account-button', type: 'button', onclick: () => show(one.account) }, one.account),
            ),
            el('td', { class: 'is-number' }, money(one.amount, { cents: 'always' })),
          ),
        ),
        el(
          'tr',
          { class: 'is-sum' },
          el('th', { scope: 'row' }, U.sum),
          el(
            'td',
            { class: 'is-number' },
            money(
              list.reduce((sum, one) => sum + one.amount, 0),
              { cents: 'always' },
            ),
          ),
        ),
      )
    } catch (trouble) {
      setText(says, trouble.message)
    }
  }

  /** @param {string} account */
  async function show(account) {
    const isLast = turn.moves()
    try {
      const moved = await get(`/ledger/moves?account=${encodeURIComponent(account)}`)
      if (!isLast()) return
      ;[chosen, found] = [account, moved]
      setText(title, U.moves(account))
      movesTable.hidden = saving.hidden = false
      moves.replaceChildren(
        ...found.map(move =>
          el(
            'tr',
            {},
            el(
              'td',
              { class: 'is-time' },
              move.at
                ? new Date(move.at).toLocaleString(locale, {
                    month: 'short',
                    day: 'numeric',
                    hour: '2-digit',
                    minute: '2-digit',
                  })
                : '',
            ),
            el('td', { class: `is-number ${move.amount < 0 ? 'is-minus' : 'is-plus'}` }, signed(move.amount)),
            el('td', { class: 'mono' }, move.other),
            el('td', {}, move.why.replaceAll('_', ' ')),
            el('td', { class: 'mono' }, `${move.log} ${move.seq}`),
          ),
        ),
      )
    } catch (trouble) {
      setText(says, trouble.message)
    }
  }

  return { node, opened: read }
}
