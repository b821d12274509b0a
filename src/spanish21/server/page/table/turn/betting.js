// Wagers before the deal: a chip is chosen, put on spots, taken back; all of them are placed with one command each.

import { el, setAttribute } from '../../parts/dom.js'
import { amountOf, typedAmount } from '../../parts/money.js'
import { T } from '../../texts.js'
import { chipOf } from '../pieces/chip.js'
import { above, key, options, setLabel } from './controls.js'
import { agreeing, choiceOf, named, nearest } from './offers.js'
import { remembered } from './remembered.js'
import { P } from '../texts.js'

/** @type {Map<string, number>} */
const NOTHING = new Map()

/**
 * `actions` has `send(command) -> answer`, `say(text)`, `tell(text)`, `redraw()`.
 * @param {Wire.Sheet} sheet
 * @param {{ send: Page.Send, say: (text: string) => void, tell: (text: string) => void, redraw: () => void }} actions
 */
export function mountBetting(sheet, actions) {
  /** @type {Map<string, number>} */
  const staged = new Map()
  /** @type {Map<string, number>[]} The staged chips before each addition, for undo. */
  let before = []
  const memory = remembered(sheet.id)
  /** @type {Page.Now} */
  let now
  let area = { box: 0, kind: 'main' }
  let chip = sheet.chips.find(value => value >= sheet.minimum) ?? sheet.chips[sheet.chips.length - 1]
  let instrument = 'chips'
  let isBusy = false
  let wasOpen = false

  const picks = sheet.chips.map((value, at) =>
    el(
      'button',
      {
        class: 'tray-chip',
        type: 'button',
        'aria-label': T.chip(value),
        'aria-keyshortcuts': String(at + 1),
        onclick: () => pick(value),
      },
      chipOf(value),
    ),
  )
  const chips = el('div', { class: 'tray', role: 'group', 'aria-label': T.amountLabel }, ...picks)
  const amount = el('input', {
    class: 'amount',
    type: 'text',
    inputmode: 'decimal',
    autocomplete: 'off',
    'aria-label': T.amountLabel,
    placeholder: P.exact,
    onchange: typed,
    onkeydown: entered,
  })
  const paid = el('select', {
    'aria-label': T.instrument,
    onchange: (/** @type {any} */ event) => {
      instrument = event.target.value
      actions.redraw()
    },
  })
  const place = el('button', { class: 'place', type: 'button', 'aria-keyshortcuts': 'Enter', onclick: () => confirm() })
  const undo = key('undo', P.undo, 'U', () => takeBack())
  const clear = key('clear', P.clear, 'C', () => change(() => staged.clear()))
  const repeat = key('repeat', P.repeat, 'R', () => repeatLast())
  const double = key('twice', P.twice, 'D', () => doubleAll())
  const node = el(
    'div',
    { class: 'betting', hidden: true },
    chips,
    el('div', { class: 'betting-keys' }, undo, clear, repeat, double),
    el('div', { class: 'betting-line' }, amount, paid),
    place,
  )

  const mine = () => now.state.view.people.find(person => person.name === now.state.you)
  const offers = (/** @type {any} */ fields) => agreeing(now.state.legal, 'PlaceWager', fields)
  const isPlaced = (/** @type {number} */ box) =>
    now.state.view.boxes.some(one => one.number === box && one.stakes.some(stake => stake.person === now.state.you))
  const titleOf = (/** @type {string} */ kind) => sheet.layout.wagers.find(wager => wager.kind === kind)?.title ?? kind
  const sum = () => [...staged.values()].reduce((all, one) => all + one, 0)

  /**
   * Whether chips can be made ready on an area: offered now, or to follow a wager on the same box.
   * @param {number} box
   * @param {string} kind
   */
  function can(box, kind) {
    if (!now || !named(now.state.legal, 'PlaceWager').length) return false
    return (
      offers({ box, kind }).length > 0 ||
      (kind !== 'main' && !isPlaced(box) && offers({ box, kind: 'main' }).length > 0)
    )
  }

  /**
   * @param {number} box
   * @param {string} kind
   */
  function boundsOf(box, kind) {
    const fixed = sheet.layout.wagers.find(wager => wager.kind === kind)?.amounts
    return choiceOf(offers({ box, kind, instrument }), 'amount') ?? (fixed ? { type: 'OneOf', values: fixed } : null)
  }

  /** Something that undo takes back. */
  function change(/** @type {() => void} */ run) {
    before = [...before.slice(-50), new Map(staged)]
    run()
    actions.redraw()
  }

  function takeBack() {
    const last = before.pop()
    if (!last) return
    staged.clear()
    for (const [spot, value] of last) staged.set(spot, value)
    actions.redraw()
  }

  /**
   * @param {number} box
   * @param {string} kind
   * @param {number} wanted
   */
  function put(box, kind, wanted) {
    const bounds = boundsOf(box, kind)
    const value = wanted > 0 && bounds ? nearest(bounds, wanted) : Math.max(wanted, 0)
    if (value > 0) staged.set(`${box}/${kind}`, value)
    else staged.delete(`${box}/${kind}`)
    if (kind !== 'main' && value > 0 && !isPlaced(box) && !staged.has(`${box}/main`)) put(box, 'main', sheet.minimum)
    actions.say(value ? T.staged(value, titleOf(kind), box) : '')
  }

  /** @param {number} value */
  function pick(value) {
    chip = value
    actions.redraw()
  }

  /** One chip more, on this spot and no other. */
  function add(/** @type {number} */ box, /** @type {string} */ kind) {
    if (!can(box, kind)) return
    const have = staged.get(`${box}/${kind}`) ?? 0
    const bounds = boundsOf(box, kind)
    if (bounds && 'most' in bounds && bounds.type === 'Amounts' && have + chip > Math.max(bounds.most, have))
      actions.tell(T.atMost(bounds.most))
    else change(() => put(box, kind, bounds?.type === 'OneOf' ? (above(bounds.values, have) ?? have) : have + chip))
  }

  /**
   * @param {number} box
   * @param {string} kind
   */
  function wager(box, kind) {
    area = { box, kind }
    add(box, kind)
  }

  /** Take one chip back from a spot: the chosen one, or what there is. */
  function back(/** @type {number} */ box, /** @type {string} */ kind) {
    const have = staged.get(`${box}/${kind}`)
    if (!have) return
    area = { box, kind }
    const bounds = boundsOf(box, kind)
    const rest = have - (bounds?.type === 'OneOf' ? have : Math.min(chip, have))
    change(() => put(box, kind, rest))
  }

  /** The next spot that takes a chip, for keys. */
  function move(/** @type {number} */ by) {
    const spots = spotsOf()
    const at = spots.findIndex(one => one.box === area.box && one.kind === area.kind)
    area = spots[(at + by + spots.length) % spots.length] ?? area
    actions.say(T.wagerOn(titleOf(area.kind), area.box))
    actions.redraw()
  }

  function spotsOf() {
    /** @type {number[]} */
    const boxes = choiceOf(named(now.state.legal, 'PlaceWager'), 'box')?.values ?? []
    return boxes.flatMap(box =>
      sheet.layout.wagers.filter(wager => can(box, wager.kind)).map(wager => ({ box, kind: wager.kind })),
    )
  }

  function typed() {
    const value = amountOf(amount.value || '0')
    if (Number.isInteger(value)) change(() => put(area.box, area.kind, value))
  }

  /** @param {any} event */
  function entered(event) {
    if (event.key !== 'Enter') return
    typed()
    confirm()
    event.preventDefault()
  }

  /** The button's label: place the staged chips, else repeat the last wagers, else place the least. */
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
    before = []
    const wanted = [...staged].sort(([a], [b]) => Number(b.endsWith('/main')) - Number(a.endsWith('/main')))
    for (const [spot, value] of wanted) {
      const [box, kind] = spot.split('/')
      const command = {
        type: 'PlaceWager',
        box: Number(box),
        kind,
        instrument: kind === 'main' || instrument !== 'coupon' ? instrument : 'chips',
        amount: value,
      }
      const round = now.state.view.round_number
      const answer = await actions.send(command)
      if (!answer.ok) break
      const more = (staged.get(spot) ?? 0) - value // chips that were laid there meanwhile stay
      if (more > 0) staged.set(spot, more)
      else staged.delete(spot)
      memory.add(round, command)
    }
    isBusy = false
    actions.redraw()
  }

  function repeatLast() {
    for (const { box, kind, amount: value } of memory.last())
      if (can(box, kind) || kind !== 'main') staged.set(`${box}/${kind}`, value)
    return placeAll()
  }

  function doubleAll() {
    const all = staged.size
      ? [...staged].map(([spot, value]) => ({
          box: Number(spot.split('/')[0]),
          kind: spot.split('/')[1],
          amount: value * 2,
        }))
      : memory.thisRound(now.state.view.round_number)
    if (all.length) change(() => all.forEach(one => put(one.box, one.kind, one.amount)))
  }

  /** @param {Page.Now} next */
  function update(next) {
    now = next
    const isOpen = named(now.state.legal, 'PlaceWager').length > 0
    const isFresh = isOpen && !wasOpen && !staged.size
    if (isOpen && !wasOpen) withMain()
    node.hidden = !isOpen
    if (wasOpen && !isOpen && staged.size && now.state.view.phase !== 'wagers') missed()
    if (isOpen || now.state.view.phase !== 'wagers') wasOpen = isOpen
    if (!isOpen) return
    const spots = spotsOf()
    if (!can(area.box, area.kind) || isFresh)
      area = spots.find(one => one.box === mine()?.seat && one.kind === 'main') ?? spots[0] ?? area
    /** @type {string[]} */
    const instruments = choiceOf(offers({ box: area.box, kind: area.kind }), 'instrument')?.values ?? ['chips']
    const ways = [...new Set([instrument, ...instruments])] // the requested one stays, and is refused if need be
    options(
      paid,
      ways.map(value => ({ value, text: T.values[value] ?? value })),
      instrument,
    )
    paid.hidden = ways.length < 2
    const here = staged.get(`${area.box}/${area.kind}`) ?? 0
    if (document.activeElement !== amount) amount.value = here ? typedAmount(here) : ''
    for (const [at, value] of sheet.chips.entries()) setAttribute(picks[at], 'aria-pressed', String(value === chip))
    draw()
  }

  function draw() {
    const all = sum()
    const last = memory.last().reduce((total, one) => total + one.amount, 0)
    const isNew = !all && !isPlaced(area.box)
    setLabel(place, all ? T.place(all) : last && isNew ? T.repeat(last) : T.place(sheet.minimum))
    place.hidden = !all && !isNew
    undo.disabled = !before.length
    clear.disabled = !all
    repeat.disabled = !last || all > 0 || isPlaced(area.box)
    double.disabled = !all && !memory.thisRound(now.state.view.round_number).length
    setAttribute(node, 'aria-busy', isBusy ? 'true' : null)
  }

  /** A side wager that was kept from the last round needs a wager on its box. */
  function withMain() {
    for (const spot of [...staged.keys()]) {
      const box = Number(spot.split('/')[0])
      if (!staged.has(`${box}/main`) && !isPlaced(box)) staged.set(`${box}/main`, sheet.minimum)
    }
  }

  /** Chips that were not placed in time are kept, and pointed out. */
  function missed() {
    before = []
    const text = P.missed(sum())
    actions.tell(text)
    actions.say(text)
  }

  const isShown = () => Boolean(now) && !node.hidden
  /** @returns {Record<string, () => unknown>} */
  const keys = () =>
    node.hidden
      ? {}
      : {
          ...Object.fromEntries(
            sheet.chips.map((value, at) => [
              String(at + 1),
              () => {
                chip = value
                add(area.box, area.kind)
              },
            ]),
          ),
          u: takeBack,
          c: () => clear.disabled || clear.click(),
          r: () => repeat.disabled || repeat.click(),
          d: () => double.disabled || double.click(),
          ArrowLeft: () => move(-1),
          ArrowRight: () => move(1),
          Enter: () => confirm(),
        }
  return {
    node,
    update,
    wager,
    back,
    can,
    keys,
    staged: () => (isShown() && named(now.state.legal, 'PlaceWager').length ? staged : NOTHING),
    chosen: () => (isShown() ? { area: `${area.box}/${area.kind}`, chip } : null),
  }
}
