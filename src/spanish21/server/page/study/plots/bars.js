// Bars for values that have names: above the line for a gain, below it for a loss.

import { mountPlot, ticksOf } from './plot.js'

/** @typedef {{ name: string, value: number, text: string }} NamedValue */

/**
 * @param {object} options
 * @param {string} options.title
 * @param {string} [options.help]
 * @param {string} options.name
 * @param {number} [options.height]
 * @param {string} [options.axis]
 * @param {(value: number) => string} options.tick
 * @param {(rows: NamedValue[]) => unknown[][]} options.csv
 * @param {NamedValue[]} rows
 */
export function barPlot({ title, help, name, height = 280, axis = '', tick, csv }, rows) {
  const plot = mountPlot({
    title,
    help,
    name,
    height,
    csv,
    draw(frame, /** @type {NamedValue[]} */ shown) {
      const values = shown.map(row => row.value)
      const [least, most] = [Math.min(0, ...values) * 1.1, Math.max(0, ...values) * 1.1]
      const [x, y] = [frame.x(-0.5, shown.length - 0.5), frame.y(least, most)]
      frame.across(ticksOf(least, most), y, tick)
      const wide = Math.min(44, ((frame.rightEnd - frame.left) / Math.max(shown.length, 1)) * 0.7)
      shown.forEach((row, at) => frame.bar(row.value < 0 ? 'plot-bad' : 'plot-good', x(at), y(row.value), wide, y(0)))
      frame.below(
        shown.map((_, at) => at),
        x,
        at => shown[at].name,
        axis,
      )
      return shown.map((row, at) => ({ x: x(at), y: y(row.value), text: row.text }))
    },
  })
  plot.update(rows)
  return plot.node
}
