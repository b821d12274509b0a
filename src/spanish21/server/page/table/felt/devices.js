// What stands next to the dealer: shoe, discard rack, card reader, meters, a card drawn in error.

import { el, setAttribute, setText, setVariable } from '../../parts/dom.js'
import { money } from '../../parts/money.js'
import { isMotionOn } from '../../parts/settings.js'
import { T } from '../../texts.js'
import { cardOf } from '../pieces/card.js'

/** @param {Wire.Felt} sheet */
export function mountReader(sheet) {
  return el(
    'div',
    { class: 'reader', hidden: !sheet.layout.has_reader, title: T.reader },
    el('span', { class: 'reader-slot', 'aria-hidden': 'true' }),
    el('span', { class: 'reader-label' }, T.reader),
  )
}

/** @param {Wire.Felt} sheet */
export function mountShoe(sheet) {
  const all = sheet.decks * 48
  const count = el('span', { class: 'device-count' })
  const level = el(
    'span',
    { class: 'level' },
    el('span', { class: 'level-cards' }),
    el('span', { class: 'level-cover' }),
  )
  const cover = el('span', { class: 'cover-out', hidden: true }, T.coverCard)
  const node = el('div', { class: 'shoe device' }, el('span', { class: 'device-name' }, T.shoe), level, count, cover)
  /** @param {Page.Picture} picture */
  function update(picture) {
    setText(count, T.cardsIn(picture.cards_left))
    setVariable(level, '--level', Math.min(1, picture.cards_left / all).toFixed(2))
    cover.hidden = !picture.cover_card_seen
  }
  return { node, update }
}

export function mountRack() {
  const count = el('span', { class: 'device-count' })
  const level = el('span', { class: 'level' }, el('span', { class: 'level-cards' }))
  const node = el('div', { class: 'rack device' }, el('span', { class: 'device-name' }, T.rack), level, count)
  /** @param {Page.Picture} picture */
  function update(picture) {
    setText(count, T.cardsIn(picture.discards))
    setVariable(level, '--level', Math.min(1, picture.discards / 288).toFixed(2))
  }
  return { node, update }
}

/** A meter counts up to its value. */
export function mountMeter(/** @type {Wire.Meter} */ { title }) {
  const shows = el('dd', {})
  const node = el('div', { class: 'meter' }, el('dt', {}, title), shows)
  let shown = Number.NaN
  let frame = 0
  const show = () => setText(shows, money(shown, { cents: 'always' }))

  function update(/** @type {{ amount: number }} */ { amount }) {
    cancelAnimationFrame(frame)
    if (Number.isNaN(shown) || !isMotionOn()) shown = amount
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

/** A card that was drawn in error and exposed. */
export function mountExposed() {
  const node = el('div', { class: 'exposed', hidden: true })
  return {
    node,
    update(/** @type {string} */ card) {
      node.hidden = !card
      if (!card || node.dataset.card === card) return
      node.dataset.card = card
      node.replaceChildren(el('div', { class: 'card-place' }, cardOf(card)), el('span', {}, T.exposed))
      setAttribute(node, 'aria-label', T.exposed)
    },
  }
}
