// A progressive meter: what it begins with, begins again with, and takes of each wager.

import { el } from '../parts/dom.js'
import { amountOf, money, typedAmount } from '../parts/money.js'
import { framed, partOf } from './fields.js'
import { plainName } from '../parts/numbers.js'
import { L } from './texts.js'

/** @import { Given } from './fields.js' */

export function meterField(/** @type {Wire.LeastOfMeter} */ meter, /** @type {Given} */ { at, change }) {
  const place = `meters.${meter.name}`
  const amount = (/** @type {string} */ name, /** @type {string} */ label) =>
    el(
      'label',
      { class: 'field' },
      el('span', {}, label),
      el('input', {
        type: 'text',
        inputmode: 'decimal',
        value: Number.isInteger(at(`${place}.${name}`))
          ? typedAmount(at(`${place}.${name}`))
          : (at(`${place}.${name}`) ?? ''),
        oninput: (/** @type {any} */ event) =>
          change(
            `${place}.${name}`,
            Number.isNaN(amountOf(event.target.value)) ? event.target.value : amountOf(event.target.value),
          ),
      }),
    )
  const rate = el(
    'label',
    { class: 'field' },
    el('span', {}, L.rate),
    el('input', {
      type: 'text',
      value: [at(`${place}.rate`) ?? ''].flat().join(' / '),
      oninput: (/** @type {any} */ event) => change(`${place}.rate`, partOf(event.target.value)),
    }),
  )
  const parts = el('div', { class: 'meter-parts' }, amount('initial', L.initial), amount('reset', L.resetsTo), rate)
  const used = el('input', { type: 'checkbox', checked: at(place) !== undefined, onchange: use })
  const input = el(
    'div',
    { class: 'meter-field', role: 'group' },
    el('label', { class: 'field is-check' }, used, el('span', {}, L.meterOn)),
    parts,
  )
  parts.hidden = !used.checked

  function use() {
    const least = Math.max(...Object.values(meter.leasts))
    change(place, used.checked ? { initial: least, reset: least, rate: [10, 100] } : undefined)
    parts.hidden = !used.checked
    if (used.checked)
      [...parts.querySelectorAll('input')].forEach((box, one) => {
        box.value = one < 2 ? typedAmount(least) : '10 / 100'
      })
  }

  const leasts = Object.entries(meter.leasts)
    .map(([table, least]) => `${money(least)} ${L.withPaytable(table)}`)
    .join(', ')
  return framed({
    place,
    label: plainName(meter.name),
    input,
    about: [`${L.atLeast} ${leasts}`],
    clauses: meter.clauses,
    wide: true,
  })
}
