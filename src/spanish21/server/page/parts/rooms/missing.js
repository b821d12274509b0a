// The view of an unknown address.

import { T } from '../../texts.js'
import { el } from '../dom.js'

/**
 * @param {HTMLElement} root
 * @param {string} home
 */
export function mountMissing(root, home = '#/') {
  root.replaceChildren(
    el(
      'div',
      { class: 'missing' },
      el('p', { class: 'missing-card', 'aria-hidden': 'true' }, '10'),
      el('h1', {}, T.missingTitle),
      el('p', {}, T.missingText),
      el('a', { class: 'button is-primary', href: home }, T.missingHome),
    ),
  )
  return {}
}
