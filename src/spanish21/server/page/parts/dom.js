// Elements without HTML text: input can only ever become text.

const SVG = 'http://www.w3.org/2000/svg'

/** @typedef {Record<string, any>} Attributes Attributes by name; `onclick` and so on are listeners. */
/** @typedef {Node | string | null | undefined} Child */

/**
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Attributes} attributes
 * @param {Child[]} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function el(tag, attributes = {}, ...children) {
  return filled(document.createElement(tag), attributes, children)
}

/**
 * @template {keyof SVGElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Attributes} attributes
 * @param {Child[]} children
 * @returns {SVGElementTagNameMap[Tag]}
 */
export function svg(tag, attributes = {}, ...children) {
  return filled(document.createElementNS(SVG, tag), attributes, children)
}

/**
 * @template {Element} Kind
 * @param {Kind} node
 * @param {Attributes} attributes
 * @param {Child[]} children
 */
function filled(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue
    if (name.startsWith('on')) node.addEventListener(name.slice(2), value)
    else node.setAttribute(name, value === true ? '' : value)
  }
  node.append(...children.filter(child => child !== null && child !== undefined))
  return node
}

/**
 * Set a text only where it differs, so that nothing is painted or announced twice.
 * @param {Element} node
 * @param {string} text
 */
export function setText(node, text) {
  if (node.textContent !== text) node.textContent = text
}

/**
 * @param {Element} node
 * @param {string} name
 * @param {string | number | boolean | null | undefined} value
 */
export function setAttribute(node, name, value) {
  if (value === null || value === undefined || value === false) node.removeAttribute(name)
  else if (node.getAttribute(name) !== String(value)) node.setAttribute(name, value === true ? '' : String(value))
}

/**
 * Set a CSS variable only where it differs: the same value would still cost a new style.
 * @param {HTMLElement | SVGElement} node
 * @param {string} name
 * @param {string | number} value
 */
export function setVariable(node, name, value) {
  if (node.style.getPropertyValue(name) !== String(value)) node.style.setProperty(name, String(value))
}

/** @type {WeakMap<Element, { key: string, update?: (item: any) => void }>} */
const parts = new WeakMap()

/**
 * Children of `parent`, one for each item by its key: reused, made by `mount(item)`, or removed; then updated.
 * @template Item
 * @param {Element} parent
 * @param {Iterable<Item>} items
 * @param {(item: Item) => string | number} keyOf
 * @param {(item: Item) => { node: Element, update?: (item: Item) => void }} mount
 */
export function keyed(parent, items, keyOf, mount) {
  /** @type {Map<string, Element>} */
  const have = new Map()
  for (const child of parent.children) {
    const part = parts.get(child)
    if (part) have.set(part.key, child)
  }
  /** @type {Element | null} */
  let before = null
  for (const item of items) {
    const key = String(keyOf(item))
    let node = have.get(key)
    have.delete(key)
    if (!node) {
      const part = mount(item)
      node = part.node
      parts.set(node, { key, update: part.update })
    }
    /** @type {Node | null} */
    const place = before ? before.nextSibling : parent.firstChild
    if (node !== place) parent.insertBefore(node, place)
    parts.get(node)?.update?.(item)
    before = node
  }
  for (const node of have.values()) node.remove()
}
