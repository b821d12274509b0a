// The socket of one table: keeps the state, comes back by itself, and never asks for the same thing twice.

import { T } from '../texts.js'
import { post } from './http.js'
import { merged } from './patch.js'

const WAITS = [300, 700, 1500, 3000, 5000]

/** What is meant whatever the others have done in the meantime; asked again when the table had moved on. */
const AT_ANY_MOMENT = new Set(['PlaceWager', 'Join', 'BuyChips', 'Consent', 'DeclineInsurance', 'Insure'])

/** Connect to a table, as `role` if one is on duty. `on` has `whole(state)`, `change(state, events)`, `line(status, text)`. */
export function connect(table, on, role = '') {
  const waiting = new Map()
  const awaited = new Set()
  let socket = null
  let state = null
  let tries = 0
  let closed = false
  let timer = 0
  let next = 0
  const first = crypto.randomUUID?.().slice(0, 8) ?? String(Math.random()).slice(2, 10)

  async function open() {
    if (closed) return
    on.line(state ? 'lost' : 'connecting', state ? T.reconnecting : T.connecting)
    try {
      const { ticket } = await post(`/tables/${table}/ticket`)
      if (closed) return
      const since = `${state ? `&seq=${state.seq}` : ''}${role ? `&as=${role}` : ''}`
      const scheme = location.protocol === 'https:' ? 'wss' : 'ws'
      socket = new WebSocket(`${scheme}://${location.host}/api/tables/${table}/socket?ticket=${ticket}${since}`)
      socket.onmessage = message => heard(JSON.parse(message.data))
      socket.onclose = lost
    } catch (trouble) {
      if (trouble.status === 401 || trouble.status === 404) on.line('bye', `${trouble.message} ${T.reload}`)
      else later()
    }
  }

  function lost() {
    socket = null
    if (!closed) later()
  }

  function later() {
    on.line('lost', T.reconnecting)
    clearTimeout(timer)
    timer = setTimeout(open, WAITS[Math.min(tries++, WAITS.length - 1)])
  }

  function heard(message) {
    if (message.type === 'whole') {
      const { type, ...whole } = message
      state = whole
      back()
      on.whole(state)
      reached()
    } else if (message.type === 'change') {
      state = { ...merged(state, message.patch), seq: message.seq }
      back()
      on.change(state, message.events ?? [])
      reached()
    } else if (message.type === 'bye') {
      on.line('bye', message.text)
    } else if (waiting.has(message.id)) {
      const { answer } = waiting.get(message.id)
      waiting.delete(message.id)
      answer(message)
    }
  }

  function back() {
    if (tries === 0 && socket.isBack) return
    on.line(tries ? 'back' : 'open', tries ? T.connected : '')
    tries = 0
    if (!socket.isBack) for (const { message } of waiting.values()) socket.send(JSON.stringify(message))
    socket.isBack = true
  }

  function say(message) {
    const id = `${first}-${++next}`
    const whole = { ...message, id }
    return new Promise(answer => {
      waiting.set(id, { message: whole, answer })
      if (socket?.readyState === WebSocket.OPEN && socket.isBack) socket.send(JSON.stringify(whole))
    })
  }

  /** Once the state is as new as `seq`, or after a while: what is sent next is about what is now true. */
  function until(seq) {
    if (!seq || (state?.seq ?? 0) >= seq) return Promise.resolve()
    return new Promise(resolve => {
      const wait = { seq, resolve }
      awaited.add(wait)
      setTimeout(() => awaited.delete(wait) && resolve(), 1500)
    })
  }

  function reached() {
    for (const wait of awaited) if (state.seq >= wait.seq && awaited.delete(wait)) wait.resolve()
  }

  /** `beside` is what goes with a command of the house: a reason, a second person's code. */
  async function command(wanted, beside = {}) {
    for (let tried = 0; ; tried++) {
      const asked = state?.seq ?? 0
      const answer = await say({ type: 'command', seq: asked, command: wanted, ...beside })
      await until(answer.ok ? answer.seq : 0)
      if (!answer.stale || !AT_ANY_MOMENT.has(wanted.type) || tried === 3) return answer
      await until(asked + 1)
    }
  }

  const pings = setInterval(() => {
    if (socket?.readyState === WebSocket.OPEN) socket.send('{"type":"ping"}')
  }, 20000)

  open()
  return {
    command,
    whyNot: (command, fields = {}) => say({ type: 'why_not', command, fields }),
    advise: () => say({ type: 'advise' }),
    close() {
      closed = true
      clearTimeout(timer)
      clearInterval(pings)
      socket?.close()
    },
  }
}
