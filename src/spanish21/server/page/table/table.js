// A table: the state flows down to its parts, what people want flows up as commands.

import { el } from '../parts/dom.js'
import { useCurrency } from '../parts/money.js'
import { settings } from '../parts/settings.js'
import { connect } from '../wire/connection.js'
import { get, post } from '../wire/http.js'
import { either, spelled, T } from '../texts.js'
import { BESIDE, mountActions } from './actions.js'
import { mountAnnouncements } from './announce.js'
import { mountBetting } from './betting.js'
import { mountClock } from './clock.js'
import { mountFelt } from './felt.js'
import { choiceOf, named } from './offers.js'
import { mountPanel } from './panel.js'
import { mountReplay } from './replay.js'
import { showing } from './showing.js'
import { play } from './sound.js'
import { sentence, teller } from './telling.js'
import { mountTop } from './top.js'

/** Mount a table; returns what takes it away again. */
export function mountTable(root, id) {
  const wait = el('p', { class: 'waiting', role: 'status' }, T.connecting)
  root.append(wait)
  let table = null
  let isGone = false
  begin()

  async function begin() {
    try {
      const me = await get('/me').catch(trouble => (trouble.status === 401 ? post('/guest') : Promise.reject(trouble)))
      const sheet = await get(`/tables/${encodeURIComponent(id)}`)
      if (isGone) return
      table = mountSheet(root, sheet, me)
      wait.remove()
    } catch (trouble) {
      wait.textContent = trouble.message
      wait.append(' ', el('a', { href: '#/' }, T.toLobby))
    }
  }

  return {
    moved: () => table?.openRound(),
    stop() {
      isGone = true
      table?.stop()
    },
  }
}

