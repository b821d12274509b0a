// The proof of a replayed round: fetched, checked here, and saved as a file.

import { canHash } from '../audit/hashing.js'
import { el } from '../parts/dom.js'
import { once } from '../parts/order.js'
import { save } from '../parts/saving.js'
import { style } from '../parts/styles.js'
import { get } from '../wire/http.js'
import { checksShown } from './checks.js'
import { checkedProof, stillThere } from './proof.js'
import { V } from './texts.js'
import { consistency, look } from './watch.js'

/**
 * @param {string} table
 * @param {Wire.RoundSteps} past
 */
export function mountRoundProof(table, past) {
  style('trust/trust.css')
  const result = el('div', { class: 'proof-result' }, el('p', { role: 'status' }, V.checking))
  const saving = el('button', { class: 'button', type: 'button', hidden: true, onclick: saved }, V.saveProof)
  const again = el('button', { class: 'button', type: 'button', hidden: true, onclick: once(check) }, V.again)
  const node = el(
    'section',
    { class: 'paper round-proof' },
    el('h2', {}, V.proofTitle),
    result,
    el('div', { class: 'row' }, saving, again, el('a', { class: 'button', href: '#/trust' }, V.whatNow)),
  )
  /** @type {Wire.RoundProof | null} */
  let proof = null
  check()

  async function check() {
    again.hidden = true
    try {
      proof = await get(`/tables/${encodeURIComponent(table)}/rounds/${past.number}/proof`)
      saving.hidden = false
      if (!canHash()) return tell(V.cannotHash)
      await look().catch(() => {})
      const trees = await get('/tree')
      const checks = await checkedProof(proof, trees, past.steps)
      result.replaceChildren(...checksShown([...checks, await stillThere(proof, trees, consistency)]))
    } catch (trouble) {
      tell(trouble.status === 404 ? V.notYet : trouble.status === undefined ? V.broken : trouble.message)
      again.hidden = false
    }
    return undefined
  }

  function tell(/** @type {string} */ text) {
    result.replaceChildren(el('p', { role: 'status' }, text))
  }

  function saved() {
    save(`round-${table}-${past.number}.proof.json`, `${JSON.stringify(proof, null, 1)}\n`, 'application/json')
  }

  return { node }
}
