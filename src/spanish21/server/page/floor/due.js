// What is due next, with its clauses, and the one button that says it is done.

import { el, keyed, setAttribute, setText } from '../parts/dom.js'
import { choiceOf, named } from '../table/turn/offers.js'
import { either } from '../texts.js'
import { labelOf, openFields } from './asking.js'
import { mountChecklist } from './checklist.js'
import { mountEntry } from './entry.js'
import { mountPad } from './pad.js'
import { F } from './texts.js'

const SHOWN = 3

/**
 * `actions` has `send(command)`, `asking`; `clauses()` is a Map of what each clause says.
 * @param {Wire.Sheet} sheet
 * @param {string} role
 * @param {Page.Duty} actions
 */
export function mountDue(sheet, role, actions) {
  const kicker = el('p', { class: 'due-kicker' })
  const says = el('p', { class: 'due-says', 'aria-live': 'polite' })
  const buttons = el('div', { class: 'due-buttons row' })
  const why = el('details', { class: 'due-why' })
  const entry = mountEntry(card => put(card))
  const pad = mountPad(entry.hold, entry.commit)
  const checklist = mountChecklist(items => now.state.due && actions.send({ ...now.state.due.command, items }))
  const node = el(
    'section',
    { class: 'due', 'aria-label': F.next },
    el('div', { class: 'due-head' }, el('div', { class: 'due-text' }, kicker, says, why), buttons),
    checklist.node,
    entry.node,
    pad.node,
    actions.asking.node,
  )
  /** @type {Page.Moment} */
  let now
  /** @type {(() => unknown) | null} */
  let primary = null
  /** @type {(card: number) => unknown} */
  let put = () => undefined
  let shownWhy = ''
  let hasTexts = false

  /** @param {Page.Moment} next */
  function update(next) {
    now = next
    const due = now.state.due ?? null
    const mine = due?.to === role ? due.command : null
    entry.update(JSON.stringify(mine))
    node.classList.toggle('is-mine', mine !== null)
    setText(kicker, due ? (mine ? F.forYou : F.orderTitle[due.to]) : F.waiting)
    const offers = mine ? named(now.state.legal, mine.type) : []
    const isChecklist = choiceOf(offers, 'items')?.type === 'AllOf'
    setText(says, due ? (isChecklist ? F.checklist : due.says) : waiting())
    explain(due)
    const choices = mine ? ways(mine, offers) : closing()
    primary = choices[0]?.run ?? null
    keyed(
      buttons,
      choices.map((choice, at) => ({ ...choice, isFirst: at === 0 })),
      choice => `${choice.isFirst} ${choice.isKey} ${choice.label}`,
      mountWay,
    )
    const open = actions.asking.command()
    if (open && !named(now.state.legal, open).length) actions.asking.close()
  }

  /**
   * How a step can be done: its buttons, the first one under Enter; and the pad where a real card is read.
   * @param {{ type: string } & Record<string, any>} command
   * @param {Wire.May[]} offers
   * @returns {Way[]}
   */
  function ways(command, offers) {
    const { type, ...given } = command
    const cards = cardsOf(offers)
    put = (/** @type {number} */ card) =>
      actions.send(offers[0]?.fields.cards ? { ...command, cards: [card] } : { ...command, card })
    pad.update(cards.filter(Boolean))
    const items = choiceOf(offers, 'items')
    checklist.update(items?.type === 'AllOf' ? items.values : [])
    if (cards.some(Boolean) || items) return []
    if (cards.length) return [{ label: F.faceDown, run: () => put(0) }]
    const open = openFields(offers)
    if (!actions.asking.isPlain(type, offers, given))
      return [
        {
          label: `${labelOf(type)}…`,
          run: () => actions.asking.open(type, offers, { given, names: now.state.names, titles: now.titles }),
        },
      ]
    if (open.includes('answer'))
      return (choiceOf(offers, 'answer')?.values ?? []).map((/** @type {boolean} */ answer) => ({
        label: F.reader[String(answer)] ?? String(answer),
        run: () => actions.send({ ...command, answer }),
        isKey: false,
      }))
    const most = choiceOf(offers, 'count')?.most ?? 0
    if (most > 1)
      return [
        { label: F.dealOne, run: () => actions.send({ ...command, count: 1 }) },
        { label: F.dealAll, run: () => actions.send(command) },
      ]
    const done = { label: labelOf(type), run: () => actions.send(command) }
    const typed = open.filter(field => ['OneOf', 'Amounts'].includes(choiceOf(offers, field)?.type ?? ''))
    return typed.length && type !== 'Deal'
      ? [
          done,
          {
            label: F.otherwise,
            run: () => actions.asking.open(type, offers, { usual: given, names: now.state.names, titles: now.titles }),
          },
        ]
      : [done]
  }

  /**
   * While wagers are placed nothing is due, but the dealer may close them.
   * @returns {Way[]}
   */
  function closing() {
    pad.update([])
    checklist.update([])
    return named(now.state.legal, 'CloseWagers').length
      ? [{ label: labelOf('CloseWagers'), run: () => actions.send({ type: 'CloseWagers' }) }]
      : []
  }

  function waiting() {
    const { waits_for: awaited, names, legal } = now.state
    if (named(legal, 'CloseWagers').length) return F.waitingForAll
    return awaited.length ? F.waitingFor(either(awaited.map(person => names[person] ?? person))) : F.nothing
  }

  /** @param {Wire.Due | null} due */
  function explain(due) {
    const clauses = due?.clauses ?? []
    const key = clauses.join()
    why.hidden = !clauses.length
    if (key === shownWhy && hasTexts) return
    if (key !== shownWhy) setAttribute(why, 'open', null)
    shownWhy = key
    hasTexts = actions.clauses().size > 0
    const short = (/** @type {string} */ clause) =>
      clause.startsWith(`${sheet.book} `) ? clause.slice(sheet.book.length + 1) : clause
    const rest = clauses.length - SHOWN
    const texts = actions.clauses()
    why.replaceChildren(
      el(
        'summary',
        {},
        F.whyTitle([...clauses.slice(0, SHOWN).map(short), ...(rest > 0 ? [F.more(rest)] : [])].join(', ')),
      ),
      el(
        'dl',
        { class: 'clauses' },
        ...clauses.map(clause =>
          el('div', {}, el('dt', { class: 'clause' }, short(clause)), el('dd', {}, texts.get(short(clause)) ?? '')),
        ),
      ),
    )
  }

  /**
   * Whether a key was taken: Enter does what is due, or lets the last card count; letters and digits go to the pad.
   * @param {string} key
   */
  function typed(key) {
    if (entry.typed(key) || pad.typed(key)) return true
    if (key !== 'Enter' || !primary) return false
    primary()
    return true
  }

  return { node, update, typed, stop: entry.stop }
}

/** @typedef {{ label: string, run: () => unknown, isFirst?: boolean, isKey?: boolean }} Way */

/** A button for a way to do what is due; it stays while it says the same, so that no click is lost. */
function mountWay(/** @type {Way} */ { label, isFirst, isKey }) {
  /** @type {Way | null} */
  let now = null
  const node = el(
    'button',
    { class: `button${isFirst ? ' is-primary due-do' : ''}`, type: 'button', onclick: () => now?.run() },
    label,
    isFirst && isKey !== false ? el('kbd', { 'aria-hidden': 'true' }, '↵') : null,
  )
  return {
    node,
    update: (/** @type {Way} */ choice) => {
      now = choice
    },
  }
}

/**
 * The cards that a step reads from a real shoe, each once; 0 is one that is face down.
 * @param {Wire.May[]} offers
 */
function cardsOf(offers) {
  const { cards, card } = offers[0]?.fields ?? {}
  if (cards?.type === 'CardsFrom') return [...new Set(cards.cards)]
  return card?.type === 'OneOf' && card.values.length > 1 ? card.values : []
}
