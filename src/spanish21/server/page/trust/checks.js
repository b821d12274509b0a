// The checks of a proof as a list, and the one line that sums them up.

import { el } from '../parts/dom.js'
import { V } from './texts.js'

/** @param {readonly import('./proof.js').Check[]} checks */
export function checksShown(checks) {
  const isBad = checks.some(check => check.wrong.length)
  const isOpen = checks.some(check => check.isOpen)
  return [
    el(
      'p',
      { class: 'verdict', role: 'status', 'data-kind': isBad ? 'bad' : isOpen ? '' : 'good' },
      isBad ? V.broken : isOpen ? V.heldUnsigned : V.held,
    ),
    el(
      'ul',
      { class: 'checks-done' },
      ...checks.map(check =>
        el(
          'li',
          { class: check.wrong.length ? 'is-bad' : check.isOpen ? 'is-open' : 'is-good' },
          check.says,
          ...check.wrong.slice(0, 3).map(wrong => el('span', { class: 'check-wrong' }, wrong)),
        ),
      ),
    ),
  ]
}
