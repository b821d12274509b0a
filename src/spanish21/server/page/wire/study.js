// Questions about a table that take a while: asked again until the server has the answer.

import { lastText } from '../parts/drafts.js'
import { ask, Trouble } from './http.js'
import { S } from '../study/texts.js'

export const OWN = 'own'
const sleep = seconds => new Promise(resolve => setTimeout(resolve, seconds * 1000))

/** What is asked about: a book by its name, or the submission that is being worked on. */
export function subjectOf(book) {
  if (book !== OWN) return { book }
  const submission = lastText()
  if (!submission) throw new Trouble(S.noOwn)
  return { submission }
}

/** The answer to a question; `isWanted` says whether anybody still waits for it. */
export async function study(what, body, isWanted = () => true) {
  for (;;) {
    const answer = await ask('POST', `/study/${what}`, body)
    if (!isWanted()) return null
    const seconds = answer?.retry_after
    if (!seconds) return answer
    await sleep(seconds)
    if (!isWanted()) return null
  }
}
