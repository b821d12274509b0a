// A form for any command: a field for each choice that `legal` leaves open. New commands need no change here.

import { el, setText } from '../../parts/dom.js'
import { amountOf, money, typedAmount } from '../../parts/money.js'
import { cardName, spelled, T } from '../../texts.js'
import { cardText } from '../pieces/card.js'
import { choiceOf, isMoney, onlyValue } from './offers.js'

/**
 * A field of a form: `read` gives its value or throws its error.
 * @typedef {object} Field
 * @property {string} name
 * @property {Node | null} node
 * @property {() => { value?: any, trouble?: string }} read
 */
/**
 * `usual` are values to begin with; `beside` are fields that accompany the command without being part of it.
 * @typedef {object} FormOptions
 * @property {(command: any, beside: any) => unknown} send
 * @property {() => void} cancel
 * @property {Record<string, any>} [usual]
 * @property {Record<string, string>} [names]
 * @property {Record<string, string>} [titles]
 * @property {Field[]} [beside]
 * @property {string} [label]
 * @property {Record<string, string>} [labels]
 */

/** A form for the offers of one command; `send(command, beside)` gets it filled in. */
export function formOf(
  /** @type {string} */ command,
  /** @type {Wire.May[]} */ offers,
  /** @type {FormOptions} */ {
    send,
    cancel,
    usual = {},
    names = {},
    titles = {},
    beside = [],
    label = T.commands[command]?.[0] ?? spelled(command),
    labels = T.fields,
  },
) {
  const fieldNames = [...new Set(offers.flatMap(may => Object.keys(may.fields)))]
  /** @type {Field[]} */
  const fields = fieldNames.map(name =>
    fieldOf(name, choiceOf(offers, name), {
      usual: usual[name],
      names,
      titles,
      label: labels[name] ?? T.fields[name] ?? spelled(name),
    }),
  )
  const problem = el('p', { class: 'form-problem', role: 'alert' })
  const node = el(
    'form',
    { class: 'form', 'aria-label': label, novalidate: true, onsubmit: submit },
    el('h3', {}, label),
    ...[...fields, ...beside].map(field => field.node).filter(Boolean),
    problem,
    el(
      'div',
      { class: 'form-buttons' },
      el('button', { class: 'button is-primary', type: 'submit' }, label),
      el('button', { class: 'button', type: 'button', onclick: cancel }, T.cancel),
    ),
  )

  /** @param {Event} event */
  function submit(event) {
    event.preventDefault()
    const read = { command: { type: command }, beside: {} }
    for (const [into, some] of /** @type {[Record<string, any>, Field[]][]} */ ([
      [read.command, fields],
      [read.beside, beside],
    ])) {
      for (const field of some) {
        const { value, trouble } = field.read()
        if (trouble) return setText(problem, trouble)
        if (value !== undefined) into[field.name] = value
      }
    }
    return send(read.command, read.beside)
  }

  /** @returns {HTMLElement | null} */
  const first = () => node.querySelector('input, select, button')
  return { node, focus: () => first()?.focus() }
}

function fieldOf(
  /** @type {string} */ name,
  /** @type {any} */ choice,
  /** @type {any} */ { usual, names, titles, label },
) {
  const only = onlyValue(choice)
  if (only !== undefined) return { name, node: null, read: () => ({ value: only }) }
  if (choice.type === 'OneOf') return oneOf(name, label, choice, usual, names, titles)
  if (choice.type === 'Amounts') return amounts(name, label, choice, usual)
  return { name, node: null, read: () => ({ value: choice.values ?? choice.cards }) }
}

/**
 * @param {string} name
 * @param {string} label
 * @param {any} choice
 * @param {any} usual
 * @param {Record<string, string>} names
 * @param {Record<string, string>} titles
 */
function oneOf(name, label, choice, usual, names, titles) {
  const shown = (/** @type {any} */ value) =>
    (name === 'card' ? cardName(cardText(value)) : undefined) ??
    names[value] ??
    titles[value] ??
    (name === 'seat' && value === 0 ? T.behindTable : undefined) ??
    T.values[value] ??
    (isMoney(name) ? money(value) : String(value))
  const select = el(
    'select',
    {},
    ...choice.values.map((/** @type {any} */ value, /** @type {number} */ at) =>
      el('option', { value: at, selected: value === usual }, shown(value)),
    ),
  )
  return {
    name,
    node: el('label', { class: 'field' }, el('span', {}, label), select),
    read: () => ({ value: choice.values[Number(select.value)] }),
  }
}

/**
 * @param {string} name
 * @param {string} label
 * @param {any} choice
 * @param {any} usual
 */
function amounts(name, label, choice, usual) {
  const inMoney = isMoney(name)
  const show = (/** @type {number} */ value) => (inMoney ? typedAmount(value) : String(value))
  const start = usual ?? (inMoney ? choice.least : Math.round((choice.least + choice.most) / 2))
  const input = el('input', {
    type: 'text',
    inputmode: inMoney ? 'decimal' : 'numeric',
    autocomplete: 'off',
    value: show(start),
  })
  const bounds = inMoney ? T.bounds(choice.least, choice.most) : `${choice.least} to ${choice.most}`
  const isOpen = choice.most > 1e11
  return {
    name,
    node: el('label', { class: 'field' }, el('span', {}, label), input, isOpen ? null : el('small', {}, bounds)),
    read() {
      const value = inMoney ? amountOf(input.value) : Number(input.value)
      return Number.isInteger(value) ? { value } : { trouble: `${label}: ${isOpen ? T.amountLabel : bounds}` }
    },
  }
}
