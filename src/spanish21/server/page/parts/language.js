// The language of the page: as the browser asks, or as chosen by hand. A text is written once for each language, under
// the same key: English in texts.js, Spanish next to it in texts.es.js, which only those who read Spanish load.

const KEY = 'spanish21.language'
/** @typedef {'en' | 'es'} Language */
/** @type {Language[]} */
export const LANGUAGES = ['en', 'es']

/** The chosen language, or '' to follow the browser. */
export function chosenLanguage() {
  try {
    return localStorage.getItem(KEY) ?? ''
  } catch {
    return ''
  }
}

/** The first language of the browser's that the page has, unless one was chosen. */
function found() {
  const known = (/** @type {string} */ code) => LANGUAGES.find(language => code.toLowerCase().startsWith(language))
  return known(chosenLanguage()) ?? navigator.languages.map(known).find(Boolean) ?? 'en'
}

/** @type {Language} */
export const language = found()

/** What numbers and dates are written in. */
export const locale = language === 'es' ? 'es-ES' : 'en-US'

/**
 * Choose a language, or '' for the browser's. The page is read again, since every text was made in one language.
 * @param {string} code
 */
export function chooseLanguage(code) {
  try {
    if (code) localStorage.setItem(KEY, code)
    else localStorage.removeItem(KEY)
  } catch {
    /* not kept, then */
  }
  location.reload()
}

/**
 * The texts of a room: the English ones, or what `load` imports. The type checker sees that no key is missing.
 * @template Texts
 * @param {Texts} english
 * @param {() => Promise<NoInfer<Texts>>} spanish
 * @returns {Promise<Texts>}
 */
export async function spoken(english, spanish) {
  return language === 'es' ? await spanish() : english
}
