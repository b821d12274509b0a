// The purse by rounds: a line from nothing on, with the rounds one points at.

import { el, setText, svg } from '../parts/dom.js'
import { money, signed } from '../parts/money.js'
import { H } from './texts.js'

const [WIDTH, HEIGHT, EDGE] = [800, 130, 8]
/** Amounts nearer to each other than this could not be read. */
const APART = 18

export function mountGraph() {
  const line = svg('path', { class: 'graph-line' })
  const area = svg('path', { class: 'graph-area' })
  const zero = svg('path', { class: 'graph-zero' })
  const says = el('figcaption', { class: 'quiet' })
  const [top, level, bottom] = ['top', 'zero', 'bottom'].map(at => el('span', { class: `graph-mark is-${at}` }))
  const end = el('span', { class: 'graph-end' })
  const node = el(
    'figure',
    { class: 'history-graph' },
    el(
      'div',
      { class: 'graph-place', 'aria-hidden': 'true' },
      svg('svg', { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: 'none' }, area, zero, line),
      top,
      level,
      bottom,
      end,
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
    const last = sums[sums.length - 1]
    mark(top, high, y(high), high > 0)
    mark(level, 0, y(0), (high <= 0 || y(0) - y(high) > APART) && (low >= 0 || y(low) - y(0) > APART))
    mark(bottom, low, y(low), low < 0)
    end.style.setProperty('top', `${(100 * y(last)) / HEIGHT}%`)
    end.dataset.sign = String(Math.sign(last))
    setText(says, `${H.graph}: ${signed(sums.at(-1) ?? 0)}. ${H.graphRead(nets.length, signed(low), signed(high))}`)
  }

  /**
   * An amount at its height.
   * @param {HTMLElement} node
   * @param {number} amount
   * @param {number} height
   * @param {boolean} isShown
   */
  function mark(node, amount, height, isShown) {
    node.hidden = !isShown
    node.style.setProperty('top', `${(100 * height) / HEIGHT}%`)
    setText(node, amount ? signed(amount) : money(0))
  }

  return { node, update }
}
