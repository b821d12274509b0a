// The last rounds of the table, in the notation that can be replayed.

import { el } from '../parts/dom.js'
import { get } from '../wire/http.js'
import { T } from '../texts.js'

export function mountHistory(sheet) {
  const list = el('div', { class: 'rounds' })
  const node = el('div', {}, el('h2', {}, T.roundsTitle), list)

  async function opened() {
    try {
      const rounds = await get(`/tables/${sheet.id}/rounds?last=10`)
      list.replaceChildren(...(rounds.length ? rounds.map((round, at) => shown(sheet.id, round, at)) : [el('p', { class: 'quiet' }, T.roundsEmpty)]))
    } catch (trouble) {
      list.replaceChildren(el('p', { class: 'quiet', role: 'alert' }, trouble.message))
    }
  }

  return { node, opened }
}

function shown(table, round, at) {
  const link = el('a', { class: 'watch', href: `#/table/${encodeURIComponent(table)}/round/${round.number}` }, T.watchAgain)
  return el('details', { class: 'past', open: at === 0 }, el('summary', {}, T.round(round.number)), link, round.notation ? el('pre', { tabindex: 0 }, round.notation) : null)
}
