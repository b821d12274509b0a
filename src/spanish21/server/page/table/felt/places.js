// The places of boxes: the player's own in front, the others in order on the arc, from the dealer's left.

/** On the felt of 1100 x 694: how far from the middle the outermost box is, and the innermost. */
const FAR = 458
const NEAR = 206

/**
 * How a felt is laid out in the room it has: `arc`, `tall` (rows, on a phone) or `low` (a phone on its side).
 * @param {Element} place
 */
export function modeOf(place) {
  const { clientWidth: width, clientHeight: height } = place
  if (place.classList.contains('is-sized') && innerHeight < 480 && width > height) return 'low'
  return width <= 660 ? 'tall' : 'arc'
}

/**
 * The box in front of a person: where they sit, else where they have a wager; 0 for a spectator.
 * @param {Page.Picture} picture
 * @param {string} you
 */
export function ownNumber(picture, you) {
  const seat = picture.people.find(person => person.name === you)?.seat
  return seat || (picture.boxes.find(box => box.stakes.some(stake => stake.person === you))?.number ?? 0)
}

/**
 * Put every box in its place; a mark shows the place of the player's own in the order.
 * @param {{ node: HTMLElement }[]} boxes
 * @param {HTMLElement} mark
 * @param {number} own
 * @param {boolean} isTurned
 */
export function arrange(boxes, mark, own, isTurned) {
  const others = boxes.filter((_, at) => at + 1 !== own)
  const places = isTurned || !own ? allAround(boxes.length) : onSides(others.length)
  others.forEach(({ node }, at) => put(node, isTurned ? { ...places[at], across: -places[at].across } : places[at]))
  boxes.forEach(({ node }, at) => node.classList.toggle('is-own', at + 1 === own))
  const [before, after] = [places[own - 2], places[own - 1]]
  const between = before && after && before.across * after.across > 0
  mark.classList.toggle('is-shown', Boolean(own && between))
  if (between) put(mark, { across: (before.across + after.across) / 2, high: (before.high + after.high) / 2, depth: 0 })
}

/** @typedef {{ across: number, high: number, depth: number }} Place */

function put(/** @type {HTMLElement} */ node, /** @type {Place} */ { across, high, depth }) {
  node.style.setProperty('--across', across.toFixed(1))
  node.style.setProperty('--high', high.toFixed(1))
  node.style.setProperty('--depth', depth.toFixed(3))
}

/**
 * Half of them right of the middle, which is for the player's own box.
 * @param {number} count
 * @returns {Place[]}
 */
function onSides(count) {
  const right = Math.ceil(count / 2)
  const side = (/** @type {number} */ many, /** @type {number} */ at) =>
    many < 2 ? 330 : many === 2 ? [410, 240][at] : FAR - ((FAR - NEAR) * at) / (many - 1)
  return Array.from({ length: count }, (_, at) => {
    const across = at < right ? side(right, at) : -side(count - right, count - 1 - at)
    return { across, high: 252 - 94 * (across / FAR) ** 2, depth: 0 }
  })
}

/**
 * All boxes along the arc, for a spectator or the dealer.
 * @param {number} count
 * @returns {Place[]}
 */
function allAround(count) {
  return Array.from({ length: count }, (_, at) => {
    const far = count > 1 ? 1 - (2 * at) / (count - 1) : 0
    return { across: far * FAR, high: 420 - 236 * far * far, depth: 1 - far * far }
  })
}
