// The study of one table, a book or the current submission, part by part.

import { el } from '../parts/dom.js'
import { useCurrency } from '../parts/money.js'
import { mountRoom, placeIn, showWhenFound } from '../parts/rooms/room.js'
import { save } from '../parts/saving.js'
import { study, subjectOf } from '../wire/study_answers.js'
import { S } from './texts.js'

/** @typedef {Page.Study & { books: Promise<Wire.BookName[]> }} Given */
/** Parts that show one answer, and parts that ask further; each is read when it is first looked at. */
/** @typedef {(found: any, book: string) => import('../parts/rooms/room.js').Shown} Drawn */
/** @type {Record<string, [keyof Wire.Studies, () => Promise<Drawn>]>} */
const SHOWN = {
  figures: ['figures', async () => (await import('./figures.js')).showFigures],
  strategy: ['strategy', async () => (await import('./strategy.js')).showStrategy],
  prices: ['prices', async () => (await import('./prices.js')).showPrices],
  wagers: ['sidebets', async () => (await import('./wagers.js')).showWagers],
  removal: ['removal', async () => (await import('./counting/removal.js')).showRemoval],
}
/** @type {Record<string, () => Promise<(given: Given) => { node: Node, stop?: () => void }>>} */
const MOUNTED = {
  session: async () => (await import('./session.js')).mountSession,
  compare: async () => (await import('./compare.js')).mountCompare,
  run: async () => (await import('./run.js')).mountRun,
  counts: async () => (await import('./counting/counts.js')).mountCounts,
  indices: async () => (await import('./counting/indices.js')).mountIndices,
  ramps: async () => (await import('./counting/ramps.js')).mountRamps,
  grid: async () => (await import('./grid.js')).mountGrid,
  design: async () => (await import('./design.js')).mountDesign,
}

/** @param {HTMLElement} root */
export function mount(root) {
  const report = el('button', { class: 'button', type: 'button', disabled: true, onclick: makeReport }, S.study.report)
  const trouble = el('p', { class: 'form-problem', role: 'alert' })
  const room = mountRoom('study', S.study, { onBook: book => go(book, part), tools: [report] })
  room.node.querySelector('.room-head')?.append(trouble)
  root.append(room.node)
  let [book, part] = ['', 'figures']
  /** @type {{ node: Node, stop?: () => void } | null} */
  let shown = null
  let turn = 0
  let isMaking = false
  moved()

  /**
   * @param {string} nextBook
   * @param {string} nextPart
   */
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
      const mountPart = await MOUNTED[part]()
      if (!isWanted()) return
      shown = mountPart({ book, subject, isWanted, books: room.books })
      room.body.replaceChildren(shown.node)
      return
    }
    const [what, load] = SHOWN[part]
    const loading = load()
    await showWhenFound(
      room.body,
      async () => {
        const found = await study(what, subject, isWanted)
        return found && { found, show: await loading }
      },
      ({ found, show }) => {
        if ('currency' in found) useCurrency(found.currency)
        return show(found, book)
      },
    )
  }

  async function makeReport() {
    report.disabled = isMaking = true
    report.textContent = S.study.reportMaking
    trouble.textContent = ''
    try {
      const found = await study('report', subjectOf(book))
      if (found) save(found.name, found.html, 'text/html')
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
