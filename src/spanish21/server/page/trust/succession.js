// The keys that sign a house's checkpoints, one after another: the last checkpoint of a key names the next one in a
// separate line, and both keys sign it.

import { checkpointIn, isSigned, keyFrom, noteFrom } from './note.js'

/** @import { Key } from './note.js' */

const NEXT = 'next '

/**
 * A key, and those that took over from it by such checkpoints. A signature that this browser cannot check counts.
 * @param {Key} key
 * @param {readonly string[]} handovers
 */
export async function successors(key, handovers) {
  const keys = [key]
  for (const text of handovers) {
    const next = await successor(keys[keys.length - 1], text).catch(() => null)
    if (next) keys.push(next)
  }
  return keys
}

/**
 * @param {Key} key
 * @param {string} text
 */
async function successor(key, text) {
  const note = noteFrom(text)
  const { origin } = checkpointIn(note)
  const named = note.text
    .split('\n')
    .slice(3)
    .filter(line => line.startsWith(NEXT))
  if (named.length !== 1) return null
  const next = keyFrom(named[0].slice(NEXT.length))
  if (next.name !== origin || next.public === key.public) return null
  const signed = [await isSigned(note, { ...key, name: origin }), await isSigned(note, next)]
  return signed.includes(false) ? null : next
}

/**
 * Whether one key of a house is another, or took over from it.
 * @param {string} old
 * @param {string} now
 * @param {readonly { handovers?: string[] }[]} trees
 */
export async function hasTakenOver(old, now, trees) {
  const handovers = trees.flatMap(tree => tree.handovers ?? [])
  const keys = await successors(keyFrom(old), handovers)
  return keys.some(key => key.public === keyFrom(now).public)
}
