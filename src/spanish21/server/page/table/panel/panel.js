// Next to the table: the round in words, the coach, the last rounds, the rules of the layout, settings. A page is read
// when it is first opened.

import { el } from '../../parts/dom.js'
import { icon } from '../../parts/icons.js'
import { lazily } from '../../parts/lazily.js'
import { mountTabs } from '../../parts/tabs.js'
import { T } from '../../texts.js'
import { P } from '../texts.js'
import { mountPast, mountVisit } from '../visit.js'

/** @import { Told } from '../telling.js' */
/** @typedef {{ node: Node, update?: (now: Page.Now) => void, opened?: () => unknown }} Part */

/**
 * @param {Wire.Sheet} sheet
 * @param {{ advise: () => Promise<Wire.Advised>, close: () => void, isOfOne: boolean }} actions
 */
export function mountPanel(sheet, actions) {
  /** @type {Page.Now | null} */
  let last = null
  const visit = mountVisit(sheet)
  const past = mountPast(visit)
  /** @type {Told[]} Lines to write once the log is loaded. */
  const early = []
  const log = page(async () => {
    const made = (await import('./rounds_log.js')).mountRoundLog(sheet)
    for (const told of early.splice(0)) made.write(told)
    return made
  })
  log.node.append(el('p', { class: 'quiet' }, T.roundEmpty))
  const prizes = page(async () => (await import('./prizes.js')).mountPrizes(sheet))
  const coach = page(async () => (await import('./coach.js')).mountCoach({ ...actions, subject: { table: sheet.id } }))
  const rounds = page(async () => (await import('./past.js')).mountPastRounds(sheet, visit))
  const rules = page(async () => (await import('./rules.js')).mountRules(sheet, actions.isOfOne))
  const settings = page(async () => (await import('./choices.js')).mountChoices())
  const pages = [log, coach, rounds, rules, settings, prizes]
  const parts = { round: { node: el('div', {}, prizes.node, log.node, past.node) }, coach, rounds, rules, settings }
  const tabs = mountTabs(
    Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, { ...part, title: T.tabs[name] }])),
    T.tabs.round,
  )
  const close = el(
    'button',
    { class: 'tool drawer-close', type: 'button', 'aria-label': P.closePanel, onclick: actions.close },
    icon('clear'),
  )
  tabs.node.prepend(close)

  /**
   * A place for a part that is loaded when it is opened, and then drawn from the current moment.
   * @template {Part} Kind
   * @param {() => Promise<Kind>} load
   */
  function page(load) {
    const node = el('div', {})
    const part = lazily(async () => {
      const made = await load()
      node.replaceChildren(made.node)
      if (last) made.update?.(last)
      return made
    })
    const opened = () =>
      part.need().then(
        made => made.opened?.(),
        () => node.replaceChildren(el('p', { class: 'quiet', role: 'alert' }, T.noServer)),
      )
    return {
      node,
      opened,
      now: part.now,
      need: part.need,
      update: (/** @type {Page.Now} */ now) => part.now()?.update?.(now),
    }
  }

  return {
    node: tabs.node,
    write(/** @type {Told} */ told) {
      early.push(told)
      log.need().then(
        made => early.splice(0).forEach(made.write),
        () => {},
      )
    },
    hasWritten: () => early.length > 0 || Boolean(log.now()?.hasWritten()),
    open: tabs.open,
    /** @param {Wire.Step} step @param {Page.State} state */
    note: (step, state) => visit.note(step, state),
    ask: async () => {
      tabs.open('coach')
      return (await coach.need()).ask()
    },
    update(/** @type {Page.Now} */ now) {
      last = now
      if (now.picture.boxes.length || now.picture.dealer.length) log.opened()
      visit.update(now)
      past.update()
      if (now.picture.wheel) prizes.opened()
      for (const one of pages) one.update(now)
    },
  }
}
