// One open choice: its label, its bounds, its clause, and what is wrong with it.

import { el } from '../parts/dom.js'
import { amountOf, money, typedAmount } from '../parts/money.js'
import { plainName, S, settingText } from '../study/texts.js'

const L = S.editor
let numbers = 0

/** What all fields share: label, input, what may be there, and the problem under it. */
export function framed({ place, label, input, about = [], clauses = [], wide = false, changed = null }) {
  const id = `field-${++numbers}`
  const problem = el('p', { class: 'form-problem', id: `${id}-problem` })
  const help = el('p', { class: 'field-help', id: `${id}-help` }, about.filter(Boolean).join(' · '), clauses.length && about.some(Boolean) ? ' · ' : '', clauses.length ? el('span', { class: 'cite' }, clauses.join(', ')) : null)
  input.id = id
  input.setAttribute('aria-describedby', `${id}-help ${id}-problem`)
  const mark = el('span', { class: 'field-changed', hidden: true }, L.changed)
  const node = el('div', { class: wide ? 'editor-field is-wide' : 'editor-field', 'data-place': place }, el('label', { for: id }, label, ' ', mark), input, help, problem)
  const say = () => { mark.hidden = !changed?.() }
  input.addEventListener('change', () => requestAnimationFrame(say))
  say()
  return {
    place, node,
    problem(text) {
      problem.textContent = text
      node.classList.toggle('is-wrong', text !== '')
      input.setAttribute('aria-invalid', String(text !== ''))
    },
  }
}

export function operatorField({ at, change }) {
  const input = el('input', { type: 'text', maxlength: 120, value: at('operator') ?? '', oninput: () => change('operator', input.value) })
  return framed({ place: 'operator', label: L.operator, input })
}

export function choiceField(choice, { at, change, sample }) {
  const place = `choose.${choice.name}`
  const now = () => at(place) ?? choice.usual
  const shown = value => (choice.kind === 'money' ? money(value) : settingText(value))
  const input = (INPUTS[choice.kind] ?? INPUTS.word)(choice, now(), value => change(place, value))
  const about = choice.kind === 'yes_or_no' || choice.values ? [] : [choice.kind === 'money' && choice.least !== null ? L.bounds(money(choice.least), choice.most === null ? '' : money(choice.most)) : choice.bounds]
  return framed({
    place, label: choice.meaning, input, clauses: choice.clauses, about: [...about, L.usual(shown(choice.usual)), choice.clauses.length ? '' : L.yours],
    changed: () => JSON.stringify(now()) !== JSON.stringify(sample(place) ?? choice.usual),
  })
}

function selectOf(values, now, change, textOf = settingText) {
  const known = values.map(value => JSON.stringify(value))
  const chosen = JSON.stringify(now)
  const all = known.includes(chosen) ? values : [...values, now]
  return el('select', { onchange: event => change(JSON.parse(event.target.value)) }, ...all.map(value => el('option', { value: JSON.stringify(value), selected: JSON.stringify(value) === chosen }, textOf(value))))
}

/** A whole number where it is one; the text as it stands where it is not, for the server to say so. */
const wholeOf = text => (/^-?\d{1,15}$/.test(text.trim()) ? Number(text) : text)

const INPUTS = {
  yes_or_no: (choice, now, change) => selectOf([true, false], now, change),
  money(choice, now, change) {
    if (choice.values) return selectOf(choice.values, now, change, money)
    return el('input', { type: 'text', inputmode: 'decimal', value: Number.isInteger(now) ? typedAmount(now) : String(now), oninput: event => change(Number.isNaN(amountOf(event.target.value)) ? event.target.value : amountOf(event.target.value)) })
  },
  count(choice, now, change) {
    if (choice.values) return selectOf(choice.values, now, change)
    const most = choice.most
    if (most !== null && most - choice.least < 12) return selectOf(Array.from({ length: most - choice.least + 1 }, (_, one) => choice.least + one), now, change)
    return el('input', { type: 'text', inputmode: 'numeric', value: String(now), oninput: event => change(wholeOf(event.target.value)) })
  },
  part(choice, now, change) {
    if (choice.values) return selectOf(choice.values, now, change, value => value.join(' / '))
    return el('input', { type: 'text', value: Array.isArray(now) ? now.join(' / ') : String(now), oninput: event => change(partOf(event.target.value)) })
  },
  several(choice, now, change) {
    const chosen = [now].flat().flatMap(one => String(one).split(',')).map(one => one.trim())
    const boxes = (choice.values ?? []).map(value => el('input', { type: 'checkbox', value, checked: chosen.includes(value) }))
    const read = () => {
      const found = boxes.filter(box => box.checked).map(box => box.value)
      change(found.length === 1 ? found[0] : found)
    }
    return el('div', { class: 'several', role: 'group', onchange: read }, ...boxes.map(box => el('label', {}, box, box.value)))
  },
  word: (choice, now, change) => (choice.values ? selectOf(choice.values, now, change) : el('input', { type: 'text', value: String(now), oninput: event => change(event.target.value) })),
}

/** "8/100" -> [8, 100] */
export function partOf(text) {
  const found = /^\s*(\d+)\s*[/:]\s*(\d+)\s*$/.exec(text)
  return found ? [Number(found[1]), Number(found[2])] : text
}

export function offersField(offers, { at, change }) {
  const chosen = at('choose.offers') ?? []
  const boxes = offers.map(one => el('input', { type: 'checkbox', value: one.name, checked: chosen.includes(one.name) }))
  const input = el('div', { class: 'several', role: 'group', onchange: () => change('choose.offers', boxes.filter(box => box.checked).map(box => box.value)) }, ...boxes.map((box, one) => el('label', {}, box, plainName(offers[one].name))))
  return framed({ place: 'choose.offers', label: L.offers, input, clauses: [...new Set(offers.flatMap(one => one.clauses))], wide: true })
}
