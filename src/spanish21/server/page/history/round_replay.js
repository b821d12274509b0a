// A finished round on its own page: step by step or played, with the worth of each decision. Nothing
// on it is live, so nothing can be pressed by mistake.

import { el, setAttribute, setText } from '../parts/dom.js'
import { mountHead } from '../parts/rooms/head.js'
import { whoAmI } from '../parts/me.js'
import { signed, useCurrency } from '../parts/money.js'
import { placeIn } from '../parts/rooms/room.js'
import { save } from '../parts/saving.js'
import { get, readText } from '../wire/http.js'
import { T } from '../texts.js'
import { decisionsOf } from './judging.js'
import { mountAdvice } from './advice.js'
import { mountStage, momentsOf } from './stage.js'
import { pictureFile } from './picture.js'
import { H } from './texts.js'

/** @type {Record<string, number>} */
const SPEEDS = { slow: 2200, even: 1200, quick: 500 }

/** @param {HTMLElement} root */
export function mount(root) {
  const note = el('p', { class: 'waiting', role: 'status' }, H.loading)
  const main = el('div', { class: 'again' }, note)
  root.append(mountHead('history').node, main)
  let isGone = false
  let stop = () => {}
  open()

  async function open() {
    const [table, number] = placeIn('replay')
    try {
      const [me, sheet, past] = await Promise.all([
        whoAmI().catch(() => null),
        get(`/tables/${encodeURIComponent(table)}`).catch(() => null),
        get(`/tables/${encodeURIComponent(table)}/rounds/${Number(number)}`),
      ])
      if (isGone) return
      if (sheet) useCurrency(sheet.currency)
      document.title = `${H.again(past.number)} · ${T.title}`
      const shown = mountRound({ table, number: past.number, past, you: me?.person ?? '', name: sheet?.name ?? '' })
      stop = shown.stop
      main.replaceChildren(...shown.nodes)
    } catch (trouble) {
      if (!isGone) setText(note, trouble.status === 404 ? T.noSuchRound : trouble.message)
    }
  }

  return {
    moved() {
      stop()
      main.replaceChildren(note)
      setText(note, H.loading)
      open()
    },
    stop() {
      isGone = true
      stop()
    },
  }
}

/** @typedef {{ table: string, number: number, past: Wire.RoundSteps, you: string, name: string }} Round */

