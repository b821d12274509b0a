// Settings: colours, movement, cards, sounds, keys.

import { el } from '../../parts/dom.js'
import { chooseLanguage, chosenLanguage } from '../../parts/language.js'
import { choose, settings } from '../../parts/settings.js'
import { T } from '../../texts.js'
import { mountLimits } from './limits.js'
import { P } from '../texts.js'

/** The settings of this browser, with the player's own limits below, unless those have their own place. */
export function mountChoices({ hasLimits = true } = {}) {
  const node = el(
    'div',
    { class: 'choices' },
    oneOf('theme', T.theme, T.themes),
    languages(),
    oneOf('motion', T.motion, P.speeds),
    yesNo('fourColours', T.fourColours),
    yesNo('contrast', P.contrast),
    yesNo('sound', T.sound),
    yesNo('keys', T.keys),
    yesNo('judge', P.judge),
    yesNo('clock', P.clock),
    el('p', { class: 'quiet' }, P.keysHelp),
  )
  if (!hasLimits) return { node }
  const limits = mountLimits()
  node.append(limits.node)
  return { node, opened: limits.opened }
}

/**
 * @param {'theme' | 'motion'} name
 * @param {string} label
 * @param {Record<string, string>} values
 */
function oneOf(name, label, values) {
  const select = el(
    'select',
    { onchange: (/** @type {any} */ event) => choose({ [name]: event.target.value }) },
    ...Object.entries(values).map(([value, text]) =>
      el('option', { value, selected: settings()[name] === value }, text),
    ),
  )
  return el('label', { class: 'field' }, el('span', {}, label), select)
}

/** The language, which the page is read again in. */
function languages() {
  const chosen = chosenLanguage()
  const select = el(
    'select',
    { onchange: (/** @type {any} */ event) => chooseLanguage(event.target.value) },
    ...Object.entries(T.languages).map(([code, text]) => {
      const value = code === 'auto' ? '' : code
      return el('option', { value, lang: value || null, selected: value === chosen }, text)
    }),
  )
  return el('label', { class: 'field' }, el('span', {}, T.language), select)
}

/**
 * @param {'fourColours' | 'contrast' | 'sound' | 'keys' | 'judge' | 'clock'} name
 * @param {string} label
 */
function yesNo(name, label) {
  const box = el('input', {
    type: 'checkbox',
    checked: settings()[name],
    onchange: (/** @type {any} */ event) => choose({ [name]: event.target.checked }),
  })
  return el('label', { class: 'field is-check' }, box, el('span', {}, label))
}
