// While a wheel turns: all of its prizes with their odds, and the one that was drawn once it stands still.

import { el, setText } from '../../parts/dom.js'
import { money } from '../../parts/money.js'
import { P } from '../texts.js'
import { shareOf } from '../pieces/wheel.js'

/** @param {Wire.Sheet} sheet */
export function mountPrizes(sheet) {
  const title = el('h2', {})
  const body = el('tbody', {})
  const node = el(
    'section',
    { class: 'prizes', hidden: true },
    title,
    el('table', {}, body),
    el('p', { class: 'quiet' }, P.wheelEqual),
  )
  let shown = -1

  /** @param {Page.Now} now */
  function update({ picture }) {
    const wheel = picture.wheel
    node.hidden = !wheel
    if (!wheel || wheel.seq === shown) return
    shown = wheel.seq
    const { event } = wheel
    const isCommunity = event.type === 'CommunityWheelSpun'
    const found = sheet.layout.wheels.find(
      one => one.wager === event.wager && (isCommunity ? one.community.length > 0 : one.kind === event.kind),
    )
    const stops = (isCommunity ? found?.community : found?.stops) ?? []
    const all = stops.reduce((sum, stop) => sum + stop.weight, 0)
    setText(title, `${sheet.layout.wagers.find(one => one.kind === found?.kind)?.title ?? ''}: ${P.wheelPrizes}`)
    body.replaceChildren(
      ...[...stops]
        .sort((a, b) => Number(Boolean(b.meter)) - Number(Boolean(a.meter)) || b.pays - a.pays)
        .map(stop =>
          el(
            'tr',
            {},
            el(
              'th',
              { scope: 'row' },
              stop.meter ? money(picture.meters[stop.meter] ?? 0, { cents: 'always' }) : money(stop.pays),
            ),
            el('td', {}, stop.meter ? P.theMeter : shareOf(stop) ? P.forAll(shareOf(stop)) : ''),
            el('td', {}, P.oneIn(stop.weight, all)),
          ),
        ),
    )
  }

  return { node, update }
}
