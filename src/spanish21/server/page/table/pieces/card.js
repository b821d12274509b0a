// A card, drawn: index, pips or figure, back. Shapes are defined once and used by every card.

import { svg } from '../../parts/dom.js'

/** Suits around their middle, by absolute moves and curves alone, so that they can be set anywhere as one path. */
/** @type {Record<string, string>} */
const SUITS = {
  s:
    'M0 -10 C3 -5 9.5 -2 9.5 3.2 C9.5 6.6 6.8 8 4.6 7.6 C2.8 7.3 1.6 6 .9 4.8 C1 7.6 1.8 9 3.2 10 L-3.2 ' +
    '10 C-1.8 9 -1 7.6 -.9 4.8 C-1.6 6 -2.8 7.3 -4.6 7.6 C-6.8 8 -9.5 6.6 -9.5 3.2 C-9.5 -2 -3 -5 0 -10 Z',
  h: 'M0 9.5 C-8 3 -10 -2 -9 -5.5 C-8 -9 -3.5 -10 0 -5 C3.5 -10 8 -9 9 -5.5 C10 -2 8 3 0 9.5 Z',
  d: 'M0 -10 C2.3 -6.3 5 -3 7.8 0 C5 3 2.3 6.3 0 10 C-2.3 6.3 -5 3 -7.8 0 C-5 -3 -2.3 -6.3 0 -10 Z',
  c:
    `${round(0, -5.2)} ${round(-4.9, 2)} ${round(4.9, 2)} M-1.6 -2 L1.6 -2 L.9 4.4 C1 7.4 1.8 9 3.2 ` +
    '10 L-3.2 10 C-1.8 9 -1 7.4 -.9 4.4 Z',
}

/**
 * @param {number} x
 * @param {number} y
 */
function round(x, y, r = 4.7, k = 2.6) {
  return (
    `M${x} ${y - r} C${x + k} ${y - r} ${x + r} ${y - k} ${x + r} ${y} C${x + r} ${y + k} ${x + k} ` +
    `${y + r} ${x} ${y + r} C${x - k} ${y + r} ${x - r} ${y + k} ${x - r} ${y} C${x - r} ${y - k} ` +
    `${x - k} ${y - r} ${x} ${y - r} Z`
  )
}

/**
 * A suit's path, moved, scaled and perhaps turned.
 * @param {string} suit
 * @param {number} x
 * @param {number} y
 * @param {number} scale
 */
function set(suit, x, y, scale, isTurned = false) {
  const by = isTurned ? -scale : scale
  return SUITS[suit].replace(
    /(-?[\d.]+) (-?[\d.]+)/g,
    (/** @type {string} */ _, /** @type {number} */ a, /** @type {number} */ b) =>
      `${+(x + a * by).toFixed(2)} ${+(y + b * by).toFixed(2)}`,
  )
}

const [LEFT, MID, RIGHT] = [35.5, 50, 64.5]
/** @type {Record<string, number[][]>} */
const PIPS = {
  2: [
    [MID, 30],
    [MID, 110],
  ],
  3: [
    [MID, 30],
    [MID, 70],
    [MID, 110],
  ],
  4: [
    [LEFT, 30],
    [RIGHT, 30],
    [LEFT, 110],
    [RIGHT, 110],
  ],
  5: [
    [LEFT, 30],
    [RIGHT, 30],
    [MID, 70],
    [LEFT, 110],
    [RIGHT, 110],
  ],
  6: [
    [LEFT, 30],
    [RIGHT, 30],
    [LEFT, 70],
    [RIGHT, 70],
    [LEFT, 110],
    [RIGHT, 110],
  ],
  7: [
    [LEFT, 30],
    [RIGHT, 30],
    [MID, 50],
    [LEFT, 70],
    [RIGHT, 70],
    [LEFT, 110],
    [RIGHT, 110],
  ],
  8: [
    [LEFT, 30],
    [RIGHT, 30],
    [MID, 50],
    [LEFT, 70],
    [RIGHT, 70],
    [MID, 90],
    [LEFT, 110],
    [RIGHT, 110],
  ],
  9: [
    [LEFT, 28],
    [RIGHT, 28],
    [LEFT, 56],
    [RIGHT, 56],
    [MID, 70],
    [LEFT, 84],
    [RIGHT, 84],
    [LEFT, 112],
    [RIGHT, 112],
  ],
  T: [
    [LEFT, 28],
    [RIGHT, 28],
    [MID, 42],
    [LEFT, 56],
    [RIGHT, 56],
    [LEFT, 84],
    [RIGHT, 84],
    [MID, 98],
    [LEFT, 112],
    [RIGHT, 112],
  ],
}

