// A round that is over, shown again from its events: played, or one step at a time.

import { el, setText } from '../parts/dom.js'
import { turns } from '../parts/order.js'
import { get } from '../wire/http.js'
import { T } from '../texts.js'
import { pictureOf, stepped } from './picture.js'
import { sentence, teller } from './telling.js'

const EVERY = 650
const EMPTY = { phase: 'wagers', people: [], boxes: [], dealer: [], dealer_total: 0, turn_box: 0, turn_hand: -1, hot_spot: 0, exposed_card: '', cards_left: 0, discards: 0, meters: {} }

/** `draw(picture)` shows a moment on the felt, null gives the felt back to the table. */
export function mountReplay(sheet, draw) {
  const says = el('p', { class: 'replay-says', 'aria-live': 'polite' })
  const at = el('input', { type: 'range', min: 0, value: 0, 'aria-label': T.replayStep, oninput: () => { pause(); show(Number(at.value)) } })
  const play = el('button', { class: 'button is-primary', type: 'button', onclick: () => (timer ? pause() : run()) }, T.replayPlay)
  const step = by => el('button', { class: 'button', type: 'button', 'aria-label': by > 0 ? T.replayNext : T.replayBack, onclick: () => { pause(); show(Number(at.value) + by) } }, by > 0 ? '▸' : '◂')
  const share = el('button', { class: 'button', type: 'button', onclick: copy }, T.replayShare)
  const node = el('div', { class: 'replay', role: 'group', 'aria-label': T.replay, hidden: true }, el('b', { class: 'replay-title' }), says,
    el('div', { class: 'replay-line' }, step(-1), play, step(1), at, share, sheet.id ? el('a', { class: 'button', href: `#/table/${encodeURIComponent(sheet.id)}` }, T.replayEnd) : null))
  let moments = []
  let timer = 0
  let round = 0
  const turn = turns()

  /** Open a round by its number; `state` gives names and who one is. */
  async function open(number, state) {
    if (number === round) return
    const isLast = turn()
    round = number
    pause()
    const { events } = await get(`/tables/${encodeURIComponent(sheet.id)}/rounds/${number}`).catch(trouble => {
      if (isLast()) round = 0
      throw trouble
    })
    if (isLast()) begin(events, state, T.round(number))
  }

  /** Show events from the first on, playing. */
  function begin(events, state, title) {
    pause()
    moments = momentsOf(events, state, sheet)
    at.max = moments.length - 1
    setText(node.querySelector('.replay-title'), title)
    setText(share, T.replayShare)
    node.hidden = false
    show(0)
    run()
  }

  /** The address names the round: whoever opens it sees the same. */
  async function copy() {
    try {
      await navigator.clipboard.writeText(location.href)
      setText(share, T.replayShared)
    } catch {
      prompt(T.replayShare, location.href)
    }
  }

  function show(wanted) {
    if (!moments.length) return
    const now = Math.max(0, Math.min(moments.length - 1, wanted))
    at.value = now
    setText(says, moments[now].text)
    draw(moments[now].picture)
  }

  function run() {
    if (Number(at.value) >= moments.length - 1) show(0)
    setText(play, T.replayPause)
    timer = setInterval(() => {
      show(Number(at.value) + 1)
      if (Number(at.value) >= moments.length - 1) pause()
    }, EVERY)
  }

  function pause() {
    clearInterval(timer)
    timer = 0
    setText(play, T.replayPlay)
  }

  function close() {
    turn()
    round = 0
    pause()
    if (node.hidden) return
    node.hidden = true
    moments = []
    draw(null)
  }

  return { node, open, begin, close }
}

/** The pictures of a round, one for each event that says something. */
function momentsOf(events, state, sheet) {
  const tell = teller(sheet, state)
  let picture = { ...pictureOf({ ...EMPTY, meters: state.view.meters }), isOver: false }
  const found = []
  for (const item of events) {
    picture = stepped(structuredClone(picture), item)
    const told = tell(item)
    if (told) found.push({ picture, text: [told.text, sentence(told.why)].filter(Boolean).join(' ') })
  }
  return found
}
