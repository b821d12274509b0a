// Movement by transform and opacity alone, at the speed that was chosen, and none where it is switched off.

import { isMotionOn, paceOf } from '../../parts/settings.js'

/** Let a node come flying from where another one is. */
export function flyFrom(
  /** @type {HTMLElement} */ node,
  /** @type {Element | null} */ from,
  { lasts = 260, turn = 0 } = {},
) {
  if (!isMotionOn() || !from?.isConnected || !node.animate) return
  const [a, b] = [from.getBoundingClientRect(), node.getBoundingClientRect()]
  const start = a.width ? a : /** @type {DOMRect} */ (node.closest('.felt')?.getBoundingClientRect() ?? a)
  const x = (a.width ? a.left + a.width / 2 : start.right) - b.left - b.width / 2
  const y = (a.width ? a.top + a.height / 2 : start.top) - b.top - b.height / 2
  const rest = getComputedStyle(node).transform
  const end = rest === 'none' ? '' : rest
  node.animate(
    [
      { transform: `translate(${x}px, ${y}px) ${end} rotate(${turn}deg) scale(.8)`, opacity: 0.2 },
      { opacity: 1, offset: 0.3 },
      { transform: end || 'none', opacity: 1 },
    ],
    { duration: lasts * paceOf(), easing: 'cubic-bezier(.2,.7,.3,1)' },
  )
}

/**
 * Let a node appear.
 * @param {HTMLElement} node
 */
export function appear(node, lasts = 220) {
  if (!isMotionOn() || !node.animate) return
  node.animate(
    [
      { opacity: 0, transform: 'translateY(6px) scale(.9)' },
      { opacity: 1, transform: 'none' },
    ],
    { duration: lasts * paceOf(), easing: 'ease-out' },
  )
}

/**
 * Turn a card over.
 * @param {HTMLElement} node
 */
export function turnOver(node) {
  if (!isMotionOn() || !node.animate) return
  node.animate([{ transform: 'rotateY(90deg)' }, { transform: 'none' }], {
    duration: 240 * paceOf(),
    easing: 'ease-out',
  })
}
