// One open choice: its label, its bounds, its clause, and what is wrong with it.

import { el } from '../parts/dom.js'
import { amountOf, money, typedAmount } from '../parts/money.js'
import { plainName, settingText } from '../parts/numbers.js'
import { L } from './texts.js'

let numbers = 0

/**
 * How a field reads and changes the submission, by a path such as "choose.decks"; `sample` is what the book's has.
 * @typedef {object} Given
 * @property {(path: string) => any} at
 * @property {(path: string, value: unknown) => void} change
 * @property {(path: string) => any} sample
 */
/**
 * A field: the place in the submission that it is for, and its problem in words, '' for none.
 * @typedef {object} Field
 * @property {string} place
 * @property {HTMLElement} node
 * @property {(text: string) => void} problem
 * @property {(found: { text: string }) => void} [update]
 */
/**
 * @typedef {object} Framed
 * @property {string} place
 * @property {string} label
 * @property {HTMLElement} input
 * @property {string[]} [about]
 * @property {string[]} [clauses]
 * @property {boolean} [wide]
 * @property {(() => boolean) | null} [changed]
 */

/** What all fields share: label, input, what may be there, and the problem under it. */
export function framed(
  /** @type {Framed} */ { place, label, input, about = [], clauses = [], wide = false, changed = null },
) {
  const id = `field-${++numbers}`
  const problem = el('p', { class: 'form-problem', id: `${id}-problem` })
  const help = el(
    'p',
    { class: 'field-help', id: `${id}-help` },
    about.filter(Boolean).join(' · '),
    clauses.length && about.some(Boolean) ? ' · ' : '',
    clauses.length ? el('span', { class: 'cite' }, clauses.join(', ')) : null,
  )
  input.id = id
  input.setAttribute('aria-describedby', `${id}-help ${id}-problem`)
  const mark = el('span', { class: 'field-changed', hidden: true }, L.changed)
  const node = el(
    'div',
    { class: wide ? 'editor-field is-wide' : 'editor-field', 'data-place': place },
    el('label', { for: id }, label, ' ', mark),
    input,
    help,
    problem,
  )
  const say = () => {
    mark.hidden = !changed?.()
  }
  input.addEventListener('change', () => requestAnimationFrame(say))
  say()
  return {
    place,
    node,
    problem(/** @type {string} */ text) {
      problem.textContent = text
      node.classList.toggle('is-wrong', text !== '')
      input.setAttribute('aria-invalid', String(text !== ''))
    },
  }
}

export function operatorField(/** @type {Given} */ { at, change }) {
  const input = el('input', {
    type: 'text',
    maxlength: 120,
    value: at('operator') ?? '',
    oninput: () => change('operator', input.value),
  })
  return framed({ place: 'operator', label: L.operator, input })
}

export function choiceField(/** @type {Wire.OpenChoice} */ choice, /** @type {Given} */ { at, change, sample }) {
  const place = `choose.${choice.name}`
  const now = () => at(place) ?? choice.usual
  const shown = (/** @type {any} */ value) => (choice.kind === 'money' ? money(value) : settingText(value))
  const input = (INPUTS[choice.kind] ?? INPUTS.word)(choice, now(), value => change(place, value))
  const about =
    choice.kind === 'yes_or_no' || choice.values
      ? []
      : [
          choice.kind === 'money' && choice.least !== null
            ? L.bounds(money(choice.least), choice.most === null ? '' : money(choice.most))
            : choice.bounds,
        ]
  return framed({
    place,
    label: choice.meaning,
    input,
    clauses: choice.clauses,
    about: [...about, L.usual(shown(choice.usual)), choice.clauses.length ? '' : L.yours],
    changed: () => JSON.stringify(now()) !== JSON.stringify(sample(place) ?? choice.usual),
  })
}

/**
 * @param {any[]} values
 * @param {any} now
 * @param {(value: any) => void} change
 * @param {(value: any) => string} [textOf]
 */
function selectOf(values, now, change, textOf = settingText) {
  const known = values.map(value => JSON.stringify(value))
  const chosen = JSON.stringify(now)
  const all = known.includes(chosen) ? values : [...values, now]
  return el(
    'select',
    { onchange: (/** @type {any} */ event) => change(JSON.parse(event.target.value)) },
    ...all.map(value =>
      el('option', { value: JSON.stringify(value), selected: JSON.stringify(value) === chosen }, textOf(value)),
    ),
  )
}

