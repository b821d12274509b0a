// Plays steps at the pace of the felt. Everything on the screen is drawn from the state that has been reached; a key, a
// click or a hidden page skips to the last.

import { isMotionOn, paceOf } from '../parts/settings.js'
import { merged } from '../wire/patch.js'

/** @type {Record<string, number>} */
const LASTS = {
  CardDealt: 190,
  HoleCardTurned: 420,
  PairSplit: 250,
  DoubleMade: 160,
  WagerSettled: 240,
  BonusPaid: 700,
  WheelSpun: 5600,
  CommunityWheelSpun: 5600,
  HotSpotDrawn: 700,
  BlackjackAnnounced: 300,
  ReaderAnswered: 350,
  DealerDone: 250,
}

/** A message has to be read, too: the first card comes a frame later, so that neither waits for both. */
const A_FRAME = 20

/** While steps are played there are no offers and no turn: both belong to the last state. */
/** @type {Partial<Page.State>} */
const NOT_YET = { legal: [], waits_for: [], clock: null, due: null }

/**
 * The picture of a state: its felt, with the cards of a finished round until the next one begins, and a wheel.
 * @param {Page.State} state
 */
export function shownOf(state) {
  return { state, over: null, wheel: null, moment: '' }
}

/** The picture after a step; `meanwhile` holds the values of a state until the last step is reached. */
export function stepped(
  /** @type {Page.Shown} */ { state, over, wheel, moment },
  /** @type {Wire.Step} */ step,
  /** @type {Partial<Page.State>} */ meanwhile = NOT_YET,
) {
  const next = { ...merged(state, step.patch), ...meanwhile, seq: step.seq }
  const [before, after] = [state.view, next.view]
  const isCleared = !after.boxes.length && before.boxes.some(box => box.hands.length)
  const cards = { boxes: before.boxes, dealer: before.dealer, dealer_total: before.dealer_total }
  return {
    state: next,
    over: after.boxes.length ? null : isCleared ? cards : over,
    wheel: wheelAfter(wheel, step),
    moment: step.event.type === 'WagersClosed' ? '' : specialOf(step, state.you) || moment,
  }
}

/**
 * A wheel stays while it pays.
 * @param {Page.Wheel | null} wheel
 * @param {Wire.Step} step
 */
function wheelAfter(wheel, step) {
  const event = step.event
  if (event.type === 'WheelSpun' || event.type === 'CommunityWheelSpun') return { ...step, event, paid: [] }
  if (!wheel) return null
  const isOfWheel =
    event.type === 'BonusPaid' || (event.type === 'WagerSettled' && event.kind !== 'main' && event.kind !== 'match')
  if (isOfWheel && event.paid > 0)
    return { ...wheel, paid: [...wheel.paid, { person: event.person, box: event.box, amount: event.paid }] }
  return isOfWheel || !LASTS[event.type] ? wheel : null
}

/** Words for special payments: a Blackjack, a bonus 21, a super bonus. */
function specialOf(/** @type {Wire.Step} */ { event, text }, /** @type {string} */ you) {
  if (!('person' in event) || event.person !== you) return ''
  const isSpecial =
    event.type === 'BonusPaid' ||
    (event.type === 'WagerSettled' && event.kind === 'main' && event.paid > 0 && event.why !== 'pays_win')
  return isSpecial ? text : ''
}

/** The cards and chips on the felt. */
export function pictureOf(/** @type {Page.Shown} */ { state, over, wheel, moment }) {
  return { ...state.view, ...over, isOver: Boolean(over), wheel, moment }
}

/**
 * `tell(step, state)` is called for every step in order, `draw(shown, step)` after every step that takes a while,
 * and with no step once the last state is reached. `send(step, you)` may set chips in motion and say how long they are
 * on their way: the step is drawn when they land.
 * @param {(shown: Page.Shown, step: Wire.Step | null) => void} draw
 * @param {(step: Wire.Step, state: Page.State) => void} tell
 * @param {Partial<Page.State>} [meanwhile]
 * @param {(step: Wire.Step, you: string) => number} [send]
 */
export function showing(draw, tell, meanwhile = NOT_YET, send = () => 0) {
  /** @type {Page.Shown} */
  let shown
  /** @type {Page.State} */
  let last
  /** @type {Wire.Step[]} */
  let queue = []
  /** @type {Wire.Step | null} */
  let untold = null
  let timer = 0

  /** @param {Page.State} state */
  function whole(state) {
    stop()
    last = state
    shown = shownOf(state)
    draw(shown, null)
  }

  /**
   * Play steps; `state` is the state after them.
   * @param {Page.State} state
   * @param {Wire.Step[]} steps
   */
  function change(state, steps) {
    if (!shown) return whole(state)
    last = state
    queue.push(...steps)
    if (!isMotionOn() || document.hidden) return finish()
    if (timer) return undefined
    if (!queue.some(step => LASTS[step.event.type])) return finish()
    timer = setTimeout(next, A_FRAME)
    return undefined
  }

  function next() {
    timer = 0
    tellLate()
    /** @type {Wire.Step | null} */
    let short = null
    while (queue.length) {
      const lasts = LASTS[queue[0].event.type]
      if (!lasts) {
        short = advance()
        continue
      }
      if (short) draw(shown, short) // earlier steps are on the screen before anything moves
      const flies = send(queue[0], last.you)
      if (flies) timer = setTimeout(reach, flies * paceOf())
      else reach()
      return
    }
    finish()
  }

  /** Chips in flight land, and are drawn. */
  function reach() {
    const step = advance()
    draw(shown, step)
    const lasts = LASTS[step.event.type] * paceOf()
    timer = setTimeout(next, queue.length > 60 ? lasts / 2 : lasts)
  }

  function advance() {
    const step = /** @type {Wire.Step} */ (queue.shift())
    if (!LASTS[step.event.type]) send(step, last.you)
    shown = stepped(shown, step, meanwhile)
    shown.state.names = { ...shown.state.names, ...last.names }
    if ('stop' in step.event) untold = step
    else tell(step, shown.state)
    return step
  }

  /** What a wheel shows is told when it stands still. */
  function tellLate() {
    if (untold) tell(untold, shown.state)
    untold = null
  }

  function finish() {
    clearTimeout(timer)
    timer = 0
    tellLate()
    while (queue.length) {
      advance()
      tellLate()
    }
    shown = { ...shown, wheel: null, state: { ...last, names: { ...shown.state.names, ...last.names } } }
    draw(shown, null)
  }

  /** Show the last state; returns whether any step was still to come. */
  function skip() {
    if (!timer) return false
    finish()
    return true
  }

  function stop() {
    clearTimeout(timer)
    timer = 0
    queue = []
    untold = null
  }

  return { whole, change, skip, stop }
}
