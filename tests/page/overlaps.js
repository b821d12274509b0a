// Which things on the felt lie on each other: hands, spots, names and results of different boxes, the dealer's cards and
// devices, and every letter of the inscription.
;() => {
  const box = node => node.getBoundingClientRect()
  const meet = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1
  const shown = (from, what) =>
    [...from.querySelectorAll(what)].filter(
      node => node.checkVisibility({ visibilityProperty: true }) && (node.textContent || node.matches('.cards, .area')),
    )
  const felt = document.querySelector('.felt')
  const found = []
  const groups = [] // [name, rectangles]: things of one group may lie on each other
  for (const place of felt.querySelectorAll('.box')) {
    for (const hand of shown(place, '.hand'))
      groups.push([hand.ariaLabel, shown(hand, '.cards, .total, .result, .hand-bet').map(box)])
    const spots = shown(place, '.area, .person-name, .person-amount, .own-amount, .area-label, .sit, .area-free')
    groups.push([place.ariaLabel, spots.map(box)])
    const names = shown(place, '.person-name, .person-amount, .own-amount').map(box)
    const chips = shown(place, '.area, .area .stack').map(box)
    if (names.some(name => chips.some(chip => meet(name, chip))))
      found.push(`${place.ariaLabel}: a name or amount meets chips`)
    groups.push([`${place.ariaLabel}, results`, shown(place, '.box-results .result').map(box)])
  }
  for (const what of ['.signs', '.inscriptions', '.meters', '.shoe', '.rack', '.reader', '.float', '.verdict'])
    for (const node of shown(felt, what)) groups.push([what, [box(node)]])
  groups.push(['dealer', shown(felt, '.dealer-hand .cards, .dealer-hand .total').map(box)])
  if (!felt.matches('.has-verdict')) groups.push(['inscription', letters()])
  groups.forEach(([name, parts], at) => {
    for (const [other, others] of groups.slice(at + 1)) {
      const pair = parts.flatMap(a => others.filter(b => meet(a, b)).map(b => [a, b]))[0]
      if (pair)
        found.push(
          `${name} meets ${other} at ${pair.map(one => [one.x, one.y, one.width, one.height].map(Math.round))}`,
        )
    }
  })
  return found

  function letters() {
    return shown(felt, '.arc text').flatMap(text => {
      const matrix = text.getScreenCTM()
      return Array.from({ length: text.getNumberOfChars() }, (_, at) => {
        const part = text.getExtentOfChar(at)
        const a = new DOMPoint(part.x, part.y).matrixTransform(matrix)
        const b = new DOMPoint(part.x + part.width, part.y + part.height).matrixTransform(matrix)
        return { left: a.x, top: a.y, right: b.x, bottom: b.y, x: a.x, y: a.y, width: b.x - a.x, height: b.y - a.y }
      }).filter(at => at.right > at.left)
    })
  }
}
