"""What can be measured of a view: that it fits, can be read, and that a finger hits what it aims at."""

from playwright.sync_api import Page

MEASURE = """() => {
  const shown = node => node.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
    !node.closest('.visually-hidden, [hidden], svg[aria-hidden], .announcements')
  const name = node => `${node.tagName.toLowerCase()}.${node.className?.baseVal ?? node.className} ` +
    `${(node.ariaLabel ?? node.textContent ?? '').trim().slice(0, 30)}`
  const found = []
  const wide = document.documentElement.scrollWidth
  if (wide > innerWidth) found.push(`is ${wide} wide`)
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (walk.nextNode()) {
    const node = walk.currentNode.parentElement
    if (!walk.currentNode.data.trim() || !shown(node) || getComputedStyle(node).clipPath !== 'none') continue
    const size = parseFloat(getComputedStyle(node).fontSize)
    if (size && size < 11.95) found.push(`small: ${name(node)} ${size}`)
  }
  for (const node of document.querySelectorAll('button, a[href], select, input, summary, textarea')) {
    if (!shown(node) || node.disabled || getComputedStyle(node).display === 'inline') continue
    const target = node.closest('label') ?? node
    const { width, height } = target.getBoundingClientRect()
    if (width && height && (height < 43.5 || width < 43.5))
      found.push(`narrow: ${name(node)} ${Math.round(width)} x ${Math.round(height)}`)
  }
  return [...new Set(found)]
}"""
SIZES = {390: 844, 844: 390, 820: 1180, 1440: 900, 2560: 1440}


def misfits(page: Page) -> list[str]:
    """What is wrong at any of the sizes."""
    found, before = [], page.viewport_size
    for width, height in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        found += [f"{width}: {one}" for one in page.evaluate(MEASURE)]
    if before is not None:
        page.set_viewport_size(before)
    return found
