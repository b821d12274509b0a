// What the floorperson keeps an eye on: money, meters, devices, people, approvals.

import { el, keyed, setText } from '../parts/dom.js'
import { money } from '../parts/money.js'
import { spelled } from '../texts.js'
import { F } from './texts.js'

/** @param {Wire.Sheet} sheet */
export function mountFacts(sheet) {
  const amounts = el('dl', { class: 'facts' })
  const meters = el('dl', { class: 'facts' })
  const devices = el('dl', { class: 'facts' })
  const people = el('ul', { class: 'plain floor-people' })
  const approvals = el('ul', { class: 'plain' })
  const approvalsSay = el('p', { class: 'quiet' })
  const metersTitle = el('h2', {}, F.meters)
  const node = el(
    'div',
    {},
    el('h2', {}, F.money),
    amounts,
    metersTitle,
    meters,
    el('h2', {}, F.people),
    people,
    el('h2', {}, F.devices),
    devices,
    el('h2', {}, F.approvals),
    approvalsSay,
    approvals,
  )

  function update(/** @type {Page.Moment} */ { state }) {
    const { view, names } = state
    lines(amounts, [
      [F.inventory, shown(view.inventory)],
      [F.dropBox, shown(view.drop_box)],
      ...(view.slip
        ? [
            [
              F.slip,
              `${F.slips[view.slip] ?? view.slip}${view.slip_amount === null ? '' : `: ${money(view.slip_amount)}`}`,
            ],
          ]
        : []),
    ])
    lines(
      meters,
      sheet.layout.meters.map(meter => [meter.title, money(view.meters[meter.name] ?? 0, { cents: 'always' })]),
    )
    metersTitle.hidden = !sheet.layout.meters.length
    lines(devices, [
      [F.shoe, String(view.cards_left)],
      [F.rack, String(view.discards)],
      [F.cover, view.cover_card_seen ? F.coverOut : view.cards_left ? F.coverIn : '–'],
      ...(sheet.layout.has_reader ? [[F.readerTitle, F.hasReader]] : []),
      ...(view.shuffler
        ? [
            [F.shuffler, spelled(view.shuffler)],
            [F.inDevice, String(view.cards_in_device)],
          ]
        : []),
    ])
    const some = view.people.length ? view.people : [null]
    keyed(
      people,
      some,
      person => person?.name ?? '-',
      () => mountPerson(),
    )
    for (const [at, child] of [...people.children].entries()) if (!some[at]) setText(child, F.noPeople)
    keyed(
      approvals,
      view.approvals_missing ?? [],
      name => name,
      name => ({ node: el('li', {}, spelled(name)) }),
    )
    setText(approvalsSay, view.approvals_missing?.length ? F.approvalsMissing : F.approvalsAll)

    function mountPerson() {
      const name = el('span', {})
      const chips = el('b', {})
      const out = el('span', { class: 'pill is-bad' }, F.barred)
      return {
        node: el('li', {}, name, out, chips),
        /** @param {Wire.PersonView | null} person */
        update(person) {
          if (!person) return
          setText(name, `${names[person.name] ?? person.name}, ${F.seat(person.seat)}`)
          setText(chips, shown(person.chips))
          out.hidden = !person.barred
        },
      }
    }
  }

  return { node, update }
}

const shown = (/** @type {number | null} */ amount) => (typeof amount === 'number' ? money(amount) : '–')

/**
 * @param {Element} list
 * @param {string[][]} pairs
 */
function lines(list, pairs) {
  keyed(
    list,
    pairs,
    ([term]) => term,
    ([term]) => {
      const text = el('dd', {})
      return { node: el('div', {}, el('dt', {}, term), text), update: ([, value]) => setText(text, value) }
    },
  )
}
