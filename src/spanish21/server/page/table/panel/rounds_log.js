// The round, hand by hand: cards as pictures, split hands numbered, and below them the words with their clauses.

import { el, keyed, setAttribute, setText } from '../../parts/dom.js'
import { signed } from '../../parts/money.js'
import { T } from '../../texts.js'
import { cardOf } from '../pieces/card.js'
import { P } from '../texts.js'

/** @import { Told } from '../telling.js' */

/** @param {Wire.Felt} sheet */
export function mountRoundLog(sheet) {
  const heading = el('h2', {}, T.tabs.round)
  const blocks = el('div', { class: 'log' })
  const empty = el('p', { class: 'quiet' }, T.roundEmpty)
  const [all, mine] = [P.all, P.mine].map((text, at) =>
    el('button', { type: 'button', 'aria-pressed': String(at === 0), onclick: () => only(at === 1) }, text),
  )
  const node = el(
    'div',
    { class: 'round-log' },
    el('div', { class: 'round-head' }, heading, el('div', { class: 'only', role: 'group' }, all, mine)),
    empty,
    blocks,
  )
  const short = (/** @type {string} */ clause) =>
    clause.startsWith(`${sheet.book} `) ? clause.slice(sheet.book.length + 1) : clause
  /** @type {Map<number, Told[]>} */
  let said = new Map()
  let isOnly = false
  let drawn = ''
  /** @type {Page.Now | null} */
  let last = null

  function only(/** @type {boolean} */ is) {
    isOnly = is
    all.setAttribute('aria-pressed', String(!is))
    mine.setAttribute('aria-pressed', String(is))
    blocks.classList.toggle('is-only', is)
  }

  function write(/** @type {Told} */ told) {
    if (told.type === 'WagersClosed') said = new Map()
    if (told.type === 'CardDealt' && told.box) return // its picture says so
    said.set(told.box, [...(said.get(told.box) ?? []), told])
    draw()
  }

  /** @param {Page.Now} now */
  function update(now) {
    last = now
    draw()
  }

  function draw() {
    if (!last) return
    const { picture, state } = last
    setText(heading, T.round(picture.round_number))
    const boxes = picture.boxes.filter(box => box.hands.length || box.settled.length || said.has(box.number))
    const shown = [0, ...new Set([...boxes.map(box => box.number), ...[...said.keys()].filter(Boolean)])].map(number =>
      blockOf(number, last ?? /** @type {any} */ ({}), said.get(number) ?? [], state.you),
    )
    const key = JSON.stringify(shown)
    if (key === drawn) return
    drawn = key
    empty.hidden = said.size > 0 || picture.dealer.length > 0
    keyed(
      blocks,
      shown
        .sort((a, b) => Number(b.isMine) - Number(a.isMine) || a.number - b.number)
        .filter(one => one.lines.length || one.told.length),
      one => one.number,
      () => mountBlock(short),
    )
  }

  return { node, write, update, hasWritten: () => said.size > 0, only: () => isOnly }
}

/**
 * @param {number} number
 * @param {Page.Now} now
 * @param {Told[]} told
 * @param {string} you
 */
function blockOf(number, { picture, state }, told, you) {
  if (!number)
    return {
      number,
      title: T.dealer,
      place: '',
      net: null,
      isMine: false,
      lines: picture.dealer.length
        ? [
            {
              cards: picture.dealer,
              total: picture.dealer_total ? String(picture.dealer_total) : '',
              isNow: false,
              net: null,
            },
          ]
        : [],
      told,
    }
  const box = picture.boxes.find(one => one.number === number)
  const names = (box?.stakes ?? []).map(stake =>
    stake.person === you ? P.youWon : (state.names?.[stake.person] ?? stake.person),
  )
  const sitter = picture.people.find(person => person.seat === number)
  const isMine = Boolean(box?.stakes.some(stake => stake.person === you)) || sitter?.name === you
  const settled = box?.settled ?? []
  return {
    number,
    title:
      names.join(', ') ||
      (sitter ? (sitter.name === you ? P.youWon : (state.names?.[sitter.name] ?? sitter.name)) : T.box(number)),
    place: P.boxOf(number),
    net: settled.length ? settled.reduce((sum, one) => sum + one.net, 0) : null,
    isMine,
    lines: (box?.hands ?? []).map((hand, at) => ({
      cards: hand.cards,
      total: isBlackjack(hand) ? P.blackjack : T.total(hand.total, hand.soft),
      isNow: picture.turn_box === number && picture.turn_hand === at && !picture.isOver,
      net: settled.find(one => one.kind === 'main' && one.hand === at)?.net ?? null,
    })),
    told,
  }
}

/** Two cards that make 21 and were not split; paid ones are removed. */
function isBlackjack(/** @type {Page.Hand} */ { cards, state, total }) {
  return state === 'blackjack' || (state === 'removed' && cards.length === 2 && total === 21)
}

/** @param {(clause: string) => string} short */
function mountBlock(short) {
  const title = el('span', {})
  const place = el('small', {})
  const net = el('em', {})
  const lines = el('div', { class: 'block-hands' })
  const words = el('ol', { class: 'block-words' })
  const node = el('section', { class: 'block' }, el('h3', {}, title, place, net), lines, words)
  return {
    node,
    update(/** @type {ReturnType<typeof blockOf>} */ one) {
      setText(title, one.title)
      setText(place, one.place)
      setText(net, one.net === null ? '' : signed(one.net))
      setAttribute(net, 'data-sign', Math.sign(one.net ?? 0))
      node.classList.toggle('is-mine', one.isMine)
      node.classList.toggle('is-house', one.number === 0)
      keyed(
        lines,
        one.lines.map((line, at) => ({ ...line, at, isOne: one.lines.length === 1 })),
        line => line.at,
        mountLine,
      )
      keyed(
        words,
        one.told,
        told => told.seq,
        told => ({
          node: el(
            'li',
            { class: told.mine ? 'is-mine' : '', 'data-seq': told.seq },
            el('span', { class: 'log-text' }, told.text),
            ...told.clauses.map(clause => el('span', { class: 'clause', title: clause }, short(clause))),
          ),
        }),
      )
    },
  }
}

function mountLine() {
  const number = el('span', { class: 'block-number' })
  const cards = el('span', { class: 'minis', 'aria-hidden': 'true' })
  const total = el('b', {})
  const net = el('em', {})
  const node = el('p', { class: 'block-line' }, number, cards, total, net)
  return {
    node,
    update(/** @type {any} */ line) {
      setText(number, line.isOne ? '' : String(line.at + 1))
      keyed(
        cards,
        line.cards.map((/** @type {string} */ text, /** @type {number} */ at) => ({ text, at })),
        (/** @type {any} */ card) => `${card.at}${card.text}`,
        (/** @type {any} */ card) => ({ node: el('span', { class: 'mini' }, cardOf(card.text)) }),
      )
      setText(total, line.cards.length ? line.total : '')
      setText(net, line.net === null ? '' : line.net === 0 ? P.push : signed(line.net))
      setAttribute(net, 'data-sign', Math.sign(line.net ?? 0))
      node.classList.toggle('is-now', line.isNow)
    },
  }
}
