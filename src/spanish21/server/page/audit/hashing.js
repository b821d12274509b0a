// Hashing in the browser (WebCrypto), and the bytes that are hashed.

const text = new TextEncoder()

export const canHash = () => Boolean(globalThis.crypto?.subtle)

/**
 * SHA-256 of some bytes or texts, one after another, as hex digits.
 * @param {(string | Uint8Array)[]} parts
 */
export async function sha256(...parts) {
  const bytes = parts.map(part => (typeof part === 'string' ? text.encode(part) : part))
  const whole = new Uint8Array(bytes.reduce((size, part) => size + part.length, 0))
  let at = 0
  for (const part of bytes) {
    whole.set(part, at)
    at += part.length
  }
  return hexOf(new Uint8Array(await crypto.subtle.digest('SHA-256', whole)))
}

/** @param {string} hex */
export function bytesOf(hex) {
  return Uint8Array.from({ length: hex.length / 2 }, (_, at) => parseInt(hex.slice(2 * at, 2 * at + 2), 16))
}

/** @param {Uint8Array} bytes */
export function hexOf(bytes) {
  return Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('')
}

/**
 * A whole number as eight bytes, the largest first.
 * @param {number} number
 */
export function eightBytes(number) {
  const found = new Uint8Array(8)
  new DataView(found.buffer).setBigUint64(0, BigInt(number))
  return found
}
