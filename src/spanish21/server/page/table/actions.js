// The buttons: exactly what is legal, with keys; the usual decisions that are not legal say why not.

import { el, keyed, setAttribute, setText } from '../parts/dom.js'
import { money } from '../parts/money.js'
import { spelled, T } from '../texts.js'
import { mountCut } from './cut.js'
import { formOf } from './form.js'
import { choiceOf, isMoney, named, onlyValue } from './offers.js'
import { sentence } from './telling.js'

const USUAL = ['Draw', 'Stand', 'Double', 'Split', 'Surrender', 'Rescue']
/** What can be done at any time; it is offered below the decisions. */
export const BESIDE = ['BuyChips', 'Consent', 'AskBurnCard', 'RequestFaceUp', 'HandleCards', 'Leave']
const ELSEWHERE = ['PlaceWager', 'Join', 'Cut']

/** `actions` has `send(command)`, `whyNot(name)`, `sheet`. */
export function mountActions(sheet, actions) {
  const row = el('div', { class: 'decisions', role: 'group', 'aria-label': T.yourTurn })
  const beside = el('div', { class: 'beside', role: 'group', 'aria-label': T.more })
  const note = el('p', { class: 'note', role: 'status' })
  const place = el('div', { class: 'form-place' })
  const cut = mountCut(at => actions.send({ type: 'Cut', at }))
  const node = el('div', { class: 'actions' }, cut.node, row, place, note)
  let now = null
  let keys = {}
  let reasons = { seq: -1 }

  function update(next) {
    now = next
    const legal = now.state.legal
    const names = [...new Set(legal.map(may => may.command))].filter(name => !ELSEWHERE.includes(name))
    const isPlaying = names.some(name => USUAL.includes(name)) || (now.state.view.phase === 'play' && now.isIn)
    const shown = [...(isPlaying ? USUAL : []), ...names.filter(name => !USUAL.includes(name) && !BESIDE.includes(name))]
    const buttons = shown.flatMap(name => buttonsOf(name, named(legal, name)))
    const more = names.filter(name => BESIDE.includes(name)).flatMap(name => buttonsOf(name, named(legal, name)))
    giveKeys([...buttons, ...more])
    keyed(row, buttons, one => one.id, mountButton)
    keyed(beside, more, one => one.id, mountButton)
    const cuts = named(legal, 'Cut')[0]
    cut.update(cuts?.fields.at ?? null, now.state.view)
    if (reasons.seq !== now.state.seq) {
      reasons = { seq: now.state.seq }
      if (note.dataset.kind === 'why') tell('', '')
      if (place.firstChild && !names.includes(place.dataset.command) && place.dataset.command !== 'Join') closeForm()
    }
  }

  /** A button for each thing that can be asked for: one where nothing is open, some where little is, else a form. */
  function buttonsOf(name, offers) {
    const label = T.commands[name]?.[0] ?? spelled(name)
    if (!offers.length) return [{ id: name, name, label, isOff: true }]
    const fields = [...new Set(offers.flatMap(may => Object.keys(may.fields)))]
    const open = fields.filter(field => onlyValue(choiceOf(offers, field)) === undefined)
    const fixed = Object.fromEntries(fields.filter(field => !open.includes(field)).map(field => [field, onlyValue(choiceOf(offers, field))]))
    const run = filled => actions.send({ type: name, ...fixed, ...filled })
    if (!open.length) return [{ id: name, name, label, amount: fixed.amount, run: () => run({}) }]
    const choice = choiceOf(offers, open[0])
    const isBeside = BESIDE.includes(name)
    if (open.length === 1 && open[0] === 'amount' && choice.type === 'Amounts' && !isBeside) {
      return [{ id: name, name, label, amount: choice.most, run: () => run({ amount: choice.most }), other: () => openForm(name, offers, { amount: choice.most }) }]
    }
    if (open.length === 1 && choice.type === 'OneOf' && choice.values.length <= 3 && !isBeside) {
      return choice.values.map(value => ({ id: `${name}/${value}`, name, label: `${label}: ${isMoney(open[0]) ? money(value) : (T.values[value] ?? value)}`, run: () => run({ [open[0]]: value }) }))
    }
    return [{ id: name, name, label: `${label}…`, run: () => openForm(name, offers) }]
  }

  /** Each button its key: the usual one, or the first letter of its label that is free. */
  function giveKeys(buttons) {
    keys = {}
    const taken = new Set(['a', ...buttons.map(one => T.commands[one.name]?.[1])])
    for (const one of buttons) {
      let key = T.commands[one.name]?.[1] ?? ''
      if (!key || keys[key]) key = [...one.label.toLowerCase()].find(letter => /[a-z]/.test(letter) && !taken.has(letter)) ?? ''
      taken.add(key)
      one.key = key
      if (key) keys[key] = one.isOff ? () => explain(one.name) : one.run
    }
  }

  function mountButton() {
    const label = el('span', { class: 'decision-label' })
    const amount = el('span', { class: 'decision-amount' })
    const key = el('kbd', { 'aria-hidden': 'true' })
    const main = el('button', { class: 'decision', type: 'button' }, label, amount, key)
    const other = el('button', { class: 'decision-other', type: 'button' }, '…')
    const group = el('span', { class: 'decision-group' }, main, other)
    let one = null
    main.addEventListener('click', () => (one.isOff ? explain(one.name) : one.run()))
    other.addEventListener('click', () => one.other())
    for (const event of ['pointerenter', 'focus']) main.addEventListener(event, () => one.isOff && explain(one.name))
    return {
      node: group,
      update(button) {
        one = button
        setText(label, one.label)
        setText(amount, one.amount ? money(one.amount) : '')
        setText(key, one.key.toUpperCase())
        group.dataset.command = one.name
        setAttribute(main, 'aria-disabled', one.isOff ? 'true' : null)
        setAttribute(main, 'aria-keyshortcuts', one.key ? one.key.toUpperCase() : null)
        setAttribute(main, 'aria-label', [one.label, one.amount ? money(one.amount) : ''].filter(Boolean).join(' '))
        other.hidden = !one.other
        setAttribute(other, 'aria-label', `${one.label}: ${T.fields.amount}`)
      },
    }
  }

  async function explain(name) {
    if (!reasons[name]) {
      tell(T.askingWhy, 'why')
      const asked = reasons
      const answer = await actions.whyNot(name)
      asked[name] = [sentence(answer.text) || T.whyNotUnknown, ...(answer.clauses ?? []).slice(0, 2)].join(' · ')
      if (asked !== reasons) return
    }
    tell(`${T.commands[name]?.[0] ?? spelled(name)}: ${reasons[name]}`, 'why')
  }

  /** One line under the buttons: why not, a refusal, or trouble. */
  function tell(text, kind) {
    note.dataset.kind = kind
    setText(note, text)
  }

  function openForm(name, offers, usual = {}) {
    const form = formOf(name, offers, { send, cancel: closeForm, usual, names: now.state.names, titles: now.titles })
    place.dataset.command = name
    place.replaceChildren(form.node)
    form.focus()
  }

  async function send(command) {
    const answer = await actions.send(command)
    if (answer.ok) closeForm()
  }

  function closeForm() {
    place.replaceChildren()
  }

  return { node, beside, update, tell, openForm, closeForm, keys: () => ({ ...keys, ...cut.keys() }) }
}
