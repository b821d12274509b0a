// Every string about the house's signed log: the banner, the proofs of rounds, and the room in which they are checked.

import { locale, spoken } from '../parts/language.js'

const n = (/** @type {number} */ number) => number.toLocaleString(locale)
const entries = (/** @type {number} */ count) => (count === 1 ? '1 entry' : `${n(count)} entries`)

const ENGLISH = {
  title: 'The house’s word',
  intro:
    'Everything that happens here goes into one append-only log, which the house signs about once a second. ' +
    'This browser remembers the last checkpoint that it saw, so the house cannot rewrite the past unnoticed.',
  lookAtIt: 'See what this means',
  known: 'What this browser remembers',
  checking: 'Checking…',
  again: 'Check again',
  origin: 'Log',
  size: 'Entries',
  key: 'Public key: compare it with the one that the house has published',
  since: 'Known since',
  checked: 'Last checked',
  kinds: /** @type {Record<string, string>} */ ({
    none: 'This house has no signed log.',
    first: 'This browser sees the log for the first time. From now on, it has to go on from here.',
    same: 'The log is what this browser saw last.',
    extends: 'The log extends the one that this browser saw last.',
    restored: 'This house was restored from a backup and has begun a new log.',
    unproved: 'The house did not prove that its log extends the last checkpoint that this browser saw.',
    histories: 'This house shows a different past from the one that this browser saw.',
    smaller: 'This house’s log is shorter than the one that this browser saw.',
    key: 'This house signs with a different key from the one that this browser knows.',
    signature: 'The newest checkpoint is not signed by the house.',
    gone: 'The log that this browser knew is no longer here.',
    forgot: 'This house has begun a new log, which leaves out entries that this browser saw.',
    statement: 'This house has begun a new log, whose first entry is not what the house says.',
  }),
  alarmOf: (/** @type {string} */ when, /** @type {string} */ what) => `Seen on ${when}: ${what}`,
  restored: (/** @type {string} */ why, /** @type {number} */ lost) =>
    `The first entry of the new log names the old one. The reason it gives: ${why}. ` +
    (lost
      ? `${entries(lost)} of the old log are lost; the house lists them on record.`
      : 'Nothing of the old log is lost.') +
    ' Ask the house about it, and accept the new log if the answer satisfies you.',
  /** What the server says, by its own words. */
  reasons: /** @type {Record<string, string>} */ ({
    'a backup was restored': 'a backup was restored',
    'the file with the last checkpoint is missing': 'the file with the last checkpoint is missing',
    'the signing key is another one': 'the signing key is a different one',
    'the database is older than the last checkpoint that is known':
      'the database is older than the last known checkpoint',
    'the database has another past than the last checkpoint that is known':
      'the database has a different past from the last known checkpoint',
  }),
  acceptRestored: 'Accept the new log',
  goOn: 'Keep the evidence here and go on',
  saveEvidence: 'Save the evidence',
  seenThen: 'The checkpoint that this browser had seen:',
  shownNow: 'The one that the house showed then:',
  past: 'Logs that you took leave of',
  cannotHash:
    'This browser can hash only on pages served over https or from this machine, so nothing is checked here. ' +
    '`spanish21 verify` does it on the command line.',
  cannotSign:
    'This browser cannot check Ed25519 signatures. `spanish21 verify PROOF --log-key KEY` does it on the command line.',

  // the proof of a round
  proofTitle: 'The proof of this round',
  saveProof: 'Save the proof',
  whatNow: 'What to do with it',
  notYet: 'There is no proof of this round yet. It takes about a second after the end of the round.',
  held: 'Proved: this round is in the house’s signed log.',
  heldUnsigned: 'The round is in the log; the signature could not be checked here.',
  broken: 'This does not prove the round.',
  checks: {
    rows: (/** @type {number} */ count) =>
      count === 1
        ? 'The row is chained to its entry in the log'
        : `${n(count)} rows are chained to one entry in the log`,
    shown: 'This page shows the signed events, as far as they are unsealed',
    included: (/** @type {number} */ at, /** @type {number} */ of) =>
      `The entry is number ${n(at)} of ${n(of)} in the log`,
    signedByKnown: 'The log is signed with the key that this browser knows',
    signedByNamed: 'The log is signed with the key that the proof itself names',
    still: 'The log that the house shows now still has it',
  },
  event: (/** @type {number} */ seq, /** @type {string} */ what) => `Event ${seq} ${what}`,
  differs: (/** @type {number} */ seq) => `event ${seq} is different here`,
  notToLeaf: 'the rows do not lead to the entry',
  notIncluded: 'the hashes do not lead from the entry to the root',
  otherKey: 'this key is not the one that this browser knows',
  notSigned: 'the signature is missing or wrong',
  noTree: (/** @type {string} */ origin) => `the house no longer has a log called ${origin}`,
  still: /** @type {Record<string, string>} */ ({
    smaller: 'the log is shorter now: it was cut off, or the house was restored',
    histories: 'the house now shows another past',
    unproved: 'the house does not prove it',
  }),

  // a proof that was saved
  saved: 'Check a saved proof',
  savedIntro: 'A file from “Save the proof”, yours or someone else’s. It is read in this browser and sent nowhere.',
  file: 'The proof of a round',
  noProof: 'This file is not the proof of a round.',
  proofOf: (/** @type {number} */ round, /** @type {string} */ table) => `Round ${n(round)} of table ${table}.`,
  watch: 'Watch the round as the house shows it now',
  dispute: 'How to dispute a round',
  steps: [
    'Open the round in your history, and save its proof. It exists about a second after the round ends.',
    'Note the public key that this browser remembers, and compare it with the one that the house has published.',
    'If you disagree about the round later, check the saved proof on this page: ' +
      'it says whether the house signed it, and whether the log that the house shows now still has it.',
    'Check it without this page, too, since the house serves it: `spanish21 verify PROOF --log-key KEY`.',
    'Give the file and the house’s public key to the person who decides. ' +
      'An auditor compares the database with it: `spanish21 audit --against CHECKPOINT`.',
  ],
}

export const V = await spoken(ENGLISH, async () => (await import('./texts.es.js')).V)
