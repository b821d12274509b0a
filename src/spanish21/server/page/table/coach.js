// The coach: what each choice is worth, when asked. The numbers are the server's.

import { el } from '../parts/dom.js'
import { spelled, T } from '../texts.js'

export function mountCoach({ advise }) {
  const list = el('ul', { class: 'options' })
  const says = el('p', { class: 'quiet' }, T.coachNone)
  const ask = el('button', { class: 'button is-primary', type: 'button', 'aria-keyshortcuts': T.coachKey.toUpperCase(), onclick: question }, el('span', {}, T.coachAsk), el('kbd', { 'aria-hidden': 'true' }, T.coachKey.toUpperCase()))
  const node = el('div', { class: 'coach', 'aria-live': 'polite' }, ask, says, list)
  let about = ''

  async function question() {
    says.textContent = T.coachThinks
    const { options, text } = await advise()
    says.textContent = text || (options.length ? T.coachTitle : T.coachNone)
    const most = Math.max(1, ...options.map(option => option.cost))
    const sorted = [...options].sort((a, b) => a.cost - b.cost)
    list.replaceChildren(...sorted.map(option => line(option, most)))
  }

  /** What was said of one moment does not stay for the next. */
  function update({ state }) {
    const key = `${state.view.round_number}/${state.view.turn_box}/${state.view.turn_hand}/${state.view.phase}/${state.seq}`
    if (key === about) return
    about = key
    if (list.children.length) {
      list.replaceChildren()
      says.textContent = T.coachNone
    }
  }

  return { node, update, ask: question }
}

function line(option, most) {
  const label = T.commands[option.command.type]?.[0] ?? spelled(option.command.type)
  const bar = el('span', { class: 'option-bar', 'aria-hidden': 'true' }, el('span', {}))
  bar.style.setProperty('--part', Math.max(0.02, option.cost / most).toFixed(3))
  const isBest = option.cost <= 0
  return el('li', { class: isBest ? 'option is-best' : 'option' }, el('span', {}, label), bar, el('span', { class: 'option-cost' }, isBest ? T.coachBest : T.coachCost(option.cost)))
}
