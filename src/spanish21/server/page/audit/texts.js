// Every string of the audit and of the check of a shoe.

import { locale, spoken } from '../parts/language.js'

const s = (/** @type {number} */ count, /** @type {string} */ word, plural = `${word}s`) =>
  `${count.toLocaleString(locale)} ${count === 1 ? word : plural}`

const ENGLISH = {
  title: 'Audit',
  intro:
    'Every table has an append-only log. Each event is hashed onto the one before it, ' +
    'so nothing can be changed, removed or inserted later.',
  onlyAuditors: 'The house’s books are for auditors. Log in with an account that has this role.',
  tables: 'Logs',
  table: 'Table',
  book: 'Book',
  state: 'State',
  events: 'Events',
  states: /** @type {Record<string, string>} */ ({ open: 'open', closed: 'closed', stopped: 'stopped' }),
  openLog: (/** @type {string} */ name) => `Read the log of ${name}`,
  whole: 'The whole house',
  wholeIntro:
    'Chains, notes, tables, ledger, meters, shoes, rounds and balances, derived again on the server ' +
    'from the logs alone, as far as shoes have been opened.',
  run: 'Audit everything',
  running: 'Auditing…',
  wholeGood: (/** @type {number} */ tables, /** @type {number} */ events) =>
    `${s(events, 'event')} in ${s(tables, 'log')}: everything agrees.`,
  wholeBad: (/** @type {number} */ count) => `${s(count, 'finding')}:`,
  unread: (/** @type {number} */ count) =>
    `${s(count, 'log')} could be read only up to a shoe that is still sealed; after that, the chain alone was checked.`,
  tabs: /** @type {Record<string, string>} */ ({
    log: 'Log',
    shoes: 'Shoes',
    rounds: 'Rounds',
    ledger: 'Ledger',
    export: 'Export',
  }),

  // the log
  check: 'Check the chain in this browser',
  checking: (/** @type {number} */ at, /** @type {number} */ of) =>
    `${at.toLocaleString(locale)} of ${of.toLocaleString(locale)} events…`,
  chainGood: (/** @type {number} */ events, /** @type {number} */ sealed) =>
    [
      `The chain holds: ${s(events, 'event')}, each hashed onto the one before it, up to the head of the log.`,
      ...(sealed ? [`${s(sealed, 'sealed event')} can be read once the shoe is over.`] : []),
    ].join(' '),
  chainBad: (/** @type {number} */ count) => `The chain does not hold: ${s(count, 'finding')}.`,
  notChained: 'is not chained to the one before it',
  wrongLeaf: 'does not have the hash in the log',
  missing: (/** @type {number} */ seq) => `is missing: the next one is event ${seq}`,
  wrongHead: 'the log does not end at its head',
  event: (/** @type {number} */ seq) => `Event ${seq}`,
  noCrypto:
    'This browser can hash only on pages served over https or from this machine. ' +
    '`spanish21 verify` runs the same checks on the command line.',
  seq: 'No.',
  time: 'Time',
  what: 'What happened',
  hash: 'Chain',
  sealed: (/** @type {number} */ shoe) => `Sealed until shoe ${shoe} is over`,
  askedBy: (/** @type {string} */ command, /** @type {string} */ by, /** @type {string} */ role) =>
    `${command} · ${role} ${by}`,
  reason: (/** @type {string} */ text) => `“${text}”`,
  second: (/** @type {string} */ who) => `with ${who}`,
  automatic: 'the house',
  newest: 'Newest',
  earlier: 'Earlier',
  later: 'Later',
  range: (/** @type {number} */ first, /** @type {number} */ last, /** @type {number} */ of) =>
    `${first.toLocaleString(locale)} to ${last.toLocaleString(locale)} of ${of.toLocaleString(locale)}`,
  cards: (/** @type {number} */ count) => s(count, 'card'),

  // shoes
  shoes: 'Shoes',
  shoesTitle: (/** @type {string} */ name) => `The shoes of ${name}`,
  shoesIntro:
    'Before the cut, the house publishes a commitment: a hash of the order of all the cards. ' +
    'When the shoe is over, it publishes the salt and the cards. ' +
    'This browser hashes them itself and follows every card that came out.',
  shoe: (/** @type {number} */ number) => `Shoe ${number}`,
  shoeOpen: 'over: ready to check',
  shoeClosed: 'still sealed: its commitment is published',
  commitment: 'Commitment',
  verify: 'Check it here',
  verifyShoe: (/** @type {number} */ number) => `Check shoe ${number} here`,
  verifying: 'Checking…',
  noShoes: 'No shoe has been shuffled yet.',
  held: 'Every check passed.',
  broken: 'A check failed.',
  checks: {
    commitment: 'SHA-256 of salt and cards is the commitment that was published before the cut',
    decks: (/** @type {number} */ decks) => `The cards are those of ${s(decks, 'Spanish deck')}`,
    seeds: (/** @type {number} */ count) =>
      `${s(count, 'seed')} of players ${count === 1 ? 'is' : 'are'} as promised, and part of the order`,
    receipts: (/** @type {number} */ count) =>
      `${s(count, 'receipt')} of this browser for a seed: the promise is in the log, and in the list that followed`,
    discarded: 'A player did not open a seed: this order was thrown away, and published',
    order: (/** @type {number} */ count) => `${s(count, 'card')} came out in the order after the cut`,
    chain: (/** @type {number} */ count) => `${s(count, 'event')} of this shoe, chained without a gap`,
    leaves: (/** @type {number} */ count) =>
      `${s(count, 'public event')} ${count === 1 ? 'has' : 'have'} the hash in the log`,
  },
  cameOut: (/** @type {string} */ card, /** @type {string} */ lay, /** @type {number} */ at) =>
    `card ${at}: ${card} came out where ${lay} was due`,
  notInRecord: (/** @type {number} */ number) => `The record does not open shoe ${number}.`,
  emptyShoe: (/** @type {string} */ card, /** @type {number} */ at) => `card ${at}: ${card} came out of an empty shoe`,
  otherOrder: 'its published order differs from the log',
  otherCommitment: 'the seeds were listed with another commitment',
  otherSeed: (/** @type {string} */ person) => `the seed of ${person} is not the one that was promised`,
  badReceipt: (/** @type {number} */ seq) => `the receipt for event ${seq} is not signed by this house`,
  promiseGone: (/** @type {number} */ seq) => `event ${seq} is not the promise for which the house signed`,
  leftOut: (/** @type {number} */ number) =>
    `your seed is not in the list for shoe ${number}, though the house signed for it`,
  seedsLeftOut: 'a listed seed was left out',
  orderTitle: 'The order after the cut, as it came out',
  orderOut: 'came out',
  orderIn: 'stayed in the shoe',
  byHand: 'By hand',
  byHandText: 'All you need is sha256sum; the record explains how.',
  recordLink: 'The public record (JSON)',
  salt: 'Salt',

  // rounds
  rounds: 'Rounds',
  round: (/** @type {number} */ number) => `Round ${number}`,
  roundsIntro:
    'The discard rack keeps the cards in the order in which they were picked up. ' +
    'Every hand can be rebuilt from it and compared with what the log says was dealt.',
  noRounds: 'No round has been played yet.',
  dealt: 'Dealt, according to the log',
  rack: 'Rebuilt from the rack',
  same: 'the same',
  differs: 'differs',
  gone: 'shuffled back into the shoe',
  box: (/** @type {number} */ box, /** @type {number} */ hand, /** @type {number} */ hands) =>
    `Box ${box}${hands > 1 ? `, hand ${hand + 1}` : ''}`,
  dealer: 'Dealer',
  watch: 'Replay this round',
  notOver: 'This round is not over.',
  allSame: 'Every hand in the rack is the hand that was dealt.',
  someDiffer: (/** @type {number} */ count) =>
    `${s(count, 'hand')} in the rack ${count === 1 ? 'is' : 'are'} not what was dealt.`,

  // the ledger
  ledger: 'Ledger',
  ledgerIntro: 'Chips and cash only ever move from one account to another, so all accounts add up to zero.',
  find: 'Find accounts by their beginning, or by a name',
  account: 'Account',
  holds: 'Holds',
  moves: (/** @type {string} */ account) => `Latest moves of ${account}`,
  amount: 'Amount',
  other: 'From or to',
  why: 'Why',
  where: 'Event',
  sum: 'Total',
  noAccounts: 'No account has such a name.',
  csv: 'Save as CSV',
  pick: 'Choose an account to see its moves.',
  exportRounds: 'All rounds that are over (JSON Lines)',
  exportRoundsText: 'One round per line, with its events as everyone at the table saw them.',
  exportRecord: 'The public record of the table (JSON)',
  exportRecordText:
    'What `spanish21 verify` checks: commitments, keys of shoes that are over, events with their hashes.',
  exportLog: 'The log shown here (CSV)',
  exportLogText: 'The rows shown here, with who asked for them and why.',
  save: 'Save',
}

export const U = await spoken(ENGLISH, async () => (await import('./texts.es.js')).U)
