// Style sheets of rooms, each loaded once, when needed. Only those of the current view apply, so
// that no
// room changes the look of another.

/** @type {Map<string, { link: HTMLLinkElement, read: Promise<unknown> }>} */
const sheets = new Map()

/**
 * Resolves when the sheet is there, so that nothing is shown without it. It applies until the view changes.
 * @param {string} path
 * @returns {Promise<unknown>}
 */
export function style(path) {
  const sheet = sheets.get(path) ?? begun(path)
  if (sheet.link.media !== 'all') sheet.link.media = 'all'
  return sheet.read
}

/**
 * The sheets of a view, and no others.
 * @param {string[]} paths
 */
export function only(paths) {
  for (const [path, { link }] of sheets) link.media = paths.includes(path) ? 'all' : 'not all'
  return Promise.all(paths.map(style))
}

/** @param {string} path */
function begun(path) {
  const link = document.createElement('link')
  const read = new Promise((resolve, reject) => {
    link.rel = 'stylesheet'
    link.href = path
    link.addEventListener('load', resolve)
    link.addEventListener('error', reject)
    document.head.append(link)
  })
  const sheet = { link, read }
  sheets.set(path, sheet)
  return sheet
}
