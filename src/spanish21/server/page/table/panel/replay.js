// A finished round, replayed from its events: at pace, or one step at a time.

import { el, setText } from '../../parts/dom.js'
import { turns } from '../../parts/order.js'
import { get } from '../../wire/http.js'
import { T } from '../../texts.js'
import { pictureOf, shownOf, stepped } from '../showing.js'

const EVERY = 650

/**
 * `draw(picture)` shows a moment on the felt, null gives the felt back to the table.
 * @param {Wire.Felt & { id?: string }} sheet
 * @param {(picture: Page.Picture | null) => void} draw
 */
export function mountReplay(sheet, draw) {
  const says = el('p', { class: 'replay-says', 'aria-live': 'polite' })
  const at = el('input', {
    type: 'range',
    min: 0,
    value: 0,
    'aria-label': T.replayStep,
    oninput: () => {
      pause()
      show(Number(at.value))
    },
  })
  const play = el(
    'button',
    { class: 'button is-primary', type: 'button', onclick: () => (timer ? pause() : run()) },
    T.replayPlay,
  )
  const step = (/** @type {number} */ by) =>
    el(
      'button',
      {
        class: 'button',
        type: 'button',
        'aria-label': by > 0 ? T.replayNext : T.replayBack,
        onclick: () => {
          pause()
          show(Number(at.value) + by)
        },
      },
      by > 0 ? '▸' : '◂',
    )
  const share = el('button', { class: 'button', type: 'button', onclick: copy }, T.replayShare)
  const heading = el('b', { class: 'replay-title' })
  const node = el(
    'div',
    { class: 'replay', role: 'group', 'aria-label': T.replay, hidden: true },
    heading,
    says,
    el(
      'div',
      { class: 'replay-line' },
      step(-1),
      play,
      step(1),
      at,
      share,
      sheet.id ? el('a', { class: 'button', href: `#/table/${encodeURIComponent(sheet.id)}` }, T.replayEnd) : null,
    ),
  )
  /** @type {{ picture: Page.Picture, text: string }[]} */
  let moments = []
  let timer = 0
  let round = 0
  const turn = turns()

  /**
   * Open a round by its number; `state` gives names and who one is.
   * @param {number} number
   * @param {Page.State} state
   */
  async function open(number, state) {
    if (number === round) return
    const isLast = turn()
    round = number
    pause()
    const past = await get(`/tables/${encodeURIComponent(sheet.id ?? '')}/rounds/${number}`).catch(trouble => {
      if (isLast()) round = 0
      throw trouble
    })
    if (isLast()) begin(past, state, T.round(number))
  }

  /**
   * Show a round from its first step on, playing: the `view` before it and its `steps`.
   * @param {Past} past
   * @param {Looker} state
   * @param {string} title
   */
  function begin(past, state, title) {
    pause()
    moments = momentsOf(past, state)
    at.max = String(moments.length - 1)
    setText(heading, title)
    setText(share, T.replayShare)
    node.hidden = false
    show(0)
    run()
  }

  /** The address names the round: it shows everyone the same. */
  async function copy() {
    try {
      await navigator.clipboard.writeText(location.href)
      setText(share, T.replayShared)
    } catch {
      prompt(T.replayShare, location.href)
    }
  }

  /** @param {number} wanted */
  function show(wanted) {
    if (!moments.length) return
    const now = Math.max(0, Math.min(moments.length - 1, wanted))
    at.value = String(now)
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

/** A replayed round has no offers and waits for no one. */
const NOTHING = {
  seq: 0,
  legal: [],
  waits_for: [],
  clock: null,
  shoe: { number: 0, commitment: '', wheels: '' },
  stopped: '',
}

/** @typedef {{ view: Wire.View, steps: readonly Wire.Step[] }} Past */
/** @typedef {Pick<Page.State, 'you' | 'names'>} Looker */

/** The pictures of a round, one for each step that says something. */
function momentsOf(/** @type {Past} */ { view, steps }, /** @type {Looker} */ { you, names }) {
  /** @type {Page.Shown} */
  let shown = shownOf({ ...NOTHING, you, names, view })
  const found = []
  for (const step of steps) {
    shown = stepped(shown, step)
    if (step.text) found.push({ picture: pictureOf(shown), text: step.text })
  }
  return found
}
