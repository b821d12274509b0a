// Movement by transform and opacity alone, and none where it is switched off.

import { isMotionOn } from '../parts/settings.js'

/** Let a node come flying from where another one is. */
export function flyFrom(node, from, { lasts = 260, turn = 0 } = {}) {
  if (!isMotionOn() || !from?.isConnected || !node.animate) return
  const [a, b] = [from.getBoundingClientRect(), node.getBoundingClientRect()]
  const x = a.left + a.width / 2 - b.left - b.width / 2
  const y = a.top + a.height / 2 - b.top - b.height / 2
  const rest = getComputedStyle(node).transform
  const end = rest === 'none' ? '' : rest
  node.animate(
    [{ transform: `translate(${x}px, ${y}px) ${end} rotate(${turn}deg) scale(.8)`, opacity: 0.2 }, { opacity: 1, offset: 0.3 }, { transform: end || 'none', opacity: 1 }],
    { duration: lasts, easing: 'cubic-bezier(.2,.7,.3,1)' },
  )
}

/** Let a node appear. */
export function appear(node, lasts = 220) {
  if (!isMotionOn() || !node.animate) return
  node.animate([{ opacity: 0, transform: 'translateY(6px) scale(.9)' }, { opacity: 1, transform: 'none' }], { duration: lasts, easing: 'ease-out' })
}

/** Turn a card over. */
export function turnOver(node) {
  if (!isMotionOn() || !node.animate) return
  node.animate([{ transform: 'rotateY(90deg)' }, { transform: 'none' }], { duration: 240, easing: 'ease-out' })
}