/** The figures that the court cards use; put into the document once. */
const RANKS = '0A23456789TJQK'

/**
 * A card as the log writes it, rank times 4 plus suit, as text: 31 -> "7s"; 0 is an unseen card.
 * @param {number} number
 */
export function cardText(number) {
  return number ? `${RANKS[number >> 2]}${'cdhs'[number & 3]}` : '??'
}

/**
 * "7s" -> 31
 * @param {string} text
 */
export function cardNumber(text) {
  return RANKS.indexOf(text[0]) * 4 + 'cdhs'.indexOf(text[1])
}

export function mountCardDefinitions() {
  return svg(
    'svg',
    { class: 'definitions', width: 0, height: 0, 'aria-hidden': 'true' },
    svg('defs', {}, king(), queen(), jack()),
  )
}

/**
 * A card by its text, such as "7s", or "??" if it is face down.
 * @param {string} text
 */
export function cardOf(text) {
  const card = svg('svg', {
    class: `card ${text === '??' ? 'is-down' : `suit-${text[1]}`}`,
    viewBox: '0 0 100 140',
    'aria-hidden': 'true',
  })
  card.append(svg('rect', { class: 'card-paper', x: 0.75, y: 0.75, width: 98.5, height: 138.5, rx: 9 }))
  if (text === '??') card.append(...back())
  else card.append(...face(text[0], text[1]))
  return card
}

/**
 * @param {string} rank
 * @param {string} suit
 */
function face(rank, suit) {
  const shown = rank === 'T' ? '10' : rank
  const text = (/** @type {boolean} */ turned) =>
    svg(
      'text',
      {
        x: 13,
        y: 24,
        'text-anchor': 'middle',
        'font-size': shown.length > 1 ? 18 : 25,
        transform: turned ? 'rotate(180 50 70)' : null,
      },
      shown,
    )
  const index = svg(
    'g',
    { class: 'card-index' },
    text(false),
    text(true),
    svg('path', { d: `${set(suit, 13, 36, 0.66)} ${set(suit, 87, 104, 0.66, true)}` }),
  )
  const big = svg(
    'g',
    { class: 'card-big' },
    svg('text', { x: 6, y: 56, 'font-size': shown.length > 1 ? 50 : 66 }, shown),
    svg('path', { d: set(suit, 32, 98, 2.6) }),
  )
  return [svg('g', { class: 'card-inside' }, ...inside(rank, suit)), index, big]
}

/**
 * @param {string} rank
 * @param {string} suit
 */
function inside(rank, suit) {
  if (rank === 'A') return [svg('path', { d: set(suit, 50, 70, suit === 's' ? 3.3 : 2.7) })]
  if (PIPS[rank]) return [svg('path', { d: PIPS[rank].map(([x, y]) => set(suit, x, y, 0.9, y > 70)).join(' ') })]
  const half = (/** @type {boolean} */ turned) =>
    svg('use', { href: `#figure-${rank}`, transform: `translate(50 70)${turned ? ' rotate(180)' : ''}` })
  return [
    svg('rect', { class: 'figure-frame', x: 24, y: 13, width: 52, height: 114, rx: 4 }),
    half(false),
    half(true),
    svg('path', { d: `${set(suit, 33, 24, 0.66)} ${set(suit, 67, 116, 0.66, true)}` }),
    svg('path', { class: 'figure-line', d: 'M24 70H76' }),
  ]
}

