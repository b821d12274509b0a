// Every string of the study's parts about counts, grids and designs.

import { spoken } from '../parts/language.js'
import { number, percent, plainName, signedNumber } from '../parts/numbers.js'

const ENGLISH = {
  tags: {
    tags: 'Tags',
    depth: 'Shoe dealt',
    second: 'exact to the second order (slower)',
    highLow: 'High-low',
    balanced: 'Balanced: a deck adds up to 0.',
    unbalanced: (/** @type {number} */ sum) =>
      `Unbalanced: a deck adds up to ${signedNumber(sum, 0)}, ` +
      `so the count starts at ${signedNumber(-sum, 0)} per deck.`,
  },

  removal: {
    intro: 'What every wager gains when one card has left the shoe and the play stays as it is. Exact.',
    of: 'Wager',
    wager: (/** @type {string} */ name) => (name === 'main' ? 'main wager' : plainName(name)),
    plot: (/** @type {string} */ wager) => `One card gone: ${wager}`,
    plotHelp: (/** @type {string} */ value) =>
      `In per cent of the wager, for one card of a single deck. From the whole shoe it wins ${value}.`,
    read: (/** @type {string} */ rank, /** @type {string} */ value) =>
      `${rank === 'A' ? 'An ace' : rank} gone: ${value}`,
    table: 'Card by card',
    tableHelp: 'In per cent of each wager, for one card of a single deck. Over the whole shoe the effects add up to 0.',
    card: 'Card',
    cards: 'In the shoe',
    sum: 'Sum',
  },

  counts: {
    intro: 'A count follows the cards by tags. How well does it follow this table, and when is the player ahead?',
    judge: 'Judge this count',
    betting: 'Betting correlation',
    bettingHelp: 'how well it follows the main wager',
    playing: 'Playing efficiency',
    playingHelp: 'of the most that decisions can gain',
    insurance: 'Insurance correlation',
    insuranceHelp: 'how well it follows insurance',
    ahead: 'Player ahead',
    aheadFrom: (/** @type {number} */ count) => `from ${signedNumber(count, 0)}`,
    aheadHelp: 'true count',
    never: 'never',
    worth: 'What a round is worth',
    worthHelp: 'The player’s expected result at each true count, in per cent of the wager.',
    often: 'How often it comes',
    oftenHelp: 'The share of rounds that begin with each true count.',
    axis: 'true count',
    trueCount: (/** @type {number} */ count) => signedNumber(count, 0),
    read: (/** @type {Wire.CountRow} */ row) =>
      `True count ${signedNumber(row.true_count, 0)}: ${percent(row.expected_value, 3, true)}, ` +
      `in ${percent(row.frequency, 2)} of rounds`,
    best: 'The best tags',
    bestHelp: 'Of all whole tags of a level, those that track the main wager best; and the best card for a side count.',
    head: ['Level', 'Tags', 'Betting', 'Insurance', 'With a side count', ''],
    level: (/** @type {number} */ level, /** @type {boolean} */ isBalanced) =>
      `${level}, ${isBalanced ? 'balanced' : 'unbalanced'}`,
    tagsText: (/** @type {Record<string, number>} */ tags) =>
      Object.entries(tags)
        .filter(([, tag]) => tag)
        .map(([rank, tag]) => `${rank}${signedNumber(tag, 0)}`)
        .join(' '),
    apart: (/** @type {string} */ card, /** @type {string} */ both) => `${card}: ${both}`,
    use: 'Use',
    useOf: (/** @type {number} */ level, /** @type {boolean} */ isBalanced) =>
      `Use the best ${isBalanced ? 'balanced' : 'unbalanced'} count of level ${level}`,
  },

  indices: {
    intro: 'The true counts at which another decision than the best chart’s wins more, by what each adds to a round.',
    find: 'Find the indices',
    gain: 'All together',
    gainHelp: 'of the wager in each round, at one wager',
    count: 'Indices',
    countHelp: 'that are worth anything',
    ten: 'The first ten',
    tenHelp: 'of that gain',
    plot: 'What the first indices add',
    plotHelp: 'In millionths of the wager, over all rounds.',
    insure: 'Insure',
    head: ['Hand', 'Against', 'Chart', 'Instead', 'True count', 'Exactly', 'Millionths'],
    hand: (/** @type {string} */ hand, /** @type {number} */ doubles) =>
      hand + (doubles ? `, doubled ${doubles > 1 ? `${doubles} times` : 'once'}` : ''),
    limit: (/** @type {Wire.IndexRow} */ one) =>
      one.at_least !== null ? `from ${signedNumber(one.at_least, 0)}` : `to ${signedNumber(one.at_most ?? 0, 0)}`,
    read: (/** @type {Wire.IndexRow} */ one) =>
      `${one.hand} against ${one.up}: ${plainName(one.action)}, true count ${signedNumber(one.crossing, 2)}; ` +
      `adds ${number(1e6 * one.gain, 1)} millionths`,
    more: (/** @type {number} */ count) => `Show ${number(count)} more`,
  },

  ramps: {
    intro:
      'The best wager at each true count for a bankroll, a spread and a risk; its win rate, and how often it fails.',
    find: 'Find the ramp',
    bankroll: 'Bankroll',
    spread: 'Spread, 1 to',
    kelly: 'Risk',
    kellys: /** @type {[number, string][]} */ ([
      [1, 'full Kelly'],
      [0.5, 'half Kelly'],
      [0.25, 'a quarter of Kelly'],
    ]),
    enter: 'Enter at',
    always: 'always play',
    win: 'Won in 100 rounds',
    winText: (/** @type {string} */ win, /** @type {string} */ deviation) => `${win} ± ${deviation}`,
    winHelp: (/** @type {string} */ wager) => `± one standard deviation; mean wager ${wager}`,
    ruin: 'Risk of ruin',
    ruinHelp: (/** @type {string} */ bankroll) => `that ${bankroll} is ever lost`,
    score: 'SCORE',
    scoreHelp: 'won in 100 rounds from 10,000 at full Kelly',
    n0: 'N0',
    n0Help: 'rounds until ahead by one standard deviation',
    plot: 'What to wager',
    plotHelp: 'By true count; the lowest wager where the house is ahead.',
    read: (/** @type {Wire.RampStep} */ row, /** @type {string} */ wager) =>
      `True count ${signedNumber(row.true_count, 0)}: ${wager}, expected ${percent(row.expected_value, 2, true)}, ` +
      `in ${percent(row.frequency, 2)} of rounds`,
    head: ['True count', 'Wager', 'Rounds', 'Expected'],
    counts: (/** @type {number | null} */ first, /** @type {number | null} */ last) =>
      first === null
        ? `up to ${signedNumber(last ?? 0, 0)}`
        : last === null
          ? `from ${signedNumber(first, 0)}`
          : first === last
            ? signedNumber(first, 0)
            : `${signedNumber(first, 0)} to ${signedNumber(last, 0)}`,
    watched: 'watch',
    grid: 'Decks and cover cards',
    gridHelp: (/** @type {number} */ count) =>
      `The same bankroll and risk at ${count} depths, for any numbers of decks; each takes some seconds.`,
    decks: 'Decks',
    compare: 'Compare',
    depth: 'share of the shoe dealt',
    scores: 'SCORE by depth',
    decksOf: (/** @type {number} */ decks) => `${decks} decks`,
    place: (/** @type {number} */ decks, /** @type {number} */ depth) => `${decks} decks, ${percent(depth, 0)}`,
    gridHead: ['Shoe', 'SCORE', 'Won in 100', 'N0', 'Risk of ruin'],
    readGrid: (/** @type {Wire.RampRow} */ row) =>
      `${row.decks} decks, ${percent(row.penetration, 0)}: SCORE ${number(row.score, 2)}, ` +
      `risk of ruin ${percent(row.risk_of_ruin, 2)}`,
  },

  grid: {
    intro: 'Every combination of these rules, priced exactly; with a target, the combinations that meet it.',
    add: 'choose …',
    another: 'Another rule',
    from: 'Edge from, %',
    to: 'Edge to, %',
    price: 'Price them',
    remove: 'Remove',
    removeOf: (/** @type {string} */ name) => `Remove ${name}`,
    such: (/** @type {string[]} */ values) => `others, such as ${values[0].includes(':') ? '2:1' : '3, 5..7'}`,
    othersOf: (/** @type {string} */ name) => `Other values of ${name}`,
    odds: '$1 to $2',
    head: ['House edge', 'Player gains', 'Book'],
    inside: 'inside',
    outside: 'outside',
    combinations: 'Combinations',
    combinationsHelp: (/** @type {number} */ priced) => `${number(priced)} different rulesets priced`,
    least: 'Lowest edge',
    most: 'Highest edge',
    edgeHelp: 'of the first wager',
    meets: 'Meet the target',
    meetsHelp: (/** @type {number} */ of) => `of ${number(of)}`,
    leftOut: (/** @type {number} */ count, /** @type {string} */ why) => `${number(count)} left out: ${why}`,
    plot: 'The edge at each value',
    plotHelp: 'The range over all other rules, and the mean.',
    read: (
      /** @type {{ setting: string, least: number, most: number, mean: number }} */ one,
      /** @type {string} */ value,
    ) =>
      `${plainName(one.setting)} ${value}: ` +
      `${percent(one.least, 3)} to ${percent(one.most, 3)}, mean ${percent(one.mean, 3)}`,
    all: 'From the lowest edge on',
    solutions: 'Combinations that meet the target, the nearest first',
    none: 'No combination meets the target.',
    more: (/** @type {number} */ count) => `Show ${number(count)} more`,
  },

  design: {
    intro: 'Which odds, weights or meter give a side wager the edge you want? Every choice in your ranges is tried.',
    none: 'No side wager on offer at this table can be designed.',
    wager: 'Side wager',
    now: (/** @type {string} */ name, /** @type {string} */ edge) => `${name} now has an edge of ${edge}.`,
    vary: 'Values to try: 8, 9 or 5..12; empty leaves it unchanged',
    targets: 'Target, from and to',
    choice: (/** @type {string} */ kind, /** @type {string} */ name) =>
      ({ weight: `weight of ${plainName(name)}`, meter: `meter: ${plainName(name)}` })[kind] ?? plainName(name),
    target: (/** @type {string} */ name, /** @type {boolean} */ isLow) =>
      `${{ house_edge: 'edge, %', hit_frequency: 'hits, %', standard_deviation: 'deviation' }[name]} ` +
      (isLow ? 'from' : 'to'),
    ordered: 'a better line never pays less',
    find: 'Find the designs',
    solutions: 'Solutions',
    solutionsHelp: (/** @type {number} */ count) => `of ${number(count)} candidates`,
    best: 'Nearest to the target',
    bestHelp: 'house edge',
    edgeNow: 'As it is',
    asIs: 'as it is',
    head: ['House edge', 'Long run', 'Hits', 'Deviation', 'Top prize'],
    plot: 'Solutions by edge and deviation',
    plotHelp: 'The green one is the nearest to the target. Deviation is in wagers.',
    axis: 'house edge',
    read: (/** @type {string} */ chosen, /** @type {Wire.WagerSolution} */ one) =>
      `${chosen}: ${percent(one.house_edge, 4)}, hits ${percent(one.hit_frequency, 2)}, ` +
      `deviation ${number(one.standard_deviation, 3)}`,
    more: (/** @type {number} */ count) => `Show ${number(count)} more`,
  },
}

export const N = await spoken(ENGLISH, async () => (await import('./number_texts.es.js')).N)
