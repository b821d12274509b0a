// Files that the page makes: offered as a download, never sent anywhere.

import { el } from './dom.js'

/**
 * @param {string} name
 * @param {string} text
 * @param {string} type
 */
export function save(name, text, type) {
  const address = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }))
  const link = el('a', { href: address, download: name })
  document.body.append(link)
  link.click()
  link.remove()
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}

/**
 * Rows of values as CSV.
 * @param {unknown[][]} rows
 */
export function csvOf(rows) {
  const cell = (/** @type {unknown} */ value) => {
    const text = value === null || value === undefined ? '' : String(value)
    return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
  }
  return `${rows.map(row => row.map(cell).join(',')).join('\n')}\n`
}

const KEPT = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'stroke-opacity',
  'font-family',
  'font-size',
  'font-weight',
  'text-anchor',
  'opacity',
]

/**
 * A picture as a separate file: what the style sheets give it is written into it.
 * @param {SVGElement} picture
 */
export function svgText(picture) {
  const copy = /** @type {SVGElement} */ (picture.cloneNode(true))
  const [from, to] = [
    [picture, ...picture.querySelectorAll('*')],
    [copy, ...copy.querySelectorAll('*')],
  ]
  from.forEach((node, at) => {
    const look = getComputedStyle(node)
    for (const name of KEPT) to[at].setAttribute(name, look.getPropertyValue(name))
    to[at].removeAttribute('class')
    to[at].removeAttribute('tabindex')
  })
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg')
  const [, , width, height] = (copy.getAttribute('viewBox') ?? '').split(' ')
  copy.setAttribute('width', width)
  copy.setAttribute('height', height)
  const ground = document.createElementNS('http://www.w3.org/2000/svg', 'rect')
  ground.setAttribute('width', '100%')
  ground.setAttribute('height', '100%')
  ground.setAttribute('fill', getComputedStyle(document.documentElement).getPropertyValue('--raised'))
  copy.prepend(ground)
  return `<?xml version="1.0" encoding="UTF-8"?>\n${new XMLSerializer().serializeToString(copy)}\n`
}
