// The proof of a round, checked here: its rows chained to a leaf, the leaf in a tree, the tree signed by the house.

import { brokenLinks } from '../audit/chain.js'
import { cardText } from '../table/pieces/card.js'
import { extension, goesOn } from './judge_tree.js'
import { kept } from './kept.js'
import { BadNote, checkpointIn, hashFrom, isSigned, keyFrom, noteFrom } from './note.js'
import { successors } from './succession.js'
import { V } from './texts.js'
import { isIncluded, leafHash } from './tree.js'

/** @import { Ask, Tree } from './judge_tree.js' */
/** @typedef {Wire.RoundProof & { handovers?: string[] }} Proof */
/** @typedef {{ says: string, wrong: string[], isOpen?: boolean }} Check `isOpen`: this browser cannot tell */

const HEADER = 'c2sp.org/tlog-proof@v1'

/**
 * A tlog-proof (C2SP): the place of an entry, the hashes up to the root, and the checkpoint with its signatures.
 * @param {string} text
 */
function proofFrom(text) {
  const at = text.indexOf('\n\n')
  const [header, ...lines] = text.slice(0, Math.max(at, 0)).split('\n')
  if (lines[0]?.startsWith('extra ')) lines.shift()
  const [, index = ''] = /^index (0|[1-9][0-9]{0,15})$/.exec(lines.shift() ?? '') ?? []
  if (header !== HEADER || !index) throw new BadNote('proof')
  return { index: Number(index), path: lines.map(hashFrom), note: noteFrom(text.slice(at + 2)) }
}

/**
 * Everything that a proof says, in the order of its steps. `shown` are the steps that the page shows of the round.
 * @param {Proof} given
 * @param {readonly Tree[]} trees
 * @param {readonly Pick<Wire.Step, 'seq' | 'event'>[]} [shown]
 * @returns {Promise<Check[]>}
 */
export async function checkedProof(given, trees, shown) {
  const { index, path, note } = proofFrom(given.proof)
  const found = checkpointIn(note)
  const links = await brokenLinks(given.events, given.chain_before, given.first_seq)
  const isWhole =
    links.next - 1 === given.leaf_seq && given.last_seq <= given.leaf_seq && given.first_seq <= given.last_seq
  const entry = `spanish21 ${given.incarnation} ${given.table} ${given.leaf_seq} ${links.chain}\n`
  const isIn = await isIncluded(await leafHash(entry), index, found.size, found.root, path)
  const differ = shown ? differing(given, shown) : []
  return [
    {
      says: V.checks.rows(given.events.length),
      wrong: [...links.findings.map(one => V.event(one.seq, one.what)), ...(isWhole ? [] : [V.notToLeaf])],
    },
    ...(shown ? [{ says: V.checks.shown, wrong: differ.map(V.differs) }] : []),
    { says: V.checks.included(index + 1, found.size), wrong: isIn ? [] : [V.notIncluded] },
    await signature(given, note, found.origin, trees),
  ]
}

/**
 * Whether the checkpoint is signed by the key that this browser knows, or by one before or after it in the house's line
 * of keys; else by the one that the proof names.
 * @param {Proof} given
 * @param {import('./note.js').Note} note
 * @param {string} origin
 * @param {readonly Tree[]} trees
 * @returns {Promise<Check>}
 */
async function signature(given, note, origin, trees) {
  const known = kept()
  const says = known ? V.checks.signedByKnown : V.checks.signedByNamed
  const own = keyFrom(known?.seen.key ?? given.key)
  const named = keyFrom(given.key)
  const announced = trees.flatMap(tree => tree.handovers ?? [])
  const later = await successors(own, [...(given.handovers ?? []), ...announced])
  const earlier = await successors(named, announced)
  const keys = earlier.some(key => key.public === own.public) ? [...earlier, ...later] : later
  if (keys.every(key => key.public !== named.public)) return { says, wrong: [V.otherKey] }
  const signed = await Promise.all(keys.map(key => isSigned(note, { ...key, name: origin })))
  if (signed.includes(true)) return { says, wrong: [] }
  return signed.includes(null) ? { says: V.cannotSign, wrong: [], isOpen: true } : { says, wrong: [V.notSigned] }
}

/**
 * Whether the log that the house shows now still has what the proof shows.
 * @param {Wire.RoundProof} given
 * @param {readonly Tree[]} trees
 * @param {Ask} ask
 * @returns {Promise<Check>}
 */
export async function stillThere(given, trees, ask) {
  const then = checkpointIn(proofFrom(given.proof).note)
  const tree = trees.find(one => one.origin === then.origin)
  if (!tree) return { says: V.checks.still, wrong: [V.noTree(then.origin)] }
  const now = checkpointIn(noteFrom(tree.checkpoint))
  const kind = await extension(then, now, tree.incarnation, ask)
  return { says: V.checks.still, wrong: goesOn(kind) ? [] : [V.still[kind] ?? V.still.histories] }
}

/**
 * Events that differ between the page and the proof. A sealed event has no body yet.
 * @param {Wire.RoundProof} given
 * @param {readonly Pick<Wire.Step, 'seq' | 'event'>[]} shown
 */
function differing(given, shown) {
  const signed = new Map(given.events.map(row => [row.seq, row.body ? JSON.parse(row.body) : null]))
  return shown
    .filter(({ seq, event }) => !signed.has(seq) || (signed.get(seq) && event && !isSame(event, signed.get(seq))))
    .map(({ seq }) => seq)
}

/**
 * Whether a part of an event as it is shown is that of the event as it was signed: cards are texts here, numbers there.
 * @param {any} shown
 * @param {any} signed
 * @returns {boolean}
 */
function isSame(shown, signed) {
  if (typeof shown === 'string' && typeof signed === 'number') return shown === '??' || shown === cardText(signed)
  if (shown === null) return true // not for this person to see
  if (!shown || !signed || typeof shown !== 'object') return shown === signed
  return Object.keys(shown).every(name => isSame(shown[name], signed[name]))
}

/**
 * The proof in a file that was saved; null if it is none.
 * @param {string} text
 * @returns {Wire.RoundProof | null}
 */
export function roundProofFrom(text) {
  try {
    const found = JSON.parse(text)
    proofFrom(found.proof)
    keyFrom(found.key)
    return Array.isArray(found.events) ? found : null
  } catch {
    return null
  }
}