function mountRound(/** @type {Round} */ { table, number, past, you, name }) {
  const moments = momentsOf(past, you)
  const stage = mountStage(you)
  const advice = mountAdvice()
  const where = el('span', { class: 'quiet' })
  const at = el('input', {
    type: 'range',
    min: 0,
    max: moments.length - 1,
    value: 0,
    'aria-label': H.stepLabel,
    oninput: () => jump(Number(at.value)),
  })
  const play = el(
    'button',
    { class: 'button is-primary', type: 'button', onclick: () => (timer ? pause() : run()) },
    H.play,
  )
  const back = stepper(-1, H.back, '◂')
  const next = stepper(1, H.next, '▸')
  const speeds = Object.entries(H.speeds).map(([speed, text]) =>
    el('button', { type: 'button', 'data-speed': speed, onclick: () => setSpeed(speed) }, text),
  )
  const quiz = el('input', { type: 'checkbox', onchange: () => show(now) })
  const lines = moments.map((moment, step) =>
    el(
      'li',
      {},
      el(
        'button',
        { type: 'button', onclick: () => jump(step) },
        el('span', {}, moment.text),
        moment.clause ? el('span', { class: 'cite' }, moment.clause) : null,
      ),
    ),
  )
  const steps = el('ol', { class: 'again-steps', 'aria-label': H.steps }, ...lines)
  const share = el('button', { class: 'button', type: 'button', onclick: copy }, H.link)
  const text = el('pre', { tabindex: 0 })
  const proof = el('div', {})
  const notation = el('details', { class: 'past', ontoggle: read }, el('summary', {}, H.notation), text)
  let now = 0
  let timer = 0
  let speed = 'even'
  let isGone = false
  /** @type {Map<number, Wire.JudgedDecision>} the decisions by the step after them */
  const decisions = new Map()
  setSpeed(speed)
  show(0)
  if (you) judge()
  prove()

  /** The proof that the house signed this round: read last, since nothing else waits for it. */
  async function prove() {
    const { mountRoundProof } = await import('../trust/round_proof.js')
    if (!isGone) proof.replaceChildren(mountRoundProof(table, past).node)
  }

  async function judge() {
    const found = await decisionsOf(`${table}-${number}`, () => !isGone)
    for (const one of found?.decisions ?? []) {
      const step = moments.findIndex(moment => moment.seq >= one.seq)
      if (step >= 0) decisions.set(step, one)
    }
    if (!isGone) show(now)
  }

  /**
   * @param {number} by
   * @param {string} label
   * @param {string} sign
   */
  function stepper(by, label, sign) {
    return el('button', { class: 'button', type: 'button', 'aria-label': label, onclick: () => jump(now + by) }, sign)
  }

  /** @param {number} wanted */
  function jump(wanted) {
    pause()
    show(wanted)
  }

  /** @param {number} wanted */
  function show(wanted) {
    now = Math.max(0, Math.min(moments.length - 1, wanted))
    at.value = String(now)
    const moment = moments[now]
    stage.update(moment)
    setText(where, H.step(now + 1, moments.length))
    back.disabled = now === 0
    next.disabled = now === moments.length - 1
    for (const [step, line] of lines.entries()) {
      const button = /** @type {HTMLElement} */ (line.firstElementChild)
      setAttribute(button, 'aria-current', step === now ? 'step' : null)
      if (step === now) steps.scrollTop = Math.max(0, line.offsetTop - steps.offsetTop - steps.clientHeight / 2)
    }
    advise()
  }

  /** What the decision that was just made cost; or, if one wants to be asked, the one that comes next. */
  function advise() {
    const coming = quiz.checked ? decisions.get(now + 1) : undefined
    if (coming) {
      pause()
      advice.ask(coming, () => show(now + 1))
      return
    }
    const made = decisions.get(now)
    if (made) advice.tell(made)
    else advice.clear()
  }

  function run() {
    if (now >= moments.length - 1) show(0)
    setText(play, H.pause)
    timer = setInterval(() => {
      show(now + 1)
      if (now >= moments.length - 1) pause()
    }, SPEEDS[speed])
  }

  function pause() {
    clearInterval(timer)
    timer = 0
    setText(play, H.play)
  }

  /** @param {string} wanted */
  function setSpeed(wanted) {
    speed = wanted
    for (const button of speeds) setAttribute(button, 'aria-pressed', String(button.dataset.speed === speed))
    if (!timer) return
    pause()
    run()
  }

  async function copy() {
    try {
      await navigator.clipboard.writeText(location.href)
      setText(share, H.linked)
    } catch {
      prompt(H.link, location.href)
    }
  }

  async function read() {
    if (!notation.open || text.textContent) return
    text.textContent = await readText(`/tables/${encodeURIComponent(table)}/rounds/${number}?format=notation`)
  }

  const net = moments.at(-1)?.net ?? 0
  const nodes = [
    el('div', { class: 'again-head' }, el('h1', {}, H.again(number)), el('span', { class: 'quiet' }, name), where),
    el(
      'div',
      { class: 'again-body' },
      el(
        'div',
        { class: 'history-left' },
        stage.node,
        el(
          'div',
          { class: 'again-controls' },
          back,
          play,
          next,
          at,
          el('span', { class: 'speeds', role: 'group', 'aria-label': H.speed }, ...speeds),
        ),
        you ? el('label', { class: 'field is-check' }, quiz, el('span', {}, H.quiz)) : null,
      ),
      el(
        'div',
        { class: 'again-side' },
        advice.node,
        you && net ? el('p', { class: 'quiet' }, H.ended(signed(net))) : null,
        steps,
        el(
          'div',
          { class: 'row' },
          share,
          el(
            'button',
            {
              class: 'button',
              type: 'button',
              onclick: () => save(`spanish-21-${table}-${number}.svg`, pictureFile(moments[now], you), 'image/svg+xml'),
            },
            H.picture,
          ),
          el('a', { class: 'button', href: '#/history' }, H.toHistory),
          name ? el('a', { class: 'button', href: `#/table/${encodeURIComponent(table)}` }, H.toTable) : null,
        ),
        notation,
        proof,
      ),
    ),
  ]
  return {
    nodes,
    stop() {
      isGone = true
      pause()
    },
  }
}
