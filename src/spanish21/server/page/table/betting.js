// Wagers before the deal: chips are made ready on an area, then placed with one command each.

import { el, keyed, setAttribute, setText } from '../parts/dom.js'
import { amountOf, typedAmount } from '../parts/money.js'
import { T } from '../texts.js'
import { chipOf } from './chip.js'
import { agreeing, choiceOf, named, nearest } from './offers.js'

/** `actions` has `send(command) -> answer`, `say(text)`, `redraw()`. */
export function mountBetting(sheet, actions) {
  const staged = new Map()
  const memory = remembered(sheet.id)
  let now = null
  let area = { box: 0, kind: 'main' }
  let chip = sheet.chips.find(value => value >= sheet.minimum) ?? sheet.chips.at(-1)
  let instrument = 'chips'
  let isBusy = false

  const chips = el('div', { class: 'tray', role: 'group', 'aria-label': T.amountLabel }, ...sheet.chips.map((value, at) =>
    el('button', { class: 'tray-chip', type: 'button', 'aria-label': T.chip(value), 'aria-keyshortcuts': String(at + 1), onclick: () => add(value) }, chipOf(value))))
  const areas = el('select', { 'aria-label': T.area, onchange: event => choose(event.target.value) })
  const amount = el('input', { class: 'amount', type: 'text', inputmode: 'decimal', autocomplete: 'off', 'aria-label': T.amountLabel, placeholder: '0', onchange: typed, onkeydown: entered })
  const paid = el('select', { 'aria-label': T.instrument, onchange: event => { instrument = event.target.value; actions.redraw() } })
  const place = button('is-primary', () => confirm(), 'Enter')
  const repeat = button('', () => repeatLast(), '')
  const double = button('', () => doubleAll(), '')
  const clear = button('', () => { staged.clear(); actions.redraw() }, '')
  setText(double, T.doubleIt)
  setText(clear, T.clear)
  const node = el('div', { class: 'betting', hidden: true }, chips, el('div', { class: 'betting-line' }, areas, amount, paid), el('div', { class: 'betting-line buttons' }, place, repeat, double, clear))

  const mine = () => now.state.view.people.find(person => person.name === now.state.you)
  const offers = fields => agreeing(now.state.legal, 'PlaceWager', fields)
  const isPlaced = box => now.state.view.boxes.some(one => one.number === box && one.stakes.some(stake => stake.person === now.state.you))
  const titleOf = kind => sheet.layout.wagers.find(wager => wager.kind === kind)?.title ?? kind

  /** Whether chips can be made ready on an area: offered now, or to follow a wager on the same box. */
  function can(box, kind) {
    if (!now || !named(now.state.legal, 'PlaceWager').length) return false
    return offers({ box, kind }).length > 0 || (kind !== 'main' && !isPlaced(box) && offers({ box, kind: 'main' }).length > 0)
  }

  function boundsOf(box, kind) {
    const fixed = sheet.layout.wagers.find(wager => wager.kind === kind)?.amounts
    return choiceOf(offers({ box, kind, instrument }), 'amount') ?? (fixed ? { type: 'OneOf', values: fixed } : null)
  }

  function put(box, kind, wanted) {
    const bounds = boundsOf(box, kind)
    const value = wanted > 0 && bounds ? nearest(bounds, wanted) : Math.max(wanted, 0)
    if (value > 0) staged.set(`${box}/${kind}`, value)
    else staged.delete(`${box}/${kind}`)
    if (kind !== 'main' && value > 0 && !isPlaced(box) && !staged.has(`${box}/main`)) put(box, 'main', sheet.minimum)
    actions.say(value ? T.staged(value, titleOf(kind), box) : '')
    actions.redraw()
  }

  function add(value) {
    chip = value
    const { box, kind } = area
    if (!can(box, kind)) return
    const have = staged.get(`${box}/${kind}`) ?? 0
    const bounds = boundsOf(box, kind)
    put(box, kind, bounds?.type === 'OneOf' ? above(bounds.values, have) : have + value)
  }

  function wager(box, kind) {
    area = { box, kind }
    add(chip)
  }

  function choose(text) {
    const [box, kind] = text.split('/')
    area = { box: Number(box), kind }
    actions.redraw()
  }

  function typed() {
    const value = amountOf(amount.value || '0')
    if (Number.isInteger(value)) put(area.box, area.kind, value)
  }

  function entered(event) {
    if (event.key !== 'Enter') return
    typed()
    confirm()
    event.preventDefault()
  }

  function confirm() {
    if (staged.size) return placeAll()
    if (!named(now.state.legal, 'PlaceWager').length || isPlaced(area.box)) return undefined
    if (memory.last().length) return repeatLast()
    put(area.box, 'main', sheet.minimum)
    return placeAll()
  }

  async function placeAll() {
    if (isBusy) return
    isBusy = true
    const wanted = [...staged].sort(([a], [b]) => Number(b.endsWith('/main')) - Number(a.endsWith('/main')))
    for (const [key, value] of wanted) {
      const [box, kind] = key.split('/')
      const command = { type: 'PlaceWager', box: Number(box), kind, instrument: kind === 'main' || instrument !== 'coupon' ? instrument : 'chips', amount: value }
      const round = now.state.view.round_number
      const answer = await actions.send(command)
      if (!answer.ok) break
      const more = (staged.get(key) ?? 0) - value  // chips that were laid there meanwhile stay
      if (more > 0) staged.set(key, more)
      else staged.delete(key)
      memory.add(round, command)
    }
    isBusy = false
    actions.redraw()
  }

  function repeatLast() {
    for (const { box, kind, amount: value } of memory.last()) if (can(box, kind) || kind !== 'main') staged.set(`${box}/${kind}`, value)
    return placeAll()
  }

  function doubleAll() {
    if (staged.size) for (const [key, value] of [...staged]) put(Number(key.split('/')[0]), key.split('/')[1], value * 2)
    else for (const one of memory.thisRound(now.state.view.round_number)) put(one.box, one.kind, one.amount)
  }

  function update(next) {
    now = next
    const isOpen = named(now.state.legal, 'PlaceWager').length > 0
    node.hidden = !isOpen
    if (!isOpen) {
      staged.clear()
      return
    }
    const boxes = choiceOf(named(now.state.legal, 'PlaceWager'), 'box')?.values ?? []
    if (!can(area.box, area.kind)) area = { box: boxes.includes(mine()?.seat) ? mine().seat : boxes[0], kind: 'main' }
    const choices = boxes.flatMap(box => sheet.layout.wagers.filter(wager => can(box, wager.kind)).map(wager => ({ value: `${box}/${wager.kind}`, text: T.wagerOn(wager.title, box) })))
    options(areas, choices, `${area.box}/${area.kind}`)
    const instruments = choiceOf(offers({ box: area.box, kind: area.kind }), 'instrument')?.values ?? ['chips']
    if (!instruments.includes(instrument)) instrument = instruments[0]
    options(paid, instruments.map(value => ({ value, text: T.values[value] ?? value })), instrument)
    paid.hidden = instruments.length < 2
    const here = staged.get(`${area.box}/${area.kind}`) ?? 0
    if (document.activeElement !== amount) amount.value = here ? typedAmount(here) : ''
    const all = [...staged.values()].reduce((sum, one) => sum + one, 0)
    const last = memory.last().reduce((sum, one) => sum + one.amount, 0)
    setLabel(place, all ? T.place(all) : T.place(sheet.minimum), 'Enter')
    place.hidden = !all && isPlaced(area.box)
    setLabel(repeat, T.repeat(last), all ? '' : 'Enter')
    repeat.hidden = !last || all > 0 || isPlaced(area.box)
    if (!all && !repeat.hidden) place.hidden = true
    double.disabled = !all && !memory.thisRound(now.state.view.round_number).length
    clear.disabled = !all
    setAttribute(node, 'aria-busy', isBusy ? 'true' : null)
  }

  const keys = () => (node.hidden ? {} : { ...Object.fromEntries(sheet.chips.map((value, at) => [String(at + 1), () => add(value)])), Enter: () => confirm() })
  return { node, update, wager, can, staged, keys }
}

