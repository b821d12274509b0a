// A table: the state flows down to its parts, what people want flows up as commands.

import { el } from '../parts/dom.js'
import { useCurrency } from '../parts/money.js'
import { lazily } from '../parts/lazily.js'
import { onSettings, settings } from '../parts/settings.js'
import { style } from '../parts/styles.js'
import { connect } from '../wire/connection.js'
import { get, post } from '../wire/http.js'
import { either, spelled, T } from '../texts.js'
import { BESIDE, mountActions } from './turn/actions.js'
import { mountAnnouncements } from './announce.js'
import { mountClock } from './turn/clock.js'
import { mountEdge } from './turn/edge.js'
import { mountFelt } from './felt/felt.js'
import { choiceOf, named } from './turn/offers.js'
import { mountPanel } from './panel/panel.js'
import { pictureOf, showing } from './showing.js'
import { told } from './telling.js'
import { P } from './texts.js'
import { mountTop } from './top.js'
import { isTurnOf, turnText, turnWords } from './turn/turn.js'
import { mountWagering } from './turn/wagering.js'

/**
 * Mount a table; returns what takes it away again.
 * @param {HTMLElement} root
 * @param {string} id
 */
export function mountTable(root, id) {
  const wait = el('p', { class: 'waiting', role: 'status' }, T.connecting)
  root.append(wait)
  /** @type {ReturnType<typeof mountSheet> | null} */
  let table = null
  let isGone = false
  begin()

  async function begin() {
    try {
      const me = await get('/me').catch(trouble => (trouble.status === 401 ? post('/guest') : Promise.reject(trouble)))
      const sheet = await get(`/tables/${encodeURIComponent(id)}`)
      if (me.seats?.length) await style('table/felt/own.css').catch(() => {})
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

/** What the house does for a player whose time is up. */
const TIMED = ['HandStood', 'InsuranceDeclined', 'CutRefused', 'DoubleFollowed', 'DoubleKept']

/**
 * @param {HTMLElement} root
 * @param {Wire.Sheet} sheet
 * @param {Wire.Me} me
 */
function mountSheet(root, sheet, me) {
  useCurrency(sheet.currency)
  document.title = `${sheet.name} · ${T.title}`
  const titles = Object.fromEntries(sheet.layout.wagers.map(wager => [wager.kind, wager.title]))
  const announcements = mountAnnouncements()
  const jackpots = lazily(async () => {
    const made = (await import('../parts/jackpot.js')).mountJackpots(announcements.say)
    view.append(made.node)
    return made
  })
  const won = (/** @type {any} */ jackpot) => {
    jackpots.need().then(
      part => part.tell(jackpot),
      () => {},
    )
  }
  const line = el('p', { class: 'line', role: 'status', hidden: true })
  const betting = mountWagering(sheet, {
    send,
    say: announcements.say,
    tell: (/** @type {string} */ text) => actions.tell(text, 'refused'),
    redraw,
  })
  const actions = mountActions(sheet, { send, whyNot: (/** @type {string} */ name) => connection.whyNot(name) })
  const advancePlace = el('div', { class: 'advance-place' })
  const advance = lazily(async () => {
    const made = (await import('./turn/advance.js')).mountAdvance({ send: inAdvance })
    advancePlace.append(made.node)
    return made
  })
  const sounds = lazily(() => import('./pieces/sound.js'))
  const judgePlace = el('div', { class: 'judge-place' })
  const judge = lazily(async () => {
    const made = (await import('./panel/judge.js')).mountJudge(sheet.id, { advise, say: announcements.say })
    judgePlace.append(made.node)
    return made
  })
  const felt = mountFelt(sheet, {
    sit,
    wager: betting.wager,
    back: betting.back,
    payouts: () => {
      panel.open('rules')
      drawer(true)
    },
  })
  const isOfOne = me.is_house_of_two === false
  const panel = mountPanel(sheet, { isOfOne, advise, close: () => drawer(false) })
  const top = mountTop(sheet, {
    isOfOne,
    drawer: () => drawer(!view.classList.contains('has-drawer')),
    tell: text => actions.tell(text, ''),
  })
  const clock = mountClock(seconds => {
    announcements.say(P.hurry(seconds))
    hear(one => one.play('hurry'))
  })
  const edge = mountEdge(
    {
      clock: clock.node,
      betting: betting.node,
      actions: actions.node,
      note: actions.note,
      beside: actions.beside,
      advance: advancePlace,
      judged: judgePlace,
    },
    {
      ask,
      focused: () => {
        wasInBar = true
      },
    },
  )
  const bar = edge.node
  const view = el(
    'div',
    { class: 'table play' },
    top.node,
    line,
    el('div', { class: 'table-main' }, el('div', { class: 'felt-place is-sized' }, felt.node), bar),
    panel.node,
    announcements.node,
  )
  root.append(view)

  /** @type {Page.State} */
  let state
  /** @type {Page.Picture | null} */
  let picture = null
  let wasInBar = false
  let turnTold = ''
  /** @type {Map<string, Promise<Page.Answer>>} */
  const pending = new Map()
  let advised = { seq: -1, answer: /** @type {Promise<Wire.Advised>} */ (new Promise(() => {})) }
  let wasLost = false
  /** @type {Wire.Step[]} Told, and not heard yet. */
  const fresh = []
  let hasSkipped = false
  let wasPointed = false
  const shown = showing(
    (next, step) => {
      state = next.state
      picture = pictureOf(next)
      sounded(step)
      felt.flights.land()
      redraw()
      if (!step) {
        tellTurn()
        ready()
      }
    },
    tell,
    undefined,
    felt.flights.send,
  )
  const connection = connect(sheet.id, { whole, change: shown.change, line: lineIs, jackpot: won })
  const offSettings = onSettings(() => picture && ready())
  addEventListener('keydown', key)
  view.addEventListener('pointerdown', () => {
    hasSkipped = skip()
    wasPointed = true
  })
  view.addEventListener('keydown', event => {
    if (event.key === 'Tab') wasPointed = false
  })
  view.addEventListener('click', afterSkipping, true)

  /** Show the last state, without movement. */
  function skip() {
    const hasMore = shown.skip()
    if (hasMore) felt.flights.clear()
    return hasMore
  }

  /** The panel where it is a drawer. */
  function drawer(/** @type {boolean} */ isOpen) {
    view.classList.toggle('has-drawer', isOpen)
  }

  /** @param {Page.State} next */
  function whole(next) {
    shown.whole(next)
    recall()
    openRound()
    comeIn()
  }

  /**
   * A press that brought a new moment into view does not decide anything in it.
   * @param {MouseEvent} event
   */
  function afterSkipping(event) {
    if (hasSkipped && event.detail && bar.contains(/** @type {Node} */ (event.target))) {
      event.stopPropagation()
      event.preventDefault()
    }
    hasSkipped = false
  }

  /** The address of a finished round, #/table/ID/round/N, leads to its own page. */
  function openRound() {
    const [, , table, what, number] = location.hash.split('/')
    if (what === 'round') location.replace(`#/replay/${table}/${number}`)
  }

  /** The felt has shown everything: a clock that waited for it starts. */
  function ready() {
    if (state.view.people.some(person => person.name === state.you)) connection.felt(state.seq, settings().clock)
  }

  /** Steps since the last drawing are heard with it; a wheel is heard while it turns, and announced later. */
  function sounded(/** @type {Wire.Step | null} */ step) {
    const steps = fresh.splice(0).filter(one => !('stop' in one.event))
    if (step && 'stop' in step.event) steps.push(step)
    if (steps.length) hear(one => one.sound(steps, state.you))
  }

  /** Sounds are loaded when they are switched on. */
  function hear(/** @type {(sounds: typeof import('./pieces/sound.js')) => void} */ run) {
    if (settings().sound) sounds.need().then(run, () => {})
  }

  /** The address of an invitation names a box: #/table/ID/seat/N. */
  function comeIn() {
    const [, , , what, number] = location.hash.split('/')
    const seats = choiceOf(named(state.legal, 'Join'), 'seat')?.values ?? []
    if (what === 'seat' && seats.includes(Number(number))) sit(Number(number))
  }

  /** After a reload the panel shows the round so far again. */
  async function recall() {
    const round = state.view.round_number
    if (!round) return
    const past = await get(`/tables/${encodeURIComponent(sheet.id)}/rounds/${round}`).catch(() => null)
    const steps = past?.steps ?? []
    if (state.view.round_number !== round || panel.hasWritten()) return
    for (const step of steps) {
      const said = told(step, state.you)
      if (said) panel.write(said)
    }
  }

  /**
   * Write and announce what happened, in order.
   * @param {Wire.Step} step
   */
  function tell(step) {
    fresh.push(step)
    panel.note(step, state)
    const said = told(step, state.you)
    if (!said) return
    panel.write(said)
    announcements.say(said.text)
    timeUp(step, said.text)
  }

  /** What the house did because time was up is said in plain sight. */
  function timeUp(/** @type {Wire.Step} */ { event }, /** @type {string} */ text) {
    const isMine = 'person' in event && event.person === state.you && TIMED.includes(event.type)
    if (!isMine || pending.size || !clock.isOver()) return
    const hand = event.type === 'HandStood' && state.view.boxes.find(one => one.number === event.box)?.hands[event.hand]
    const what = hand ? P.timeUpStand(T.total(hand.total, hand.soft)) : P.timeUp(text)
    actions.tell(what, 'time')
    announcements.say(what)
  }

  /**
   * @param {string} status
   * @param {string} text
   */
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
  function now(/** @type {Page.Picture} */ lies) {
    const seats = choiceOf(named(state.legal, 'Join'), 'seat')?.values ?? []
    const isIn = state.view.boxes.some(box => box.stakes.some(stake => stake.person === state.you))
    return {
      sheet,
      state,
      picture: lies,
      titles,
      isIn,
      staged: betting.staged(),
      chosen: betting.chosen(),
      canWager: betting.can,
      canSit: (/** @type {number} */ number) => seats.includes(number),
    }
  }

  /** Draw everything again; each part changes only what differs. */
  function redraw() {
    if (!picture) return
    const all = now(picture)
    betting.update(all)
    actions.update(all)
    panel.update(all)
    top.update(all)
    if (all.isIn) advance.need().catch(() => {})
    advance.now()?.update(all)
    if (all.isIn)
      judge.need().then(
        one => one.update(all),
        () => {},
      )
    edge.update(all)
    clock.update({ state, ...turnWords(state, !betting.isOpen()), isYours: isMyTurn() })
    view.dataset.phase = state.view.phase
    felt.update(now(picture))
    keepFocus()
  }

  /** A button that went away leaves the focus where the next ones come. */
  function keepFocus() {
    if (wasInBar && document.activeElement === document.body) bar.focus({ preventScroll: true })
    wasInBar = bar.contains(document.activeElement)
  }

  const isMyTurn = () => isTurnOf(state)

  /** What every choice is worth now, asked once for a moment: the coach and the judge read the same answer. */
  function advise() {
    if (advised.seq !== state.seq) advised = { seq: state.seq, answer: connection.advise() }
    return advised.answer
  }

  /** Ask the coach: in the panel, and in one line on the rail. */
  async function ask() {
    const options = await panel.ask()
    edge.say(options)
  }

  /** An advance decision is sent, and announced. */
  async function inAdvance(/** @type {any} */ command, /** @type {string} */ said) {
    const answer = await send(command)
    if (answer.ok) actions.tell(P.advanceDone(said), '')
  }

  /** Say aloud what one may do now, once for every moment. */
  function tellTurn() {
    const table = state.view
    const box = table.boxes.find(one => one.number === table.turn_box)
    const hand = box?.hands[table.turn_hand]
    const isMine = isMyTurn() || (table.phase === 'wagers' && table.people.some(person => person.name === state.you))
    const legal = new Set(state.legal.map(one => one.command))
    const key = [
      table.round_number,
      table.phase,
      isMine,
      isMyTurn() && [table.turn_box, table.turn_hand, hand?.cards.length, ...legal],
    ].join('/')
    if (key === turnTold) return
    turnTold = key
    const known = Object.keys(T.commands)
    const may = [...known.filter(name => legal.has(name)), ...[...legal].filter(name => !known.includes(name))].filter(
      name => !BESIDE.includes(name),
    )
    const have = isMyTurn() && hand ? ` ${P.against(T.total(hand.total, hand.soft), table.dealer_total)}.` : ''
    const words = may.map(name => (T.commands[name]?.[0] ?? spelled(name)).toLowerCase())
    if (isMine && words.length)
      announcements.say(`${turnText(state).replace(/[?]$/, '')}.${have} ${T.youMay(either(words))}`)
    if (isMyTurn()) hear(one => one.play('turn'))
  }

  /**
   * Send a command; the same one pressed again before its answer is not sent twice.
   * @param {any} command
   */
  function send(command) {
    const key = JSON.stringify(command)
    const answer = pending.get(key) ?? answered(command).finally(() => pending.delete(key))
    pending.set(key, answer)
    return answer
  }

  /** @param {any} command */
  async function answered(command) {
    if (wasLost) {
      actions.tell(P.notSent, 'refused')
      announcements.say(P.notSent)
      return { ok: false, text: P.notSent }
    }
    skip()
    const worth = judge.now()?.before() ?? null
    const answer = await connection.command(command)
    if (answer.ok) judge.now()?.made(command, worth)
    const text = answer.ok
      ? ''
      : [answer.stale ? T.stale : T.refused(answer.text), ...(answer.clauses ?? []).slice(0, 2)].join(' · ')
    actions.tell(text, answer.ok ? '' : 'refused')
    return answer
  }

  /** @param {number} number */
  function sit(number) {
    betting.ready()
    style('table/felt/own.css').catch(() => {})
    const offers = named(state.legal, 'Join')
    const bounds = choiceOf(offers, 'chips')
    const usual = Math.min(me.purse || sheet.minimum * 100, bounds?.most ?? Infinity)
    actions.openForm(
      'Join',
      offers.map(may => ({
        ...may,
        fields: { ...may.fields, seat: { type: /** @type {const} */ ('OneOf'), values: [number] } },
      })),
      { chips: Math.min(usual, sheet.minimum * 100) },
    )
  }

  /**
   * Enter is for the button that shows it: from chips and spots, and from an element left focused by a click.
   * @param {Element} on
   */
  function isForGold(on) {
    const isHere = on.closest('.tray-chip, .area') || (wasPointed && on.closest('.edge, .felt'))
    return Boolean(isHere) && 'Enter' in betting.keys()
  }

  /** @param {KeyboardEvent} event */
  function key(event) {
    const on = /** @type {Element} */ (event.target)
    if (event.key === 'Escape') {
      skip()
      actions.closeForm()
      drawer(false)
      return
    }
    if (event.ctrlKey || event.metaKey || event.altKey || on.closest('input:not([type=range]), select, textarea'))
      return
    const pressed = event.key.length === 1 ? event.key.toLowerCase() : event.key
    const isGold = pressed === 'Enter' && isForGold(on)
    if (pressed === 'Enter' && on.closest('button, a, summary') && !isGold) return
    if (isGold) event.preventDefault()
    if (pressed.startsWith('Arrow') && on.closest('[role=tab], input')) return
    if (!settings().keys && pressed !== 'Enter') return
    if (skip()) return
    /** @type {Record<string, () => unknown>} */
    const keys = { ...actions.keys(), ...betting.keys() }
    const run = pressed === T.coachKey ? ask : keys[pressed]
    if (!run) return
    event.preventDefault()
    run()
  }

  return {
    openRound,
    stop() {
      removeEventListener('keydown', key)
      offSettings()
      clock.stop()
      jackpots.now()?.stop()
      shown.stop()
      connection.close()
    },
  }
}
