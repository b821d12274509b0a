// Elements without HTML text: whatever people typed can only ever become text.

const SVG = 'http://www.w3.org/2000/svg'

export function el(tag, attributes = {}, ...children) {
  return filled(document.createElement(tag), attributes, children)
}

export function svg(tag, attributes = {}, ...children) {
  return filled(document.createElementNS(SVG, tag), attributes, children)
}

function filled(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue
    if (name.startsWith('on')) node.addEventListener(name.slice(2), value)
    else node.setAttribute(name, value === true ? '' : value)
  }
  node.append(...children.filter(child => child !== null && child !== undefined))
  return node
}

/** Set a text only where it differs, so that nothing is painted or announced twice. */
export function setText(node, text) {
  if (node.textContent !== text) node.textContent = text
}

export function setAttribute(node, name, value) {
  if (value === null || value === undefined || value === false) node.removeAttribute(name)
  else if (node.getAttribute(name) !== String(value)) node.setAttribute(name, value === true ? '' : value)
}

/** Set a CSS variable only where it differs: the same value would still cost a new style. */
export function setVariable(node, name, value) {
  if (node.style.getPropertyValue(name) !== String(value)) node.style.setProperty(name, value)
}

const parts = new WeakMap()

/** Children of `parent`, one for each item by its key: kept, made by `mount(item)`, or removed; then updated. */
export function keyed(parent, items, keyOf, mount) {
  const have = new Map([...parent.children].filter(child => parts.has(child)).map(child => [parts.get(child).key, child]))
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
    const place = before ? before.nextSibling : parent.firstChild
    if (node !== place) parent.insertBefore(node, place)
    parts.get(node).update?.(item)
    before = node
  }
  for (const node of have.values()) node.remove()
}
