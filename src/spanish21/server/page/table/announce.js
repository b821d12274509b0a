// What a screen reader says: a log that alone tells the whole round.

import { el } from '../parts/dom.js'

const MOST = 80

export function mountAnnouncements() {
  const node = el('div', {
    class: 'announcements visually-hidden',
    role: 'log',
    'aria-live': 'polite',
    'aria-relevant': 'additions',
  })
  return {
    node,
    say(/** @type {string} */ text) {
      if (!text) return
      node.append(el('p', {}, text))
      while (node.children.length > MOST) node.firstChild?.remove()
    },
  }
}