/** A whole number, or the text as typed, so that the server says what is wrong with it. */
const wholeOf = (/** @type {string} */ text) => (/^-?\d{1,15}$/.test(text.trim()) ? Number(text) : text)

const INPUTS = {
  yes_or_no: (
    /** @type {Wire.OpenChoice} */ _choice,
    /** @type {any} */ now,
    /** @type {(value: any) => void} */ change,
  ) => selectOf([true, false], now, change),
  money(/** @type {Wire.OpenChoice} */ choice, /** @type {any} */ now, /** @type {(value: any) => void} */ change) {
    if (choice.values) return selectOf(choice.values, now, change, money)
    return el('input', {
      type: 'text',
      inputmode: 'decimal',
      value: Number.isInteger(now) ? typedAmount(now) : String(now),
      oninput: (/** @type {any} */ event) =>
        change(Number.isNaN(amountOf(event.target.value)) ? event.target.value : amountOf(event.target.value)),
    })
  },
  count(/** @type {Wire.OpenChoice} */ choice, /** @type {any} */ now, /** @type {(value: any) => void} */ change) {
    if (choice.values) return selectOf(choice.values, now, change)
    const { least, most } = choice
    if (least !== null && most !== null && most - least < 12)
      return selectOf(
        Array.from({ length: most - least + 1 }, (_, one) => least + one),
        now,
        change,
      )
    return el('input', {
      type: 'text',
      inputmode: 'numeric',
      value: String(now),
      oninput: (/** @type {any} */ event) => change(wholeOf(event.target.value)),
    })
  },
  part(/** @type {Wire.OpenChoice} */ choice, /** @type {any} */ now, /** @type {(value: any) => void} */ change) {
    if (choice.values) return selectOf(choice.values, now, change, value => value.join(' / '))
    return el('input', {
      type: 'text',
      value: Array.isArray(now) ? now.join(' / ') : String(now),
      oninput: (/** @type {any} */ event) => change(partOf(event.target.value)),
    })
  },
  several(/** @type {Wire.OpenChoice} */ choice, /** @type {any} */ now, /** @type {(value: any) => void} */ change) {
    const chosen = [now]
      .flat()
      .flatMap(one => String(one).split(','))
      .map(one => one.trim())
    const boxes = (choice.values ?? []).map(value =>
      el('input', { type: 'checkbox', value, checked: chosen.includes(value) }),
    )
    const read = () => {
      const found = boxes.filter(box => box.checked).map(box => box.value)
      change(found.length === 1 ? found[0] : found)
    }
    return el(
      'div',
      { class: 'several', role: 'group', onchange: read },
      ...boxes.map(box => el('label', {}, box, box.value)),
    )
  },
  word: (/** @type {Wire.OpenChoice} */ choice, /** @type {any} */ now, /** @type {(value: any) => void} */ change) =>
    choice.values
      ? selectOf(choice.values, now, change)
      : el('input', {
          type: 'text',
          value: String(now),
          oninput: (/** @type {any} */ event) => change(event.target.value),
        }),
}

/**
 * "8/100" -> [8, 100]
 * @param {string} text
 */
export function partOf(text) {
  const found = /^\s*(\d+)\s*[/:]\s*(\d+)\s*$/.exec(text)
  return found ? [Number(found[1]), Number(found[2])] : text
}

export function offersField(/** @type {Wire.SideOffer[]} */ offers, /** @type {Given} */ { at, change }) {
  const chosen = at('choose.offers') ?? []
  const boxes = offers.map(one =>
    el('input', { type: 'checkbox', value: one.name, checked: chosen.includes(one.name) }),
  )
  const input = el(
    'div',
    {
      class: 'several',
      role: 'group',
      onchange: () =>
        change(
          'choose.offers',
          boxes.filter(box => box.checked).map(box => box.value),
        ),
    },
    ...boxes.map((box, one) => el('label', {}, box, plainName(offers[one].name))),
  )
  return framed({
    place: 'choose.offers',
    label: L.offers,
    input,
    clauses: [...new Set(offers.flatMap(one => one.clauses))],
    wide: true,
  })
}
