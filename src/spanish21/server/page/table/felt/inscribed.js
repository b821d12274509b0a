// The inscriptions of the cloth, in lines along an arc; where there is little room, in plain lines.

import { el, svg } from '../../parts/dom.js'
import { T } from '../../texts.js'
import { P } from '../texts.js'

/**
 * A layout that has no inscription carries its own name.
 * @param {Wire.Felt} sheet
 * @param {boolean} isTurned
 */
export function inscriptions(sheet, isTurned) {
  const written = sheet.layout.inscriptions.length ? sheet.layout.inscriptions : sheet.title.split(', ')
  const lines = written.flatMap((line, at) => split(line, at ? 28 : 32))
  const { stands } = sheet.layout
  const all = [...lines, ...(stands && lines.length < 4 ? [stands] : [])]
  let y = 20
  const paths = all.map((line, at) => {
    y += at === 0 ? 0 : at === 1 ? 26 : 21
    const bend = isTurned ? y - 56 : y + 56
    return [
      svg('path', { id: `inscription-${at}`, d: `M0 ${y}Q250 ${bend} 500 ${y}`, fill: 'none' }),
      svg(
        'text',
        { class: at === 0 ? 'is-main' : '' },
        svg('textPath', { href: `#inscription-${at}`, startOffset: '50%', 'text-anchor': 'middle' }, line),
      ),
    ]
  })
  const arc = svg(
    'svg',
    { class: 'arc', viewBox: '0 0 500 96', 'aria-hidden': 'true' },
    ...paths.flat(),
    sheet.layout.from_right ? direction(2) : null,
  )
  const flat = el('div', { class: 'inscriptions' }, ...written.map(line => el('p', {}, line)))
  const way = sheet.layout.from_right ? el('p', { class: 'visually-hidden' }, P.fromRight) : null
  return el(
    'div',
    { class: 'inscribed', role: 'note', 'aria-label': `${T.rulesTitle}: ${all.join('. ')}` },
    arc,
    flat,
    way,
  )
}

/**
 * An arrow from the player's left to the right, for books that deal that way.
 * @param {number} y
 */
function direction(y) {
  return svg('path', { class: 'direction', d: `M195 ${y}q55 15 110 0m-10 -5l10 5l-7 9` })
}

/**
 * A long line in several, at the words nearest to their middle.
 * @param {string} line
 * @param {number} most
 * @returns {string[]}
 */
function split(line, most) {
  if (line.length <= most) return [line]
  const at = line.lastIndexOf(' ', most)
  return at > 0 ? [line.slice(0, at), ...split(line.slice(at + 1), most)] : [line]
}
