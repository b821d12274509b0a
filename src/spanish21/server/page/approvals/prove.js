// The second factor, asked for where it is wanted: after a log-in, and again before money moves.

import { el, setText } from '../parts/dom.js'
import { once } from '../parts/order.js'
import { style } from '../parts/styles.js'
import { post } from '../wire/http.js'
import { P } from './texts.js'

/** @type {Promise<boolean> | null} */
let asking = null

/** Whether the second factor was given; one question at a time. */
export function prove() {
  asking ??= asked().finally(() => {
    asking = null
  })
  return asking
}

/** @returns {Promise<boolean>} */
function asked() {
  style('approvals/approvals.css')
  const code = el('input', { type: 'text', autocomplete: 'one-time-code', maxlength: 24, required: true })
  const says = el('p', { class: 'says', role: 'alert' })
  return new Promise(resolve => {
    const dialog = /** @type {HTMLDialogElement} */ (
      el(
        'dialog',
        { class: 'paper prove', 'aria-label': P.prove, onclose: () => end(false) },
        el('h2', {}, P.prove),
        el('p', { class: 'quiet' }, P.proveIntro),
        el(
          'form',
          { novalidate: true, onsubmit: once(send) },
          el('label', { class: 'field' }, el('span', {}, P.proveCode), code),
          el(
            'div',
            { class: 'row' },
            el('button', { class: 'button is-primary', type: 'submit' }, P.proveGo),
            el('button', { class: 'button', type: 'button', onclick: () => end(false) }, P.cancel),
          ),
          says,
        ),
      )
    )

    async function send() {
      try {
        await post('/me/factor/prove', { code: code.value })
        end(true)
      } catch (trouble) {
        says.dataset.kind = 'bad'
        setText(says, trouble.message)
        code.select()
      }
    }

    /** @param {boolean} isProved */
    function end(isProved) {
      dialog.remove()
      resolve(isProved)
    }

    document.body.append(dialog)
    dialog.showModal()
  })
}
