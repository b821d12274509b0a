// Every string of the explorer.

import { spoken } from '../parts/language.js'
import { money } from '../parts/money.js'
import { number } from '../parts/numbers.js'

const ENGLISH = {
  title: 'Explorer',
  intro: 'Lay out any cards and see what every choice is worth, exactly, with the cards that are left.',
  hand: 'Your hand',
  up: 'Dealer',
  seen: 'Cards gone',
  doubled: 'Cards that came by doubling',
  split: 'From a split (the other card of the pair is waiting)',
  handHelp: 'Two cards or more',
  upHelp: 'One card',
  seenHelp: 'Any cards that have left the shoe',
  typed: (/** @type {string} */ name) => `${name}, typed: for example 7s 7d`,
  take: (/** @type {string} */ card) => `Take the ${card} away`,
  lay: (/** @type {string} */ card, /** @type {string} */ where) => `Lay the ${card}: ${where}`,
  pick: 'Cards',
  clear: 'Clear',
  random: 'Deal at random',
  empty: 'Lay two cards for your hand and one for the dealer.',
  nothing: 'There is nothing to decide with these cards.',
  blackjack: 'Blackjack: there is nothing to decide.',
  bust: (/** @type {number} */ total) => `${total}: the hand is bust.`,
  left: (/** @type {number} */ count) => `${number(count)} ${count === 1 ? 'card is' : 'cards are'} unseen`,
  total: (/** @type {number} */ total, /** @type {boolean} */ soft) => (soft ? `soft ${total}` : String(total)),
  best: 'best',
  values: (/** @type {number} */ wager) => `in wagers, and for a wager of ${money(wager)}`,
  insurance: 'Insurance',
  decision: 'Your decision',
  insuranceHelp: 'of the insurance wager',
}

export const L = await spoken(ENGLISH, async () => (await import('./texts.es.js')).L)
