// The line above the table: where one is, what lies in front of one, and how it goes.

import { el, setText } from '../parts/dom.js'
import { money } from '../parts/money.js'
import { T } from '../texts.js'

export function mountTop(sheet) {
  const round = el('span', { class: 'top-round' })
  const me = el('span', { class: 'top-me' })
  const chips = el('b', { class: 'top-chips' })
  const net = el('span', { class: 'top-net' })
  const time = el('span', { class: 'top-time' })
  const node = el('header', { class: 'top' }, el('a', { class: 'brand', href: '#/' }, T.title), el('h1', { class: 'top-name' }, sheet.name),
    el('span', { class: 'top-limits' }, `${T.decks(sheet.decks)} · ${T.limits(sheet.minimum, sheet.maximum)}`), round, el('span', { class: 'top-mine' }, me, chips, net, time))
  const visit = visitOf(sheet.id)

  function update({ state }) {
    const mine = state.view.people.find(person => person.name === state.you)
    setText(round, T.round(state.view.round_number))
    setText(me, state.names?.[state.you] ?? '')
    const has = typeof mine?.chips === 'number'
    setText(chips, has ? money(mine.chips) : '')
    const since = has ? visit(mine.chips + onLayout(state), 0) : null
    setText(net, since ? T.net(mine.chips + onLayout(state) - since.base) : '')
    net.dataset.sign = since ? String(Math.sign(mine.chips + onLayout(state) - since.base)) : '0'
    setText(time, since ? T.minutes(Math.floor((Date.now() - since.at) / 60000)) : '')
  }

  return { node, update, bought: amount => visit(0, amount) }
}

function onLayout({ view, you }) {
  let sum = 0
  for (const box of view.boxes) {
    box.stakes.forEach((stake, at) => {
      if (stake.person !== you) return
      const hands = box.hands.reduce((all, hand) => all + (hand.wagers[at] ?? 0) + (hand.doubles[at] ?? 0), 0)
      sum += (box.hands.length ? hands : stake.wager) + stake.insurance + Object.values(stake.sides).reduce((all, one) => all + one, 0)
    })
  }
  return sum
}

/** What one sat down with and when, kept over a reload; `more` was bought since. */
function visitOf(table) {
  const key = `spanish21.visit.${table}`
  return (has, more) => {
    let visit = null
    try {
      visit = JSON.parse(sessionStorage.getItem(key))
    } catch { /* begin anew */ }
    visit ??= { base: has, at: Date.now() }
    visit.base += more
    try {
      sessionStorage.setItem(key, JSON.stringify(visit))
    } catch { /* not kept */ }
    return visit
  }
}
