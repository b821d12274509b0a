// The caller's second factor: set up with a key, confirmed with six digits, and ten recovery codes shown once.

import { el, setText } from '../parts/dom.js'
import { once } from '../parts/order.js'
import { style } from '../parts/styles.js'
import { ask, get, post } from '../wire/http.js'
import { prove } from './prove.js'
import { P } from './texts.js'

/**
 * `changed()` when roles may be there now that were not.
 * @param {Wire.Me} me
 * @param {() => unknown} changed
 */
export function mountFactor(me, changed) {
  style('approvals/approvals.css')
  const isAsked = me.has_factor && me.withheld.length > 0
  const says = el('p', { class: 'says', role: 'status' })
  const place = el('div', {})
  const state = el('p', { class: 'quiet' }, P.factorIntro)
  const node = el('section', { class: 'paper factor' }, el('h2', {}, P.factor), state, place, says)
  if (isAsked) {
    setText(state, P.factorAsked)
    place.append(button(P.confirmMe, confirmMe, 'is-primary'))
  } else {
    if (me.withheld.length) setText(state, P.factorWanted)
    place.append(button(me.has_factor ? P.setUpAgain : P.setUp, begin, me.withheld.length ? 'is-primary' : ''))
    if (me.has_factor)
      get('/me/factor')
        .then(({ left }) => setText(state, P.factorHas(left)))
        .catch(() => {})
  }

  async function confirmMe() {
    if (await prove()) changed()
  }

  async function begin() {
    try {
      const { secret, address } = await post('/me/factor')
      const code = el('input', { type: 'text', inputmode: 'numeric', autocomplete: 'one-time-code', maxlength: 8 })
      place.replaceChildren(
        el('p', {}, P.secret),
        el('output', { class: 'second-code' }, secret.match(/.{1,4}/g)?.join(' ') ?? secret),
        el('p', {}, el('a', { href: address }, P.openApp)),
        el(
          'form',
          { novalidate: true, onsubmit: once(() => finish(code.value)) },
          el('label', { class: 'field' }, el('span', {}, P.proveCode), code),
          el('button', { class: 'button is-primary', type: 'submit' }, P.finish),
        ),
      )
      tell('', '')
      code.focus()
    } catch (trouble) {
      tell(trouble.message, 'bad')
    }
  }

  /** @param {string} code */
  async function finish(code) {
    try {
      const { codes } = await ask('PUT', '/me/factor', { code })
      place.replaceChildren(
        el('p', {}, P.codes),
        el('ul', { class: 'recovery' }, ...codes.map(one => el('li', {}, el('code', {}, one)))),
        button(P.finish, changed, 'is-primary'),
      )
      tell('', '')
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

/**
 * @param {string} text
 * @param {() => unknown} run
 */
function button(text, run, kind = '') {
  return el('button', { class: `button ${kind}`, type: 'button', onclick: once(run) }, text)
}
