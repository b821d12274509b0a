// What Spanish 21 is, in a sentence and a picture, with the two ways in and the jackpots of the house.

import { el, keyed, setText, svg } from '../parts/dom.js'
import { money } from '../parts/money.js'
import { cardOf } from '../table/pieces/card.js'
import { T } from '../texts.js'

const FAN = ['8s', '9s', '10', 'Js', 'Qs', 'Ks', 'As']
const MIDDLE = (FAN.length - 1) / 2

/** @param {{ play: (event: Event) => unknown }} actions */
export function mountHero({ play }) {
  const jackpots = el('dl', {})
  const strip = el('section', { class: 'jackpots', 'aria-label': T.jackpots, hidden: true }, jackpots)
  const node = el(
    'section',
    { class: 'hero', 'aria-label': T.heroTitle },
    el(
      'div',
      { class: 'hero-felt' },
      el(
        'div',
        { class: 'hero-says' },
        el('h1', {}, T.heroTitle),
        el('p', {}, T.heroText),
        el(
          'div',
          { class: 'row' },
          el('button', { class: 'button is-brass', type: 'button', onclick: play }, T.heroPlay),
          el('a', { class: 'button is-on-felt', href: '#/learn' }, T.heroLearn),
        ),
      ),
      fan(),
    ),
    strip,
  )

  /**
   * The highest meter of each name in the house.
   * @param {Wire.Listed[]} tables
   */
  function update(tables) {
    /** @type {Map<string, number>} */
    const highest = new Map()
    for (const { title, amount } of tables.flatMap(table => table.meters ?? []))
      highest.set(title, Math.max(amount, highest.get(title) ?? 0))
    const shown = [...highest].sort((a, b) => b[1] - a[1]).slice(0, 4)
    strip.hidden = !shown.length
    keyed(
      jackpots,
      shown,
      ([title]) => title,
      ([title]) => {
        const amount = el('dd', {})
        return {
          node: el('div', {}, el('dt', {}, title), amount),
          update: ([, shows]) => setText(amount, money(shows, { cents: 'always' })),
        }
      },
    )
  }

  return { node, update }
}

/** A suit without its ten: an empty place where it was. */
function fan() {
  const cards = FAN.map(laid)
  const [ten] = cards.splice(FAN.indexOf('10'), 1)
  return svg(
    'svg',
    { class: 'hero-fan', viewBox: '0 0 600 210', role: 'img', 'aria-label': T.heroPicture },
    ten,
    ...cards,
  )
}

/**
 * A card of the fan; the ten's place is higher, and behind the others.
 * @param {string} text
 * @param {number} at
 */
function laid(text, at) {
  const off = at - MIDDLE
  const isTen = text === '10'
  const card = isTen ? missing() : cardOf(text)
  for (const [name, value] of Object.entries({ x: -52, y: -73, width: 104, height: 146 }))
    card.setAttribute(name, String(value))
  const [x, y] = [300 + off * 66, 118 + off * off * 5 - (isTen ? 34 : 0)]
  return svg('g', { transform: `translate(${x} ${y}) rotate(${off * 7})` }, card)
}

function missing() {
  return svg(
    'svg',
    { viewBox: '0 0 100 140' },
    svg('rect', { class: 'hero-ten', x: 2, y: 2, width: 96, height: 136, rx: 9 }),
    svg('text', { class: 'hero-ten-text', x: 8, y: 32, 'font-size': 27 }, '10'),
  )
}
