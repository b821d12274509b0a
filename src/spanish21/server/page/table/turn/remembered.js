// The wagers of this round and of the last one, kept over a reload of the page.

/** @typedef {{ box: number, kind: string, amount: number }} Placed */

/** @param {string} table */
export function remembered(table) {
  const key = `spanish21.wagers.${table}`
  /** @returns {{ round: number, now: Placed[] }} */
  const read = () => {
    try {
      return JSON.parse(sessionStorage.getItem(key) ?? 'null') ?? { round: -1, now: [] }
    } catch {
      return { round: -1, now: [] }
    }
  }
  let kept = read()
  return {
    last: () => kept.now,
    thisRound: (/** @type {number} */ round) => (kept.round === round ? kept.now : []),
    add(/** @type {number} */ round, /** @type {Placed} */ { box, kind, amount }) {
      if (kept.round !== round) kept = { round, now: [] }
      const same = kept.now.find(one => one.box === box && one.kind === kind)
      if (same) same.amount += amount
      else kept.now.push({ box, kind, amount })
      try {
        sessionStorage.setItem(key, JSON.stringify(kept))
      } catch {
        /* not kept: nothing to repeat after a reload */
      }
    },
  }
}
