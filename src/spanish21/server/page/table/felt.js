// The felt: dealer, shoe, rack, signs and inscriptions, and the boxes in their arc from the dealer's left.

import { el, keyed, setAttribute, setText, setVariable, svg } from '../parts/dom.js'
import { money } from '../parts/money.js'
import { isMotionOn } from '../parts/settings.js'
import { T } from '../texts.js'
import { mountBox } from './box.js'
import { cardOf } from './card.js'
import { mountHand } from './hand.js'
import { mountWheel } from './wheel.js'

/** `isTurned` shows it from the dealer's side: the dealer below, box 1 at the left. */
export function mountFelt(sheet, actions, { isTurned = false } = {}) {
  const shoe = mountShoe(sheet)
  const rack = mountRack()
  const dealer = mountHand(() => shoe.node)
  dealer.node.classList.add('dealer-hand')
  const exposed = el('div', { class: 'exposed', hidden: true })
  const wheel = mountWheel()
  const meters = el('dl', { class: 'meters' })
  const boxes = Array.from({ length: sheet.boxes }, (_, at) => mountBox(at + 1, sheet, actions, () => shoe.node))
  boxes.forEach(({ node }, at) => place(node, at, sheet.boxes))
  const node = el('div', { class: isTurned ? 'felt is-turned' : 'felt' },
    el('div', { class: 'felt-rail', 'aria-hidden': 'true' }),
    inscriptions(sheet, isTurned),
    el('div', { class: 'dealer-side' }, rack.node, signs(sheet), el('section', { class: 'dealer', 'aria-label': T.dealer }, dealer.node), el('div', { class: 'beside-dealer' }, mountReader(sheet), exposed), meters, shoe.node),
    el('div', { class: 'boxes' }, ...boxes.map(box => box.node)), wheel.node, firstCard())

  function update(now) {
    const { picture, state } = now
    node.classList.toggle('is-over', picture.isOver)
    node.classList.toggle('has-mine', picture.people.some(person => person.seat && person.name === state.you) || picture.boxes.some(box => box.stakes.some(stake => stake.person === state.you)))
    node.classList.toggle('has-hands', picture.boxes.some(box => box.hands.length && !box.stakes.some(stake => stake.person === state.you)))
    dealer.update({ hand: { cards: picture.dealer, total: picture.dealer_total, soft: false, state: 'open', wagers: [], doubles: [], sideways: false }, name: T.dealer })
    dealer.node.classList.toggle('is-nothing', !picture.dealer.length)
    shoe.update(picture)
    rack.update(picture)
    updateExposed(exposed, picture.exposed_card)
    keyed(meters, sheet.layout.meters.map(meter => ({ ...meter, amount: picture.meters?.[meter.name] ?? 0 })), meter => meter.name, mountMeter)
    for (const [at, box] of boxes.entries()) box.update({ ...now, canSit: now.canSit(at + 1) })
    wheel.update(picture.wheel, { ...state.names, [state.you]: T.wheelYou })
  }

  return { node, update }
}

/** A card that nobody sees, laid out before the deal: the first of a page takes a while, for its letters are looked up. */
function firstCard() {
  return el('div', { class: 'first-card', 'aria-hidden': 'true' }, cardOf('7s'))
}

/** Box 1 is at the dealer's left, which is the right of whoever sits opposite. */
function place(node, at, count) {
  const across = count > 1 ? 1 - (2 * at) / (count - 1) : 0
  node.style.setProperty('--across', across.toFixed(4))
  node.style.setProperty('--depth', (1 - across * across).toFixed(4))
  node.style.setProperty('--count', count)
}

