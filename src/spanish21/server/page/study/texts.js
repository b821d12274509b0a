// Every string of the study, the explorer, the school and the editor.

import { money } from '../parts/money.js'

const MINUS = '−'
/** 0.00389 -> "0.389 %"; with a sign where `signed`. */
export function percent(value, digits = 3, isSigned = false) {
  const text = `${(Math.abs(value) * 100).toFixed(digits)}\u00a0%`
  if (Number.parseFloat(text) === 0) return text
  return value < 0 ? `${MINUS}${text}` : isSigned ? `+${text}` : text
}

/** 1.2345 -> "+1.234" */
export function signedNumber(value, digits = 3) {
  const text = Math.abs(value).toFixed(digits)
  if (Number(text) === 0) return text
  return `${value < 0 ? MINUS : '+'}${text}`
}

export const number = (value, digits = 0) => value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits })
export const wagers = (value, digits = 1) => `${signedNumber(value, digits)} wagers`
export const basisPoints = value => `${signedNumber(value, 2)} bp`
/** "dealer_hits_soft_17" -> "dealer hits soft 17" */
export const plainName = name => String(name).replaceAll('_', ' ')

/** "may surrender: false" -> "may surrender: no" */
export const changeText = text => plainName(text).replace(/: true$/, ': yes').replace(/: false$/, ': no')

/** A setting's value in words. */
export function settingText(value) {
  if (value === true) return 'yes'
  if (value === false) return 'no'
  if (Array.isArray(value)) return value.length === 2 && value.every(Number.isInteger) ? `${value[0]} to ${value[1]}` : value.map(settingText).join(', ')
  return plainName(value ?? '–')
}

const OPTION_NAMES = { stand: 'Stand', hit: 'Draw', double: 'Double', split: 'Split', surrender: 'Surrender', rescue: 'Rescue' }
const COMMAND_NAMES = { Stand: 'Stand', Draw: 'Draw', Double: 'Double', Split: 'Split', Surrender: 'Surrender', Rescue: 'Rescue', Insure: 'Insure', DeclineInsurance: 'No insurance' }
export const optionName = option => OPTION_NAMES[option] ?? plainName(option)
export const commandName = command => COMMAND_NAMES[command] ?? plainName(command)

