// What a browser makes of the trees that a house shows, by the last checkpoint that it has seen: does the log go on?

import { sha256 } from '../audit/hashing.js'
import { BadNote, checkpointIn, hashFrom, isSigned, keyFrom, noteFrom } from './note.js'
import { hasTakenOver } from './succession.js'
import { isConsistent, leafHash } from './tree.js'

/** @typedef {{ origin: string, size: number, root: string, note: string, key: string }} Seen */
/**
 * `kind` is the finding:
 * `none` (the house has no tree), `first`, `same`, `extends`: the log has grown;
 * `restored`: it continues as another log that names the one seen, which a person accepts; `lost` entries are missing;
 * `unproved`: the house answered without a proof;
 * `histories`, `smaller`, `key`, `signature`, `gone`, `forgot`, `statement`: it does not go on.
 * `signed` is null where the browser cannot check signatures.
 * @typedef {{ kind: string, now?: Seen, signed?: boolean | null, lost?: number, why?: string }} Verdict
 */
/** @typedef {(incarnation: number, old: number, size: number) => Promise<string[]>} Ask what asks for a proof */
/**
 * @typedef {Pick<Wire.HouseTree, 'incarnation' | 'origin' | 'key' | 'statement' | 'checkpoint'>
 *   & { handovers?: string[] }} Tree
 */

const GOES_ON = new Set(['first', 'same', 'extends'])
export const goesOn = (/** @type {string} */ kind) => GOES_ON.has(kind)
export const isAlarm = (/** @type {string} */ kind) =>
  !GOES_ON.has(kind) && !['none', 'restored', 'unproved'].includes(kind)

/**
 * @param {Seen | null} seen
 * @param {readonly Tree[]} trees
 * @param {Ask} ask
 * @returns {Promise<Verdict>}
 */
export async function judged(seen, trees, ask) {
  const newest = trees.at(-1)
  if (!newest?.checkpoint) return { kind: seen ? 'gone' : 'none' }
  try {
    const { now, signed } = await read(newest)
    if (signed === false) return { kind: 'signature', now }
    if (!seen) return { kind: 'first', now, signed }
    if (!(await hasTakenOver(seen.key, newest.key, trees))) return { kind: 'key', now, signed }
    if (now.origin === seen.origin) return { kind: await extension(seen, now, newest.incarnation, ask), now, signed }
    return { ...(await succession(seen, trees, ask)), now, signed }
  } catch (trouble) {
    if (trouble instanceof BadNote) return { kind: 'signature' }
    throw trouble
  }
}

/**
 * The checkpoint of a tree, and whether the key that the tree names has signed it.
 * @param {Tree} tree
 */
async function read(tree) {
  const note = noteFrom(tree.checkpoint)
  const found = checkpointIn(note)
  const key = keyFrom(tree.key)
  const signed = found.origin === tree.origin && key.name === tree.origin ? await isSigned(note, key) : false
  return { now: { ...found, note: tree.checkpoint, key: tree.key }, signed }
}

/**
 * Whether a checkpoint extends another one of the same origin.
 * @param {import('./note.js').Checkpoint} seen
 * @param {import('./note.js').Checkpoint} now
 * @param {number} incarnation
 * @param {Ask} ask
 */
export async function extension(seen, now, incarnation, ask) {
  if (now.size < seen.size) return 'smaller'
  if (now.size === seen.size) return now.root === seen.root ? 'same' : 'histories'
  const proof = await proofOf(ask, incarnation, seen.size, now.size)
  if (!proof) return 'unproved'
  return (await isConsistent(seen.size, seen.root, now.size, now.root, proof)) ? 'extends' : 'histories'
}

/**
 * A proof of consistency; null if the house answers that there is no proof. Any other error is the caller's.
 * @param {Ask} ask
 * @param {number} incarnation
 * @param {number} old
 * @param {number} size
 */
async function proofOf(ask, incarnation, old, size) {
  try {
    return (await ask(incarnation, old, size)).map(hashFrom)
  } catch (trouble) {
    if (trouble instanceof BadNote || (trouble.status >= 400 && trouble.status < 500 && trouble.status !== 429))
      return null
    throw trouble
  }
}

/**
 * The log that was seen has ended: does each one after it name the one before, in its first leaf?
 * @param {Seen} seen
 * @param {readonly Tree[]} trees
 * @param {Ask} ask
 * @returns {Promise<Verdict>}
 */
async function succession(seen, trees, ask) {
  const from = trees.findIndex(tree => statementOf(tree).after.startsWith(`${seen.origin}\n`))
  if (from < 0) return { kind: 'gone' }
  const after = trees.slice(from)
  for (const [at, tree] of after.entries()) {
    if (at && !statementOf(tree).after.startsWith(`${after[at - 1].origin}\n`)) return { kind: 'gone' }
    if (!(await beginsWith(tree, ask))) return { kind: 'statement' }
  }
  const { after: named, restored, lost, why } = statementOf(after[0])
  const last = checkpointIn({ text: `${named}\n`, signatures: [] })
  if (last.size < seen.size) return { kind: 'forgot' }
  if (last.size === seen.size && last.root !== seen.root) return { kind: 'histories' }
  const old = trees.find(tree => tree.origin === seen.origin)
  if (old && seen.size <= restored) {
    const kind = await extension(seen, (await read(old)).now, old.incarnation, ask)
    if (!goesOn(kind)) return { kind }
  }
  return { kind: 'restored', why, lost: Math.max(lost, seen.size - restored, 0) }
}

/**
 * Whether a tree's first leaf is its statement: the tree of that leaf alone is one with which it begins.
 * @param {Tree} tree
 * @param {Ask} ask
 */
async function beginsWith(tree, ask) {
  const { now, signed } = await read(tree)
  if (signed === false || statementOf(tree).origin !== tree.origin) return false
  const first = await leafHash(`spanish21 ${tree.incarnation}  0 ${await sha256(tree.statement)}\n`)
  const proof = now.size > 1 ? await proofOf(ask, tree.incarnation, 1, now.size) : []
  return Boolean(proof && (await isConsistent(1, first, now.size, now.root, proof)))
}

/**
 * @param {Tree} tree
 * @returns {{ origin: string, after: string, restored: number, lost: number, why: string }}
 */
function statementOf(tree) {
  try {
    return { origin: '', after: '', restored: 0, lost: 0, why: '', ...JSON.parse(tree.statement) }
  } catch {
    throw new BadNote('statement')
  }
}
