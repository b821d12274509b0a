// The room of the second person: what waits, and what one has asked for.

import { el, setText } from '../parts/dom.js'
import { mountHead } from '../parts/rooms/head.js'
import { has } from '../parts/me.js'
import { T } from '../texts.js'
import { mountInbox } from './inbox.js'
import { P } from './texts.js'

/** @param {HTMLElement} root */
export function mountApprovals(root) {
  document.title = `${P.title} · ${T.title}`
  const says = el('p', { class: 'says', role: 'status' })
  /** @type {ReturnType<typeof mountInbox> | null} */
  let inbox = null
  let isGone = false
  const room = el(
    'div',
    { class: 'house' },
    el('div', { class: 'house-head' }, el('h1', {}, P.title), el('p', { class: 'quiet' }, P.intro)),
    says,
  )
  const head = mountHead('approvals', me => {
    if (isGone || inbox) return
    if (!has(me, 'dealer', 'floorperson', 'auditor', 'administrator')) return setText(says, P.onlyStaff)
    inbox = mountInbox({ withMine: true })
    room.append(inbox.node)
    return undefined
  })
  root.append(head.node, room)
  return {
    stop() {
      isGone = true
      inbox?.stop()
    },
  }
}
