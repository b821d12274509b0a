// The buttons: exactly what is legal, with keys; the usual decisions that are not legal say why not.

import { el, keyed, setAttribute, setText } from '../../parts/dom.js'
import { icon } from '../../parts/icons.js'
import { lazily } from '../../parts/lazily.js'
import { money } from '../../parts/money.js'
import { spelled, T } from '../../texts.js'
import { formOf } from './form.js'
import { choiceOf, isMoney, named, onlyValue } from './offers.js'
import { sentence } from '../telling.js'
import { P } from '../texts.js'

/**
 * A button: its command, or, where that `isOff`, the reason; `other` opens a form for other amounts.
 * @typedef {object} Button
 * @property {string} id
 * @property {string} name
 * @property {string} label
 * @property {number} [amount]
 * @property {string} [small]
 * @property {boolean} [isOff]
 * @property {() => unknown} [run]
 * @property {() => void} [other]
 * @property {string} [key]
 */

const USUAL = ['Draw', 'Stand', 'Double', 'Split', 'Surrender', 'Rescue']
/** Commands that are possible at any time; they are offered below the decisions. */
export const BESIDE = ['BuyChips', 'Consent', 'AskBurnCard', 'RequestFaceUp', 'HandleCards', 'Leave']
const ELSEWHERE = ['PlaceWager', 'Join', 'Cut']

/**
 * `actions` has `send(command)`, `whyNot(name)`, `sheet`.
 * @param {Wire.Sheet} _sheet
 * @param {{ send: Page.Send, whyNot: (name: string) => Promise<Page.Answer> }} actions
 */
