// Files made in the browser.

/**
 * Rows as CSV; a text that a spreadsheet could take for a formula is quoted as text.
 * @param {unknown[][]} rows
 */
export function csv(rows) {
  const cell = (/** @type {unknown} */ value) => {
    const text = String(value ?? '')
    const plain = typeof value === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
    return /[",\n\r]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
  }
  return `${rows.map(row => row.map(cell).join(',')).join('\r\n')}\r\n`
}

/**
 * @param {string} name
 * @param {string} text
 */
export function save(name, text, type = 'text/csv') {
  const url = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 10000)
}