function mountSheet(root, sheet, me) {
  useCurrency(sheet.currency)
  document.title = `${sheet.name} · ${T.title}`
  const titles = Object.fromEntries(sheet.layout.wagers.map(wager => [wager.kind, wager.title]))
  const announcements = mountAnnouncements()
  const line = el('p', { class: 'line', role: 'status', hidden: true })
  const top = mountTop(sheet)
  const betting = mountBetting(sheet, { send, say: announcements.say, redraw })
  const actions = mountActions(sheet, { send, whyNot: name => connection.whyNot(name) })
  const felt = mountFelt(sheet, { sit, wager: betting.wager })
  const panel = mountPanel(sheet, { advise: () => connection.advise() })
  const clock = mountClock()
  const replay = mountReplay(sheet, past => {
    again = past
    redraw()
  })
  const bar = el('div', { class: 'bar', tabindex: -1, onfocusin: () => { wasInBar = true } }, replay.node, clock.node, betting.node, actions.node)
  const view = el('div', { class: 'table' }, top.node, line,
    el('div', { class: 'table-main' }, el('div', { class: 'felt-place' }, felt.node), bar, actions.beside), panel.node, announcements.node)
  root.append(view)

  let state = null
  let picture = null
  let wasInBar = false
  let again = null
  let turnTold = ''
  const pending = new Map()
  let wasLost = false
  const shown = showing((next, item) => {
    picture = next
    if (item) play(item.event.type)
    if (item && !again) return felt.update(now())
    redraw()
    return item ? undefined : tellTurn()
  }, told)
  const connection = connect(sheet.id, { whole, change, line: lineIs })
  addEventListener('keydown', key)
  view.addEventListener('pointerdown', () => shown.skip())

  function whole(next) {
    state = next
    shown.whole(state.view)
    recall()
    openRound()
  }

  /** The address can name a round that is shown again: #/table/ID/round/N */
  function openRound() {
    if (!state) return undefined
    const number = Number(location.hash.split('/')[4])
    if (!number) return replay.close()
    return replay.open(number, state).catch(() => actions.tell(T.noSuchRound, 'refused'))
  }

  /** After a reload the panel shows again what has happened in this round. */
  async function recall() {
    const round = state.view.round_number
    if (!round) return
    const { events = [] } = await get(`/tables/${encodeURIComponent(sheet.id)}/rounds/${round}`).catch(() => ({}))
    if (state.view.round_number !== round || panel.hasWritten()) return
    const tell = teller(sheet, state)
    events.map(tell).filter(Boolean).forEach(panel.write)
  }

  function change(next, events) {
    state = next
    shown.change(state.view, events)
    drawBeside(now())
  }

  /** Write and say what happened, in its turn. */
  function told(item, moment) {
    if (item.event.type === 'ChipsBought' && item.event.person === state.you) top.bought(item.event.amount ?? 0)
    const said = teller(sheet, state, moment.boxes)(item)
    if (!said) return
    panel.write(said)
    announcements.say([said.text, sentence(said.why)].filter(Boolean).join(' '))
  }

  function lineIs(status, text) {
    const isLost = status === 'lost' || status === 'bye'
    if (status === 'back' && wasLost) announcements.say(text)
    if (isLost && !wasLost) announcements.say(text)
    wasLost = isLost
    line.hidden = !isLost
    line.textContent = isLost ? text : ''
    view.classList.toggle('is-lost', isLost)
  }

  /** What the parts draw from. */
  function now() {
    const seats = choiceOf(named(state.legal, 'Join'), 'seat')?.values ?? []
    const isIn = state.view.boxes.some(box => box.stakes.some(stake => stake.person === state.you))
    const shows = again ? { ...again, people: picture.people } : picture
    return { sheet, state, picture: shows, titles, isIn, staged: betting.staged, canWager: betting.can, canSit: number => seats.includes(number) }
  }

  /** Draw everything again; each part changes only what differs. */
  function redraw() {
    if (!state || !picture) return
    const all = now()
    drawBeside(all)
    felt.update(all)
    keepFocus()
  }

  /** All but the felt, which follows the events at its own pace. */
  function drawBeside(all) {
    betting.update(all)
    actions.update(all)
    panel.update(all)
    top.update(all)
    clock.update({ state, text: turnText(), isYours: isMyTurn() })
    view.dataset.phase = state.view.phase
  }

  /** A button that went away leaves the focus where the next ones come. */
  function keepFocus() {
    if (wasInBar && document.activeElement === document.body) bar.focus({ preventScroll: true })
    wasInBar = bar.contains(document.activeElement)
  }

  const isMyTurn = () => Boolean(state.waits_for?.includes(state.you))

  function turnText() {
    const { view: table, waits_for: awaited = [], names = {} } = state
    if (state.stopped) return T.stopped(state.stopped)
    if (table.halted) return T.halted
    if (!table.people.some(person => person.name === state.you)) return T.watching
    const box = table.boxes.find(one => one.number === table.turn_box)
    if (table.phase === 'play' && isMyTurn()) return box?.hands.length > 1 ? T.yourTurnHand(table.turn_hand + 1, box.hands.length) : T.yourTurn
    if (isMyTurn()) return T.phases[table.phase] || T.yourTurn
    if (awaited.length) return T.waitsFor(either(awaited.map(person => names[person] ?? person)))
    return T.phases[table.phase] ?? T.beforePlay
  }

  /** Say aloud what one may do now, once for every moment. */
  function tellTurn() {
    const table = state.view
    const box = table.boxes.find(one => one.number === table.turn_box)
    const hand = box?.hands[table.turn_hand]
    const isMine = isMyTurn() || (table.phase === 'wagers' && table.people.some(person => person.name === state.you))
    const legal = new Set(state.legal.map(one => one.command))
    const key = [table.round_number, table.phase, isMine, isMyTurn() && [table.turn_box, table.turn_hand, hand?.cards.length, ...legal]].join('/')
    if (key === turnTold) return
    turnTold = key
    const known = Object.keys(T.commands)
    const may = [...known.filter(name => legal.has(name)), ...[...legal].filter(name => !known.includes(name))].filter(name => !BESIDE.includes(name))
    const have = isMyTurn() && hand ? ` ${T.total(hand.total, hand.soft)} against ${table.dealer_total}.` : ''
    const words = may.map(name => (T.commands[name]?.[0] ?? spelled(name)).toLowerCase())
    if (isMine && words.length) announcements.say(`${turnText().replace(/[?]$/, '')}.${have} ${T.youMay(either(words))}`)
    if (isMyTurn()) play('turn')
  }

  /** Send a command; the same one pressed again before its answer is not sent twice. */
  function send(command) {
    const key = JSON.stringify(command)
    if (!pending.has(key)) pending.set(key, answered(command).finally(() => pending.delete(key)))
    return pending.get(key)
  }

  async function answered(command) {
    shown.skip()
    const answer = await connection.command(command)
    const text = answer.ok ? '' : [answer.stale ? T.stale : T.refused(answer.text), ...(answer.clauses ?? []).slice(0, 2)].join(' · ')
    actions.tell(text, answer.ok ? '' : 'refused')
    return answer
  }

  function sit(number) {
    const offers = named(state.legal, 'Join')
    const bounds = choiceOf(offers, 'chips')
    const usual = Math.min(me.purse || sheet.minimum * 100, bounds?.most ?? Infinity)
    actions.openForm('Join', offers.map(may => ({ ...may, fields: { ...may.fields, seat: { type: 'OneOf', values: [number] } } })), { chips: Math.min(usual, sheet.minimum * 100) })
  }

  function key(event) {
    if (event.key === 'Escape') {
      shown.skip()
      actions.closeForm()
      return
    }
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest('input:not([type=range]), select, textarea')) return
    const pressed = event.key.length === 1 ? event.key.toLowerCase() : event.key
    if (pressed === 'Enter' && event.target.closest('button, a, summary')) return
    if (!settings().keys && pressed !== 'Enter') return
    const run = pressed === T.coachKey ? panel.ask : { ...actions.keys(), ...betting.keys() }[pressed]
    if (!run) return
    event.preventDefault()
    run()
  }

  return {
    openRound,
    stop() {
      replay.close()
      removeEventListener('keydown', key)
      clock.stop()
      shown.stop()
      connection.close()
    },
  }
}
