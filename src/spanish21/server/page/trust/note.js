// Signed notes and the checkpoints in them (C2SP signed-note and tlog-checkpoint): read, and checked against a key.

import { bytesOf, hexOf, sha256 } from '../audit/hashing.js'

/** @typedef {{ name: string, id: string, value: Uint8Array<ArrayBuffer> }} Signature */
/** @typedef {{ text: string, signatures: Signature[] }} Note */
/** @typedef {{ origin: string, size: number, root: string }} Checkpoint */
/** @typedef {{ name: string, public: string }} Key a public key in hex digits, under the name of its owner */

const ED25519 = 1
const DASH = '\u2014 '
const NUMBER = /^(0|[1-9][0-9]{0,15})$/
const text = new TextEncoder()

/** A text that is not a note, a key or a proof. */
export class BadNote extends Error {}

/**
 * @param {string} encoded
 * @returns {Uint8Array<ArrayBuffer>}
 */
function fromBase64(encoded) {
  try {
    const letters = atob(encoded)
    if (btoa(letters) === encoded) return Uint8Array.from(letters, one => one.charCodeAt(0))
  } catch {
    // not base64 at all
  }
  throw new BadNote('base64')
}

/** @param {string} line */
export function hashFrom(line) {
  const bytes = fromBase64(line)
  if (bytes.length !== 32) throw new BadNote('hash')
  return hexOf(bytes)
}

/**
 * @param {string} whole
 * @returns {Note}
 */
export function noteFrom(whole) {
  const at = whole.lastIndexOf('\n\n')
  if (at < 0 || !whole.endsWith('\n')) throw new BadNote('note')
  const lines = whole.slice(at + 2, -1).split('\n')
  const signatures = lines.map(line => {
    const [name, encoded, ...more] = line.slice(DASH.length).split(' ')
    const value = fromBase64(encoded ?? '')
    if (!line.startsWith(DASH) || !name || more.length || value.length <= 4) throw new BadNote('signature')
    return { name, id: hexOf(value.slice(0, 4)), value: value.slice(4) }
  })
  return { text: whole.slice(0, at + 1), signatures }
}

/**
 * @param {Note} note
 * @returns {Checkpoint}
 */
export function checkpointIn(note) {
  const [origin, size = '', root = ''] = note.text.split('\n')
  if (!origin || !NUMBER.test(size)) throw new BadNote('checkpoint')
  return { origin, size: Number(size), root: hashFrom(root) }
}

/**
 * The public key that a vkey names: NAME+ID+KEY.
 * @param {string} vkey
 * @returns {Key}
 */
export function keyFrom(vkey) {
  const [, name = '', , encoded = ''] = /^([^+\s]+)\+([0-9a-f]{8})\+(.+)$/.exec(vkey) ?? []
  const bytes = fromBase64(encoded)
  if (!name || bytes.length !== 33 || bytes[0] !== ED25519) throw new BadNote('key')
  return { name, public: hexOf(bytes.slice(1)) }
}

/**
 * Whether the owner of a key has signed a note; null where this browser cannot tell.
 * @param {Note} note
 * @param {Key} key
 */
export async function isSigned(note, key) {
  const id = (await sha256(`${key.name}\n`, Uint8Array.of(ED25519), bytesOf(key.public))).slice(0, 8)
  const theirs = note.signatures.filter(one => one.name === key.name && one.id === id)
  if (!theirs.length) return false
  const owner = await imported(key.public)
  if (!owner) return null
  const message = text.encode(note.text)
  for (const one of theirs) {
    if (!(await crypto.subtle.verify('Ed25519', owner, one.value, message))) return false
  }
  return true
}

/** @param {string} raw */
const imported = raw => crypto.subtle.importKey('raw', bytesOf(raw), 'Ed25519', false, ['verify']).catch(() => null)
