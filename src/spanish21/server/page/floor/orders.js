// Buttons for what is legal beside the step that is due: plain ones are sent, the others open a form.

import { el, keyed, setText } from '../parts/dom.js'
import { named } from '../table/offers.js'
import { labelOf } from './asking.js'

/** `wants(name)` says which commands belong here; `actions` has `send`, `asking`. */
export function mountOrders({ title, intro = '', none, wants }, actions) {
  const list = el('div', { class: 'orders' })
  const empty = el('p', { class: 'quiet' }, none)
  const node = el('section', { class: 'orders-part' }, el('h2', {}, title), intro ? el('p', { class: 'quiet' }, intro) : null, empty, list)
  let now = null

  function update(next) {
    now = next
    const names = [...new Set(now.state.legal.map(may => may.command))].filter(name => wants(name, now))
    empty.hidden = names.length > 0
    keyed(list, names, name => name, name => {
      const label = el('span', {})
      const button = el('button', { class: 'button', type: 'button', onclick: () => run(name) }, label)
      button.dataset.command = name
      return { node: button, update: () => setText(label, `${labelOf(name)}${actions.asking.isPlain(name, named(now.state.legal, name)) ? '' : '…'}`) }
    })
  }

  function run(name) {
    const offers = named(now.state.legal, name)
    if (actions.asking.isPlain(name, offers)) return actions.send(filled(name, offers))
    return actions.asking.open(name, offers, { names: now.state.names, titles: now.titles, usual: usualOf(name, now.state) })
  }

  return { node, update }
}

/** A command whose fields have one value each. */
function filled(name, offers) {
  const values = Object.entries(offers[0]?.fields ?? {}).map(([field, choice]) => [field, choice.type === 'OneOf' ? choice.values[0] : choice.least])
  return { type: name, ...Object.fromEntries(values) }
}

/** What a form begins with: a count with what the books say, the rest with the least. */
function usualOf(name, state) {
  return name === 'CountInventory' ? { amount: state.view.inventory } : {}
}