export function mountActions(_sheet, actions) {
  const row = el('div', { class: 'decisions', role: 'group', 'aria-label': T.yourTurn })
  const beside = el('div', { class: 'beside', role: 'group', 'aria-label': T.more })
  const note = el('p', { class: 'note', role: 'status' })
  const place = el('div', { class: 'form-place' })
  const node = el('div', { class: 'actions' }, row, place)
  const cut = lazily(async () => {
    const made = (await import('./cut.js')).mountCut(at => actions.send({ type: 'Cut', at }))
    node.prepend(made.node)
    return made
  })
  /** @type {Page.Now} */
  let now
  /** @type {Record<string, () => unknown>} */
  let keys = {}
  let reasons = { seq: -1, texts: /** @type {Record<string, string>} */ ({}) }
  /** @type {Record<string, string>} Reasons in a word or two, by command; the full ones are in `reasons`. */
  let short = {}

  /** @param {Page.Now} next */
  function update(next) {
    now = next
    const legal = now.state.legal
    const names = [...new Set(legal.map(may => may.command))].filter(name => !ELSEWHERE.includes(name))
    const isPlaying = names.some(name => USUAL.includes(name)) || (now.state.view.phase === 'play' && now.isIn)
    const shown = [
      ...(isPlaying ? USUAL : []),
      ...names.filter(name => !USUAL.includes(name) && !BESIDE.includes(name)),
    ]
    const buttons = shown.flatMap(name => buttonsOf(name, named(legal, name)))
    const more = names.filter(name => BESIDE.includes(name)).flatMap(name => buttonsOf(name, named(legal, name)))
    giveKeys([...buttons, ...more])
    keyed(row, buttons, one => one.id, mountButton)
    keyed(beside, more, one => one.id, mountButton)
    showCut()
    if (reasons.seq !== now.state.seq) {
      reasons = { seq: now.state.seq, texts: {} }
      short = {}
      if (names.some(name => USUAL.includes(name))) reason(USUAL.filter(name => !names.includes(name)))
      if (note.dataset.kind === 'why') tell('', '')
      if (place.firstChild && !names.includes(place.dataset.command ?? '') && place.dataset.command !== 'Join')
        closeForm()
    }
  }

  /** Where one cuts the cards. */
  function showCut() {
    const cuts = named(now.state.legal, 'Cut')[0]
    if (cut.now()) cut.now()?.update(cuts?.fields.at ?? null, now.state.view)
    else if (cuts) cut.need().then(showCut, () => tell(T.noServer, 'refused'))
  }

  /**
   * A button for each thing that can be asked for: one where nothing is open, some where little is, else a form.
   * @param {string} name
   * @param {Wire.May[]} offers
   * @returns {Button[]}
   */
  function buttonsOf(name, offers) {
    const hand = handInTurn()
    const label = (name === 'Double' && hand?.across ? P.redouble : T.commands[name]?.[0]) ?? spelled(name)
    if (!offers.length) return [{ id: name, name, label, isOff: true, small: short[name] ?? '' }]
    const fields = [...new Set(offers.flatMap(may => Object.keys(may.fields)))]
    const open = fields.filter(field => onlyValue(choiceOf(offers, field)) === undefined)
    /** @type {Record<string, any>} */
    const fixed = Object.fromEntries(
      fields.filter(field => !open.includes(field)).map(field => [field, onlyValue(choiceOf(offers, field))]),
    )
    const run = (/** @type {Record<string, any>} */ filled) => actions.send({ type: name, ...fixed, ...filled })
    if (!open.length) return [{ id: name, name, label, amount: fixed.amount, small: smallOf(name), run: () => run({}) }]
    const choice = /** @type {Page.Choice} */ (choiceOf(offers, open[0]))
    const isBeside = BESIDE.includes(name)
    if (open.length === 1 && open[0] === 'amount' && choice.type === 'Amounts' && !isBeside) {
      return [
        {
          id: name,
          name,
          label,
          amount: choice.most,
          run: () => run({ amount: choice.most }),
          other: () => openForm(name, offers, { amount: choice.most }),
        },
        ...(choice.least === 0 && name === 'FollowDouble' ? [refusalOf(name, () => run({ amount: 0 }))] : []),
      ]
    }
    if (open.length === 1 && choice.type === 'OneOf' && choice.values.length <= 3 && !isBeside) {
      return choice.values.map(value => ({
        id: `${name}/${value}`,
        name,
        label: `${label}: ${isMoney(open[0]) ? money(value) : (T.values[value] ?? value)}`,
        run: () => run({ [open[0]]: value }),
      }))
    }
    return [{ id: name, name, label: `${label}…`, run: () => openForm(name, offers) }]
  }

  /** A question that can be answered with no has a button for it. */
  function refusalOf(/** @type {string} */ name, /** @type {() => unknown} */ run) {
    return { id: `${name}/no`, name: `${name}No`, label: P.dontFollow, small: P.dontFollowSmall, run }
  }

  function handInTurn() {
    const { turn_box: number, turn_hand: at, boxes } = now.state.view
    return boxes.find(box => box.number === number)?.hands[at]
  }

  /** What a decision comes to, below its name. */
  function smallOf(/** @type {string} */ name) {
    const hand = handInTurn()
    if (!hand) return ''
    const mine = now.state.view.boxes.find(box => box.number === now.state.view.turn_box)
    const at = mine?.stakes.findIndex(stake => stake.person === now.state.you) ?? -1
    if (name === 'Stand') return P.on(T.total(hand.total, hand.soft))
    if (name === 'Split' && at >= 0) return P.moreMoney(hand.wagers[at] ?? 0)
    return P.small[name] ?? ''
  }

  /** Short reasons for grey buttons, requested once for each moment. */
  async function reason(/** @type {string[]} */ names) {
    const asked = reasons
    const found = await Promise.all(
      names.map(async name => {
        const answer = await actions.whyNot(name)
        asked.texts[name] ||= whole(answer)
        return [name, P.reasons[answer.reason ?? ''] ?? '']
      }),
    )
    if (asked !== reasons) return
    short = Object.fromEntries(found)
    update(now)
  }

  const whole = (/** @type {Page.Answer} */ answer) =>
    [sentence(answer.text) || T.whyNotUnknown, ...(answer.clauses ?? []).slice(0, 2)].join(' · ')

  /**
   * Each button its key: the usual one, or the first letter of its label that is free.
   * @param {Button[]} buttons
   */
  function giveKeys(buttons) {
    keys = {}
    const taken = new Set(['a', ...buttons.map(one => T.commands[one.name]?.[1])])
    for (const one of buttons) {
      let key = T.commands[one.name]?.[1] ?? ''
      if (!key || keys[key])
        key = [...one.label.toLowerCase()].find(letter => /[a-z]/.test(letter) && !taken.has(letter)) ?? ''
      taken.add(key)
      one.key = key
      if (key) keys[key] = () => (one.isOff ? explain(one.name) : one.run?.())
    }
  }

  function mountButton() {
    const label = el('span', { class: 'decision-label' })
    const amount = el('span', { class: 'decision-amount' })
    const key = el('kbd', { 'aria-hidden': 'true' })
    const shape = el('span', { class: 'decision-icon', 'aria-hidden': 'true' })
    const main = el('button', { class: 'decision', type: 'button' }, shape, label, amount, key)
    const other = el('button', { class: 'decision-other', type: 'button' }, '…')
    const group = el('span', { class: 'decision-group' }, main, other)
    /** @type {Button} */
    let one
    main.addEventListener('click', () => (one.isOff ? explain(one.name) : one.run?.()))
    other.addEventListener('click', () => one.other?.())
    for (const event of ['pointerenter', 'focus']) main.addEventListener(event, () => one.isOff && explain(one.name))
    return {
      node: group,
      update(/** @type {Button} */ button) {
        one = button
        setText(label, one.label)
        setText(amount, one.amount ? P.moreMoney(one.amount) : (one.small ?? ''))
        if (!shape.firstChild) shape.append(icon(one.name) ?? '')
        setText(key, (one.key ?? '').toUpperCase())
        group.dataset.command = one.name
        setAttribute(main, 'aria-disabled', one.isOff ? 'true' : null)
        setAttribute(main, 'aria-keyshortcuts', one.key ? one.key.toUpperCase() : null)
        setAttribute(main, 'aria-label', [one.label, one.amount ? money(one.amount) : ''].filter(Boolean).join(' '))
        other.hidden = !one.other
        setAttribute(other, 'aria-label', `${one.label}: ${T.fields.amount}`)
      },
    }
  }

  /** @param {string} name */
  async function explain(name) {
    if (!reasons.texts[name]) {
      tell(T.askingWhy, 'why')
      const asked = reasons
      const answer = await actions.whyNot(name)
      asked.texts[name] = whole(answer)
      if (asked !== reasons) return
    }
    tell(`${T.commands[name]?.[0] ?? spelled(name)}: ${reasons.texts[name]}`, 'why')
  }

  /**
   * One line under the buttons: why not, a refusal, or trouble.
   * @param {string} text
   * @param {string} kind
   */
  function tell(text, kind) {
    note.dataset.kind = kind
    setText(note, text)
  }

  /**
   * @param {string} name
   * @param {Wire.May[]} offers
   */
  function openForm(name, offers, usual = /** @type {Record<string, any>} */ ({})) {
    const form = formOf(name, offers, { send, cancel: closeForm, usual, names: now.state.names, titles: now.titles })
    place.dataset.command = name
    place.replaceChildren(form.node)
    form.focus()
  }

  /** @param {any} command */
  async function send(command) {
    const answer = await actions.send(command)
    if (answer.ok) closeForm()
  }

  function closeForm() {
    place.replaceChildren()
  }

  return { node, beside, note, update, tell, openForm, closeForm, keys: () => ({ ...keys, ...cut.now()?.keys() }) }
}
