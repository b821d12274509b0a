// What this browser knows of the house's log, whether it still holds, and a check of proofs that were saved: #/trust

import { canHash } from '../audit/hashing.js'
import { el } from '../parts/dom.js'
import { mountHead } from '../parts/rooms/head.js'
import { locale } from '../parts/language.js'
import { once } from '../parts/order.js'
import { save } from '../parts/saving.js'
import { get } from '../wire/http.js'
import { T } from '../texts.js'
import { checksShown } from './checks.js'
import { goesOn } from './judge_tree.js'
import { accept, kept } from './kept.js'
import { checkedProof, roundProofFrom, stillThere } from './proof.js'
import { V } from './texts.js'
import { consistency, look, show } from './watch.js'

const day = (/** @type {number} */ at) =>
  new Date(at).toLocaleString(locale, { dateStyle: 'medium', timeStyle: 'short' })

/** @param {HTMLElement} root */
export function mountTrust(root) {
  document.title = `${V.title} · ${T.title}`
  root.append(
    mountHead('trust').node,
    el(
      'div',
      { class: 'house trust' },
      el('div', { class: 'house-head' }, el('h1', {}, V.title), el('p', { class: 'quiet' }, V.intro)),
      el('div', { class: 'papers' }, mountKnown().node, mountSaved().node, mountDispute().node),
    ),
  )
  return {}
}

function mountKnown() {
  const body = el('div', { class: 'trust-known' })
  const node = el('section', { class: 'paper' }, el('h2', {}, V.known), body)
  refresh()

  async function refresh() {
    body.replaceChildren(el('p', { role: 'status' }, V.checking))
    if (!canHash()) return body.replaceChildren(el('p', { class: 'says', 'data-kind': 'bad' }, V.cannotHash))
    try {
      draw(await look())
    } catch (trouble) {
      draw({ kind: 'unreachable', why: trouble.message })
    }
    return undefined
  }

  /** @param {import('./judge_tree.js').Verdict} found */
  function draw(found) {
    const known = kept()
    const kind = known?.alarm?.kind ?? found.kind
    const isGood = goesOn(kind)
    const facts = known
      ? [
          [V.origin, known.seen.origin],
          [V.size, known.seen.size.toLocaleString(locale)],
          [V.key, known.seen.key],
          [V.since, day(known.since)],
          [V.checked, day(known.at)],
        ]
      : []
    const says = known?.alarm ? V.alarmOf(day(known.alarm.at), V.kinds[kind]) : (V.kinds[kind] ?? found.why)
    body.replaceChildren(
      el(
        'p',
        {
          class: 'verdict',
          role: 'status',
          'data-kind': isGood ? 'good' : ['none', 'restored'].includes(kind) ? '' : 'bad',
        },
        says,
      ),
      ...(kind === 'restored'
        ? [el('p', {}, V.restored(V.reasons[found.why ?? ''] ?? found.why ?? '', found.lost ?? 0))]
        : []),
      ...(found.signed === null ? [el('p', { class: 'quiet' }, V.cannotSign)] : []),
      el('dl', { class: 'trust-facts' }, ...facts.flatMap(([term, text]) => [el('dt', {}, term), el('dd', {}, text)])),
      el('div', { class: 'row' }, ...buttons(found, kind), again()),
      ...(known?.past.length ? [pastOf(known.past)] : []),
    )
  }

  const again = () => el('button', { class: 'button', type: 'button', onclick: once(refresh) }, V.again)

  /**
   * What a person can do about it: keep the evidence, and go on with what the house shows now.
   * @param {import('./judge_tree.js').Verdict} found
   * @param {string} kind
   */
  function buttons(found, kind) {
    const known = kept()
    if (!known || goesOn(kind) || ['none', 'unproved', 'unreachable'].includes(kind)) return []
    const evidence = known.alarm ?? { kind, at: Date.now(), seen: known.seen.note, now: found.now?.note ?? '' }
    const goOn = () => {
      accept(found.now && !goesOn(found.kind) && found.kind !== 'signature' ? found.now : null, kind)
      show('')
      refresh()
    }
    return [
      saving(evidence),
      el('button', { class: 'button', type: 'button', onclick: goOn }, kind === 'restored' ? V.acceptRestored : V.goOn),
    ]
  }

  return { node }
}

/** @param {import('./kept.js').Alarm} one */
function saving(one) {
  const text = `${one.kind}, ${new Date(one.at).toISOString()}\n\n${V.seenThen}\n${one.seen}\n${V.shownNow}\n${one.now}`
  const run = () => save(`spanish21-${one.kind}-${one.at}.txt`, text, 'text/plain')
  return el('button', { class: 'button', type: 'button', onclick: run }, V.saveEvidence)
}

/** @param {import('./kept.js').Alarm[]} past */
function pastOf(past) {
  const lines = past.map(one => el('li', {}, `${day(one.at)}: ${V.kinds[one.kind] ?? one.kind} `, saving(one)))
  return el('details', { class: 'trust-past' }, el('summary', {}, V.past), el('ul', {}, ...lines))
}

function mountSaved() {
  const result = el('div', { class: 'proof-result' })
  const file = el('input', { type: 'file', accept: '.json,application/json', onchange: check })
  const node = el(
    'section',
    { class: 'paper' },
    el('h2', {}, V.saved),
    el('p', { class: 'quiet' }, V.savedIntro),
    el('label', { class: 'field' }, el('span', {}, V.file), file),
    result,
  )

  async function check() {
    const chosen = file.files?.[0]
    if (!chosen) return
    const proof = roundProofFrom(await chosen.text())
    if (!proof) return tell(V.noProof)
    if (!canHash()) return tell(V.cannotHash)
    try {
      const trees = await get('/tree')
      const checks = await checkedProof(proof, trees)
      const last = await stillThere(proof, trees, consistency)
      result.replaceChildren(
        el('p', {}, V.proofOf(proof.round, proof.table)),
        ...checksShown([...checks, last]),
        el('a', { class: 'button', href: `#/replay/${encodeURIComponent(proof.table)}/${proof.round}` }, V.watch),
      )
    } catch (trouble) {
      tell(trouble.status === undefined ? V.broken : trouble.message)
    }
  }

  function tell(/** @type {string} */ text) {
    result.replaceChildren(el('p', { class: 'says', role: 'status', 'data-kind': 'bad' }, text))
  }

  return { node }
}

/** How a round is disputed, step by step; docs/fairness.md says the same. */
function mountDispute() {
  const steps = V.steps.map(text => el('li', {}, text))
  return {
    node: el('section', { class: 'paper' }, el('h2', {}, V.dispute), el('ol', { class: 'trust-steps' }, ...steps)),
  }
}
