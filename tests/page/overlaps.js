// Which hands lie on each other, on a sign, on a meter or on a letter of the inscription; and which letters are covered.
() => {
  const box = node => node.getBoundingClientRect()
  const meet = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1
  const hands = [...document.querySelectorAll('.box .hand')].map(node => [node.ariaLabel, box(node.querySelector('.cards'))])
  const signs = '.signs, .inscriptions p, .meter, .device, .dealer-hand .cards'
  const written = [...document.querySelectorAll(signs)]
    .filter(node => node.offsetParent !== null)
    .map(node => [node.className || node.textContent, box(node)])
  const letters = [...document.querySelectorAll('.arc text')].flatMap(text => {
    const matrix = text.getScreenCTM()
    return Array.from({ length: text.getNumberOfChars() }, (_, at) => {
      const part = text.getExtentOfChar(at)
      const a = new DOMPoint(part.x, part.y).matrixTransform(matrix)
      const b = new DOMPoint(part.x + part.width, part.y + part.height).matrixTransform(matrix)
      return ['inscription', { left: a.x, top: a.y, right: b.x, bottom: b.y }]
    })
  }).filter(([, at]) => at.right > at.left)
  const found = []
  const compare = (one, others) => {
    for (const other of others) if (meet(one[1], other[1])) found.push(`${one[0]} meets ${other[0]}`)
  }
  hands.forEach((hand, at) => compare(hand, [...hands.slice(at + 1), ...written, ...letters]))
  letters.forEach(letter => compare(letter, written))
  return found
}
