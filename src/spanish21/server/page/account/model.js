// A token with which a model asks for this person: made, shown once, taken back.

import { el, setText } from '../parts/dom.js'
import { once } from '../parts/order.js'
import { ask, get, post } from '../wire/http.js'
import { A } from './texts.js'

const when = (/** @type {number} */ at) =>
  new Date(at).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' })

/** The paper is hidden where the house has no tools for models. */
export function mountModel() {
  const state = el('p', {})
  const shown = el('output', { class: 'second-code' })
  const make = el('button', { class: 'button', type: 'button', onclick: once(() => run(made)) })
  const end = el('button', { class: 'button', type: 'button', onclick: once(() => run(ended)) }, A.modelEnd)
  const says = el('p', { class: 'says', role: 'status' })
  const node = el(
    'section',
    { class: 'paper', hidden: true },
    el('h2', {}, A.model),
    el('p', { class: 'quiet' }, A.modelIntro(`${location.origin}/mcp`)),
    state,
    shown,
    el('p', { class: 'row' }, make, end),
    says,
  )
  read().catch(() => {})

  async function read() {
    const found = await get('/me/model-token')
    node.hidden = !found.is_offered
    setText(state, found.is_made ? A.modelMade(when(found.created), when(found.expires)) : A.modelNone)
    setText(make, found.is_made ? A.modelAgain : A.modelMake)
    end.hidden = !found.is_made
  }

  async function made() {
    const found = await post('/me/model-token')
    setText(shown, found.token)
    return A.modelOnce
  }

  async function ended() {
    await ask('DELETE', '/me/model-token')
    setText(shown, '')
    return A.modelEnded
  }

  /** @param {() => Promise<string>} work */
  async function run(work) {
    try {
      const told = await work()
      await read()
      says.dataset.kind = 'good'
      setText(says, told)
    } catch (trouble) {
      says.dataset.kind = 'bad'
      setText(says, trouble.message)
    }
  }

  return { node }
}
