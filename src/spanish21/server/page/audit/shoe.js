// A shoe that is over, followed card by card: commitment, decks, cut, and everything that came out.

import { cardText } from '../table/pieces/card.js'
import { againstReceipts } from '../trust/receipts.js'
import { brokenLinks } from './chain.js'
import { sha256 } from './hashing.js'
import { mixedByPlayers } from './seed_checks.js'
import { U } from './texts.js'

const BRINGS_ORDER = new Set(['ShoeShuffled', 'BatchPlaced', 'BatchShuffled', 'DecksReceived'])
const DRAWS = new Set(['CardBurned', 'CardDealt', 'FaceUpFound', 'TenFound', 'CardDrawnInError', 'CardDiscarded'])

/**
 * The checks of a shoe in its public record: {checks: [{says, wrong}], order, out}. `held` are this browser's receipts.
 * @param {Wire.PublicRecord} record
 * @param {number} number
 * @param {import('../trust/receipts.js').Receipt[]} held
 */
export async function checkedShoe(record, number, held = []) {
  const shoe = record.shoes.find(one => one.number === number)
  if (!shoe?.cards) throw new Error(U.notInRecord(number))
  const salted = await sha256(`${shoe.salt} ${shoe.cards}`)
  const links = await brokenLinks(record.events, record.chain_before)
  const broken = (/** @type {boolean} */ what) =>
    links.findings
      .filter(finding => (finding.what === U.wrongLeaf) === what)
      .map(finding => `${U.event(finding.seq)} ${finding.what}`)
  const mixing = await mixedByPlayers(record, shoe)
  const receipts = await againstReceipts(record, held)
  const came = followed(record, shoe, mixing.order)
  const open = record.events.filter(event => event.salt).length
  const checks = [
    { says: U.checks.commitment, wrong: salted === shoe.commitment ? [] : [salted] },
    {
      says: U.checks.decks(record.rules.decks),
      wrong: wrongDecks(shoe.cards.split(' '), record.rules.decks, came.isPart),
    },
    ...(mixing.people || mixing.wrong.length ? [{ says: U.checks.seeds(mixing.people), wrong: mixing.wrong }] : []),
    ...(receipts.count ? [{ says: U.checks.receipts(receipts.count), wrong: receipts.wrong }] : []),
    ...(mixing.isDiscarded ? [{ says: U.checks.discarded, wrong: [] }] : []),
    { says: U.checks.order(came.out), wrong: came.wrong },
    { says: U.checks.chain(record.events.length), wrong: broken(false) },
    { says: U.checks.leaves(open), wrong: broken(true) },
  ]
  return { checks, order: came.order, out: came.out, shoe }
}

/**
 * The cards as they came out, against the order after the cut.
 * @param {Wire.PublicRecord} record
 * @param {Wire.PublicShoe} shoe
 * @param {string[]} shuffled
 */
function followed(record, shoe, shuffled) {
  const order = [...shuffled]
  const wrong = []
  let out = 0
  let isLoose = false
  let isPart = false
  for (const row of record.events) {
    if (!row.body || row.shoe !== shoe.number) continue
    const event = JSON.parse(row.body)
    if (BRINGS_ORDER.has(event.type) && row.seq >= shoe.first_seq) {
      isPart = Boolean(event.mid_round)
      if (event.cards.map(cardText).join(' ') !== shuffled.join(' ')) wrong.push(U.otherOrder)
    } else if (event.type === 'StackCut') order.push(...order.splice(0, event.at))
    else if (event.type === 'RecutOrdered') out = 0
    else if (event.type === 'TenTakenOut' && out) order.splice(--out, 1)
    else if (DRAWS.has(event.type)) {
      if (isLoose && (event.type === 'CardDealt' || event.type === 'CardDiscarded')) {
        isLoose = false
        continue
      }
      isLoose = event.type === 'CardDrawnInError'
      const card = cardText(event.card)
      if (out >= order.length) wrong.push(U.emptyShoe(card, out + 1))
      else if (card !== order[out]) wrong.push(U.cameOut(card, order[out], out + 1))
      out += 1
    }
  }
  return { order, out, wrong, isPart }
}

/**
 * In mid-round the discards alone are shuffled; a 10 that was overlooked is found when it is dealt.
 * @param {string[]} cards
 * @param {number} decks
 * @param {boolean} isPart
 */
function wrongDecks(cards, decks, isPart) {
  const counts = new Map()
  for (const card of cards.filter(one => one[0] !== 'T')) counts.set(card, (counts.get(card) ?? 0) + 1)
  const isWrong = isPart
    ? [...counts.values()].some(count => count > decks)
    : counts.size !== 48 || [...counts.values()].some(count => count !== decks)
  return isWrong ? [`${cards.length}`] : []
}
