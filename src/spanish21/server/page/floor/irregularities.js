// Irregularities of this table: what the book requires, and a button that reports each.

import { el, keyed, setText } from '../parts/dom.js'
import { agreeing } from '../table/turn/offers.js'
import { sentence } from '../table/telling.js'
import { T } from '../texts.js'
import { F } from './texts.js'

/** @typedef {{ trouble: Wire.ReportedIrregularity, offers: Wire.May[] }} Item */

/**
 * @param {Wire.Sheet} sheet
 * @param {string} role
 * @param {Page.Duty} actions
 */
export function mountIrregularities(sheet, role, actions) {
  const list = el('ul', { class: 'troubles' })
  const node = el('div', {}, el('p', { class: 'quiet' }, F.irregularIntro), list)
  /** @type {Wire.ReportedIrregularity[]} */
  let known = []
  /** @type {Page.Moment | null} */
  let now = null

  /** @param {Wire.ReportedIrregularity[]} found */
  function learn(found) {
    known = found
    if (now) update(now)
  }

  /** @param {Page.Moment} next */
  function update(next) {
    now = next
    const { legal } = next.state
    const items = known.map(trouble => ({
      trouble,
      offers: trouble.command && trouble.by === role ? agreeing(legal, trouble.command, trouble.fields) : [],
    }))
    items.sort((one, other) => Number(other.offers.length > 0) - Number(one.offers.length > 0))
    keyed(
      list,
      items,
      one => one.trouble.name,
      one => mountTrouble(one, sheet, role, report),
    )
  }

  async function report(/** @type {Item} */ { trouble, offers }) {
    if (offers.length)
      return actions.asking.open(trouble.command, offers, {
        given: trouble.fields,
        names: now?.state.names,
        titles: now?.titles,
      })
    const answer = await actions.whyNot(trouble.command, trouble.fields)
    return actions.tell(
      [sentence(answer.text) || T.whyNotUnknown, ...(answer.clauses ?? []).slice(0, 2)].join(' · '),
      'why',
    )
  }

  return { node, learn, update }
}

/**
 * @param {Item} item
 * @param {Wire.Sheet} sheet
 * @param {string} role
 * @param {(item: Item) => void} report
 */
function mountTrouble(item, sheet, role, report) {
  const { trouble } = item
  let one = item
  const short = (/** @type {string} */ clause) =>
    clause.startsWith(`${sheet.book} `) ? clause.slice(sheet.book.length + 1) : clause
  const pill = el('span', { class: 'pill is-good' }, F.possibleNow)
  const isMine = trouble.command && trouble.by === role
  const button = el('button', { class: 'button', type: 'button', onclick: () => report(one) }, F.report)
  const note = el('p', { class: 'quiet' }, trouble.command ? F.reportedBy(F.roles[trouble.by]) : F.byItself)
  const node = el(
    'li',
    {},
    el(
      'details',
      { class: 'trouble' },
      el('summary', {}, el('span', {}, trouble.happened), pill),
      el(
        'dl',
        { class: 'clauses' },
        ...trouble.clauses.map(([clause, says]) =>
          el('div', {}, el('dt', { class: 'clause' }, short(clause)), el('dd', {}, says)),
        ),
      ),
      isMine ? button : note,
    ),
  )
  return {
    node,
    update(/** @type {any} */ next) {
      one = next
      pill.hidden = !one.offers.length
      button.setAttribute('aria-disabled', String(!one.offers.length))
      setText(button, F.report)
    },
  }
}
