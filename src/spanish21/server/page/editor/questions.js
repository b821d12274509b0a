// Questions that the book leaves open, and the approvals that it asks for.

import { el } from '../parts/dom.js'
import { framed } from './fields.js'
import { plainName } from '../parts/numbers.js'
import { L } from './texts.js'

/** @import { Given } from './fields.js' */

export function rulingField(/** @type {Wire.RulingChoice} */ ruling, /** @type {Given} */ { at, change, sample }) {
  const place = `rulings.${ruling.name}`
  const now = () => at(place) ?? ruling.usual
  const says = el('span', {})
  const show = () => {
    says.textContent = ruling.readings.find(one => one.name === now())?.says ?? ''
  }
  const input = el(
    'select',
    {
      onchange: () => {
        change(place, input.value)
        show()
      },
    },
    ...ruling.readings.map(one => el('option', { value: one.name, selected: one.name === now() }, plainName(one.name))),
  )
  const field = framed({
    place,
    label: ruling.asks,
    input,
    about: [L.usual(plainName(ruling.usual))],
    clauses: ruling.clauses,
    wide: true,
    changed: () => now() !== (sample(place) ?? ruling.usual),
  })
  field.node.querySelector('.field-help')?.prepend(says, el('br', {}))
  show()
  return field
}

export function approvalField(/** @type {Wire.OfficeApproval} */ approval, /** @type {Given} */ { at, change }) {
  const place = `approvals.${approval.name}`
  const input = el('input', {
    type: 'text',
    maxlength: 80,
    value: at(place) ?? '',
    placeholder: L.number,
    oninput: () => change(place, input.value || undefined),
  })
  return framed({ place, label: plainName(approval.name), input, about: approval.says, wide: true })
}
