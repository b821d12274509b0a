// Every string of Learn: examples, drills and the chart.

import { spoken } from '../parts/language.js'
import { money } from '../parts/money.js'

const ENGLISH_LEARN = {
  title: 'Learn',
  tabs: { first: 'The first hand', how: 'How to play', drill: 'Drill', count: 'Counting', chart: 'Chart' },
  tabsTitle: 'Parts of the school',
  intro: 'The server deals, the analyser knows the answer.',
  lit: (/** @type {string} */ row, /** @type {string} */ up, /** @type {string} */ text) =>
    `On the chart: ${row} against ${up === 'A' ? 'an ace' : up} is ${text}`,
}

const ENGLISH_FIRST = {
  of: (/** @type {number} */ at, /** @type {number} */ count) => `${at} of ${count}`,
  skip: 'Skip this and go to the tables',
  next: 'Next',
  right: 'Right.',
  wrong: 'Not here.',
  overTitle: 'Those are the differences.',
  overText: (/** @type {string} */ book) => `The rest is blackjack. At a table of ${book}:`,
  toTables: 'Sit down at a table',
  toDrill: 'Practise decisions',
  lessons: /** @type {Record<string, Page.Question>} */ ({
    tens: {
      title: 'A deck without tens',
      asks:
        'The 10s are taken out of every deck before play; jack, queen and king stay and count 10. ' +
        'How many 10s are left in the shoe?',
      choices: ['As many as sevens', 'None'],
      right: 1,
      after:
        'There is no 10 in the shoe. Fewer ten-value cards favour the house, so the rules give something ' +
        'back: see what follows.',
    },
    always: {
      title: 'Your 21 always wins',
      asks: 'Alex hits 16 and gets the 5: 21. The dealer may still draw to 21. What happens?',
      choices: ['A tie is possible', 'Alex is paid now'],
      right: 1,
      after: 'A player’s 21 wins immediately, even against a dealer’s 21.',
    },
    blackjack: {
      title: 'Blackjack against Blackjack',
      asks: 'Alex has a Blackjack. The dealer has one, too. What does Alex get?',
      choices: ['The wager back', '3 to 2'],
      right: 1,
      after: 'A Blackjack of the player is paid even if the dealer has one.',
    },
    bonus: {
      title: 'Some 21s pay more',
      asks: 'Alex hits two 7s and gets a third: 7-7-7. What does this 21 pay?',
      choices: ['1 to 1, like any 21', 'More than 1 to 1'],
      right: 1,
      after:
        '7-7-7 and 6-7-8 pay 3 to 2, 2 to 1 in one suit and more in the top suit; so do 21s of five cards ' +
        'and more.',
    },
    surrender: {
      title: 'Give up half',
      asks:
        'Alex has 16 against a king and expects to lose most of the time. What else is possible before the ' +
        'hand is played?',
      choices: ['Surrender for half the wager', 'Nothing: hit or stand'],
      right: 0,
      after: 'A surrender costs half the wager and saves the other half. It is rarely best: most 16s should be hit.',
    },
    rescue: {
      title: 'Rescue a double',
      asks: 'Alex doubled 11 and got a 2: 13 against a king. The double is on the table. What now?',
      choices: ['The hand stands as it is', 'Take the double back'],
      right: 1,
      after: 'A rescue takes the amount of the double back and gives up the first wager.',
    },
    redouble: {
      title: 'Double again',
      asks: 'Alex doubled 11, got a 2 and has 13 against a 6. May the hand be doubled once more?',
      choices: ['Yes', 'No'],
      right: 0,
      after: 'This book lets a hand be redoubled: each double adds as much as is already on it.',
    },
  }),
  differences: (/** @type {Record<string, number | boolean>} */ settings) => [
    `${settings.decks} decks of 48 cards`,
    settings.dealer_hits_soft_17 ? 'The dealer hits soft 17' : 'The dealer stands on all 17s',
    settings.hole_card ? 'The dealer takes a hole card' : 'The dealer takes the second card last',
    Number(settings.most_doubles) > 1
      ? `A hand may be doubled ${settings.most_doubles} times`
      : 'A hand may be doubled once',
    settings.may_surrender ? 'You may surrender the first two cards' : 'There is no surrender',
    settings.may_rescue ? 'You may rescue a double' : 'There is no rescue',
  ],
}

const ENGLISH_HOW = {
  kinds: { '': 'Any hand' },
  of: (/** @type {number} */ at, /** @type {number} */ count) => `Step ${at} of ${count}`,
  next: 'Next',
  back: 'Back',
  another: 'Another example',
  choose: 'Show me',
  decide: 'What would you do?',
  notBest: (/** @type {string} */ name, /** @type {number} */ cost) => `${name} would cost ${money(cost)}.`,
  right: 'Right.',
  bestIs: (/** @type {string} */ name, /** @type {string} */ second, /** @type {number} */ cost) =>
    `${name} is best${second ? `; ${second.toLowerCase()} would cost ${money(cost)} in expectation` : ''}.`,
  dealer: 'Dealer',
  you: 'You',
  lesson: 'A round by the book',
  see: 'Show the answer',
  inscriptions: 'On the felt',
}

const ENGLISH_COUNT = {
  title: 'Count a deck',
  intro: 'Count a Spanish deck card by card, as fast as you can.',
  cards: 'Cards',
  howMany: 'Cards together',
  each: (/** @type {number} */ count) => (count === 1 ? 'one' : String(count)),
  begin: 'Start',
  beginTrue: 'True count',
  next: 'Next cards',
  answer: 'The count',
  send: 'Answer',
  go: (/** @type {number} */ start) => `The count starts at ${start}.`,
  ask: 'One card is left. What is the running count?',
  askTrue: (/** @type {number} */ running, /** @type {string} */ decks) =>
    `The running count is ${running}, and ${decks} decks are left. What is the true count, without its fraction?`,
  whole: 'A whole number, such as -3.',
  right: 'Right.',
  wrong: (/** @type {number} */ count) => `No: it is ${count}.`,
  took: (/** @type {number} */ seconds) => `That took ${seconds} seconds.`,
  tags: (/** @type {number} */ start) =>
    `Hi-Lo: 2 to 6 add one, aces and ten-value cards take one away. Without its tens a deck adds up to ${-start}, ` +
    `so the count starts at ${start} for each deck.`,
}

const ENGLISH_DRILL = {
  kinds: 'Hands to drill',
  ask: 'What do you do?',
  right: 'Right.',
  wrong: (/** @type {string} */ name, /** @type {string} */ best, /** @type {number} */ cost) =>
    `${name} costs ${money(cost)}: ${best.toLowerCase()} is best.`,
  score: 'Score',
  streak: 'In a row',
  cost: 'Mistakes cost',
  next: 'Next hand',
  again: 'The hand comes again.',
  of: (/** @type {number} */ right, /** @type {number} */ asked) => `${right} of ${asked}`,
  key: 'Keys: H draw, S stand, D double, P split, R surrender, X rescue, Enter next hand.',
}

export const LEARN = await spoken(ENGLISH_LEARN, async () => (await import('./texts.es.js')).LEARN)
export const FIRST = await spoken(ENGLISH_FIRST, async () => (await import('./texts.es.js')).FIRST)
export const COUNT = await spoken(ENGLISH_COUNT, async () => (await import('./texts.es.js')).COUNT)
export const HOW = await spoken(ENGLISH_HOW, async () => (await import('./texts.es.js')).HOW)
export const DRILL = await spoken(ENGLISH_DRILL, async () => (await import('./texts.es.js')).DRILL)
