// What a decision of the round was worth: told after it, or asked before it.

import { el } from '../parts/dom.js'
import { commandName } from '../parts/numbers.js'
import { inOrder, lines } from '../learn/drill.js'
import { SMALLEST } from './judging.js'
import { H } from './texts.js'

export function mountAdvice() {
  const node = el('div', { class: 'again-advice', 'aria-live': 'polite' })

  function clear() {
    node.replaceChildren()
  }

  /** @param {Wire.JudgedDecision} made */
  function tell(made) {
    node.replaceChildren(el('p', {}, verdict(made, made.command)), worth(made))
  }

  /**
   * @param {Wire.JudgedDecision} coming
   * @param {() => void} goOn
   */
  function ask(coming, goOn) {
    const choices = coming.options
      .toSorted(inOrder)
      .map(({ command }) =>
        el(
          'button',
          { class: 'button', type: 'button', onclick: () => answer(coming, command, goOn) },
          commandName(command),
        ),
      )
    node.replaceChildren(el('b', {}, H.decide), el('div', { class: 'again-choices' }, ...choices))
  }

  /**
   * @param {Wire.JudgedDecision} coming
   * @param {string} chosen
   * @param {() => void} goOn
   */
  function answer(coming, chosen, goOn) {
    const onward = el('button', { class: 'button is-primary', type: 'button', onclick: goOn }, H.next)
    node.replaceChildren(
      el('p', {}, verdict(coming, chosen)),
      el('p', { class: 'quiet' }, H.youChose(commandName(chosen), commandName(coming.command))),
      worth(coming),
      onward,
    )
    onward.focus()
  }

  return { node, clear, tell, ask }
}

/**
 * @param {Wire.JudgedDecision} decision
 * @param {string} chosen
 */
function verdict({ options, best }, chosen) {
  const cost = options.find(one => one.command === chosen)?.cost ?? 0
  return cost < SMALLEST
    ? H.best(commandName(chosen))
    : H.cost(commandName(chosen), commandName(best), Math.round(cost))
}

function worth(/** @type {Wire.JudgedDecision} */ { options }) {
  const most = Math.max(...options.map(one => Math.abs(one.value)))
  return el('div', { 'aria-label': H.worth }, lines({ options, wager: most }))
}
