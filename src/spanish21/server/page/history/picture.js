// A moment of a round as a picture for others: an SVG that needs nothing else.

import { svg } from '../parts/dom.js'
import { signed } from '../parts/money.js'
import { T } from '../texts.js'
import { handsOf } from './stage.js'
import { H } from './texts.js'

const [WIDTH, CARD, GAP, EDGE] = [720, 64, 8, 28]
/** @type {Record<string, [string, string]>} */
const SUITS = { s: ['♠', '#191b1e'], h: ['♥', '#b91c29'], d: ['♦', '#b91c29'], c: ['♣', '#191b1e'] }
const SERIF = 'Georgia, "DejaVu Serif", serif'

/**
 * The text of the picture.
 * @param {import('./stage.js').Moment} moment
 * @param {string} you
 */
export function pictureFile({ picture, text, net }, you) {
  const hands = handsOf(picture, you).filter(one => one.isMine)
  const rows = [
    { name: H.dealer, cards: picture.dealer, total: picture.dealer.includes('??') ? 0 : picture.dealer_total },
    ...hands.map(one => ({ name: H.box(one.box, one.at), cards: one.hand.cards, total: one.hand.total ?? 0 })),
  ]
  const height = 120 + rows.length * 136
  const drawn = svg(
    'svg',
    { xmlns: 'http://www.w3.org/2000/svg', width: WIDTH, height, viewBox: `0 0 ${WIDTH} ${height}` },
    svg('rect', { width: WIDTH, height, rx: 18, fill: '#14583f', stroke: '#d9b45a', 'stroke-width': 4 }),
    written(EDGE, 44, 24, '#f1e1b2', T.title),
    ...rows.flatMap((row, at) => laid(row, 70 + at * 136)),
    written(EDGE, height - 26, 20, '#fdf8e4', net ? `${text} ${signed(net)}` : text),
  )
  return new XMLSerializer().serializeToString(drawn)
}

/**
 * @param {{ name: string, cards: string[], total: number }} row
 * @param {number} top
 */
function laid({ name, cards, total }, top) {
  return [
    written(EDGE, top + 14, 14, '#f1e1b2', total ? `${name}: ${total}` : name),
    ...cards.flatMap((text, at) => card(text, EDGE + at * (CARD + GAP), top + 24)),
  ]
}

/**
 * @param {string} text
 * @param {number} x
 * @param {number} y
 */
function card(text, x, y) {
  const isDown = text === '??'
  const fill = isDown ? '#7a1f2c' : '#fffef9'
  const paper = svg('rect', { x, y, width: CARD, height: 90, rx: 6, fill, stroke: isDown ? '#efd9a0' : '#0004' })
  if (isDown) return [paper]
  const [sign, ink] = SUITS[text[1]]
  const rank = text[0] === 'T' ? '10' : text[0]
  return [paper, written(x + 8, y + 30, 26, ink, rank), written(x + 24, y + 78, 42, ink, sign)]
}

/**
 * @param {number} x
 * @param {number} y
 * @param {number} size
 * @param {string} fill
 * @param {string} text
 */
function written(x, y, size, fill, text) {
  return svg('text', { x, y, fill, 'font-size': size, 'font-family': SERIF, 'font-weight': 700 }, text)
}
