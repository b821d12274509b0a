// Style sheets of rooms that not everybody enters, each read once.

const read = new Map()

/** Resolves when the sheet is there, so that nothing is shown without it. */
export function style(path) {
  if (!read.has(path)) {
    read.set(path, new Promise((resolve, reject) => {
      const link = document.createElement('link')
      link.rel = 'stylesheet'
      link.href = path
      link.addEventListener('load', resolve)
      link.addEventListener('error', reject)
      document.head.append(link)
    }))
  }
  return read.get(path)
}
