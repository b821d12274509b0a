// The audit: all logs and the whole house again; or one table's log, shoes, rounds, ledger and export.

import { locale } from '../parts/language.js'
import { el, setText } from '../parts/dom.js'
import { mountHead } from '../parts/rooms/head.js'
import { has } from '../parts/me.js'
import { useCurrency } from '../parts/money.js'
import { mountTabs } from '../parts/tabs.js'
import { get, post } from '../wire/http.js'
import { mountWitnesses } from '../trust/witnesses.js'
import { T } from '../texts.js'
import { mountLedger } from './ledger.js'
import { mountLogOfTable } from './log.js'
import { mountRounds } from './rounds.js'
import { mountShoes } from './shoes.js'
import { U } from './texts.js'

/**
 * @param {HTMLElement} root
 * @param {string} id
 */
export function mountAudit(root, id) {
  document.title = `${U.title} · ${T.title}`
  const title = el('h1', {}, U.title)
  const place = el('div', { class: 'audit-place' })
  const back = id ? el('a', { class: 'quiet', href: '#/audit' }, U.tables) : null
  const head = mountHead('audit', me => {
    if (!has(me, 'auditor'))
      return place.replaceChildren(el('p', { class: 'says', 'data-kind': 'bad', role: 'alert' }, U.onlyAuditors))
    return id ? table() : house()
  })
  root.append(
    head.node,
    el(
      'div',
      { class: 'house audit' },
      el('div', { class: 'house-head' }, back, title, id ? null : el('p', { class: 'quiet' }, U.intro)),
      place,
    ),
  )

  function house() {
    const ledger = mountLedger()
    place.replaceChildren(
      el('div', { class: 'papers audit-papers' }, mountLogs(), mountWhole(), mountWitnesses().node),
      el('h2', {}, U.ledger),
      ledger.node,
    )
    ledger.opened()
  }

  async function table() {
    const found = (await get('/logs').catch(() => [])).find(one => one.id === id)
    setText(title, found?.name ?? id)
    await get(`/tables/${encodeURIComponent(id)}`)
      .then(sheet => useCurrency(sheet.currency))
      .catch(() => {})
    const log = mountLogOfTable(id)
    const parts = {
      log,
      shoes: mountShoes(id),
      rounds: mountRounds(id),
      ledger: mountLedger(id),
      export: mountExport(id, log.saveLog),
    }
    place.replaceChildren(
      mountTabs(
        Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, { ...part, title: U.tabs[name] }])),
        U.title,
        'audit-',
        'tabbed',
      ).node,
    )
  }

  return {}
}

function mountLogs() {
  const body = el('tbody', {})
  const node = el(
    'section',
    { class: 'paper' },
    el('h2', {}, U.tables),
    el(
      'div',
      { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': U.tables },
      el(
        'table',
        { class: 'list' },
        el(
          'thead',
          {},
          el(
            'tr',
            {},
            el('th', { scope: 'col' }, U.table),
            el('th', { scope: 'col' }, U.book),
            el('th', { scope: 'col' }, U.state),
            el('th', { scope: 'col', class: 'is-number' }, U.events),
          ),
        ),
        body,
      ),
    ),
  )
  get('/logs')
    .then(logs =>
      body.replaceChildren(
        ...logs.map(log =>
          el(
            'tr',
            {},
            el(
              'td',
              {},
              el('a', { href: `#/audit/${encodeURIComponent(log.id)}`, 'aria-label': U.openLog(log.name) }, log.name),
            ),
            el('td', {}, log.book),
            el('td', {}, U.states[log.state] ?? log.state),
            el('td', { class: 'is-number' }, log.seq.toLocaleString(locale)),
          ),
        ),
      ),
    )
    .catch(trouble => body.replaceChildren(el('tr', {}, el('td', { colspan: 4 }, trouble.message))))
  return node
}

function mountWhole() {
  const says = el('p', { class: 'verdict', role: 'status' })
  const list = el('ul', { class: 'checks-done' })
  const button = el('button', { class: 'button is-primary', type: 'button', onclick: run }, U.run)

  async function run() {
    button.disabled = true
    says.dataset.kind = ''
    setText(says, U.running)
    list.replaceChildren()
    try {
      const report = await post('/audit')
      says.dataset.kind = report.ok ? 'good' : 'bad'
      setText(says, report.ok ? U.wholeGood(report.tables, report.events) : U.wholeBad(report.findings.length))
      const unread = Object.keys(report.unread).length
      list.replaceChildren(
        ...report.findings
          .slice(0, 50)
          .map(finding => el('li', { class: 'is-bad' }, `${finding.table} ${finding.seq}: ${finding.what}`)),
        ...(unread ? [el('li', {}, U.unread(unread))] : []),
      )
    } catch (trouble) {
      says.dataset.kind = 'bad'
      setText(says, trouble.message)
    }
    button.disabled = false
  }

  return el(
    'section',
    { class: 'paper' },
    el('h2', {}, U.whole),
    el('p', { class: 'quiet' }, U.wholeIntro),
    button,
    says,
    list,
  )
}

/**
 * @param {string} id
 * @param {() => void} saveLog
 */
function mountExport(id, saveLog) {
  const path = `/api/tables/${encodeURIComponent(id)}`
  const file = (
    /** @type {string} */ title,
    /** @type {string} */ text,
    /** @type {string | (() => void)} */ href,
    /** @type {string} */ name,
  ) =>
    el(
      'section',
      { class: 'paper' },
      el('h2', {}, title),
      el('p', { class: 'quiet' }, text),
      typeof href === 'string'
        ? el('a', { class: 'button', href, download: name }, U.save)
        : el('button', { class: 'button', type: 'button', onclick: href }, U.save),
    )
  return {
    node: el(
      'div',
      { class: 'papers' },
      file(U.exportRounds, U.exportRoundsText, `${path}/export`, `rounds-${id}.jsonl`),
      file(U.exportRecord, U.exportRecordText, `${path}/record`, `record-${id}.json`),
      file(U.exportLog, U.exportLogText, saveLog, ''),
    ),
  }
}
