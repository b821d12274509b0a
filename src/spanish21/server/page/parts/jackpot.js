// A jackpot at another table of the house: a line over the head of the page, for a while or until it is clicked.

import { T } from '../texts.js'
import { el } from './dom.js'
import { money } from './money.js'

const SHOWN = 9000

/** @typedef {{ title: string, amount: number, name: string, currency: string }} Jackpot */

/** @param {(text: string) => void} say what screen readers hear */
export function mountJackpots(say) {
  const node = el('button', { class: 'jackpot-news', type: 'button', tabindex: -1, hidden: true, onclick: hide })
  let timer = 0

  function hide() {
    node.hidden = true
  }

  /** @param {Jackpot} jackpot */
  function tell({ title, amount, name, currency }) {
    const text = T.jackpotAt(title, money(amount, { currency }), name)
    node.replaceChildren(el('span', {}, text))
    node.hidden = false
    say(text)
    clearTimeout(timer)
    timer = setTimeout(hide, SHOWN)
  }

  return { node, tell, stop: () => clearTimeout(timer) }
}
