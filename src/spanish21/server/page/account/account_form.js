// A small form of labelled fields with one button and one line for what came of it.

import { el, setText } from '../parts/dom.js'
import { once } from '../parts/order.js'

/**
 * @typedef {object} Field
 * @property {string} name
 * @property {string} label
 * @property {string} [type]
 * @property {string} [help]
 * @property {string} [autocomplete]
 * @property {number} [longest]
 */

/** `fields` are {name, label, type, help, autocomplete}; `send(values)` does it and returns what to say, or throws. */
export function mountForm(
  /** @type {{ fields: Field[], button: string, send: (values: any) => Promise<string | void> }} */ {
    fields,
    button,
    send,
  },
) {
  const inputs = Object.fromEntries(
    fields.map(field => [
      field.name,
      el('input', {
        type: field.type ?? 'text',
        name: field.name,
        required: true,
        autocomplete: field.autocomplete ?? 'off',
        maxlength: field.longest ?? 200,
      }),
    ]),
  )
  const says = el('p', { class: 'says', role: 'status' })
  const node = el(
    'form',
    { novalidate: true, onsubmit: once(submit) },
    ...fields.map(field =>
      el(
        'label',
        { class: 'field' },
        el('span', {}, field.label),
        inputs[field.name],
        field.help ? el('small', {}, field.help) : null,
      ),
    ),
    el('button', { class: 'button is-primary', type: 'submit' }, button),
    says,
  )

  async function submit() {
    const empty = Object.values(inputs).find(input => !input.value.trim())
    if (empty) return empty.focus()
    try {
      tell(await send(Object.fromEntries(Object.entries(inputs).map(([name, input]) => [name, input.value]))), 'good')
    } catch (trouble) {
      tell(trouble.message, 'bad')
    }
    return undefined
  }

  /**
   * @param {string | void} text
   * @param {string} kind
   */
  function tell(text, kind) {
    says.dataset.kind = kind
    setText(says, text ?? '')
  }

  return { node, tell }
}
