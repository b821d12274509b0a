// What this browser has against the house, above every view; nothing that the view does takes it away.

import { el } from '../parts/dom.js'
import { V } from './texts.js'

/** @type {Map<string, HTMLElement>} */
const shown = new Map()

/**
 * One banner for each source; without a text it goes.
 * @param {string} source
 * @param {string} kind
 * @param {string} text
 * @param {string} href where one sees more
 */
export function raise(source, kind, text, href) {
  const before = shown.get(source)
  if (text && before?.dataset.kind === kind) return
  before?.remove()
  shown.delete(source)
  if (!text) return
  const node = el(
    'aside',
    { class: 'trust-banner', role: 'alert', 'data-kind': kind },
    el('span', {}, text),
    ' ',
    el('a', { href }, V.lookAtIt),
  )
  shown.set(source, node)
  document.body.prepend(node)
}
