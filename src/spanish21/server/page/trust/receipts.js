// The house's receipts for seeds: are they signed, and does what the house publishes keep to them?

import { get } from '../wire/http.js'
import { U } from '../audit/texts.js'
import { kept } from './kept.js'
import { BadNote, isSigned, keyFrom, noteFrom } from './note.js'

/** @typedef {{ person: string, promise: string, receipt: string }} Receipt */

const TITLE = 'spanish21 seed'

/** The public key of the house: the one that this browser knows, else the newest. */
async function houseKey() {
  const known = kept()?.seen.key ?? (await get('/tree')).at(-1)?.key
  if (!known) throw new BadNote('key')
  return keyFrom(known)
}

/**
 * Whether the house has signed that this promise of this person is in the log of a table; null where this browser
 * cannot tell.
 * @param {string} table
 * @param {Receipt} given
 */
export async function isReceipt(table, { person, promise, receipt }) {
  try {
    const note = noteFrom(receipt)
    const [title, ...facts] = note.text.split('\n')
    if (title !== TITLE || [table, person, promise].some((fact, at) => fact !== facts[at])) return false
    const key = await houseKey()
    const origin = note.signatures[0].name
    // All logs of the house are signed with the same key.
    return await isSigned(note, { ...key, name: origin })
  } catch (trouble) {
    if (trouble instanceof BadNote) return false
    throw trouble
  }
}

/**
 * What a record has against the receipts that this browser holds: {count, wrong}; those of other times do not count.
 * @param {Wire.PublicRecord} record
 * @param {readonly Receipt[]} held
 */
export async function againstReceipts(record, held) {
  const seqs = new Set(record.events.map(row => row.seq))
  const mine = held.filter(one => seqs.has(placeOf(one.receipt)))
  const wrong = []
  for (const one of mine) {
    if ((await isReceipt(record.table, one)) === false) wrong.push(U.badReceipt(placeOf(one.receipt)))
    else wrong.push(...brokenWord(record, one))
  }
  return { count: mine.length, wrong }
}

/** The number of the event that a receipt names; 0 if it names none. */
const placeOf = (/** @type {string} */ receipt) => Number(receipt.split('\n')[4]) || 0

/**
 * @param {Wire.PublicRecord} record
 * @param {Receipt} given
 * @returns {string[]}
 */
function brokenWord(record, { person, promise, receipt }) {
  const seq = placeOf(receipt)
  const events = record.events.filter(row => row.body && row.seq >= seq).map(row => JSON.parse(row.body ?? ''))
  const [promised, ...later] = events
  if (promised?.type !== 'SeedPromised' || promised.person !== person || promised.promise !== promise)
    return [U.promiseGone(seq)]
  const next = later.find(
    event => event.type === 'SeedsListed' || (event.type === 'SeedPromised' && event.person === person),
  )
  if (next?.type !== 'SeedsListed' || next.absent.includes(person)) return []
  return next.promises[next.people.indexOf(person)] === promise ? [] : [U.leftOut(next.number)]
}
