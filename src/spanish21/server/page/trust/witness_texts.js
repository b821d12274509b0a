// The words about the house's witnesses.

import { locale, spoken } from '../parts/language.js'

const n = (/** @type {number} */ number) => number.toLocaleString(locale)

const ENGLISH = {
  title: 'Witnesses',
  reading: 'Reading…',
  none:
    'No witness watches this house’s log (`serve --witness URL --witness-key KEY`). ' +
    'Without one, the rollback of the whole machine cannot be detected.',
  intro: (/** @type {number} */ size) =>
    `The newest checkpoint has ${n(size)} entries. Witnesses from outside cosign it:`,
  cosigned: (/** @type {number} */ size, /** @type {number} */ behind, /** @type {string} */ when) =>
    `cosigned ${n(size)} entries on ${when}${behind > 0 ? `, ${n(behind)} fewer than there are` : ''}.`,
  nothing: 'has cosigned nothing of this log.',
  answers: 'answers.',
}

export const W = await spoken(ENGLISH, async () => (await import('./witness_texts.es.js')).W)