function back() {
  const lines = []
  for (let at = -60; at < 200; at += 14) lines.push(`M${at} 10L${at + 130} 140M${at} 130L${at + 130} 0`)
  return [
    svg('rect', { class: 'back-ground', x: 6, y: 6, width: 88, height: 128, rx: 5 }),
    svg(
      'svg',
      { x: 6, y: 6, width: 88, height: 128, viewBox: '0 0 88 128' },
      svg('path', { class: 'back-lines', d: lines.join('') }),
    ),
    svg('rect', { class: 'back-frame', x: 6, y: 6, width: 88, height: 128, rx: 5 }),
    svg('path', { class: 'back-heart', d: 'M50 40L72 70 50 100 28 70Z' }),
    svg('path', { class: 'back-frame', d: 'M50 48L66 70 50 92 34 70Z' }),
  ]
}

// -- figures: the upper half, around the card's middle; the lower half is the same, turned ---------------------------

/** @param {string} trim */
function body(trim) {
  return [
    svg('path', { class: 'figure-robe', d: 'M-26 0V-5Q-20-15-8-17L0-9 8-17Q20-15 26-5V0Z' }),
    svg('path', { class: 'figure-gold', d: trim }),
  ]
}

const head = () => svg('ellipse', { class: 'figure-skin', cx: 0, cy: -28, rx: 9.5, ry: 11 })

function features() {
  return [
    svg('circle', { class: 'figure-ink', cx: -3.6, cy: -29, r: 1.2 }),
    svg('circle', { class: 'figure-ink', cx: 3.6, cy: -29, r: 1.2 }),
    svg('path', { class: 'figure-stroke', d: 'M0-27V-24.500M-2.5-21.500Q0-20 2.5-21.5' }),
  ]
}

function king() {
  return svg(
    'g',
    { id: 'figure-K' },
    ...body('M-3-13L0-9 3-13 5-15 0-8-5-15ZM-4-6H4V0H-4Z'),
    svg('path', { class: 'figure-hair', d: 'M-10-34V-24Q-10-8 0-8 10-8 10-24V-34Z' }),
    head(),
    svg('path', { class: 'figure-hair', d: 'M-9.5-26Q-9-10 0-10 9-10 9.5-26 7-19 0-19-7-19-9.5-26Z' }),
    ...features(),
    svg('path', { class: 'figure-gold', d: 'M-11-37L-14-52-7-45 0-55 7-45 14-52 11-37Z' }),
    svg('circle', { class: 'figure-robe', cx: 0, cy: -43, r: 2.2 }),
  )
}

function queen() {
  return svg(
    'g',
    { id: 'figure-Q' },
    ...body('M-8-17L0-9 8-17 9.5-16 0-6-9.5-16Z'),
    svg('path', { class: 'figure-hair', d: 'M-14-14Q-17-42 0-42 17-42 14-14L8-16V-30H-8V-16Z' }),
    head(),
    ...features(),
    svg('path', { class: 'figure-hair', d: 'M-9.5-28Q-8-38 0-38 8-38 9.5-28 5-35 0-35-5-35-9.5-28Z' }),
    svg('path', { class: 'figure-gold', d: 'M-10-38L-12-48-5-43 0-51 5-43 12-48 10-38Q0-41-10-38Z' }),
    svg('circle', { class: 'figure-robe', cx: 0, cy: -51, r: 2.2 }),
    svg('circle', { class: 'figure-robe', cx: -12, cy: -48.5, r: 1.7 }),
    svg('circle', { class: 'figure-robe', cx: 12, cy: -48.5, r: 1.7 }),
  )
}

function jack() {
  return svg(
    'g',
    { id: 'figure-J' },
    ...body('M-14-13L-8-17 6 0H-2ZM8-17L12-15.5 9-9 5-13Z'),
    svg('path', { class: 'figure-hair', d: 'M-12-38H12V-19Q9-16 8-22V-34H-8V-22Q-9-16-12-19Z' }),
    head(),
    ...features(),
    svg('path', { class: 'figure-robe', d: 'M-13-36Q-14-50 1-49 15-49 13-36 0-41-13-36Z' }),
    svg('path', {
      class: 'figure-gold',
      d: 'M-13-36Q0-41 13-36L12-33.500Q0-38-12-33.500ZM8-45Q14-56 23-54 20-46 9-42Z',
    }),
  )
}