function above(values, have) {
  return values.find(value => value > have) ?? values.at(-1)
}

function button(kind, onclick, key) {
  return el('button', { class: `button ${kind}`, type: 'button', onclick, 'aria-keyshortcuts': key || null })
}

function setLabel(node, label, key) {
  if (node.dataset.label === label + key) return
  node.dataset.label = label + key
  node.replaceChildren(el('span', {}, label), key ? el('kbd', { 'aria-hidden': 'true' }, key) : '')
}

function options(select, choices, chosen) {
  keyed(select, choices, choice => choice.value, choice => ({ node: el('option', { value: choice.value }, choice.text) }))
  if (select.value !== chosen) select.value = chosen
}

/** What was wagered in this round and in the last one, kept over a reload of the page. */
function remembered(table) {
  const key = `spanish21.wagers.${table}`
  const read = () => {
    try {
      return JSON.parse(sessionStorage.getItem(key)) ?? { round: -1, now: [], last: [] }
    } catch {
      return { round: -1, now: [], last: [] }
    }
  }
  let kept = read()
  return {
    last: () => kept.now,
    thisRound: round => (kept.round === round ? kept.now : []),
    add(round, { box, kind, amount }) {
      if (kept.round !== round) kept = { round, now: [] }
      const same = kept.now.find(one => one.box === box && one.kind === kind)
      if (same) same.amount += amount
      else kept.now.push({ box, kind, amount })
      try {
        sessionStorage.setItem(key, JSON.stringify(kept))
      } catch { /* not kept: nothing to repeat after a reload */ }
    },
  }
}

