// What one has asked a second person for: it waits, takes six digits, and says how it was decided.

import { el, setText } from '../parts/dom.js'
import { once } from '../parts/order.js'
import { style } from '../parts/styles.js'
import { ask, get, post } from '../wire/http.js'
import { P } from './texts.js'

const EVERY = 1500

/**
 * `over(state)` hears once how it was decided. It asks until then, or until the node is removed.
 * @param {Wire.AskedSecond} asked
 * @param {{ isRow?: boolean, over?: (state: string) => unknown }} options
 */
export function mountAsked(asked, { isRow = false, over = () => {} } = {}) {
  style('approvals/approvals.css')
  const typed = el('input', { type: 'text', inputmode: 'numeric', autocomplete: 'off', maxlength: 7 })
  const says = el('p', { class: 'says', role: 'status' })
  const link = el('output', { class: 'second-code' })
  const path = /** @type {const} */ (`/approvals/${encodeURIComponent(asked.approval)}`)
  const form = el(
    'form',
    { class: 'approval-typed', novalidate: true, onsubmit: once(enter) },
    el('label', { class: 'field' }, el('span', {}, P.typed), typed),
    el('button', { class: 'button is-primary', type: 'submit' }, P.type),
    el('button', { class: 'button', type: 'button', onclick: once(takeBack) }, P.takeBack),
  )
  const node = el(
    isRow ? 'li' : 'section',
    { class: 'paper approval is-mine' },
    el('p', { class: 'approval-words' }, asked.words),
    el('p', { class: 'quiet' }, P.waits),
    form,
    says,
    link,
  )
  let isOver = false
  setTimeout(look)

  async function look() {
    if (isOver || !node.isConnected) return
    const found = await get('/approvals').catch(() => null)
    const one = found?.find(other => other.id === asked.approval)
    if (one && one.state !== 'open') return decided(one)
    setTimeout(look, EVERY)
    return undefined
  }

  /** @param {Wire.Waiting} one */
  function decided(one) {
    if (isOver) return
    isOver = true
    form.remove()
    tell(`${P.states[one.state]} ${one.decided_by_name}.`, one.state === 'done' ? 'good' : 'bad')
    if (one.token) {
      const room = one.what === 'Invite' ? 'welcome' : 'reset'
      tell(P.link, 'good')
      setText(link, `${location.origin}/#/${room}/${one.token}`)
    }
    over(one.state)
  }

  async function enter() {
    try {
      await post(`${path}/typed`, { digits: typed.value })
      await look()
    } catch (trouble) {
      typed.value = ''
      tell(trouble.message, 'bad')
    }
  }

  async function takeBack() {
    try {
      await ask('DELETE', path)
      await look()
    } catch (trouble) {
      tell(trouble.message, 'bad')
    }
  }

  /**
   * @param {string} text
   * @param {string} kind
   */
  function tell(text, kind) {
    says.dataset.kind = kind
    setText(says, text)
  }

  return { node }
}
