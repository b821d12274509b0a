// The last card that was entered, before it counts: it can be taken back until the next one, Enter, or a moment later.
// Once it was sent it is in the log, where no book takes a card back: what then went wrong is an irregularity.

import { el, setText } from '../parts/dom.js'
import { cardText } from '../table/card.js'
import { cardName } from '../texts.js'
import { F } from './texts.js'

const HELD = 3000

/**
 * `send(card)` enters a card in what is due then.
 * @param {(card: number) => unknown} send
 */
export function mountEntry(send) {
  const says = el('span', { class: 'entry-says', role: 'status' })
  const back = el(
    'button',
    { class: 'button entry-undo', type: 'button', onclick: undo, 'aria-keyshortcuts': 'Backspace' },
    F.entryUndo,
    el('kbd', { 'aria-hidden': 'true' }, '⌫'),
  )
  const count = el(
    'button',
    { class: 'button is-primary', type: 'button', onclick: () => commit(), 'aria-keyshortcuts': 'Enter' },
    F.entryCount,
    el('kbd', { 'aria-hidden': 'true' }, '↵'),
  )
  const node = el('div', { class: 'entry row', hidden: true }, says, back, count)
  let held = -1
  /** What the held card was entered for; nothing while an earlier one is on its way. */
  let heldFor = ''
  let now = ''
  let saidFor = ''
  let timer = 0
  let sending = 0
  let queue = Promise.resolve()

  /** @param {number} card */
  function hold(card) {
    commit()
    held = card
    heldFor = sending ? '' : now
    timer = setTimeout(commit, HELD)
    draw()
  }

  function commit() {
    if (held < 0) return false
    const card = held
    clear()
    sending++
    queue = queue
      .then(() => send(card))
      .then(
        () => {},
        () => {},
      )
      .then(() => {
        sending--
        if (!sending && held >= 0) heldFor ||= now
      })
    return true
  }

  function undo() {
    if (held < 0) return false
    const name = cardName(cardText(held))
    clear()
    say(F.entryUndone(name))
    return true
  }

  function clear() {
    clearTimeout(timer)
    held = -1
    heldFor = ''
    draw()
  }

  function draw() {
    const isHeld = held >= 0
    node.hidden = !isHeld
    back.hidden = count.hidden = !isHeld
    if (isHeld) setText(says, F.entryHeld(cardName(cardText(held))))
  }

  /**
   * What is due now, as a text; a card that was meant for something else is not entered.
   * @param {string} due
   */
  function update(due) {
    now = due
    if (held < 0 && saidFor !== due) node.hidden = true
    if (held < 0 || !heldFor || heldFor === due) return
    const name = cardName(cardText(held))
    clear()
    say(F.entryDropped(name))
  }

  /** Words that stay until something else is due, or another card is held. */
  function say(/** @type {string} */ text) {
    node.hidden = false
    setText(says, text)
    saidFor = now
  }

  /** Whether a key was taken: Enter lets the card count, Backspace takes it back. */
  function typed(/** @type {string} */ key) {
    return key === 'Enter' ? commit() : key === 'Backspace' ? undo() : false
  }

  return { node, hold, commit, typed, update, stop: clear }
}
