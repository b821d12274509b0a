// A betting area: its chips, and those staged for it; a press puts the chosen chip there.

import { el, keyed, setAttribute, setText } from '../../parts/dom.js'
import { money } from '../../parts/money.js'
import { T } from '../../texts.js'
import { layStack } from '../pieces/chip.js'

const HELD = 500

export function mountArea(
  /** @type {Wire.SideWager} */ { kind, title, short },
  /** @type {number} */ number,
  /** @type {Wire.Felt} */ sheet,
  /** @type {Page.FeltActions} */ actions,
) {
  const stacks = el('span', { class: 'stacks' })
  const ready = el('span', { class: 'staged' })
  const more = el('span', { class: 'area-more', 'aria-hidden': 'true' })
  const amount = el('span', {})
  const free = el('span', { class: 'area-free' })
  const isMain = kind === 'main'
  const node = el(
    'button',
    {
      class: `area ${isMain ? 'is-main' : 'is-side'}`,
      type: 'button',
      onclick: pressed,
      oncontextmenu: (/** @type {Event} */ event) => {
        event.preventDefault()
        actions.back?.(number, kind)
      },
      onpointerdown: held,
      onpointerup: () => clearTimeout(timer),
      onpointerleave: () => clearTimeout(timer),
    },
    el('span', { class: 'area-short', 'aria-hidden': 'true' }, isMain ? String(number) : short),
    stacks,
    ready,
    more,
    isMain ? free : el('span', { class: 'area-label', 'aria-hidden': 'true' }, el('b', {}, short), ' ', amount),
  )
  node.dataset.kind = kind
  let timer = 0
  let wasHeld = false

  /** A finger that stays takes a chip back, as the right button does. */
  function held(/** @type {PointerEvent} */ event) {
    wasHeld = false
    if (event.pointerType !== 'touch') return
    timer = setTimeout(() => {
      wasHeld = true
      actions.back?.(number, kind)
    }, HELD)
  }

  function pressed() {
    clearTimeout(timer)
    if (!wasHeld) actions.wager(number, kind)
    wasHeld = false
  }

  return {
    node,
    update(/** @type {any} */ { lie, staged, can, chosen, free: text, you }) {
      keyed(
        stacks,
        lie,
        one => one.person,
        () => mountStack(sheet.chips),
      )
      setAttribute(stacks, 'data-count', lie.length)
      layStack(ready, staged, sheet.chips)
      if (node.disabled === can) node.disabled = !can
      node.classList.toggle('has-staged', staged > 0)
      node.classList.toggle('has-chips', lie.length > 0 || staged > 0)
      node.classList.toggle('is-chosen', chosen > 0)
      setText(more, chosen ? `+${money(chosen)}` : '')
      setText(free, text)
      const mine = lie.find((/** @type {any} */ one) => one.person === you)?.amount ?? 0
      setText(amount, mine + staged ? money(mine + staged) : '')
      setAttribute(
        node,
        'aria-label',
        [T.wagerOn(title, number), mine ? money(mine) : '', staged ? `+ ${money(staged)}` : '']
          .filter(Boolean)
          .join(', '),
      )
    },
  }
}

/** @param {number[]} chips */
function mountStack(chips) {
  const node = el('span', { class: 'stack-place' })
  return { node, update: (/** @type {any} */ { amount }) => layStack(node, amount, chips) }
}
