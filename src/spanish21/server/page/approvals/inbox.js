// What waits for a second person: read, then agreed to, refused, or answered with six digits to read aloud.

import { el, keyed, setText } from '../parts/dom.js'
import { once, turns } from '../parts/order.js'
import { style } from '../parts/styles.js'
import { ask, get, post } from '../wire/http.js'
import { mountAsked } from './asked.js'
import { mountEvidence } from './evidence.js'
import { P } from './texts.js'

const EVERY = 3000

/** Requests that this person can answer; `withMine`: those that they made as well. It asks until `stop()`. */
export function mountInbox({ withMine = false } = {}) {
  style('approvals/approvals.css')
  const list = el('ul', { class: 'approvals' })
  const mine = el('ul', { class: 'approvals' })
  const none = el('p', { class: 'quiet' }, P.none)
  const ofMine = el('section', { hidden: true }, el('h2', {}, P.mine), mine)
  const node = el(
    'section',
    { class: 'inbox', 'aria-live': 'polite', hidden: !withMine },
    withMine ? none : null,
    list,
    ofMine,
  )
  const turn = turns()
  let timer = 0
  let isGone = false
  refresh()

  async function refresh() {
    const isLast = turn()
    clearTimeout(timer)
    const found = await get('/approvals').catch(() => [])
    if (isGone || !isLast()) return
    const theirs = found.filter(one => !one.is_mine && !one.why_not && one.state === 'open')
    const own = withMine ? found.filter(one => one.is_mine) : []
    const kept = [...list.querySelectorAll('li')].filter(one => one.dataset.answered)
    keyed(
      list,
      [...theirs, ...kept.map(one => /** @type {any} */ ({ id: one.dataset.id }))],
      one => one.id,
      one => mountWaiting(one, refresh),
    )
    keyed(
      mine,
      own,
      one => one.id,
      one => mountAsked({ approval: one.id, words: one.words, expires: one.expires }, { isRow: true }),
    )
    none.hidden = theirs.length > 0
    ofMine.hidden = !own.length
    node.hidden = !withMine && !list.children.length
    timer = setTimeout(refresh, EVERY)
  }

  return {
    node,
    stop() {
      isGone = true
      clearTimeout(timer)
    },
  }
}

/**
 * @param {Wire.Waiting} one
 * @param {() => unknown} changed
 */
function mountWaiting(one, changed) {
  const says = el('p', { class: 'says', role: 'status' })
  const path = /** @type {const} */ (`/approvals/${encodeURIComponent(one.id)}`)
  const button = (/** @type {string} */ text, /** @type {() => unknown} */ run, kind = '') =>
    el('button', { class: `button ${kind}`, type: 'button', onclick: once(run) }, text)
  const buttons = el(
    'div',
    { class: 'row' },
    button(P.agree, agree, 'is-primary'),
    button(P.digits, digits),
    button(P.refuse, refuse),
  )
  const person = one.payout ? (one.words.match(/^Pay (.*?) \S+ for /)?.[1] ?? '') : ''
  const node = el(
    'li',
    { class: 'paper approval', 'data-id': one.id },
    el('p', { class: 'approval-words' }, one.words),
    el('p', { class: 'quiet' }, P.by(one.by_name)),
    one.payout ? mountEvidence(one.payout, person) : null,
    one.submission
      ? el('pre', { class: 'approval-text', tabindex: '0', 'aria-label': P.submission }, one.submission)
      : null,
    buttons,
    says,
  )

  async function agree() {
    await done(async () => {
      const { word } = await post(`${path}/approve`, { words: one.words })
      over(word ? P.word(word) : P.agreed, Boolean(word))
    })
  }

  async function digits() {
    await done(async () => {
      const found = await post(`${path}/digits`)
      tell(P.readAloud(found.digits), '')
    })
  }

  async function refuse() {
    await done(async () => {
      await ask('DELETE', path)
      over(P.refused, false)
    })
  }

  /** @param {() => Promise<unknown>} work */
  async function done(work) {
    try {
      await work()
    } catch (trouble) {
      tell(trouble.message, 'bad')
    }
  }

  /**
   * A word stays until the page is left: it is told once.
   * @param {string} text
   * @param {boolean} stays
   */
  function over(text, stays) {
    tell(text, 'good')
    buttons.remove()
    if (stays) node.dataset.answered = 'yes'
    else changed()
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
