// The socket of one table: keeps the state, reconnects automatically, and never asks for the same thing twice.

import { language } from '../parts/language.js'
import { lazily } from '../parts/lazily.js'
import { T } from '../texts.js'
import { post } from './http.js'
import { merged } from './patch.js'
import { keepPulse } from './pulse.js'

/** The version of the messages; a page of another one is asked to reload. */
const PROTOCOL = 2
const WAITS = [300, 700, 1500, 3000, 5000]

/** Commands whose meaning does not depend on what others did meanwhile; sent again when the table had moved on. */
const AT_ANY_MOMENT = new Set(['PlaceWager', 'Join', 'BuyChips', 'Consent', 'DeclineInsurance', 'Insure'])

/**
 * Connect to a table, as `role` if one is on duty. `on` has `whole(state)`, `change(state, steps)`,
 * `line(status, text)`.
 * @param {string} table
 * @param {Page.Hears} on
 */
export function connect(table, on, role = '') {
  /** @type {Map<string, { message: object, answer: (answer: any) => void }>} */
  const waiting = new Map()
  /** @type {Set<{ seq: number, resolve: () => void }>} */
  const awaited = new Set()
  /** @type {WebSocket | null} */
  let socket = null
  let isBack = false
  /** @type {Page.State | null} */
  let state = null
  let tries = 0
  let closed = false
  let timer = 0
  let next = 0
  const seeds = lazily(async () =>
    (await import('./own_seeds.js')).keepSeeds(
      table,
      message => socket?.readyState === WebSocket.OPEN && socket.send(JSON.stringify(message)),
    ),
  )
  const first = crypto.randomUUID?.().slice(0, 8) ?? String(Math.random()).slice(2, 10)

  async function open() {
    if (closed) return
    timer = 0
    on.line(state ? 'lost' : 'connecting', state ? T.reconnecting : T.connecting)
    try {
      const { ticket } = await post(`/tables/${table}/ticket`)
      if (closed) return
      const said = `&protocol=${PROTOCOL}&language=${language}`
      const since = `${said}${state ? `&seq=${state.seq}` : ''}${role ? `&as=${role}` : ''}`
      const scheme = location.protocol === 'https:' ? 'wss' : 'ws'
      isBack = false
      socket = new WebSocket(`${scheme}://${location.host}/api/tables/${table}/socket?ticket=${ticket}${since}`)
      socket.onmessage = message => heard(JSON.parse(message.data))
      socket.onclose = lost
    } catch (trouble) {
      if (trouble.status === 401 || trouble.status === 404) on.line('bye', `${trouble.message} ${T.reload}`)
      else later()
    }
  }

  function lost() {
    pulse.heard()
    socket = null
    isBack = false
    if (!closed) later()
  }

  /** A line that says nothing is given up, and another is opened immediately. */
  function dead() {
    const silent = socket
    if (!silent) return
    silent.onclose = silent.onmessage = null
    silent.close()
    tries = 0
    lost()
    now()
  }

  /** Open the line now, rather than later. */
  function now() {
    if (!timer) return
    clearTimeout(timer)
    open()
  }

  function later() {
    on.line('lost', T.reconnecting)
    clearTimeout(timer)
    timer = setTimeout(open, WAITS[Math.min(tries++, WAITS.length - 1)])
  }

  /** @param {any} message */
  function heard(message) {
    pulse.heard()
    if ((message.type === 'whole' || message.type === 'bye') && (message.protocol ?? PROTOCOL) !== PROTOCOL) {
      close()
      on.line('bye', T.otherVersion)
    } else if (message.type === 'whole') {
      const { type, protocol, events, ...whole } = message
      state = whole
      back()
      on.whole(whole)
      reached()
    } else if (message.type === 'change') {
      /** @type {Wire.Step[]} */
      const steps = message.steps
      const stepped = steps.reduce((before, step) => merged(before, step.patch), /** @type {any} */ (state))
      const reachedState = { ...merged(stepped, message.then), seq: message.seq }
      state = reachedState
      back()
      on.change(reachedState, steps)
      reached()
    } else if (message.type === 'bye') {
      on.line('bye', message.text)
    } else if (message.type === 'jackpot') {
      on.jackpot?.(message)
    } else if (waiting.has(message.id)) {
      const wait = waiting.get(message.id)
      waiting.delete(message.id)
      wait?.answer(message)
    }
    if (!role && state?.seeds) hearOfSeeds(message, state)
  }

  /**
   * In the order in which they came, also while the part that keeps the seeds is being read.
   * @param {any} message
   * @param {Page.State} then
   */
  function hearOfSeeds(message, then) {
    const here = seeds.now()
    if (here) here.heard(message, then)
    else seeds.need().then(part => part.heard(message, then))
  }

  function back() {
    if (tries === 0 && isBack) return
    on.line(tries ? 'back' : 'open', tries ? T.connected : '')
    tries = 0
    if (!isBack) for (const { message } of waiting.values()) socket?.send(JSON.stringify(message))
    isBack = true
  }

  /** @param {Record<string, any>} message */
  function say(message) {
    const id = `${first}-${++next}`
    const whole = { ...message, id }
    return new Promise((/** @type {(answer: any) => void} */ answer) => {
      waiting.set(id, { message: whole, answer })
      if (socket?.readyState === WebSocket.OPEN && isBack) socket.send(JSON.stringify(whole))
    })
  }

  /**
   * Resolves once the state is as new as `seq`, or after a while: the next command is then about the current state.
   * @param {number} seq
   */
  function until(seq) {
    if (!seq || (state?.seq ?? 0) >= seq) return Promise.resolve()
    return new Promise((/** @type {(done?: undefined) => void} */ resolve) => {
      const wait = { seq, resolve }
      awaited.add(wait)
      setTimeout(() => awaited.delete(wait) && resolve(), 1500)
    })
  }

  function reached() {
    for (const wait of awaited) if ((state?.seq ?? 0) >= wait.seq && awaited.delete(wait)) wait.resolve()
  }

  /**
   * `extras` go with a command of the house: a reason, a second person's code.
   * @param {{ type: string } & Record<string, any>} wanted
   */
  async function command(wanted, extras = {}) {
    for (let tried = 0; ; tried++) {
      const asked = state?.seq ?? 0
      const answer = await say({ type: 'command', seq: asked, command: wanted, ...extras })
      await until(answer.ok ? answer.seq : 0)
      if (!answer.stale || !AT_ANY_MOMENT.has(wanted.type) || tried === 3) return answer
      await until(asked + 1)
    }
  }

  /** Ask whether the server still answers, if there is a connection. */
  function beat() {
    if (socket?.readyState !== WebSocket.OPEN) return false
    socket.send('{"type":"ping","id":"pulse"}')
    return true
  }

  const pulse = keepPulse({ beat, dead, wake: now })

  function close() {
    closed = true
    clearTimeout(timer)
    pulse.stop()
    socket?.close()
  }

  open()
  return {
    command,
    /** Tell the house how far the felt has got, and whether a lone player wants a clock. */
    felt: (/** @type {number} */ seq, /** @type {boolean} */ clock) => {
      if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ type: 'felt', seq, clock }))
    },
    whyNot: (/** @type {string} */ command, fields = {}) => say({ type: 'why_not', command, fields }),
    advise: () => say({ type: 'advise' }),
    close,
  }
}
