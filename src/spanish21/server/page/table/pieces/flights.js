// Chips that move: from the rail to a spot, from a spot to the dealer's tray, from the tray to a winner's wager and
// back to the rail. Both ends are drawn from the state alone; these are pictures of chips in flight.

import { el } from '../../parts/dom.js'
import { isMotionOn, paceOf } from '../../parts/settings.js'
import { stackOf } from './chip.js'

const PLACED = 180
const LOST = 420
const PAID = 520
const BACK = 420

/**
 * @param {HTMLElement} felt
 * @param {HTMLElement} tray
 * @param {Wire.Felt} sheet
 */
export function mountFlights(felt, tray, sheet) {
  const node = el('div', { class: 'flights', 'aria-hidden': 'true' })
  /** @type {HTMLElement[]} */
  const left = []

  /** The middle of the first of some places that can be seen, in the felt's own pixels. */
  function middle(/** @type {(Element | null | undefined)[]} */ places) {
    const here = felt.getBoundingClientRect()
    const box = places.map(place => place?.getBoundingClientRect()).find(one => one?.width)
    return box
      ? { x: box.left + box.width / 2 - here.left, y: box.top + box.height / 2 - here.top }
      : { x: here.width / 2, y: 0 }
  }

  const boxOf = (/** @type {number} */ number) => felt.querySelector(`.box[data-number="${number}"]`)
  const house = () => middle([tray])
  const rail = (/** @type {number} */ box) => {
    const own = boxOf(box)?.classList.contains('is-own')
    return own ? { x: felt.clientWidth / 2, y: felt.clientHeight + 20 } : middle([boxOf(box)?.querySelector('.people')])
  }
  const areaOf = (/** @type {number} */ box, /** @type {string} */ kind) =>
    boxOf(box)?.querySelector(`.area[data-kind="${kind}"]`)
  const spot = (/** @type {number} */ box, /** @type {string} */ kind, /** @type {number} */ hand = 0) => {
    const here = boxOf(box)
    const cards = here?.querySelectorAll('.hand')[hand]
    const bet = kind === 'main' ? cards?.querySelector('.hand-bet .stack') : null
    return middle([bet, areaOf(box, kind), cards, here])
  }

  /** @typedef {{ x: number, y: number }} Point */

  /** One stack on its way. */
  function fly(
    /** @type {number} */ amount,
    /** @type {Point} */ from,
    /** @type {Point} */ to,
    /** @type {number} */ lasts,
    delay = 0,
  ) {
    if (amount <= 0) return
    const ghost = el('span', { class: 'flight' }, stackOf(amount, sheet.chips))
    node.append(ghost)
    const at = (/** @type {Point} */ { x, y }) => `translate(${x}px, ${y}px) translate(-50%, -50%)`
    const high = { x: (from.x + to.x) / 2, y: Math.min(from.y, to.y) + Math.abs(from.y - to.y) * 0.42 }
    const flight = ghost.animate(
      [
        { transform: at(from), opacity: 1 },
        { transform: at(high), opacity: 1, offset: 0.5 },
        { transform: at(to), opacity: 1 },
      ],
      { duration: lasts * paceOf(), delay: delay * paceOf(), easing: 'cubic-bezier(.3,.1,.3,1)' },
    )
    flight.onfinish = flight.oncancel = () => ghost.remove()
  }

  /** A wager's chips exist as soon as it is placed, and appear once they have landed: nothing waits for them. */
  function appearLate(/** @type {Element | null | undefined} */ place) {
    if (!place || place.firstChild) return
    const duration = PLACED * paceOf()
    place.animate([{ opacity: 0 }, { opacity: 0, offset: 0.95 }, { opacity: 1 }], { duration })
  }

  /** Chips that have left are not seen where they were, until the state says so too. */
  function hide(/** @type {number} */ box, /** @type {string} */ kind, /** @type {number} */ hand) {
    const here = boxOf(box)
    const places = [
      kind === 'main' ? here?.querySelectorAll('.hand')[hand]?.querySelector('.bet-stack') : null,
      kind === 'main' && (here?.querySelectorAll('.hand').length ?? 0) > 1
        ? null
        : areaOf(box, kind)?.querySelector('.stacks'),
    ]
    for (const place of /** @type {HTMLElement[]} */ (places.filter(Boolean))) {
      place.style.visibility = 'hidden'
      left.push(place)
    }
  }

  /**
   * Send off what a step moves; how long until it lands, in ms of the usual pace: then the step is drawn.
   * @param {Wire.Step} step
   * @param {string} you
   */
  function send({ event }, you) {
    if (!isMotionOn() || !felt.isConnected) return 0
    const isMine = 'person' in event && event.person === you
    switch (event.type) {
      case 'WagerPlaced':
        fly(event.amount ?? 0, rail(event.box), spot(event.box, event.kind), PLACED)
        appearLate(areaOf(event.box, event.kind)?.querySelector('.stacks'))
        return 0
      case 'DoubleMade':
      case 'DoubleFollowed':
        fly(event.amount, rail(event.box), spot(event.box, 'main', event.hand), PLACED)
        return PLACED
      case 'WagerSettled': {
        const place = spot(event.box, event.kind, event.hand)
        if (event.collected > 0) {
          hide(event.box, event.kind, event.hand)
          fly(event.collected, place, house(), LOST)
        }
        if (event.paid > 0) {
          const next = { x: place.x + felt.clientWidth * 0.06, y: place.y }
          fly(event.paid, house(), next, PAID)
          fly(event.paid, next, rail(event.box), BACK, PAID + 180)
        }
        if (event.returned > 0 && event.paid + event.collected > 0)
          fly(event.returned, place, rail(event.box), BACK, event.paid > 0 ? PAID + 180 : LOST)
        return isMine
          ? event.paid > 0
            ? PAID
            : event.collected > 0
              ? LOST
              : 0
          : event.paid + event.collected > 0
            ? 160
            : 0
      }
      case 'BonusPaid':
        fly(event.paid, house(), spot(event.box, 'main'), PAID)
        fly(event.paid, spot(event.box, 'main'), rail(event.box), BACK, PAID + 180)
        return isMine ? PAID : 160
      default:
        return 0
    }
  }

  /** All chips in flight have landed, or are no longer awaited. */
  function land() {
    for (const place of left.splice(0)) place.style.visibility = ''
  }

  function clear() {
    land()
    node.replaceChildren()
  }

  return { node, send, land, clear }
}
