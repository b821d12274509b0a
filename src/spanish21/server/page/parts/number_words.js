// The words that go with numbers, and what decisions are called.

import { spoken } from './language.js'

const ENGLISH = {
  yes: 'yes',
  no: 'no',
  wagers: (/** @type {string} */ count) => `${count} wagers`,
  basisPoints: (/** @type {string} */ count) => `${count} bp`,
  range: (/** @type {number} */ least, /** @type {number} */ most) => `${least} to ${most}`,
  options: /** @type {Record<string, string>} */ ({
    stand: 'Stand',
    hit: 'Hit',
    double: 'Double',
    split: 'Split',
    surrender: 'Surrender',
    rescue: 'Rescue',
  }),
  commands: /** @type {Record<string, string>} */ ({
    Stand: 'Stand',
    Draw: 'Hit',
    Double: 'Double',
    Split: 'Split',
    Surrender: 'Surrender',
    Rescue: 'Rescue',
    Insure: 'Insure',
    DeclineInsurance: 'No insurance',
  }),
}

export const WORDS = await spoken(ENGLISH, async () => (await import('./number_words.es.js')).WORDS)
