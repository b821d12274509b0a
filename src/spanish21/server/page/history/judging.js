// What a player's decisions cost, fetched round by round and cached while the page is open.

import { study } from '../wire/study_answers.js'

/** Anything under half a cent does not count as a mistake. */
export const SMALLEST = 0.5

/** @type {Map<string, Promise<Wire.JudgedRound | null>>} */
const known = new Map()
/** One after another: the server works out only a few questions of a person's together. */
let asking = Promise.resolve(/** @type {unknown} */ (null))

/**
 * The decisions of a round; null without an analyser, or when they are no longer wanted.
 * @param {string} round
 * @param {() => boolean} isWanted
 */
export function decisionsOf(round, isWanted = () => true) {
  const found = known.get(round)
  if (found) return found
  const answer = asking.then(() => (isWanted() ? study('decisions', { round }, isWanted).catch(() => null) : null))
  asking = answer
  known.set(round, answer)
  answer.then(judged => judged ?? known.delete(round))
  return answer
}

/** The dearest mistake of a round, or null. */
export function worst(/** @type {Wire.JudgedRound} */ { decisions }) {
  const [found] = decisions.filter(one => one.cost >= SMALLEST).sort((a, b) => b.cost - a.cost)
  return found ?? null
}
