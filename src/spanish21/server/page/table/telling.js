// What a step says: the server's sentence for this reader, and the clauses.

/**
 * `box` is the box that it is about, or 0: the dealer and the house.
 * @typedef {{ seq: number, type: string, text: string, clauses: string[], mine: boolean, box: number }} Told
 */

/**
 * What to write and announce of a step; null for one that goes without saying.
 * @param {Wire.Step} step
 * @param {string} you
 * @returns {Told | null}
 */
export function told({ seq, event, text, clauses }, you) {
  if (!text) return null
  const why = 'why' in event && event.why
  const mine = 'person' in event && event.person === you
  return {
    seq,
    type: event.type,
    text,
    clauses: clauses.slice(0, why ? 2 : 1),
    mine,
    box: 'box' in event ? event.box : 0,
  }
}

/** @param {string} text */
export function sentence(text) {
  return text ? `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?…]$/.test(text) ? '' : '.'}` : ''
}
