// The felt: dealer, shoe, rack, payouts and inscriptions, the boxes in their arc, and the player's own place in front.

import { el, keyed, setText } from '../../parts/dom.js'
import { icon } from '../../parts/icons.js'
import { lazily } from '../../parts/lazily.js'
import { isMotionOn, settings } from '../../parts/settings.js'
import { style } from '../../parts/styles.js'
import { T } from '../../texts.js'
import { mountBox } from './box.js'
import { cardOf } from '../pieces/card.js'
import { mountExposed, mountMeter, mountRack, mountReader, mountShoe } from './devices.js'
import { mountHand } from './hand.js'
import { inscriptions } from './inscribed.js'
import { arrange, modeOf, ownNumber } from './places.js'
import { shape } from './shape.js'
import { P } from '../texts.js'
import { mountVerdict } from './verdict.js'

const COLOURS = ['white', 'red', 'red', 'green', 'green', 'black', 'purple', 'yellow']

/** `isTurned` shows it from the dealer's side: the dealer below, box 1 at the left. */
export function mountFelt(
  /** @type {Wire.Felt} */ sheet,
  /** @type {Page.FeltActions} */ actions,
  { isTurned = false } = {},
) {
  const shoe = mountShoe(sheet)
  const rack = mountRack()
  const dealer = mountHand(() => shoe.node)
  dealer.node.classList.add('dealer-hand')
  const exposed = mountExposed()
  const meters = el('dl', { class: 'meters' })
  const tray = el(
    'div',
    { class: 'float', 'aria-hidden': 'true' },
    ...COLOURS.map(one => el('i', { class: `is-${one}` })),
  )
  const boxes = Array.from({ length: sheet.boxes }, (_, at) => mountBox(at + 1, sheet, actions, () => shoe.node))
  const place = el('div', { class: 'own-place', 'aria-hidden': 'true' }, el('b', {}), el('span', {}, P.yours))
  place.hidden = true // until its style sheet is loaded
  const verdict = mountVerdict(sheet)
  const node = el(
    'div',
    { class: isTurned ? 'felt is-turned' : 'felt' },
    shape(),
    inscriptions(sheet, isTurned),
    el(
      'div',
      { class: 'dealer-side' },
      tray,
      rack.node,
      signs(sheet, actions),
      el('section', { class: 'dealer', 'aria-label': T.dealer }, dealer.node),
      el('div', { class: 'beside-dealer' }, mountReader(sheet), exposed.node),
      meters,
      shoe.node,
    ),
    el('div', { class: 'boxes' }, ...boxes.map(box => box.node), place),
    verdict.node,
    firstCard(),
  )
  /** @type {Page.OnFelt} */
  let last
  const wheel = lazily(async () => {
    const [{ mountWheel }] = await Promise.all([import('../pieces/wheel.js'), style('table/pieces/wheel.css')])
    const made = mountWheel(sheet)
    verdict.node.after(made.node)
    return made
  })
  const flying = lazily(async () => {
    const made = (await import('../pieces/flights.js')).mountFlights(node, tray, sheet)
    node.append(made.node)
    return made
  })
  /** Moving chips; there are none before anyone has chips. */
  const flights = {
    send: (/** @type {Wire.Step} */ step, /** @type {string} */ you) => flying.now()?.send(step, you) ?? 0,
    land: () => flying.now()?.land(),
    clear: () => flying.now()?.clear(),
  }
  let arranged = ''
  const watches = new ResizeObserver(fit)
  watches.observe(node)

  /** How the felt is laid out follows from the room that it has. */
  function fit() {
    const parent = node.parentElement
    if (!parent?.isConnected) return watches.disconnect()
    const mode = modeOf(parent)
    if (node.dataset.mode !== mode) {
      node.dataset.mode = mode
      if (mode !== 'arc') style('table/felt/phone.css').catch(() => {})
      node.classList.toggle('is-tall', mode === 'tall')
      node.classList.toggle('is-low', mode === 'low')
      node.classList.toggle('is-small', mode !== 'arc')
    }
    const scale = Math.min(parent.clientWidth / 1100, mode === 'arc' ? parent.clientHeight / 694 || 9 : 9)
    node.style.setProperty('--scale', scale.toFixed(3))
    node.classList.toggle('is-tight', scale < 0.85)
  }

  /** The wheel is read as soon as a wager might turn it. */
  function turnWheel() {
    const show = () => wheel.now()?.update(last.picture.wheel, { ...last.state.names, [last.state.you]: T.wheelYou })
    const { boxes, wheel: turns } = last.picture
    const kinds = sheet.layout.wheels.map(one => one.kind)
    const isNear = boxes.some(box => box.stakes.some(stake => kinds.some(kind => stake.sides[kind])))
    if (wheel.now()) show()
    else if (turns || isNear) wheel.need().then(show, () => {})
  }

  /** @param {Page.OnFelt} now */
  function update(now) {
    const { picture, state } = now
    last = now
    if (!node.dataset.mode && node.isConnected) {
      watches.observe(node)
      fit()
    }
    const own = isTurned ? 0 : ownNumber(picture, state.you)
    if (own)
      style('table/felt/own.css').then(
        () => (place.hidden = false),
        () => {},
      )
    if (isMotionOn() && picture.people.length) flying.need().catch(() => {})
    if (arranged !== String(own)) {
      arranged = String(own)
      arrange(boxes, place, own, isTurned)
      setText(/** @type {Element} */ (place.firstChild), own ? String(own) : '')
    }
    node.classList.toggle('is-over', picture.isOver)
    node.classList.toggle('has-own', own > 0)
    dealer.update({
      hand: {
        cards: picture.dealer,
        total: picture.dealer_total,
        soft: false,
        state: picture.dealer_total > 21 ? 'busted' : 'open',
        wagers: [],
        doubles: [],
        sideways: false,
      },
      name: T.dealer,
    })
    dealer.node.classList.toggle('is-nothing', !picture.dealer.length)
    shoe.update(picture)
    rack.update(picture)
    exposed.update(picture.exposed_card)
    keyed(
      meters,
      sheet.layout.meters.map(meter => ({ ...meter, amount: picture.meters?.[meter.name] ?? 0 })),
      meter => meter.name,
      mountMeter,
    )
    for (const [at, box] of boxes.entries()) box.update({ ...now, canSit: now.canSit(at + 1), own })
    verdict.update(now)
    turnWheel()
    node.classList.toggle('has-verdict', !verdict.node.hidden)
    node.classList.toggle('has-wheel', Boolean(picture.wheel))
    node.classList.toggle('has-contrast', settings().contrast)
  }

  return { node, update, flights }
}

/** An invisible card, laid out before the deal: the first one takes a while, because its font is loaded. */
function firstCard() {
  return el('div', { class: 'first-card', 'aria-hidden': 'true' }, cardOf('7s'))
}

/**
 * The payouts: one press away, in the panel where there is one, else here.
 * @param {Wire.Felt} sheet
 * @param {Page.FeltActions} actions
 */
function signs(sheet, actions) {
  const press = (/** @type {Event} */ event) => {
    if (!actions.payouts) return
    event.preventDefault()
    actions.payouts()
  }
  return el(
    'details',
    { class: 'signs' },
    el('summary', { onclick: press }, icon('payouts'), T.signs),
    el('ul', {}, ...sheet.layout.signs.map(sign)),
  )
}

/**
 * A payout with its odds set apart, as on a sign; any other text as is.
 * @param {string} line
 */
export function sign(line) {
  const found = new RegExp(`^(.*) (${T.signPays}) (\\d+ \\S+ \\d+)$`).exec(line)
  return found
    ? el(
        'li',
        {},
        el('span', {}, found[1]),
        ' ',
        el('span', { class: 'visually-hidden' }, `${found[2]} `),
        el('b', {}, found[3]),
      )
    : el('li', {}, line)
}
