// Tabs: one page is shown, arrows move between them.

import { el } from './dom.js'

/** `pages` are {name: {title, node, opened}}; `label` names the whole, `mark` keeps ids apart, `kind` is its class. */
export function mountTabs(pages, label, mark = '', kind = 'panel') {
  const names = Object.keys(pages)
  const id = name => `${mark}${name}`
  const tabs = names.map(name => el('button', { class: 'tab', type: 'button', role: 'tab', id: `tab-${id(name)}`, 'aria-controls': `page-${id(name)}`, onclick: () => open(name), onkeydown: moved }, pages[name].title))
  const sheets = names.map(name => el('div', { class: 'tab-page', role: 'tabpanel', id: `page-${id(name)}`, 'aria-labelledby': `tab-${id(name)}`, tabindex: 0 }, pages[name].node))
  const node = el(kind === 'panel' ? 'aside' : 'section', { class: kind, 'aria-label': label }, el('div', { class: 'tabs', role: 'tablist' }, ...tabs), ...sheets)

  function open(name) {
    for (const [at, page] of names.entries()) {
      const isOpen = page === name
      tabs[at].setAttribute('aria-selected', String(isOpen))
      tabs[at].tabIndex = isOpen ? 0 : -1
      sheets[at].hidden = !isOpen
    }
    pages[name].opened?.()
  }

  function moved(event) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (!step) return
    const next = tabs[(tabs.indexOf(event.target) + step + tabs.length) % tabs.length]
    next.focus()
    next.click()
  }

  open(names[0])
  return { node, open, isOpen: name => !sheets[names.indexOf(name)].hidden }
}