function inscriptions(sheet, isTurned) {
  const lines = sheet.layout.inscriptions.length ? sheet.layout.inscriptions : [sheet.title]
  const arc = svg('svg', { class: 'arc', viewBox: '0 0 1000 300', 'aria-hidden': 'true' }, svg('path', { id: 'inscription', d: isTurned ? 'M60 126Q500 12 940 126' : 'M60 182Q500 296 940 182', fill: 'none' }), onPath(lines.join('  ·  ')))
  const flat = el('div', { class: 'inscriptions' }, ...lines.map(line => el('p', {}, line)))
  return el('div', { class: 'inscribed' }, arc, flat)
}

/** A text along the arc, as large as its length allows. */
function onPath(text) {
  const isLong = text.length > 58
  const size = Math.min(21, 860 / (text.length * (isLong ? 0.62 : 0.84)))
  return svg('text', { class: isLong ? 'is-long' : '', 'font-size': size.toFixed(1) }, svg('textPath', { href: '#inscription', startOffset: '50%', 'text-anchor': 'middle' }, text))
}

function signs(sheet) {
  const lines = sheet.layout.signs
  return el('details', { class: 'signs', open: matchMedia('(min-width: 700px)').matches }, el('summary', {}, T.signs), el('ul', {}, ...lines.map(sign)))
}

/** A payout with its odds set apart, as it stands on a sign; any other text as it is. */
function sign(line) {
  const found = /^(.*) pays (\d+ to \d+)$/.exec(line)
  return found ? el('li', {}, el('span', {}, found[1]), ' ', el('span', { class: 'visually-hidden' }, 'pays '), el('b', {}, found[2])) : el('li', {}, line)
}

function mountReader(sheet) {
  return el('div', { class: 'reader', hidden: !sheet.layout.has_reader, title: T.reader }, el('span', { class: 'reader-slot', 'aria-hidden': 'true' }), el('span', { class: 'reader-label' }, T.reader))
}

function mountShoe(sheet) {
  const all = sheet.decks * 48
  const count = el('span', { class: 'device-count' })
  const level = el('span', { class: 'level' }, el('span', { class: 'level-cards' }), el('span', { class: 'level-cover' }))
  const cover = el('span', { class: 'cover-out', hidden: true }, T.coverCard)
  const node = el('div', { class: 'shoe device' }, el('span', { class: 'device-name' }, T.shoe), level, count, cover)
  function update(picture) {
    setText(count, T.cardsIn(picture.cards_left))
    setVariable(level, '--level', Math.min(1, picture.cards_left / all).toFixed(2))
    cover.hidden = !picture.cover_card_seen
  }
  return { node, update }
}

function mountRack() {
  const count = el('span', { class: 'device-count' })
  const level = el('span', { class: 'level' }, el('span', { class: 'level-cards' }))
  const node = el('div', { class: 'rack device' }, el('span', { class: 'device-name' }, T.rack), level, count)
  function update(picture) {
    setText(count, T.cardsIn(picture.discards))
    setVariable(level, '--level', Math.min(1, picture.discards / 288).toFixed(2))
  }
  return { node, update }
}

/** A meter counts up to what it shows. */
function mountMeter({ title }) {
  const shows = el('dd', {})
  const node = el('div', { class: 'meter' }, el('dt', {}, title), shows)
  let shown = null
  let frame = 0
  const show = () => setText(shows, money(shown, { cents: 'always' }))

  function update({ amount }) {
    cancelAnimationFrame(frame)
    if (shown === null || !isMotionOn()) shown = amount
    const count = () => {
      const rest = amount - shown
      shown += Math.sign(rest) * Math.ceil(Math.abs(rest) / 10)
      show()
      if (shown !== amount) frame = requestAnimationFrame(count)
    }
    if (shown === amount) show()
    else count()
  }

  return { node, update }
}

function updateExposed(node, card) {
  node.hidden = !card
  if (!card || node.dataset.card === card) return
  node.dataset.card = card
  node.replaceChildren(el('div', { class: 'card-place' }, cardOf(card)), el('span', {}, T.exposed))
  setAttribute(node, 'aria-label', T.exposed)
}
