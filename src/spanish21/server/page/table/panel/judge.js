// The worth of a player's decisions: requested from the analyser during the decision, shown only afterwards.

import { el, setText } from '../../parts/dom.js'
import { settings } from '../../parts/settings.js'
import { spelled, T } from '../../texts.js'
import { P } from '../texts.js'
import { isTurnOf } from '../turn/turn.js'
import { read, write } from '../visit.js'

/** Anything under half a cent does not count as a mistake. */
const SMALLEST = 0.5
const DECIDES = ['play', 'insurance']

/**
 * `advise()` gives the worth of what one may do now; `say(text)` says a verdict aloud.
 * @param {string} table
 * @param {{ advise: () => Promise<Wire.Advised>, say: (text: string) => void }} actions
 */
export function mountJudge(table, { advise, say }) {
  const words = el('span', {})
  const total = el('span', { class: 'judged-sum' })
  const node = el('p', { class: 'judged', hidden: true }, words, ' ', total)
  const key = `spanish21.mistakes.${table}`
  let sum = read(sessionStorage, key, 0)
  let round = 0
  let asked = -1
  /** @type {Promise<Wire.Advised | null> | null} */
  let worth = null

  /** @param {Page.Now} now */
  function update({ state }) {
    const { round_number: number, phase } = state.view
    if (number !== round && phase !== 'wagers') {
      round = number
      node.hidden = true
    }
    if (!settings().judge || !isTurnOf(state) || !DECIDES.includes(phase) || asked === state.seq) return
    asked = state.seq
    worth = advise().catch(() => null)
  }

  /**
   * A decision that was just made, by its command, and the request before it; other commands have no price.
   * @param {{ type: string } & Record<string, any>} command
   * @param {typeof worth} before
   */
  async function made(command, before) {
    const found = await before
    const options = (found?.options ?? []).filter(one => one.command && one.cost !== null)
    const same = options.filter(one => one.command?.type === command.type && isOfBox(one, command))
    const own = same.find(one => one.command?.amount === command.amount) ?? same[0]
    if (!found || !own || options.length < 2) return
    const about = options.filter(one => isOfBox(one, command))
    const best = about.reduce((one, other) => (Number(other.cost) < Number(one.cost) ? other : one))
    const cost = Number(own.cost)
    if (cost >= SMALLEST) sum += Math.round(cost)
    write(sessionStorage, key, sum)
    const because = P.because[own.why]?.(found.chances ?? NO_CHANCES) ?? ''
    const text =
      cost < SMALLEST ? P.judgedBest(nameOf(own)) : P.judgedCost(nameOf(own), Math.round(cost), nameOf(best), because)
    setText(words, text)
    setText(total, sum ? P.judgedSum(sum) : '')
    node.dataset.is = cost < SMALLEST ? 'best' : 'cost'
    node.hidden = false
    say(text)
  }

  return { node, update, made, before: () => worth }
}

const NO_CHANCES = { total: 0, busts: 0, dealer_busts: 0 }

/** Insurance is decided box by box. */
const isOfBox = (/** @type {Wire.AdvisedOption} */ { command }, /** @type {Record<string, any>} */ made) =>
  command?.box === undefined || made.box === undefined || command.box === made.box

const nameOf = (/** @type {Wire.AdvisedOption} */ { command }) =>
  T.commands[command?.type]?.[0] ?? spelled(command?.type ?? '')
