// The players' part in a shoe: their seeds against their promises, and what they make of the house's order.

import { sha256 } from './hashing.js'
import { U } from './texts.js'

const text = new TextEncoder()

/**
 * What a record has about the seeds of a shoe: how many, what is wrong, and the order that was dealt before the cut.
 * @param {Wire.PublicRecord} record
 * @param {Wire.PublicShoe} shoe
 */
export async function mixedByPlayers(record, shoe) {
  const house = (shoe.cards ?? '').split(' ')
  /** @type {string[]} */
  const wrong = []
  const events = record.events
    .filter(row => row.body && row.shoe === shoe.number)
    .map(row => JSON.parse(row.body ?? ''))
  const about = events.filter(event => event.purpose === 'shoe' && event.number === shoe.number)
  const listed = about.find(event => event.type === 'SeedsListed')
  if (!listed) return { people: 0, order: house, wrong, isDiscarded: false }
  if (listed.commitment !== shoe.commitment) wrong.push(U.otherCommitment)
  const opened = about.find(event => event.type === 'SeedsOpened')
  if (!opened || opened.missing.length) return { people: 0, order: house, wrong, isDiscarded: Boolean(opened) }
  const lines = [`spanish21 shoe ${record.table} ${shoe.number}\n`]
  for (const [at, person] of opened.people.entries()) {
    const seed = opened.words[at] ? `${opened.seeds[at]} ${opened.words[at]}` : opened.seeds[at]
    const promise = listed.promises[listed.people.indexOf(person)]
    if ((await sha256(seed)) !== promise) wrong.push(U.otherSeed(person))
    lines.push(`${person} ${seed}\n`)
  }
  if (opened.people.length !== listed.people.length) wrong.push(U.seedsLeftOut)
  return { people: opened.people.length, order: await mixed(house, lines.join('')), wrong, isDiscarded: false }
}

/**
 * Fisher and Yates from the back on, by HMAC-SHA-256 in counter mode, with rejection.
 * @param {string[]} house
 * @param {string} lines
 */
export async function mixed(house, lines) {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const secret = await crypto.subtle.digest('SHA-256', text.encode(lines))
  const key = await crypto.subtle.importKey('raw', secret, algorithm, false, ['sign'])
  const order = [...house]
  /** @type {number[]} */
  const numbers = []
  let counter = 0
  for (let last = order.length - 1; last > 0; last--) {
    const mask = 2 ** (32 - Math.clz32(last)) - 1
    let at = last + 1
    while (at > last) {
      if (!numbers.length) {
        const block = new DataView(await crypto.subtle.sign('HMAC', key, text.encode(String(counter++))))
        for (let place = 0; place < 32; place += 2) numbers.push(block.getUint16(place))
      }
      at = /** @type {number} */ (numbers.shift()) & mask
    }
    ;[order[last], order[at]] = [order[at], order[last]]
  }
  return order
}
