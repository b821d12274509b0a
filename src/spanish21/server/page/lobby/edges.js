// The house edge of tables whose edge the list does not know yet: it is worked out, and until then the lobby says so.

import { study } from '../wire/study_answers.js'
import { T } from '../texts.js'

/**
 * `isWanted()` says whether the edges are still shown; `found()` is called for every edge that arrives.
 * @param {() => boolean} isWanted
 * @param {() => void} found
 */
export function edgesFound(isWanted, found) {
  const known = new Map()
  let asking = Promise.resolve()

  /**
   * Ask for the edges of tables, each once and one after another.
   * @param {string[]} ids
   */
  function find(ids) {
    for (const id of ids) {
      if (known.has(id)) continue
      known.set(id, T.edgePending)
      asking = asking.then(() => one(id))
    }
  }

  /** @param {string} id */
  async function one(id) {
    if (!isWanted()) return
    const text = await study('figures', { table: id }, isWanted).then(
      answer => answer && T.edgeText(answer.house_edge),
      () => T.edgeUnknown,
    )
    if (!text) return
    known.set(id, text)
    found()
  }

  return {
    find,
    text: (/** @type {{ id: string, edge: number | null }} */ { id, edge }) =>
      edge === null || edge === undefined ? (known.get(id) ?? T.edgePending) : T.edgeText(edge),
  }
}
