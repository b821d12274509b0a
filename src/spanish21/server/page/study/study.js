// The study of one table: a book or the submission that is being worked on, part by part.

import { el } from '../parts/dom.js'
import { useCurrency } from '../parts/money.js'
import { mountRoom, placeIn, showWhenFound } from '../parts/room.js'
import { save } from '../parts/saving.js'
import { study, subjectOf } from '../wire/study.js'
import { showFigures } from './figures.js'
import { showStrategy } from './strategy.js'
import { showPrices } from './prices.js'
import { showWagers } from './wagers.js'
import { mountSession } from './session.js'
import { mountCompare } from './compare.js'
import { mountRun } from './run.js'
import { S } from './texts.js'

/** Parts that show one answer, and parts that ask further. */
const SHOWN = { figures: ['figures', showFigures], strategy: ['strategy', showStrategy], prices: ['prices', showPrices], wagers: ['sidebets', showWagers] }
const MOUNTED = { session: mountSession, compare: mountCompare, run: mountRun }

export function mount(root) {
  const report = el('button', { class: 'button', type: 'button', disabled: true, onclick: makeReport }, S.study.report)
  const trouble = el('p', { class: 'form-problem', role: 'alert' })
  const room = mountRoom('study', S.study, { onBook: book => go(book, part), tools: [report] })
  room.node.querySelector('.room-head').append(trouble)
  root.append(room.node)
  let [book, part] = ['', 'figures']
  let shown = null
  let turn = 0
  let isMaking = false
  moved()

  function go(nextBook, nextPart) {
    location.hash = `#/study/${encodeURIComponent(nextBook)}/${nextPart}`
  }

  async function moved() {
    const mine = ++turn
    const [wanted, wantedPart] = placeIn('study')
    const isWanted = () => mine === turn
    let subject
    try {
      book = await room.book(wanted)
      if (!isWanted()) return
      subject = subjectOf(book)
    } catch (problem) {
      if (isWanted()) room.body.replaceChildren(el('p', { class: 'note', role: 'alert' }, problem.message))
      return
    }
    report.disabled = isMaking
    part = wantedPart in S.study.tabs ? wantedPart : 'figures'
    room.showTabs(S.study.tabs, part, name => `#/study/${encodeURIComponent(book)}/${name}`)
    shown?.stop?.()
    shown = null
    if (MOUNTED[part]) {
      shown = MOUNTED[part](room, { book, subject, isWanted })
      room.body.replaceChildren(shown.node)
      return
    }
    const [what, show] = SHOWN[part]
    await showWhenFound(room.body, () => study(what, subject, isWanted), found => {
      if (found.currency) useCurrency(found.currency)
      return show(found, book)
    })
  }

  async function makeReport() {
    report.disabled = isMaking = true
    report.textContent = S.study.reportMaking
    trouble.textContent = ''
    try {
      const found = await study('report', subjectOf(book))
      save(found.name, found.html, 'text/html')
    } catch (problem) {
      trouble.textContent = problem.message
    }
    report.textContent = S.study.report
    report.disabled = isMaking = false
  }

  return {
    moved,
    stop() {
      turn += 1
      shown?.stop?.()
    },
  }
}