export const S = {
  computing: 'Working it out…',
  computingLong: 'Still working: the first answer after an installation can take a minute.',
  tryAgain: 'Try again',
  noOwn: 'There is no submission in this browser yet. Make one in the editor.',
  book: 'Rulebook',
  ownSubmission: 'my submission, from the editor',
  saveSvg: 'SVG',
  saveCsv: 'CSV',
  saveSvgOf: title => `Save “${title}” as an SVG picture`,
  saveCsvOf: title => `Save “${title}” as a CSV table`,
  plotKeys: 'Arrow keys step through the values.',

  study: {
    title: 'Study',
    intro: 'What a table is worth, exactly. Every figure is computed for the first round of a full shoe.',
    tabs: { figures: 'Edge', strategy: 'Strategy', prices: 'Rules', wagers: 'Side wagers', session: 'A session', compare: 'Compare', run: 'Simulate' },
    tabsTitle: 'Parts of the study',
    report: 'Report (HTML)',
    reportMaking: 'Making the report…',
  },

  figures: {
    edge: 'House edge', deviation: 'Standard deviation', wager: 'Average wager', risk: 'Element of risk', split: 'Boxes that are split', won: 'Rounds won',
    edgeHelp: 'of the first wager, by best play', deviationHelp: 'wagers a round', wagerHelp: 'first wagers on a box', riskHelp: 'of everything wagered', splitHelp: 'of all boxes', wonHelp: (tied, lost) => `${percent(tied, 1)} tied, ${percent(lost, 1)} lost`,
    byUp: 'What the dealer’s up card is worth',
    byUpHelp: 'The player’s expected result, in per cent of the wager, once the up card is known.',
    byUpRead: row => `Against ${row.up === 'A' ? 'an ace' : row.up}: ${percent(row.expected_value, 2, true)}, in ${percent(row.probability, 1)} of rounds`,
    law: 'How a round ends',
    lawHelp: 'The chance of each result of a box, in wagers, on a scale of powers of ten.',
    lawRead: row => `${signedNumber(row.result, 2)} wagers: ${row.probability < 0.0001 ? `one round in ${number(1 / row.probability)}` : percent(row.probability, 3)}`,
    bonuses: 'Bonuses',
    bonusHead: ['Bonus', 'One round in', 'Adds'],
    insurance: 'Insurance',
    insuranceText: (value, best) => `An insurance wager loses ${percent(-value, 2)} on average${best ? `; with ${best.cards.join('-')}, its best hand, ${percent(best.expected_value, 2, true)}` : ''}.`,
    result: 'result, in wagers',
    never: 'never',
  },

  strategy: {
    title: 'The best chart',
    intro: (edge, cost) => `Played by this chart, the house keeps ${percent(edge)}; playing every hand by its own cards would save ${number(cost, 2)} basis points more.`,
    map: 'Colours show', maps: { option: 'what to do', cost: 'what a mistake costs' },
    heat: ['0.001 wagers or less', '1 wager'],
    detailEmpty: 'Point at a cell, or move with the arrow keys, to see what each choice is worth.',
    against: (row, up) => `${row} against ${up === 'A' ? 'an ace' : up}`,
    often: often => (often > 0 ? `comes up in ${often < 0.0001 ? `one round of ${number(1 / often)}` : `${percent(often, 2)} of rounds`}` : 'does not come up in best play'),
    values: 'Values are in wagers, if the dealer has no Blackjack.',
    noValues: 'Such a hand cannot come up.',
    saveChart: 'Chart (CSV)', saveValues: 'Values (CSV)', savePicture: 'Picture (SVG)',
    cell: (row, up, text, best, cost) => `${row} against ${up}: ${text}${best ? `, ${best.toLowerCase()}; the next best choice costs ${cost}` : ''}`,
    hard: row => `Hard ${row}`, soft: row => `Soft ${row}`, pairs: row => `Pair ${row}`, doubled: (row, title) => `${title} ${row}`,
  },

  prices: {
    title: 'What each rule is worth',
    intro: 'The player’s gain, in basis points (hundredths of a per cent of the wager), if only this were changed. Bars are on a square-root scale.',
    kinds: { choice: 'Choices that the book permits', rule: 'Rules, inside the book or not', ruling: 'Readings of open questions' },
    find: 'Find a rule', none: 'No rule matches.',
    asks: 'Open questions and the reading taken', taken: 'taken', noEffect: 'no effect on the main wager',
    forPlayer: 'better for the player', forHouse: 'better for the house',
  },

  wagers: {
    title: 'Side wagers',
    intro: 'Exact, at every paytable of the book; filled bars are on offer at this table.',
    head: ['Wager', 'House edge', 'Hit rate', 'Standard deviation', 'Break-even meter'],
    offered: 'on offer', notOffered: 'not on offer', longRun: edge => `${percent(edge, 2)} in the long run, with what feeds the meter`,
    none: 'This book has no side wagers.', reading: name => `read as ${plainName(name)}`, paytable: (name, decks) => `paytable ${name}, ${decks} decks`,
    favours: 'favours the player',
  },

  session: {
    title: 'A session',
    rounds: 'Rounds', roundsOf: count => `${number(count)} rounds`,
    intro: 'Exact for best play of one box, the same wager each round; rounds are taken as independent.',
    ahead: 'Ahead at the end', middle: 'Half of all sessions', tails: 'One in twenty ends below', mean: 'On average',
    middleText: (low, high) => `${signedNumber(low, 1)} to ${signedNumber(high, 1)}`, inWagers: 'wagers',
    law: 'The result of a session', lawHelp: 'Green sessions end ahead.', lawRead: (row, width) => `Around ${wagers(row.result)}: ${percent(row.chance, 2)}`,
    path: 'On the way', pathHelp: 'After so many rounds half of all sessions lie in the dark band, nine in ten in the light one.',
    pathRead: row => `After ${number(row.rounds)} rounds: ${wagers(row['0.05'])} (one in twenty below), middle ${wagers(row['0.5'])}, ${wagers(row['0.95'])} (one in twenty above)`,
    ruin: 'Risk of ruin', ruinHelp: 'The chance that a bankroll is lost before the session is over.', ruinRead: row => `A bankroll of ${number(row.bankroll)} wagers is lost in ${percent(row.chance, 2)} of sessions`,
    bankroll: 'bankroll, in wagers', result: 'result, in wagers', after: 'rounds',
  },

  compare: {
    title: 'Two tables side by side', with: 'Compared with',
    figures: { house_edge: 'House edge', standard_deviation: 'Standard deviation', average_wager: 'Average wager', element_of_risk: 'Element of risk', decks: 'Decks' },
    differences: 'Difference by difference', help: 'What each difference alone would change for a player at the first table, in basis points.',
    all: 'All together', rest: 'Of that, from how they work together', same: 'The two tables are alike in all that the main wager depends on.',
    upHelp: 'The player’s expected result once the up card is known.', byUp: 'By up card',
    upRead: (row, titles) => `Against ${row.up}: ${titles[0]} ${percent(row.here, 2, true)}, ${titles[1]} ${percent(row.there, 2, true)}`,
  },

  run: {
    title: 'The estimate closes in', intro: 'The server plays first rounds of full shoes; the band is where the true edge lies with a chance of 95 %.',
    begin: 'Play', stop: 'Stop', rounds: 'Rounds to play', choices: [100_000, 1_000_000, 10_000_000, 100_000_000],
    roundsText: count => (count >= 1e6 ? `${number(count / 1e6)} million` : number(count)),
    exact: 'Exact', estimate: 'Estimate', error: 'Standard error', played: 'Played', away: 'Away', awayText: z => signedNumber(z, 2), awayHelp: 'standard errors', zoom: 'Zoom in on the end',
    plot: 'House edge by rounds played', plotHelp: wager => `Both with a wager of ${money(wager)}, its fixed payouts included.`,
    read: row => `After ${number(row.rounds)} rounds: ${percent(row.edge, 4)} ± ${percent(1.96 * row.error, 4)}`,
    over: 'The run is over.', axis: 'rounds played',
  },

  explorer: {
    title: 'Explorer', intro: 'Lay any cards and see what every choice is worth, exactly, with the cards that are left.',
    hand: 'Your hand', up: 'Dealer', seen: 'Cards gone', doubled: 'Cards that came by doubling', split: 'From a split (another such card waits beside it)',
    handHelp: 'Two cards or more', upHelp: 'One card', seenHelp: 'Any cards that have left the shoe',
    typed: name => `${name}, typed: for example 7s 7d`, take: card => `Take the ${card} away`, lay: (card, where) => `Lay the ${card}: ${where}`,
    pick: 'Cards', clear: 'Clear', random: 'Deal at random', empty: 'Lay two cards for your hand and one for the dealer.',
    nothing: 'There is nothing to decide with these cards.', blackjack: 'Blackjack: there is nothing to decide.', bust: total => `${total}: the hand is bust.`,
    left: count => `${number(count)} cards are unseen`, total: (total, soft) => (soft ? `soft ${total}` : String(total)),
    value: 'Value', cost: 'Cost', best: 'best', values: wager => `in wagers, and for a wager of ${money(wager)}`, insurance: 'Insurance', decision: 'Your decision',
    insuranceHelp: 'of the insurance wager',
  },

  learn: {
    title: 'Learn', tabs: { how: 'How to play', drill: 'Drill', chart: 'Chart' }, tabsTitle: 'Parts of the school',
    intro: 'The server deals, the analyser knows the answer.',
    lit: (row, up, text) => `On the chart: ${row} against ${up === 'A' ? 'an ace' : up} is ${text}`,
  },

  how: {
    kinds: { '': 'Any hand' },
    steps: 'Step', of: (at, count) => `Step ${at} of ${count}`, next: 'Next', back: 'Back', another: 'Another example', choose: 'Show me',
    decide: 'What would you do?', bestIs: (name, second, cost) => `${name} is best${second ? `; ${second.toLowerCase()} would cost ${money(cost)} on average` : ''}.`,
    dealer: 'Dealer', you: 'You', lesson: 'A round by the book', see: 'Show the answer',
    inscriptions: 'On the felt', rules: 'The game in short',
  },

  drill: {
    kinds: 'Hands to drill', all: 'everything', ask: 'What do you do?', right: 'Right.', wrong: (name, best, cost) => `${name} costs ${money(cost)}: ${best.toLowerCase()} is best.`,
    score: 'Score', streak: 'In a row', cost: 'Mistakes cost', next: 'Next hand', again: 'The hand comes again.', of: (right, asked) => `${right} of ${asked}`,
    over: 'Begin again', key: 'Keys: H draw, S stand, D double, P split, R surrender, X rescue, Enter next hand.',
  },

  editor: {
    title: 'Submission editor', intro: 'Every choice that the book leaves open, with its bounds and its clause. Prices follow as you change a value.',
    sections: { choices: 'The table', side_choices: 'Side wagers', meters: 'Meters', wheels: 'Wheels', rulings: 'Open questions', approvals: 'Approvals', text: 'As a file' },
    operator: 'Operator', offers: 'Side wagers on offer', usual: value => `usually ${value}`, bounds: (least, most) => (most ? `${least} to ${most}` : `at least ${least}`), yours: 'your own choice', reset: 'Back to the usual', changed: 'changed',
    edge: 'House edge', vsSample: 'against the sample', same: 'as the sample', sides: 'Side wagers', warnings: 'Mind', fits: 'It fits its book.', problems: count => `${count} ${count === 1 ? 'thing does' : 'things do'} not fit`,
    missing: list => `For training only: missing ${list.join(', ')}.`,
    save: 'Save', saved: name => `Saved in this browser as “${name}”.`, savedTwice: name => `Saved here and on the server as “${name}”.`, notSaved: 'This browser keeps nothing; download the file instead.', name: 'Name', open: 'Open', drop: 'Delete', drafts: 'Saved',
    download: 'Download (TOML)', table: 'Open a table with it', studyIt: 'Study it', read: 'Read this text', start: 'Start again from the sample',
    textHelp: 'The submission as TOML: change it here and read it in, or paste another.', initial: 'Begins with', resetsTo: 'Begins again with', rate: 'Takes of each wager', atLeast: 'At least',
    symbol: 'Symbol', weight: 'Weight', share: 'Share', prize: 'Prize', addWheel: name => `Add the wheel of ${name}`, dropWheel: 'Remove the wheel', weights: total => `${number(total)} in all`, wheelOf: name => `Wheel ${name}`,
    number: 'Number of the approval', yes: 'yes', no: 'no', deviation: 'Standard deviation', withPaytable: table => `with paytable ${table}`, notUsed: 'not chosen', meterOn: 'Use this meter',
  },
}
