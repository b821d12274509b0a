// The Merkle tree of RFC 6962 as far as a reader needs it: whether proofs of inclusion and consistency hold. Hashes are
// hex digits; sizes go beyond 32 bits, so nothing here shifts bits.

import { bytesOf, sha256 } from '../audit/hashing.js'

const EMPTY = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
const LEAF = Uint8Array.of(0)
const NODE = Uint8Array.of(1)

export const leafHash = (/** @type {string} */ entry) => sha256(LEAF, entry)
const nodeHash = (/** @type {string} */ left, /** @type {string} */ right) =>
  sha256(NODE, bytesOf(left), bytesOf(right))
const isOdd = (/** @type {number} */ number) => number % 2 === 1
const half = (/** @type {number} */ number) => Math.floor(number / 2)

/**
 * Whether a proof leads from an entry's hash to the root of a tree.
 * @param {string} leaf
 * @param {number} index
 * @param {number} size
 * @param {string} root
 * @param {readonly string[]} proof
 */
export async function isIncluded(leaf, index, size, root, proof) {
  if (!(index >= 0 && index < size)) return false
  const climbed = await climb(index, size - 1, leaf, proof)
  return climbed?.after === root
}

/**
 * Whether a proof shows that the tree with `root` begins with the tree with `oldRoot`.
 * @param {number} old
 * @param {string} oldRoot
 * @param {number} size
 * @param {string} root
 * @param {readonly string[]} proof
 */
export async function isConsistent(old, oldRoot, size, root, proof) {
  if (!(old >= 0 && old <= size)) return false
  if (old === 0) return !proof.length && oldRoot === EMPTY
  if (old === size) return !proof.length && oldRoot === root
  let [place, last] = [old - 1, size - 1]
  while (isOdd(place)) [place, last] = [half(place), half(last)]
  const [first, ...steps] = place === 0 ? [oldRoot, ...proof] : proof
  if (!first) return false
  const climbed = await climb(place, last, first, steps)
  return climbed?.before === oldRoot && climbed.after === root
}

/**
 * Up from a place in a row to the roots of two trees together: `before`, which ends there, and `after`, the whole one.
 * Null where the steps do not end at the root.
 * @param {number} from
 * @param {number} end
 * @param {string} first
 * @param {readonly string[]} steps
 */
async function climb(from, end, first, steps) {
  let [place, last, before, after] = [from, end, first, first]
  for (const step of steps) {
    if (!last) return null
    if (isOdd(place) || place === last) {
      before = await nodeHash(step, before)
      after = await nodeHash(step, after)
      while (!isOdd(place) && place) [place, last] = [half(place), half(last)]
    } else after = await nodeHash(after, step)
    ;[place, last] = [half(place), half(last)]
  }
  return last ? null : { before, after }
}
