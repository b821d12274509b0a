// The school: how a round goes, drills with a score, and the chart.

import { el } from '../parts/dom.js'
import { mountRoom, placeIn, showWhenFound } from '../parts/rooms/room.js'
import { study, subjectOf } from '../wire/study_answers.js'
import { mountChart } from '../study/strategy.js'
import { mountCount } from './count.js'
import { mountDrill } from './drill.js'
import { mountExample } from './example.js'
import { mountFirst } from './first.js'
import { LEARN } from './texts.js'

const L = LEARN
/** @type {Record<string, (study: Page.Study) => { node: Node, stop?: () => void }>} */
const PARTS = { first: mountFirst, how: mountExample, drill: mountDrill, count: mountCount }

/** @param {HTMLElement} root */
export function mount(root) {
  const room = mountRoom('learn', L, {
    onBook: book => {
      location.hash = `#/learn/${encodeURIComponent(book)}/${part}`
    },
  })
  root.append(room.node)
  let part = 'first'
  /** @type {{ node: Node, stop?: () => void } | null} */
  let shown = null
  let turn = 0
  moved()

  async function moved() {
    const mine = ++turn
    const isWanted = () => mine === turn
    const [wanted, wantedPart] = placeIn('learn')
    try {
      const book = await room.book(wanted)
      if (!isWanted()) return
      part = wantedPart in L.tabs ? wantedPart : 'first'
      room.showTabs(L.tabs, part, name => `#/learn/${encodeURIComponent(book)}/${name}`)
      shown?.stop?.()
      shown = null
      const subject = subjectOf(book)
      if (part === 'chart')
        await showWhenFound(
          room.body,
          () => study('strategy', subject, isWanted),
          found => mountChart(found).node,
        )
      else {
        shown = PARTS[part]({ book, subject, isWanted })
        room.body.replaceChildren(shown.node)
      }
    } catch (trouble) {
      if (isWanted()) room.body.replaceChildren(el('p', { class: 'note', role: 'alert' }, trouble.message))
    }
  }

  return {
    moved,
    stop: () => {
      turn += 1
      shown?.stop?.()
    },
  }
}
