// Buttons for legal commands besides the step that is due: plain ones are sent, the others open a form.

import { el, keyed, setText } from '../parts/dom.js'
import { named } from '../table/turn/offers.js'
import { labelOf } from './asking.js'

/**
 * A part with buttons; `wants` says which commands belong in it.
 * @typedef {object} Orders
 * @property {string} title
 * @property {string} [intro]
 * @property {string} none
 * @property {(name: string, now: Page.Moment) => boolean} wants
 */

export function mountOrders(
  /** @type {Orders} */ { title, intro = '', none, wants },
  /** @type {Page.Duty} */ actions,
) {
  const list = el('div', { class: 'orders' })
  const empty = el('p', { class: 'quiet' }, none)
  const node = el(
    'section',
    { class: 'orders-part' },
    el('h2', {}, title),
    intro ? el('p', { class: 'quiet' }, intro) : null,
    empty,
    list,
  )
  /** @type {Page.Moment} */
  let now

  /** @param {Page.Moment} next */
  function update(next) {
    now = next
    const names = [...new Set(now.state.legal.map(may => may.command))].filter(name => wants(name, now))
    empty.hidden = names.length > 0
    keyed(
      list,
      names,
      name => name,
      name => {
        const label = el('span', {})
        const button = el('button', { class: 'button', type: 'button', onclick: () => run(name) }, label)
        button.dataset.command = name
        return {
          node: button,
          update: () =>
            setText(label, labelOf(name) + (actions.asking.isPlain(name, named(now.state.legal, name)) ? '' : '…')),
        }
      },
    )
  }

  /** @param {string} name */
  function run(name) {
    const offers = named(now.state.legal, name)
    if (actions.asking.isPlain(name, offers)) return actions.send(filled(name, offers))
    return actions.asking.open(name, offers, {
      names: now.state.names,
      titles: now.titles,
      usual: usualOf(name, now.state),
    })
  }

  return { node, update }
}

/**
 * A command whose fields have one value each.
 * @param {string} name
 * @param {Wire.May[]} offers
 */
function filled(name, offers) {
  const values = Object.entries(offers[0]?.fields ?? {}).map(([field, choice]) => [
    field,
    choice.type === 'OneOf' ? choice.values[0] : 'least' in choice ? choice.least : undefined,
  ])
  return { type: name, ...Object.fromEntries(values) }
}

/**
 * What a form begins with: a count with what the books say, the rest with the least.
 * @param {string} name
 * @param {Page.State} state
 */
function usualOf(name, state) {
  return name === 'CountInventory' ? { amount: state.view.inventory } : {}
}
