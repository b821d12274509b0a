// The padded edge of the table: whose turn it is, the commands, and the player's chips.

import { el, setText } from '../../parts/dom.js'
import { icon } from '../../parts/icons.js'
import { money } from '../../parts/money.js'
import { T } from '../../texts.js'
import { onLayout } from '../felt/stakes.js'
import { P } from '../texts.js'
import { resultOf } from '../felt/verdict.js'

/**
 * @param {{ clock: Node, betting: Node, actions: Node, note: Node, beside: Node, advance: Node, judged: Node }} parts
 * @param {{ ask: () => unknown, focused: () => void }} asks
 */
export function mountEdge(parts, { ask, focused }) {
  const chips = el('b', { class: 'top-chips' })
  const playing = el('span', { class: 'purse-more' })
  const purse = el('p', { class: 'purse', hidden: true }, el('span', {}, P.inFront), chips, playing)
  const coach = el(
    'button',
    {
      class: 'key coach-ask',
      'aria-label': P.askCoach,
      type: 'button',
      hidden: true,
      onclick: ask,
      'aria-keyshortcuts': T.coachKey.toUpperCase(),
    },
    icon('coach'),
    el('span', {}, P.askCoach),
    el('kbd', { 'aria-hidden': 'true' }, T.coachKey.toUpperCase()),
  )
  const said = el('p', { class: 'coach-says', role: 'status', hidden: true })
  const node = el(
    'div',
    { class: 'bar edge', tabindex: -1, onfocusin: focused },
    el('div', { class: 'edge-left' }, parts.clock, purse),
    el(
      'div',
      { class: 'edge-main' },
      parts.betting,
      parts.actions,
      parts.advance,
      el('div', { class: 'edge-line' }, parts.judged, parts.note, said, coach, parts.beside),
    ),
  )

  /** @param {Page.Now} now */
  function update({ state, picture, titles }) {
    const mine = state.view.people.find(person => person.name === state.you)
    const has = mine?.chips ?? null
    purse.hidden = has === null
    setText(chips, has === null ? '' : money(has))
    const over = resultOf(picture, state.you, titles)
    setText(playing, over ? P.upThisRound(over.net) : P.inPlay(has === null ? 0 : onLayout(state.view, state.you)))
    coach.hidden = !(state.waits_for?.includes(state.you) && ['play', 'insurance'].includes(state.view.phase))
    if (coach.hidden) say('')
  }

  /** What the coach says, in one line. */
  function say(/** @type {string} */ text) {
    setText(said, text)
    said.hidden = !text
  }

  return { node, update, say }
}
