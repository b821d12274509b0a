// Draft Rules Submissions, stored in this browser under their names.

const KEY = 'spanish21.submissions'
const LAST = 'spanish21.submission'
const UNCHECKED = 'spanish21.submission.unchecked'

/** @returns {Record<string, string>} */
function read() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}')
  } catch {
    return {}
  }
}

/** @param {Record<string, string>} drafts */
function write(drafts) {
  try {
    localStorage.setItem(KEY, JSON.stringify(drafts))
    return true
  } catch {
    return false
  }
}

export const draftNames = () => Object.keys(read()).sort()
/** @param {string} name */
export const draft = name => read()[name] ?? ''
/**
 * @param {string} name
 * @param {string} text
 */
export const keepDraft = (name, text) => write({ ...read(), [name]: text })

/** @param {string} name */
export function dropDraft(name) {
  const { [name]: _, ...others } = read()
  return write(others)
}

/** The text that was worked on last, saved or not. */
export function lastText() {
  try {
    return localStorage.getItem(LAST) ?? ''
  } catch {
    return ''
  }
}

/** @param {string} text */
export function keepLast(text) {
  try {
    localStorage.setItem(LAST, text)
  } catch {
    /* a browser that keeps nothing still shows it */
  }
}

/** The fields as they stand while the server has yet to make a text of them; null when it has. */
export function unchecked() {
  try {
    return JSON.parse(localStorage.getItem(UNCHECKED) ?? 'null')
  } catch {
    return null
  }
}

/** @param {Record<string, any> | null} document */
export function keepUnchecked(document) {
  try {
    if (document) localStorage.setItem(UNCHECKED, JSON.stringify(document))
    else localStorage.removeItem(UNCHECKED)
  } catch {
    /* as above */
  }
}
