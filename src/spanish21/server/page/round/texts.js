// The strings of a round shown from its notation, and the address that holds one.

import { spoken } from '../parts/language.js'

const ENGLISH = {
  title: 'A round from its text',
  intro:
    'Paste a round in the notation, from a table’s history or from the command line. ' +
    'The address then holds the whole round: anyone who opens the link sees the same.',
  text: 'The round',
  show: 'Show it',
  exampleButton: 'An example',
  empty: 'Paste a round first.',
  example: 'book maryland\nsit ann 1 500.00\nbet ann 1 10.00\ncards 6s 9d 7s Kc 8s\nann draws\n',
}

/**
 * The address of a round: its text in the letters that an address may have.
 * @param {string} text
 */
export function addressOf(text) {
  const bytes = String.fromCharCode(...new TextEncoder().encode(text))
  return `#/round/${btoa(bytes).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')}`
}

/**
 * The text that an address holds, '' where it holds none.
 * @param {string} part
 */
export function textOf(part) {
  try {
    const bytes = atob(part.replaceAll('-', '+').replaceAll('_', '/'))
    return new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(bytes, one => one.charCodeAt(0)))
  } catch {
    return ''
  }
}

export const R = await spoken(ENGLISH, async () => (await import('./texts.es.js')).R)
