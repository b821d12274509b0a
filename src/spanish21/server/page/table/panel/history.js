// The last rounds of the table, in the notation that can be replayed.

import { el } from '../../parts/dom.js'
import { turns } from '../../parts/order.js'
import { get, readText } from '../../wire/http.js'
import { addressOf } from '../../round/texts.js'
import { T } from '../../texts.js'

/** @param {Wire.Sheet} sheet */
export function mountHistory(sheet) {
  const list = el('div', { class: 'rounds' })
  const node = el(
    'div',
    {},
    el('h2', {}, T.roundsTitle),
    list,
    el('a', { class: 'watch', href: '#/round' }, T.pasteRound),
  )

  const turn = turns()

  async function opened() {
    const isLast = turn()
    try {
      const rounds = await get(`/tables/${sheet.id}/rounds?last=10`)
      if (!isLast()) return
      list.replaceChildren(
        ...(rounds.length
          ? rounds.map((round, at) => shown(sheet.id, round, at))
          : [el('p', { class: 'quiet' }, T.roundsEmpty)]),
      )
    } catch (trouble) {
      list.replaceChildren(el('p', { class: 'quiet', role: 'alert' }, trouble.message))
    }
  }

  return { node, opened }
}

/**
 * A round: the link that shows it again, and once it is opened the text from which it can be played.
 * @param {string} table
 * @param {Wire.RoundName} round
 * @param {any} at
 */
function shown(table, round, at) {
  const path = `/tables/${encodeURIComponent(table)}/rounds/${round.number}`
  const link = el(
    'a',
    { class: 'watch', href: `#/replay/${encodeURIComponent(table)}/${round.number}`, target: '_blank' },
    T.watchAgain,
  )
  const text = el('pre', { tabindex: 0, hidden: true })
  const alone = el('a', { class: 'watch', hidden: true }, T.fromText)
  const node = el(
    'details',
    { class: 'past', open: at === 0 },
    el('summary', {}, T.round(round.number)),
    link,
    ' ',
    alone,
    text,
  )
  node.addEventListener('toggle', async () => {
    if (!node.open || text.textContent) return
    text.textContent = await readText(`${path}?format=notation`)
    text.hidden = alone.hidden = !text.textContent
    if (text.textContent) alone.href = addressOf(text.textContent)
  })
  return node
}
