// What people have on a box: on its hands, and on each of its areas.

/**
 * @param {Wire.BoxView | undefined} box
 * @param {Wire.PersonView | undefined} sitter
 */
export function onBox(box, sitter) {
  const hands = box?.hands ?? []
  const stakes = (box?.stakes ?? []).map((stake, at) => ({ person: stake.person, amount: onHands(stake, hands, at) }))
  if (sitter && !stakes.some(one => one.person === sitter.name)) stakes.unshift({ person: sitter.name, amount: 0 })
  return stakes
}

/**
 * A person's stake on the hands of an unsettled box, with doubles and coupon; before the deal, the wager.
 * @param {Wire.StakeView} stake
 * @param {readonly Wire.HandView[]} hands
 * @param {number} at
 */
export function onHands(stake, hands, at) {
  const on = hands.length
    ? hands.reduce((sum, hand) => sum + (hand.wagers[at] ?? 0) + (hand.doubles[at] ?? 0), 0)
    : stake.wager
  return on && on + stake.coupon
}

/**
 * @param {string} kind
 * @param {readonly Wire.StakeView[]} stakes
 * @param {readonly Wire.HandView[]} hands
 */
export function onArea(kind, stakes, hands) {
  const amount = (/** @type {Wire.StakeView} */ stake, /** @type {number} */ at) =>
    kind === 'main' ? onHands(stake, hands, at) : (stake.sides[kind] ?? 0)
  return stakes.map((stake, at) => ({ person: stake.person, amount: amount(stake, at) })).filter(one => one.amount)
}

/**
 * All of a person's chips on the layout.
 * @param {Wire.View} view
 * @param {string} you
 */
export function onLayout(view, you) {
  let sum = 0
  for (const box of view.boxes) {
    box.stakes.forEach((stake, at) => {
      if (stake.person !== you) return
      const hands = box.hands.reduce((all, hand) => all + (hand.wagers[at] ?? 0) + (hand.doubles[at] ?? 0), 0)
      sum +=
        (box.hands.length ? hands : stake.wager) +
        stake.insurance +
        Object.values(stake.sides).reduce((all, one) => all + one, 0)
    })
  }
  return sum
}
