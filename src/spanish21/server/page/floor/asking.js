// A command of the house, asked for with what goes beside it: a reason, a second person's code.

import { el } from '../parts/dom.js'
import { formOf } from '../table/form.js'
import { choiceOf, onlyValue } from '../table/offers.js'
import { spelled } from '../texts.js'
import { F, FIELDS, STEPS } from './texts.js'

export const labelOf = name => STEPS[name] ?? spelled(name)

/** Where forms appear; `send(command, beside)` sends what was filled in. */
export function mountAsking(sheet, send) {
  const node = el('div', { class: 'asking' })

  /** Whether a command can be sent as it is: nothing is open in it, and nothing goes beside it. */
  function isPlain(name, offers, given = {}) {
    return !needs('reason', name) && !needs('second', name) && openFields(offers, given).length === 0
  }

  function needs(what, name) {
    return (sheet.needs?.[what] ?? []).includes(name)
  }

  /** Open the form of a command: `given` is fixed, `usual` is what the fields begin with. */
  function open(name, offers, { given = {}, usual = {}, names = {}, titles = {} } = {}) {
    const fixed = offers.map(may => ({ ...may, fields: Object.fromEntries(Object.entries(may.fields).map(([field, choice]) => [field, field in given ? { type: 'OneOf', values: [given[field]] } : choice])) }))
    const beside = [...(needs('reason', name) ? [reasonField()] : []), ...(needs('second', name) ? [secondField()] : [])]
    const form = formOf(name, fixed, { send: done, cancel: close, usual, names, titles, beside, label: labelOf(name), labels: FIELDS })
    node.dataset.command = name
    node.replaceChildren(form.node)
    form.focus()
  }

  async function done(command, beside) {
    const answer = await send(command, beside)
    if (answer?.ok) close()
  }

  function close() {
    node.replaceChildren()
  }

  return { node, open, close, isPlain, needs, command: () => (node.firstChild ? node.dataset.command : '') }
}

/** The fields that an offer leaves open, beyond those that are given. */
export function openFields(offers, given = {}) {
  const names = [...new Set(offers.flatMap(may => Object.keys(may.fields)))]
  return names.filter(name => !(name in given) && onlyValue(choiceOf(offers, name)) === undefined)
}

function reasonField() {
  const input = el('input', { type: 'text', maxlength: 200, autocomplete: 'off' })
  return {
    name: 'reason',
    node: el('label', { class: 'field is-wide' }, el('span', {}, F.reason), input, el('small', {}, F.reasonHelp)),
    read: () => (input.value.trim() ? { value: input.value.trim() } : { trouble: F.reasonMissing }),
  }
}

function secondField() {
  const input = el('input', { type: 'text', maxlength: 100, autocomplete: 'off', spellcheck: 'false' })
  return {
    name: 'second',
    node: el('label', { class: 'field is-wide' }, el('span', {}, F.second), input, el('small', {}, F.secondHelp)),
    read: () => (input.value.trim() ? { value: input.value.trim() } : { trouble: F.secondMissing }),
  }
}
