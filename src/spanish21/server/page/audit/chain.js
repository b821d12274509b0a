// The chain of a log: each event is hashed onto the one before it.

import { U } from './texts.js'
import { bytesOf, eightBytes, sha256 } from './hashing.js'

/**
 * What the chain is made of: a row of a log or of a public record.
 * @typedef {Omit<Wire.PublicEvent, 'body'> & { body?: string | null }} Link
 */

/**
 * The chain after an event, from the chain before it.
 * @param {string} before
 * @param {Link} row
 */
function nextChain(before, row) {
  return sha256(
    bytesOf(before),
    eightBytes(row.seq),
    eightBytes(row.at),
    eightBytes(row.shoe),
    bytesOf(row.leaf),
    bytesOf(row.note ?? ''),
  )
}

/**
 * What is wrong with rows that follow on a chain; `first` is the number that the first of them must have, 0 for any.
 * @param {readonly Link[]} rows
 * @param {string} before
 */
export async function brokenLinks(rows, before, first = 0) {
  const findings = []
  let chain = before
  let due = first
  for (const row of rows) {
    if (due && row.seq !== due) findings.push({ seq: due, what: U.missing(row.seq) })
    else if ((await nextChain(chain, row)) !== row.chain) findings.push({ seq: row.seq, what: U.notChained })
    if (row.salt && (await sha256(bytesOf(row.salt), row.body ?? '')) !== row.leaf)
      findings.push({ seq: row.seq, what: U.wrongLeaf })
    chain = row.chain
    due = row.seq + 1
  }
  return { findings, chain, next: due }
}

/**
 * A whole log, read in pieces by `read(first)`; `progress(seq)` hears how far it is.
 * @param {Wire.LogHead} head
 * @param {(first: number) => Promise<Wire.LogRow[]>} read
 * @param {(seq: number) => void} progress
 */
export async function checkedLog(head, read, progress) {
  const findings = []
  let chain = head.before
  let next = 1
  let sealed = 0
  while (next <= head.seq) {
    const rows = (await read(next)).filter(row => row.seq <= head.seq)
    if (!rows.length) {
      findings.push({ seq: next, what: U.wrongHead })
      break
    }
    const found = await brokenLinks(rows, chain, next)
    findings.push(...found.findings)
    sealed += rows.filter(row => !row.salt).length
    chain = found.chain
    next = found.next
    progress(next - 1)
  }
  if (!findings.length && chain !== head.chain) findings.push({ seq: head.seq, what: U.wrongHead })
  return { findings, sealed, events: head.seq }
}
