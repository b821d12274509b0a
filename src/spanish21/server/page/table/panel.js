// Beside the table: the round in words, the coach, the last rounds, the rules of the layout, settings.

import { el } from '../parts/dom.js'
import { mountTabs } from '../parts/tabs.js'
import { T } from '../texts.js'
import { mountCoach } from './coach.js'
import { mountHistory } from './history.js'
import { mountChoices } from './choices.js'
import { sentence } from './telling.js'

export function mountPanel(sheet, actions) {
  const log = mountLog(sheet)
  const coach = mountCoach({ ...actions, subject: { table: sheet.id } })
  const history = mountHistory(sheet)
  const rules = mountRules(sheet)
  const settings = mountChoices()
  const parts = { round: log, coach, rounds: history, rules, settings }
  const tabs = mountTabs(Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, { ...part, title: T.tabs[name] }])), T.tabs.round)

  return {
    node: tabs.node,
    write: log.write,
    hasWritten: log.hasWritten,
    ask: () => { tabs.open('coach'); return coach.ask() },
    update(now) {
      coach.update(now)
      rules.update(now)
    },
  }
}

export function mountLog(sheet) {
  const list = el('ol', { class: 'log' })
  const empty = el('p', { class: 'quiet' }, T.roundEmpty)
  const short = clause => (clause.startsWith(`${sheet.book} `) ? clause.slice(sheet.book.length + 1) : clause)
  const node = el('div', {}, empty, list)
  return {
    node,
    hasWritten: () => list.children.length > 0,
    write(told) {
      empty.hidden = true
      if (told.type === 'WagersClosed') list.replaceChildren()
      const words = el('span', { class: 'log-text' }, told.text, told.why ? el('span', { class: 'log-why' }, ` ${sentence(told.why)}`) : null)
      list.prepend(el('li', { class: told.mine ? 'is-mine' : '' }, words, ...told.clauses.slice(0, told.why ? 2 : 1).map(clause => el('span', { class: 'clause', title: clause }, short(clause)))))
      while (list.children.length > 200) list.lastChild.remove()
    },
  }
}

function mountRules(sheet) {
  const commitment = el('code', { class: 'commitment' })
  const lines = texts => el('ul', { class: 'plain' }, ...texts.map(text => el('li', {}, text)))
  const node = el('div', {}, el('h2', {}, T.rulesTitle), lines([...sheet.layout.inscriptions, `${T.decks(sheet.decks)}, ${T.limits(sheet.minimum, sheet.maximum)}`]),
    el('h2', {}, T.rulesPays), lines(sheet.layout.signs), el('h2', {}, T.shoeCommitment), commitment, el('p', { class: 'quiet' }, T.shoeText), el('a', { class: 'watch', href: `#/shoes/${encodeURIComponent(sheet.id)}` }, T.checkShoes))
  return { node, update: ({ state }) => { commitment.textContent = state.shoe?.commitment ?? '' } }
}
