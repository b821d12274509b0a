// The strings of the table in play.

import { locale, spoken } from '../parts/language.js'
import { money, signed } from '../parts/money.js'

const s = (/** @type {number} */ count, /** @type {string} */ word) => `${count} ${word}${count === 1 ? '' : 's'}`

const percent = (/** @type {number} */ part) => `${Math.round(part * 100)}\u00a0%`

const ENGLISH = {
  // the line above
  tables: 'Tables',
  soundOn: 'Turn sounds on',
  soundOff: 'Turn sounds off',
  fullScreen: 'Full screen',
  watching: (/** @type {number} */ count) => `${s(count, 'spectator')}`,
  invite: 'Copy a link that invites someone to this table',
  invited: (/** @type {number} */ box) =>
    box ? `The link to box ${box} is copied. Send it to a friend.` : 'The link to this table is copied.',
  inviteLink: 'Link to this table',
  openPanel: 'Round, coach, history, rules and settings',
  closePanel: 'Close',

  // the felt
  playToo: (/** @type {number} */ box) => `Play box ${box} too`,
  choosing: 'choosing…',
  ready: '✓ ready',
  boxOf: (/** @type {number} */ number) => `box ${number}`,
  yourWager: 'your wager',
  yours: 'you',
  hand: (/** @type {number} */ at) => `Hand ${at}`,
  fromRight: 'Play goes this way',
  bust: (/** @type {number} */ total) => `Bust ${total}`,
  push: 'push',
  blackjack: 'Blackjack',
  youWon: 'You',
  hands: (/** @type {number} */ count) => (count > 1 ? s(count, 'hand') : 'Hand'),
  kinds: /** @type {Record<string, string>} */ ({
    insurance: 'Insurance',
    super_bonus: 'Super bonus',
    envy: 'Envy bonus',
    community: 'Community',
  }),
  resultOf: (/** @type {string} */ name, /** @type {number} */ net) => `${name} ${signed(net)}`,

  // the rail
  inFront: 'In front of you',
  inPlay: (/** @type {number} */ amount) => (amount ? `${money(amount)} in play` : ''),
  upThisRound: (/** @type {number} */ net) =>
    net > 0 ? `up ${money(net)} this round` : net < 0 ? `down ${money(-net)} this round` : 'even this round',
  yourWagers: 'Your wagers',
  pickHint: 'Choose a chip, then a spot. Right-click or hold takes one back.',
  handOf: (/** @type {number} */ at, /** @type {number} */ of) => `hand ${at} of ${of}`,
  against: (/** @type {string} */ total, /** @type {number} */ up) => `${total} against ${up}`,
  undo: 'Undo',
  clear: 'Clear',
  repeat: 'Repeat',
  twice: 'Double',
  exact: 'Exact amount',
  missed: (/** @type {number} */ amount) =>
    `Wagers closed before you placed ${money(amount)}. It is kept here for the next round.`,
  notSent: 'Not connected: nothing was sent.',
  on: (/** @type {string} */ total) => `on ${total}`,
  moreMoney: (/** @type {number} */ amount) => `${money(amount)} more`,
  small: /** @type {Record<string, string>} */ ({
    Draw: 'a card',
    Surrender: 'half back',
    Rescue: 'the double back',
    DeclineInsurance: 'play on',
  }),
  redouble: 'Redouble',
  dontFollow: 'No, stay as I am',
  dontFollowSmall: 'no double',
  timeUp: (/** @type {string} */ what) => `Time is up: ${what.charAt(0).toLowerCase()}${what.slice(1)}`,
  timeUpStand: (/** @type {string} */ total) => `Time is up: you stand on ${total}.`,
  hurry: (/** @type {number} */ seconds) => `${seconds} seconds left.`,
  inBank: 'your time bank',
  clock: 'A clock for my decisions when I play alone',

  // why a decision is grey, in a word or two; the whole reason comes when it is pointed at
  reasons: /** @type {Record<string, string>} */ ({
    not_your_turn: 'not your turn',
    no_split: 'not this hand',
    no_double: 'not this hand',
    no_draw: 'not this hand',
    no_surrender: 'not this hand',
    surrender_not_offered: 'not in this book',
    rescue_not_offered: 'not in this book',
    no_rescue: 'after a double',
    not_now: 'not now',
    insurance_first: 'insurance first',
    not_enough_chips: 'not enough chips',
  }),

  // decisions in advance
  advance: 'In advance',
  advanceStand: (/** @type {number} */ total) => `Stand on ${total} or more`,
  advanceNoInsurance: 'No insurance',
  advanceDone: (/** @type {string} */ what) => `As you asked in advance: ${what}`,

  // the coach, in the rail
  askCoach: 'Ask the coach',
  coachBest: (/** @type {string} */ best, /** @type {string} */ rest) =>
    rest ? `${best} is best. ${rest}.` : `${best} is best.`,
  judgedBest: (/** @type {string} */ made) => `${made}: best.`,
  judgedCost: (
    /** @type {string} */ made,
    /** @type {number} */ cost,
    /** @type {string} */ best,
    /** @type {string} */ why,
  ) => `${made} cost ${money(cost)}: ${best.toLowerCase()} was better${why ? `, because ${why}` : ''}.`,
  judgedSum: (/** @type {number} */ sum) => `Mistakes so far: ${money(sum)}.`,
  because: /** @type {Record<string, (chances: Wire.HandChances) => string>} */ ({
    too_few_tens: () => 'too few tens are left for insurance to pay',
    many_tens: () => 'enough tens are left for insurance to win on average',
    two_are_better: ({ total }) => `two hands are worth more than one ${total}`,
    one_is_better: ({ total }) => `one ${total} is worth more than two hands`,
    loses_over_half: () => 'played on, the hand loses more than half of its wager',
    loses_under_half: () => 'played on, the hand loses less than half of its wager',
    double_loses_more: () => 'played on, the double loses more than the rescue costs',
    double_loses_less: () => 'played on, the double loses less than the rescue costs',
    busts: ({ busts, dealer_busts: dealer }) =>
      `one more card busts it ${percent(busts)} of the time, and the dealer busts ${percent(dealer)}`,
    good_enough: ({ total }) => `one more card makes ${total} worse more often than better`,
    more_money: () => 'the odds are with you, and more money belongs on them',
    costs_least: () => 'with more money on it the hand loses less',
    cannot_bust: () => 'no card can bust the hand',
    needs_a_bust: ({ total, dealer_busts: dealer }) =>
      `${total} wins only if the dealer busts, ${percent(dealer)} of the time`,
    loses_too_often: ({ total }) => `${total} loses too often against this card`,
    no_more_money: () => 'the odds are not good enough for more money',
  }),
  coachCosts: (/** @type {string} */ name, /** @type {number} */ cost) => `${name} costs ${money(cost)}`,

  // the wheel
  wheelPrizes: 'Prizes and their odds',
  wheelEqual: 'Sectors are drawn so that each can be read; the odds are these.',
  oneIn: (/** @type {number} */ weight, /** @type {number} */ all) => `${weight} in ${all.toLocaleString(locale)}`,
  forAll: (/** @type {number} */ amount) => `and ${money(amount)} for all`,
  theMeter: 'the meter',
  jackpot: 'JACKPOT',

  // the panel
  all: 'All',
  mine: 'Mine',
  pastRound: (/** @type {number} */ number, /** @type {number} */ dealer) =>
    `Round ${number} · dealer ${dealer > 21 ? 'bust' : dealer}`,
  visit: 'This visit',
  allVisits: 'All visits',
  statRounds: 'Rounds',
  statNet: 'Net',
  statWagered: 'Wagered',
  statExpected: 'Expected, main wagers',
  statBest: 'Best round',
  statWorst: 'Worst round',
  purseGraph: (/** @type {number} */ rounds, /** @type {number} */ net) =>
    `What you have won or lost over ${s(rounds, 'round')}: now ${signed(net)}`,
  statsNone: 'Play a round: what you win and lose is drawn here.',
  statsHere: 'All visits: your newest 1,000 rounds, as the house has them.',
  keysHelp:
    'Wagers: 1–7 put a chip on the spot, ← → choose the spot, U undo, C clear, R repeat, D double, ' +
    'Enter what the gold button says · Decisions: H hit, S stand, D double, P split, R surrender, X rescue, ' +
    'I insure, N decline · A ask the coach · Esc skip the motion',
  contrast: 'High contrast',
  judge: 'Say what each decision was worth',
  speeds: { auto: 'as the system', calm: 'calm', on: 'steady', quick: 'quick', off: 'off' },
}

export const P = await spoken(ENGLISH, async () => (await import('./texts.es.js')).P)
