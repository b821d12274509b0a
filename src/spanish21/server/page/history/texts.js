// Every string of the history and of the replay of a round.

import { spoken } from '../parts/language.js'
import { money } from '../parts/money.js'

const ENGLISH = {
  title: 'Your rounds',
  rounds: 'Rounds',
  result: 'Result',
  sides: 'Side wagers',
  mistakes: 'Mistakes on this page',
  finds: /** @type {Record<string, string>} */ ({
    all: 'All',
    won: 'Won',
    lost: 'Lost',
    blackjack: 'Blackjack',
    split: 'Split',
    double: 'Doubled',
    side: 'Side wager won',
    much: `${money(10_000)} or more`,
  }),
  findsTitle: 'Which rounds are shown',
  heads: ['Round', 'Dealer', 'You', 'What happened', 'Mistake', 'Money'],
  dealer: 'Dealer',
  you: 'You',
  watch: (/** @type {number} */ number) => `Watch round ${number} again`,
  none: 'You have not played a round yet.',
  noneFound: 'No round fits.',
  logIn: 'Sit down at a table first: your rounds are written here.',
  older: 'Older',
  newer: 'Newer',
  pages: 'Pages',
  page: (/** @type {number} */ first, /** @type {number} */ last, /** @type {number} */ of) =>
    `${first} to ${last} of ${of}`,
  graph: 'What your rounds have come to',
  graphRead: (/** @type {number} */ rounds, /** @type {string} */ low, /** @type {string} */ high) =>
    `After ${rounds} rounds; between ${low} and ${high} on the way.`,
  won: 'Won',
  lost: 'Lost',
  pushed: 'Push',
  blackjack: 'Blackjack',
  splitTo: (/** @type {number} */ hands) => `Split to ${hands} hands`,
  doubled: 'Doubled',
  surrendered: 'Surrendered',
  rescued: 'Rescued',
  bust: 'Bust',
  dealerBust: 'dealer bust',
  void: 'Void',
  noMistake: 'none',
  insteadOf: (/** @type {string} */ best, /** @type {string} */ made) =>
    `${best.toLowerCase()} beats ${made.toLowerCase()}`,

  again: (/** @type {number} */ number) => `Round ${number}, again`,
  step: (/** @type {number} */ at, /** @type {number} */ of) => `step ${at} of ${of}`,
  stepLabel: 'Step of the round',
  play: 'Play',
  pause: 'Pause',
  back: 'Previous step',
  next: 'Next step',
  speed: 'Speed',
  speeds: { slow: 'slow', even: 'even', quick: 'quick' },
  quiz: 'Ask me at every decision of mine',
  decide: 'What would you do?',
  best: (/** @type {string} */ name) => `${name} was the best choice.`,
  cost: (/** @type {string} */ made, /** @type {string} */ best, /** @type {number} */ cost) =>
    `${made} cost ${money(cost)}: ${best.toLowerCase()} was better.`,
  youChose: (/** @type {string} */ mine, /** @type {string} */ made) =>
    mine === made
      ? `At the table you chose ${made.toLowerCase()}, too.`
      : `At the table you chose ${made.toLowerCase()}.`,
  worth: 'What each choice was worth',
  link: 'Copy link',
  linked: 'Link copied',
  picture: 'Save a picture',
  notation: 'Notation',
  toTable: 'To the table',
  toHistory: 'All your rounds',
  loading: 'Reading the round…',
  steps: 'Steps',
  ended: (/** @type {string} */ net) => `The round brought you ${net}.`,
  box: (/** @type {number} */ box, /** @type {number} */ hand) =>
    hand ? `Box ${box}, hand ${hand + 1}` : `Box ${box}`,
}

export const H = await spoken(ENGLISH, async () => (await import('./texts.es.js')).H)
