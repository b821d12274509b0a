// Next to the form: the table's worth, its problems, and what to do with the submission.

import { el } from '../parts/dom.js'
import { draft, draftNames, dropDraft, keepDraft } from '../parts/drafts.js'
import { once, turns } from '../parts/order.js'
import { save } from '../parts/saving.js'
import { ask, get, post } from '../wire/http.js'
import { study } from '../wire/study_answers.js'
import { basisPoints, number, percent, plainName } from '../parts/numbers.js'
import { ROOM } from '../parts/rooms/room_texts.js'
import { L } from './texts.js'

/**
 * @typedef {object} PanelOptions
 * @property {() => string} book
 * @property {() => Promise<string>} text the current submission
 * @property {(text: string) => unknown} load
 * @property {() => unknown} restart
 */
/**
 * @typedef {object} Checking
 * @property {Wire.Checked} found
 * @property {Wire.Choices} offered
 * @property {() => boolean} isWanted
 */

export function mountPanel(/** @type {PanelOptions} */ { book, text, load, restart }) {
  const edge = el('p', { class: 'edge-value', 'aria-live': 'polite' }, '–')
  const change = el('p', { class: 'edge-change' })
  const deviation = el('p', { class: 'edge-more' })
  const sides = el('div', { class: 'panel-sides' })
  const state = el('div', { class: 'panel-state', role: 'status' })
  const name = el('input', { type: 'text', maxlength: 40, autocomplete: 'off' })
  const saved = el('ul', { class: 'panel-drafts' })
  const note = el('p', { class: 'quiet', role: 'status' })
  const table = el('button', { class: 'button is-primary', type: 'button', onclick: once(openTable) }, L.table)
  const node = el(
    'aside',
    { class: 'price-panel' },
    el('div', { class: 'panel-edge' }, el('h2', {}, L.edge), edge, change, deviation),
    el('div', { class: 'sheet' }, state, sides),
    el(
      'div',
      { class: 'sheet panel-actions' },
      table,
      el('a', { class: 'button', href: '#/study/own/figures' }, L.studyIt),
      el('button', { class: 'button', type: 'button', onclick: once(download) }, L.download),
      el(
        'form',
        { class: 'panel-save', onsubmit: once(keep) },
        el('label', { class: 'field' }, el('span', {}, L.name), name),
        el('button', { class: 'button', type: 'submit' }, L.save),
      ),
      saved,
      el('button', { class: 'button', type: 'button', onclick: restart }, L.start),
      note,
    ),
  )
  /** @type {Map<string, number | null>} */
  const samples = new Map()
  const listed = turns()
  let fits = false
  list()

  /** In this browser, and on the server when logged in. */
  async function keep() {
    const called = name.value.trim() || book()
    let isKept = false
    try {
      const made = await text()
      isKept = keepDraft(called, made)
      await ask('PUT', `/me/submissions/${encodeURIComponent(called)}`, { text: made })
      note.textContent = L.savedTwice(called)
    } catch (trouble) {
      note.textContent = isKept
        ? `${L.saved(called)}${trouble.status === 401 ? '' : ` ${trouble.message}`}`
        : L.notSaved
    }
    list()
  }

  async function download() {
    try {
      save(`${book()}-submission.toml`, await text(), 'application/toml')
    } catch (trouble) {
      note.textContent = trouble.message
    }
  }

  async function list() {
    const isLast = listed()
    /** @returns {[string, string][]} */
    const here = () => draftNames().map(one => [one, draft(one)])
    show(new Map(here()))
    const saves = await get('/me/submissions').catch(() => [])
    /** @type {[string, string][]} */
    const there = saves.map(one => [one.name, one.text])
    if (isLast()) show(new Map([...there, ...here()]))

    /** @param {Map<string, string>} drafts */
    function show(drafts) {
      saved.replaceChildren(
        ...[...drafts]
          .sort(([a], [b]) => a.localeCompare(b))
          .map(([one, kept]) =>
            el(
              'li',
              {},
              el('span', {}, one),
              el(
                'button',
                {
                  class: 'button',
                  type: 'button',
                  'aria-label': `${L.open}: ${one}`,
                  onclick: () => {
                    name.value = one
                    load(kept)
                  },
                },
                L.open,
              ),
              el(
                'button',
                { class: 'button', type: 'button', 'aria-label': `${L.drop}: ${one}`, onclick: () => drop(one) },
                L.drop,
              ),
            ),
          ),
      )
    }
  }

  /** @param {string} one */
  async function drop(one) {
    dropDraft(one)
    await ask('DELETE', `/me/submissions/${encodeURIComponent(one)}`).catch(() => {})
    list()
  }

  async function openTable() {
    try {
      await get('/me').catch(() => post('/guest'))
      const { id } = await post('/tables', { submission: await text(), name: name.value.trim() || L.title })
      location.hash = `#/table/${encodeURIComponent(id)}`
    } catch (trouble) {
      note.textContent = trouble.message
    }
  }

  /** @param {string} trouble */
  function failed(trouble) {
    state.replaceChildren(el('p', { class: 'form-problem' }, trouble))
  }

  async function update(/** @type {Checking} */ { found, offered, isWanted }) {
    fits = found.fits
    table.disabled = !fits
    node.classList.toggle('is-stale', !fits)
    if (!fits) {
      state.replaceChildren(
        el('p', { class: 'sign-bad' }, el('b', {}, L.problems(found.problems.length))),
        el('ul', { class: 'panel-problems' }, ...found.problems.map(one => el('li', {}, one.says))),
      )
      return
    }
    const notes = [...(found.warnings ?? [])]
    if (edge.textContent === '–') deviation.textContent = ROOM.computing
    show(notes, found)
    try {
      const [worth, usual] = await Promise.all([
        study('submission', { submission: found.text }, isWanted),
        sampleOf(offered.book),
      ])
      if (!worth || !isWanted()) return
      edge.textContent = worth.house_edge === null ? '–' : percent(worth.house_edge, 4)
      deviation.textContent =
        worth.house_edge === null ? worth.not_priced : `${L.deviation} ${number(worth.standard_deviation ?? 0, 4)}`
      const gain = worth.house_edge === null || usual === null ? 0 : (worth.house_edge - usual) * 10_000
      const hasGain = worth.house_edge !== null && usual !== null
      change.textContent = !hasGain ? '' : Math.abs(gain) < 0.005 ? L.same : `${basisPoints(gain)} ${L.vsSample}`
      change.className = `edge-change${gain > 0.005 ? ' is-up' : gain < -0.005 ? ' is-down' : ''}`
      show([...notes, ...worth.warnings], found)
      sides.replaceChildren(
        ...(worth.side_wagers.length
          ? [
              el('h3', {}, L.sides),
              el(
                'table',
                { class: 'numbers' },
                el(
                  'tbody',
                  {},
                  ...worth.side_wagers.map(row =>
                    el(
                      'tr',
                      {},
                      el(
                        'th',
                        { scope: 'row' },
                        plainName(row.name),
                        el(
                          'small',
                          { class: 'quiet' },
                          ` ${row.paytable}${row.reading ? `, ${plainName(row.reading)}` : ''}`,
                        ),
                      ),
                      el(
                        'td',
                        { class: row.house_edge < 0 ? 'is-number sign-bad' : 'is-number' },
                        percent(row.house_edge, 3),
                      ),
                    ),
                  ),
                ),
              ),
            ]
          : []),
      )
    } catch (problem) {
      if (isWanted()) state.append(el('p', { class: 'form-problem' }, problem.message))
    }
  }

  /**
   * @param {string[]} notes
   * @param {Wire.Checked} found
   */
  function show(notes, found) {
    state.replaceChildren(
      el('p', { class: 'sign-good' }, el('b', {}, L.fits)),
      ...(found.approvals_missing?.length ? [el('p', { class: 'quiet' }, L.missing(found.approvals_missing))] : []),
      ...[...new Set(notes)].map(text => el('p', { class: 'panel-warning' }, text)),
    )
  }

  /**
   * The edge of the book's sample, asked once.
   * @param {string} name
   */
  async function sampleOf(name) {
    if (!samples.has(name))
      samples.set(
        name,
        await study('figures', { book: name })
          .then(one => one?.house_edge ?? null)
          .catch(() => null),
      )
    return samples.get(name) ?? null
  }

  return { node, update, failed }
}
