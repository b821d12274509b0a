// Every string of the study.

import { spoken } from '../parts/language.js'
import { money } from '../parts/money.js'
import { number, percent, plainName, signedNumber, wagers } from '../parts/numbers.js'

const ENGLISH = {
  study: {
    title: 'Study',
    intro: 'What a table is worth, exactly. Every figure is computed for the first round of a full shoe.',
    tabs: {
      figures: 'Edge',
      strategy: 'Strategy',
      prices: 'Rules',
      wagers: 'Side wagers',
      session: 'A session',
      compare: 'Compare',
      run: 'Simulate',
      removal: 'Card effects',
      counts: 'Counts',
      indices: 'Indices',
      ramps: 'Ramps',
      grid: 'Grid of rules',
      design: 'Design',
    },
    tabsTitle: 'Parts of the study',
    report: 'Report (HTML)',
    reportMaking: 'Making the report…',
  },

  figures: {
    edge: 'House edge',
    deviation: 'Standard deviation',
    wager: 'Average wager',
    risk: 'Element of risk',
    split: 'Boxes split',
    won: 'Rounds won',
    edgeHelp: 'of the first wager, with best play',
    deviationHelp: 'wagers per round',
    wagerHelp: 'first wagers on a box',
    riskHelp: 'of everything wagered',
    splitHelp: 'of all boxes',
    wonHelp: (/** @type {number} */ tied, /** @type {number} */ lost) =>
      `${percent(tied, 1)} tied, ${percent(lost, 1)} lost`,
    byUp: 'What the dealer’s up card is worth',
    byUpHelp: 'The player’s expected result, in per cent of the wager, once the up card is known.',
    byUpRead: (/** @type {Wire.UpCard} */ row) =>
      `Against ${row.up === 'A' ? 'an ace' : row.up}: ` +
      `${percent(row.expected_value, 2, true)}, in ${percent(row.probability, 1)} of rounds`,
    law: 'How a round ends',
    lawHelp: 'The chance of each result of a box, in wagers, on a scale of powers of ten.',
    lawRead: (/** @type {Wire.ResultOfRound} */ row) =>
      `${signedNumber(row.result, 2)} wagers: ` +
      (row.probability < 0.0001 ? `one round in ${number(1 / row.probability)}` : percent(row.probability, 3)),
    bonuses: 'Bonuses',
    bonusHead: ['Bonus', 'One round in', 'Adds'],
    insurance: 'Insurance',
    insuranceText: (/** @type {number} */ value, /** @type {Wire.InsuranceHand} */ best) =>
      `An insurance wager loses ${percent(-value, 2)} in expectation` +
      `${best ? `; with ${best.cards.join('-')}, its best hand, ${percent(best.expected_value, 2, true)}` : ''}.`,
    result: 'result, in wagers',
    never: 'never',
  },

  strategy: {
    title: 'The best chart',
    intro: (/** @type {number} */ edge, /** @type {number} */ cost) =>
      `With this chart the house keeps ${percent(edge)}; ` +
      `deciding each hand by its exact cards would save another ${number(cost, 2)} basis points.`,
    map: 'Colours show',
    maps: { option: 'what to do', cost: 'what a mistake costs' },
    heat: ['0.001 wagers or less', '1 wager'],
    detailEmpty: 'Point at a cell, or move with the arrow keys, to see what each choice is worth.',
    against: (/** @type {string} */ row, /** @type {string} */ up) => `${row} against ${up === 'A' ? 'an ace' : up}`,
    often: (/** @type {number} */ often) =>
      often > 0
        ? `comes up in ${often < 0.0001 ? `one round of ${number(1 / often)}` : `${percent(often, 2)} of rounds`}`
        : 'never comes up with best play',
    values: 'Values are in wagers, if the dealer has no Blackjack.',
    noValues: 'This hand cannot come up.',
    saveChart: 'Chart (CSV)',
    saveValues: 'Values (CSV)',
    savePicture: 'Picture (SVG)',
    cell: (
      /** @type {string} */ row,
      /** @type {string} */ up,
      /** @type {string} */ text,
      /** @type {{ best: string, cost: string }} */ { best, cost },
    ) => `${row} against ${up}: ${text}${best ? `, ${best.toLowerCase()}; the next best choice costs ${cost}` : ''}`,
    hard: (/** @type {string} */ row) => `Hard ${row}`,
    soft: (/** @type {string} */ row) => `Soft ${row}`,
    pairs: (/** @type {string} */ row) => `Pair ${row}`,
    doubled: (/** @type {string} */ row, /** @type {string} */ title) => `${title} ${row}`,
  },

  prices: {
    intro:
      'The player’s gain, in basis points (hundredths of a per cent of the wager), if this alone were changed. ' +
      'Bars are on a square-root scale.',
    kinds: {
      choice: 'Choices that the book permits',
      rule: 'Rules, inside the book or not',
      ruling: 'Readings of open questions',
    },
    find: 'Find a rule',
    none: 'No rule matches.',
    asks: 'Open questions and the reading taken',
    taken: 'taken',
    noEffect: 'no effect on the main wager',
  },

  wagers: {
    intro: 'Exact, for every paytable in the book; filled bars are offered at this table.',
    head: ['Wager', 'House edge', 'Hit rate', 'Standard deviation', 'Break-even meter'],
    offered: 'on offer',
    notOffered: 'not on offer',
    longRun: (/** @type {number} */ edge) => `${percent(edge, 2)} in the long run, including what feeds the meter`,
    none: 'This book has no side wagers.',
    reading: (/** @type {string} */ name) => `read as ${plainName(name)}`,
    paytable: (/** @type {string} */ name, /** @type {number} */ decks) => `paytable ${name}, ${decks} decks`,
  },

  session: {
    rounds: 'Rounds',
    roundsOf: (/** @type {number} */ count) => `${number(count)} rounds`,
    intro: 'Exact for best play on one box with the same wager each round; rounds are treated as independent.',
    ahead: 'Ahead at the end',
    middle: 'Half of all sessions',
    tails: 'One in twenty ends below',
    mean: 'Expected result',
    middleText: (/** @type {number} */ low, /** @type {number} */ high) =>
      `${signedNumber(low, 1)} to ${signedNumber(high, 1)}`,
    inWagers: 'wagers',
    law: 'The result of a session',
    lawHelp: 'Green sessions end ahead.',
    lawRead: (/** @type {Wire.Bar} */ row) => `Around ${wagers(row.result)}: ${percent(row.chance, 2)}`,
    path: 'On the way',
    pathHelp: 'After that many rounds, half of all sessions are in the dark band, nine in ten in the light one.',
    pathRead: (/** @type {Record<string, number>} */ row) =>
      [
        `After ${number(row.rounds)} rounds: ${wagers(row['0.05'])} (one in twenty below)`,
        `median ${wagers(row['0.5'])}`,
        `${wagers(row['0.95'])} (one in twenty above)`,
      ].join(', '),
    ruin: 'Risk of ruin',
    ruinHelp: 'The chance that a bankroll is lost before the session is over.',
    ruinRead: (/** @type {Wire.Ruin} */ row) =>
      `A bankroll of ${number(row.bankroll)} wagers is lost in ${percent(row.chance, 2)} of sessions`,
    bankroll: 'bankroll, in wagers',
    result: 'result, in wagers',
    after: 'rounds',
  },

  compare: {
    with: 'Compared with',
    figures: {
      house_edge: 'House edge',
      standard_deviation: 'Standard deviation',
      average_wager: 'Average wager',
      element_of_risk: 'Element of risk',
      decks: 'Decks',
    },
    differences: 'Difference by difference',
    help: 'What each difference alone would change for a player at the first table, in basis points.',
    all: 'All together',
    rest: 'Of which from interactions',
    same: 'The two tables agree in everything that the main wager depends on.',
    upHelp: 'The player’s expected result once the up card is known.',
    byUp: 'By up card',
    upRead: (/** @type {{ up: string, here: number, there: number }} */ row, /** @type {string[]} */ titles) =>
      `Against ${row.up}: ${titles[0]} ${percent(row.here, 2, true)}, ${titles[1]} ${percent(row.there, 2, true)}`,
  },

  run: {
    intro: 'The server plays first rounds of full shoes; the band contains the true edge with 95 % probability.',
    begin: 'Play',
    stop: 'Stop',
    rounds: 'Rounds to play',
    choices: [100_000, 1_000_000, 10_000_000, 100_000_000],
    roundsText: (/** @type {number} */ count) => (count >= 1e6 ? `${number(count / 1e6)} million` : number(count)),
    exact: 'Exact',
    estimate: 'Estimate',
    error: 'Standard error',
    played: 'Played',
    away: 'Distance',
    awayText: (/** @type {number} */ z) => signedNumber(z, 2),
    awayHelp: 'standard errors',
    zoom: 'Zoom in on the end',
    plot: 'House edge by rounds played',
    plotHelp: (/** @type {number} */ wager) => `Both for a wager of ${money(wager)}, fixed payouts included.`,
    read: (/** @type {Wire.Point} */ row) =>
      `After ${number(row.rounds)} rounds: ${percent(row.edge, 4)} ± ${percent(1.96 * row.error, 4)}`,
    over: 'The run is over.',
    axis: 'rounds played',
  },
}

export const S = await spoken(ENGLISH, async () => (await import('./texts.es.js')).S)
