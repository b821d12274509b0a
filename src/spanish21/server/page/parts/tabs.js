// Tabs: one page is shown, arrows move between them.

import { el } from './dom.js'

/**
 * `label` names the whole, `mark` keeps ids apart, `kind` is its class.
 * @param {Record<string, { title: string, node: Node, opened?: () => unknown }>} pages
 * @param {string} label
 */
export function mountTabs(pages, label, mark = '', kind = 'panel') {
  const names = Object.keys(pages)
  const id = (/** @type {string} */ name) => `${mark}${name}`
  const tabs = names.map(name =>
    el(
      'button',
      {
        class: 'tab',
        type: 'button',
        role: 'tab',
        id: `tab-${id(name)}`,
        'aria-controls': `page-${id(name)}`,
        onclick: () => open(name),
        onkeydown: moved,
      },
      pages[name].title,
    ),
  )
  const sheets = names.map(name =>
    el(
      'div',
      {
        class: 'tab-page',
        role: 'tabpanel',
        id: `page-${id(name)}`,
        'aria-labelledby': `tab-${id(name)}`,
        tabindex: 0,
      },
      pages[name].node,
    ),
  )
  const node = el(
    kind === 'panel' ? 'aside' : 'section',
    { class: kind, 'aria-label': label },
    el('div', { class: 'tabs', role: 'tablist' }, ...tabs),
    ...sheets,
  )

  /** @param {string} name */
  function open(name) {
    for (const [at, page] of names.entries()) {
      const isOpen = page === name
      tabs[at].setAttribute('aria-selected', String(isOpen))
      tabs[at].tabIndex = isOpen ? 0 : -1
      sheets[at].hidden = !isOpen
    }
    pages[name].opened?.()
  }

  /** @param {KeyboardEvent} event */
  function moved(event) {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (!step) return
    const next =
      tabs[(tabs.indexOf(/** @type {HTMLButtonElement} */ (event.target)) + step + tabs.length) % tabs.length]
    next.focus()
    next.click()
  }

  open(names[0])
  return { node, open, isOpen: (/** @type {string} */ name) => !sheets[names.indexOf(name)].hidden }
}
