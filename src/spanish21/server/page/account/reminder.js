// The reminder itself: for how long one has played, how it went, and whether to go on.

import { el } from '../parts/dom.js'
import { signed } from '../parts/money.js'
import { style } from '../parts/styles.js'
import { get } from '../wire/http.js'
import { A } from './texts.js'

const MINUTE = 60 * 1000

/**
 * Ask and show it; null where the page has been left.
 * @param {number} since
 * @param {() => void} over
 * @param {() => boolean} isGone
 */
export async function remind(since, over, isGone) {
  const query = /** @type {'/me/statement'} */ (`/me/statement?from=${since}`)
  const found = await get(query).catch(() => null)
  if (isGone()) return null
  style('approvals/approvals.css')
  const played = A.checkMinutes(Math.round((Date.now() - since) / MINUTE))
  const dialog = /** @type {HTMLDialogElement} */ (
    el(
      'dialog',
      { class: 'paper prove', 'aria-label': A.check, onclose: over },
      el('h2', {}, A.check),
      el('p', {}, A.checkSays(played, signed(found?.net ?? 0))),
      el(
        'div',
        { class: 'row' },
        el('button', { class: 'button is-primary', type: 'button', onclick: over }, A.checkGoOn),
        el('a', { class: 'button', href: '#/' }, A.checkLeave),
        el('a', { class: 'button', href: '#/statement' }, A.seeStatement),
      ),
    )
  )
  document.body.append(dialog)
  dialog.showModal()
  return dialog
}
