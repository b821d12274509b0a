// A command of the house, with what it requires: a reason, or a second person.

import { el } from '../parts/dom.js'
import { mountAsked } from '../approvals/asked.js'
import { mountEvidence } from '../approvals/evidence.js'
import { choiceOf, onlyValue } from '../table/turn/offers.js'
import { spelled } from '../texts.js'
import { get, post } from '../wire/http.js'
import { F, FIELDS, STEPS } from './texts.js'

/** @typedef {(person: string) => string} NameOf */
const NOTHING = (/** @type {string} */ _text, _kind = '') => {}

export const labelOf = (/** @type {string} */ name) => STEPS[name] ?? spelled(name)

/**
 * Where forms appear; `send(command, extras)` sends what was filled in.
 * @param {Wire.Sheet} sheet
 * @param {Page.Send} send
 * @returns {Page.Asking}
 */
export function mountAsking(sheet, send, tell = NOTHING, nameOf = /** @type {NameOf} */ (id => id)) {
  const node = el('div', { class: 'asking' })

  /**
   * Whether a command can be sent as it is: nothing is open in it, and nothing else is required.
   * @param {string} name
   * @param {Wire.May[]} offers
   */
  function isPlain(name, offers, given = /** @type {Record<string, any>} */ ({})) {
    return !needs('reason', name) && !needs('second', name) && openFields(offers, given).length === 0
  }

  /**
   * @param {'reason' | 'second'} what
   * @param {string} name
   */
  function needs(what, name) {
    return sheet.needs[what].includes(name)
  }

  /** Open the form of a command: `given` is fixed, `usual` is what the fields begin with. */
  async function open(
    /** @type {string} */ name,
    /** @type {Wire.May[]} */ offers,
    /** @type {Page.FormOptions} */ { given = {}, usual = {}, names = {}, titles = {} } = {},
  ) {
    const fixed = offers.map(may => ({
      ...may,
      fields: Object.fromEntries(
        Object.entries(may.fields).map(([field, choice]) => [
          field,
          field in given ? { type: /** @type {const} */ ('OneOf'), values: [given[field]] } : choice,
        ]),
      ),
    }))
    const extras = needs('reason', name) ? [reasonField()] : []
    const { formOf } = await import('../table/turn/form.js')
    const form = formOf(name, fixed, {
      send: done,
      cancel: close,
      usual,
      names,
      titles,
      beside: extras,
      label: labelOf(name),
      labels: FIELDS,
    })
    node.dataset.command = name
    node.replaceChildren(form.node)
    if (needs('second', name)) showEvidence()
    form.focus()
  }

  /**
   * @param {any} command
   * @param {any} extras
   */
  async function done(command, extras) {
    if (needs('second', command.type)) return payout(extras.reason)
    const answer = await send(command, extras)
    if (answer?.ok) close()
    return undefined
  }

  /** The validator of a payout sees the cards on the table. */
  async function showEvidence() {
    const found = await get(`/tables/${encodeURIComponent(sheet.id)}/payout`).catch(() => null)
    if (found && node.firstChild) node.prepend(mountEvidence(found, nameOf(found.person)))
  }

  /**
   * A payout is validated with a second person, who sees the same.
   * @param {string} reason
   */
  async function payout(reason) {
    try {
      const found = await post(`/tables/${encodeURIComponent(sheet.id)}/payout`, { reason })
      if (found && 'approval' in found) node.replaceChildren(mountAsked(found, { over: () => {} }).node)
      else close()
    } catch (trouble) {
      tell(trouble.message, 'refused')
    }
  }

  function close() {
    node.replaceChildren()
  }

  return { node, open, close, isPlain, needs, command: () => (node.firstChild ? (node.dataset.command ?? '') : '') }
}

/**
 * The fields that an offer leaves open, beyond those that are given.
 * @param {Wire.May[]} offers
 */
export function openFields(offers, given = /** @type {Record<string, any>} */ ({})) {
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
