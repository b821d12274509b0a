// Questions about a table that take a while: asked again until the server has the answer.

import { lastText } from '../parts/drafts.js'
import { ask, ServerTrouble } from './http.js'
import { ROOM } from '../parts/rooms/room_texts.js'

export const OWN = 'own'
const sleep = (/** @type {number} */ seconds) => new Promise(resolve => setTimeout(resolve, seconds * 1000))

/**
 * The subject of a question: a book by its name, or the current submission.
 * @param {string} book
 * @returns {Page.Subject}
 */
export function subjectOf(book) {
  if (book !== OWN) return { book }
  const submission = lastText()
  if (!submission) throw new ServerTrouble(ROOM.noOwn)
  return { submission }
}

/**
 * The answer to a question; null where `isWanted` says that it is no longer needed. An answer in
 * parts says how far it is: `tell` hears it.
 * @template {keyof Wire.Studies} What
 * @param {What} what
 * @param {Wire.Body<'POST', `/study/${What}`>} body
 * @returns {Promise<Wire.Studies[What] | null>}
 */
export async function study(what, body, isWanted = () => true, tell = (/** @type {string} */ _text) => {}) {
  for (;;) {
    const answer = await ask('POST', `/study/${what}`, body)
    if (!isWanted()) return null
    const seconds = answer?.retry_after
    if (!seconds) return answer
    if (answer.of) tell(ROOM.progress(answer.done, answer.of))
    await sleep(seconds)
    if (!isWanted()) return null
  }
}
