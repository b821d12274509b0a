// Settings: colours, movement, cards, sounds, keys.

import { el } from '../parts/dom.js'
import { choose, settings } from '../parts/settings.js'
import { T } from '../texts.js'
import { mountLimits } from './limits.js'

/** The settings of this browser, with one's own limits below them unless they have a place of their own. */
export function mountChoices({ hasLimits = true } = {}) {
  const node = el('div', { class: 'choices' },
    oneOf('theme', T.theme, T.themes), oneOf('motion', T.motion, T.motions),
    yesNo('fourColours', T.fourColours), yesNo('sound', T.sound), yesNo('keys', T.keys), el('p', { class: 'quiet' }, T.keysHelp))
  if (!hasLimits) return { node }
  const limits = mountLimits()
  node.append(limits.node)
  return { node, opened: limits.opened }
}

function oneOf(name, label, values) {
  const select = el('select', { onchange: event => choose({ [name]: event.target.value }) },
    ...Object.entries(values).map(([value, text]) => el('option', { value, selected: settings()[name] === value }, text)))
  return el('label', { class: 'field' }, el('span', {}, label), select)
}

function yesNo(name, label) {
  const box = el('input', { type: 'checkbox', checked: settings()[name], onchange: event => choose({ [name]: event.target.checked }) })
  return el('label', { class: 'field is-check' }, box, el('span', {}, label))
}
