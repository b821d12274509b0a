// A wheel: how often each of its symbols comes up, and what a prize is.

import { el, setText } from '../parts/dom.js'
import { amountOf, typedAmount } from '../parts/money.js'
import { framed } from './fields.js'
import { percent, plainName, S } from '../study/texts.js'

const L = S.editor

/** The wheels of a submission, and those that its book knows besides. */
export function wheelNames(offered, made) {
  const have = Object.keys(made.wheels ?? {})
  const more = offered.wheels.map(one => `${one.name}_${one.paytable}`).filter(name => !have.includes(name))
  return [...have, ...more]
}

function knownOf(name, offered) {
  return offered.wheels.find(one => `${one.name}_${one.paytable}` === name) ?? offered.wheels.find(one => one.name === name)
}

export function mountWheel(name, offered, { at, change, redraw }) {
  const place = `wheels.${name}`
  const known = knownOf(name, offered)
  const stops = at(place)
  if (!stops) {
    const add = el('button', { class: 'button', type: 'button', onclick: () => { change(place, known.symbols.map(symbol => (known.prizes.includes(symbol) ? { symbol, weight: 1, prize: 100_00 } : { symbol, weight: 1 }))); redraw() } }, L.addWheel(plainName(name)))
    return { place: `${place}.`, node: el('div', { class: 'editor-field is-wide wheel-missing' }, add) }
  }
  const total = el('span', { class: 'quiet' })
  const shares = stops.map(() => el('td', { class: 'is-number' }))
  const hasPrizes = stops.some(stop => stop.prize) || known?.prizes.length
  const weight = (stop, one) => el('input', { type: 'text', inputmode: 'numeric', 'aria-label': `${L.weight}: ${stop.symbol}`, value: String(stop.weight), oninput: event => { put(one, { weight: /^\d{1,13}$/.test(event.target.value.trim()) ? Number(event.target.value) : 0 }) } })
  const prize = (stop, one) => (stop.prize || known?.prizes.includes(stop.symbol) ? el('input', { type: 'text', inputmode: 'decimal', 'aria-label': `${L.prize}: ${stop.symbol}`, value: typedAmount(stop.prize ?? 0), oninput: event => put(one, { prize: amountOf(event.target.value) || 0 }) }) : null)
  const rows = stops.map((stop, one) => el('tr', {}, el('th', { scope: 'row' }, stop.symbol), el('td', {}, weight(stop, one)), shares[one], hasPrizes ? el('td', {}, prize(stop, one)) : null))
  const table = el('table', { class: 'numbers wheel-stops' }, el('thead', {}, el('tr', {}, ...[L.symbol, L.weight, L.share, ...(hasPrizes ? [L.prize] : [])].map((text, one) => el('th', { scope: 'col', class: one === 2 ? 'is-number' : null }, text)))), el('tbody', {}, ...rows))
  const drop = el('button', { class: 'button', type: 'button', onclick: () => { change(place, undefined); redraw() } }, L.dropWheel)
  const input = el('details', { class: 'wheel-parts' }, el('summary', {}, `${stops.length} × `, total), table, drop)
  share()

  function put(one, next) {
    const now = at(place).map((stop, at) => (at === one ? { ...stop, ...next } : stop))
    change(place, now)
    share()
  }

  function share() {
    const now = at(place)
    const sum = now.reduce((all, stop) => all + stop.weight, 0)
    now.forEach((stop, one) => setText(shares[one], sum ? percent(stop.weight / sum, 1) : '–'))
    setText(total, L.weights(sum))
  }

  return framed({ place, label: L.wheelOf(plainName(name)), input, clauses: known?.clauses ?? [], wide: true })
}
