// The purse by rounds: a line from nothing on, with the rounds one points at.

import { el, setText, svg } from '../parts/dom.js'
import { signed } from '../parts/money.js'
import { H } from './texts.js'

const [WIDTH, HEIGHT, EDGE] = [800, 130, 8]

export function mountGraph() {
  const line = svg('path', { class: 'graph-line' })
  const area = svg('path', { class: 'graph-area' })
  const zero = svg('path', { class: 'graph-zero' })
  const says = el('figcaption', { class: 'quiet' })
  const node = el(
    'figure',
    { class: 'history-graph' },
    svg(
      'svg',
      { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: 'none', 'aria-hidden': 'true' },
      area,
      zero,
      line,
    ),
    says,
  )

  /** @param {number[]} nets */
  function update(nets) {
    node.hidden = nets.length < 2
    if (node.hidden) return
    const sums = [0]
    for (const net of nets) sums.push(sums[sums.length - 1] + net)
    const [low, high] = [Math.min(...sums), Math.max(...sums)]
    const x = (/** @type {number} */ at) => EDGE + (at * (WIDTH - 2 * EDGE)) / (sums.length - 1)
    const y = (/** @type {number} */ sum) => HEIGHT - EDGE - ((sum - low) * (HEIGHT - 2 * EDGE)) / (high - low || 1)
    const path = sums.map((sum, at) => `${at ? 'L' : 'M'}${x(at).toFixed(1)} ${y(sum).toFixed(1)}`).join('')
    line.setAttribute('d', path)
    area.setAttribute('d', `${path}L${x(sums.length - 1)} ${y(0)}L${x(0)} ${y(0)}Z`)
    zero.setAttribute('d', `M${EDGE} ${y(0)}H${WIDTH - EDGE}`)
    setText(says, `${H.graph}: ${signed(sums.at(-1) ?? 0)}. ${H.graphRead(nets.length, signed(low), signed(high))}`)
  }

  return { node, update }
}
