// The coach: what each choice is worth, when asked. The numbers are the server's.

import { el } from '../../parts/dom.js'
import { style } from '../../parts/styles.js'
import { spelled, T } from '../../texts.js'
import { P } from '../texts.js'

export function mountCoach(
  /** @type {{ advise: () => Promise<Wire.Advised>, subject: Page.Subject & { table?: string } }} */ {
    advise,
    subject,
  },
) {
  const list = el('ul', { class: 'options' })
  const says = el('p', { class: 'quiet' }, T.coachNone)
  const ask = el(
    'button',
    { class: 'button is-primary', type: 'button', 'aria-keyshortcuts': T.coachKey.toUpperCase(), onclick: question },
    el('span', {}, T.coachAsk),
    el('kbd', { 'aria-hidden': 'true' }, T.coachKey.toUpperCase()),
  )
  const chart = el('div', { class: 'coach-chart' })
  const node = el('div', { class: 'coach' }, el('div', { 'aria-live': 'polite' }, ask, says, list), chart)
  let about = ''
  /** @type {ReturnType<typeof import('../../learn/lit.js').mountLit> | null} */
  let lit = null

  async function question() {
    says.textContent = T.coachThinks
    const asked = about
    const { options, text, spot } = await advise()
    if (asked !== about) {
      says.textContent = T.coachNone
      return ''
    }
    light(spot)
    const priced = inFull(/** @type {Priced[]} */ (options.filter(one => one.command && one.cost !== null)))
    says.textContent = priced.length ? T.coachTitle : text || T.coachNone
    const most = Math.max(1, ...priced.map(option => option.cost))
    const sorted = priced.sort((a, b) => a.cost - b.cost)
    list.replaceChildren(...sorted.map(option => line(option, most)))
    return sorted.length ? inOneLine(sorted) : says.textContent
  }

  /**
   * The chart with the cell of the hand; it is loaded when first needed.
   * @param {Wire.Spot | null | undefined} spot
   */
  async function light(spot) {
    chart.hidden = !spot
    if (!spot) return
    try {
      const [{ mountLit }] = await Promise.all([import('../../learn/lit.js'), style('study/plots/chart.css')])
      if (!lit) {
        lit = mountLit(subject)
        chart.replaceChildren(lit.node)
      }
      lit.update(spot)
    } catch {
      /* the coach has said the same in numbers */
    }
  }

  /** Messages of one moment do not stay for the next. */
  function update(/** @type {Page.Now} */ { state }) {
    const { round_number: round, turn_box: box, turn_hand: hand, phase } = state.view
    const key = [round, box, hand, phase, state.seq].join('/')
    if (key === about) return
    about = key
    if (list.children.length) {
      list.replaceChildren()
      chart.hidden = true
      says.textContent = T.coachNone
    }
  }

  return { node, update, ask: question }
}

/** @typedef {Wire.AdvisedOption & { command: Record<string, any>, cost: number }} Priced an option that has a price */

/**
 * Of several amounts of one command only the largest.
 * @param {Priced[]} options
 */
function inFull(options) {
  const amount = (/** @type {Priced} */ option) => option.command.amount ?? 0
  return options.filter(one =>
    options.every(
      other =>
        other.command.type !== one.command.type ||
        other.command.box !== one.command.box ||
        amount(other) <= amount(one),
    ),
  )
}

const nameOf = (/** @type {Priced} */ { command }) => T.commands[command.type]?.[0] ?? spelled(command.type)

/** "Split is best. Stand costs $9.80, Hit costs $11.35." */
function inOneLine(/** @type {Priced[]} */ [best, ...rest]) {
  const costs = rest.slice(0, 3).map(one => P.coachCosts(nameOf(one), Math.round(one.cost)))
  return P.coachBest(nameOf(best), costs.join(', '))
}

/**
 * @param {Priced} option
 * @param {number} most
 */
function line(option, most) {
  const label = nameOf(option)
  const bar = el('span', { class: 'option-bar', 'aria-hidden': 'true' }, el('span', {}))
  bar.style.setProperty('--part', Math.max(0.02, option.cost / most).toFixed(3))
  const isBest = option.cost <= 0
  return el(
    'li',
    { class: isBest ? 'option is-best' : 'option' },
    el('span', {}, label),
    bar,
    el('span', { class: 'option-cost' }, isBest ? T.coachBest : T.coachCost(Math.round(option.cost))),
  )
}
