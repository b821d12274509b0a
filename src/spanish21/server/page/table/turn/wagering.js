// Wagers before the deal, loaded when they first open; until then nothing can be staged.

import { el } from '../../parts/dom.js'
import { lazily } from '../../parts/lazily.js'
import { named } from './offers.js'

/** @type {Map<string, number>} */
const NOTHING = new Map()

/**
 * The same as `mountBetting`, which it reads.
 * @param {Wire.Sheet} sheet
 * @param {Parameters<typeof import('./betting.js').mountBetting>[1]} actions
 */
export function mountWagering(sheet, actions) {
  const node = el('div', { class: 'wagering' })
  const betting = lazily(async () => {
    const made = (await import('./betting.js')).mountBetting(sheet, actions)
    node.append(made.node)
    return made
  })

  /** @param {Page.Now} now */
  function update(now) {
    if (betting.now()) betting.now()?.update(now)
    else if (named(now.state.legal, 'PlaceWager').length) betting.need().then(actions.redraw, () => {})
  }

  return {
    node,
    update,
    ready: () => betting.need().catch(() => {}),
    isOpen: () => Boolean(betting.now() && !betting.now()?.node.hidden),
    wager: (/** @type {number} */ box, /** @type {string} */ kind) => betting.now()?.wager(box, kind),
    back: (/** @type {number} */ box, /** @type {string} */ kind) => betting.now()?.back(box, kind),
    can: (/** @type {number} */ box, /** @type {string} */ kind) => betting.now()?.can(box, kind) ?? false,
    keys: () => betting.now()?.keys() ?? {},
    staged: () => betting.now()?.staged() ?? NOTHING,
    chosen: () => betting.now()?.chosen() ?? null,
  }
}
