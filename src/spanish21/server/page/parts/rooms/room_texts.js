// Strings that the rooms of the analyser share.

import { spoken } from '../language.js'
import { number } from '../numbers.js'

const ENGLISH = {
  computing: 'Working it out…',
  computingLong: 'Still working: the first answer after an installation can take a minute.',
  progress: (/** @type {number} */ done, /** @type {number} */ of) => `${number(done)} of ${number(of)} worked out…`,
  tryAgain: 'Try again',
  noOwn: 'There is no submission in this browser yet. Make one in the editor.',
  book: 'Rulebook',
  ownSubmission: 'my submission, from the editor',
  saveSvg: 'SVG',
  saveCsv: 'CSV',
  saveSvgOf: (/** @type {string} */ title) => `Save “${title}” as an SVG picture`,
  saveCsvOf: (/** @type {string} */ title) => `Save “${title}” as a CSV table`,
  plotKeys: 'Arrow keys step through the values.',
  best: 'best',
}

export const ROOM = await spoken(ENGLISH, async () => (await import('./room_texts.es.js')).ROOM)
