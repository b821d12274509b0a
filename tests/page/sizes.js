// What is too small to be read, or to be touched, of what can be seen at a table.
;least => {
  const isShown = node => node.checkVisibility({ visibilityProperty: true }) && !node.closest('.visually-hidden')
  const inView = ({ top, left, bottom, right }) => bottom > 0 && right > 0 && top < innerHeight && left < innerWidth
  const found = []
  const words = document.createTreeWalker(document.querySelector('.table'), NodeFilter.SHOW_TEXT)
  while (words.nextNode()) {
    const text = words.currentNode.textContent.trim()
    const node = words.currentNode.parentElement
    const picture = node.closest('.card, .chip, .stack, .ring, .wheel-picture')
    if (!text || picture || !isShown(node) || node.closest('option')) continue
    const scale = node.closest('.arc') ? node.closest('.arc').getScreenCTM().a : 1
    const size = Number.parseFloat(getComputedStyle(node).fontSize) * scale
    if (size < 11.95 && size > 0) found.push(`"${text}" has ${size.toFixed(1)} px`)
  }
  for (const node of document.querySelectorAll('.table :is(button, a, select, summary, input)')) {
    const { width, height } = node.getBoundingClientRect()
    const isOff = node.disabled || !isShown(node) || !inView(node.getBoundingClientRect())
    const isLabelled = node.closest('label') !== null
    if (!isOff && !isLabelled && Math.min(width, height) < least)
      found.push(`${node.className || node.tagName} "${node.ariaLabel || node.textContent}": ${width} x ${height}`)
  }
  return found
}
