// The words about a player's part in the shuffle.

import { spoken } from '../../parts/language.js'

const people = (/** @type {number} */ count) => (count === 1 ? '1 player' : `${count} players`)

const ENGLISH = {
  title: 'Your part in the shuffle',
  inShoe: (/** @type {number} */ count) =>
    count === 1
      ? 'Your seed is in this shoe.'
      : `Your seed is in this shoe, with ${count === 2 ? 'that of 1 other player' : `those of ${count - 1} others`}.`,
  notInShoe: (/** @type {number} */ count) => `Seeds of ${people(count)} are in this shoe; yours is not.`,
  nobody: 'No player had a seed ready when this shoe was shuffled.',
  opening: 'The house has committed to its order; the seeds are being opened.',
  promised: 'Your next seed is promised, and the house has signed for it.',
  notPromised: 'Your next seed is not in yet.',
  paused: (/** @type {number} */ count) =>
    'A seed of yours was not opened in time. ' +
    `The next one is taken after ${count === 1 ? '1 shuffle' : `${count} shuffles`}.`,
  noCrypto: 'This browser can hash only on an encrypted page (https), so you have no seed here.',
  wrong: /** @type {Record<string, (shoe: number) => string>} */ ({
    receipt: () => 'The house’s receipt for your seed is not signed by the house.',
    left_out: shoe => `The house signed for your seed and then left it out of the list for shoe ${shoe}.`,
    absent: shoe => `The list for shoe ${shoe} says that you were away, but this page was connected.`,
  }),
  words: 'Words of your own in the next seed (anyone can read them, forever)',
  receipts: 'Save seeds and receipts',
}

export const S = await spoken(ENGLISH, async () => (await import('./seed_texts.es.js')).S)
