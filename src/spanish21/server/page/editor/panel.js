// Beside the form: what the table is worth, what does not fit, and what to do with the submission.

import { el } from '../parts/dom.js'
import { draft, draftNames, dropDraft, keepDraft } from '../parts/drafts.js'
import { once, turns } from '../parts/order.js'
import { save } from '../parts/saving.js'
import { ask, get, post } from '../wire/http.js'
import { study } from '../wire/study.js'
import { basisPoints, number, percent, plainName, S } from '../study/texts.js'

const L = S.editor

export function mountPanel({ book, text, load, restart }) {
  const edge = el('p', { class: 'edge-value', 'aria-live': 'polite' }, '–')
  const change = el('p', { class: 'edge-change' })
  const deviation = el('p', { class: 'edge-more' })
  const sides = el('div', { class: 'panel-sides' })
  const state = el('div', { class: 'panel-state', role: 'status' })
  const name = el('input', { type: 'text', maxlength: 40, autocomplete: 'off' })
  const saved = el('ul', { class: 'panel-drafts' })
  const note = el('p', { class: 'quiet', role: 'status' })
  const table = el('button', { class: 'button is-primary', type: 'button', onclick: once(openTable) }, L.table)
  const node = el('aside', { class: 'price-panel' },
    el('div', { class: 'panel-edge' }, el('h2', {}, L.edge), edge, change, deviation), el('div', { class: 'sheet' }, state, sides),
    el('div', { class: 'sheet panel-actions' }, table, el('a', { class: 'button', href: '#/study/own/figures' }, L.studyIt), el('button', { class: 'button', type: 'button', onclick: once(download) }, L.download),
      el('form', { class: 'panel-save', onsubmit: once(keep) }, el('label', { class: 'field' }, el('span', {}, L.name), name), el('button', { class: 'button', type: 'submit' }, L.save)), saved, el('button', { class: 'button', type: 'button', onclick: restart }, L.start), note))
  const samples = new Map()
  const listed = turns()
  let fits = false
  list()

  /** In this browser, and on the server for whoever is known there. */
  async function keep() {
    const called = name.value.trim() || book()
    let isKept = false
    try {
      const made = await text()
      isKept = keepDraft(called, made)
      await ask('PUT', `/me/submissions/${encodeURIComponent(called)}`, { text: made })
      note.textContent = L.savedTwice(called)
    } catch (trouble) {
      note.textContent = isKept ? `${L.saved(called)}${trouble.status === 401 ? '' : ` ${trouble.message}`}` : L.notSaved
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
    const here = () => draftNames().map(one => [one, draft(one)])
    show(new Map(here()))
    const there = await get('/me/submissions').catch(() => [])
    if (isLast()) show(new Map([...there.map(one => [one.name, one.text]), ...here()]))

    function show(drafts) {
      saved.replaceChildren(...[...drafts].sort(([a], [b]) => a.localeCompare(b)).map(([one, kept]) => el('li', {}, el('span', {}, one), el('button', { class: 'button', type: 'button', 'aria-label': `${L.open}: ${one}`, onclick: () => { name.value = one; load(kept) } }, L.open), el('button', { class: 'button', type: 'button', 'aria-label': `${L.drop}: ${one}`, onclick: () => drop(one) }, L.drop))))
    }
  }

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

  async function update({ found, offered, isWanted, trouble }) {
    if (trouble) {
      state.replaceChildren(el('p', { class: 'form-problem' }, trouble))
      return
    }
    fits = found.fits
    table.disabled = !fits
    node.classList.toggle('is-stale', !fits)
    if (!fits) {
      state.replaceChildren(el('p', { class: 'sign-bad' }, el('b', {}, L.problems(found.problems.length))), el('ul', { class: 'panel-problems' }, ...found.problems.map(one => el('li', {}, one.says))))
      return
    }
    const notes = [...(found.warnings ?? [])]
    if (edge.textContent === '–') deviation.textContent = S.computing
    show(notes, found)
    try {
      const [worth, usual] = await Promise.all([study('submission', { submission: found.text }, isWanted), sampleOf(offered.book)])
      if (!worth || !isWanted()) return
      edge.textContent = worth.house_edge === null ? '–' : percent(worth.house_edge, 4)
      deviation.textContent = worth.house_edge === null ? worth.not_priced : `${L.deviation} ${number(worth.standard_deviation, 4)}`
      const gain = worth.house_edge === null || usual === null ? null : (worth.house_edge - usual) * 10_000
      change.textContent = gain === null ? '' : Math.abs(gain) < 0.005 ? L.same : `${basisPoints(gain)} ${L.vsSample}`
      change.className = `edge-change${gain > 0.005 ? ' is-up' : gain < -0.005 ? ' is-down' : ''}`
      show([...notes, ...worth.warnings], found)
      sides.replaceChildren(...(worth.side_wagers.length ? [el('h3', {}, L.sides), el('table', { class: 'numbers' }, el('tbody', {}, ...worth.side_wagers.map(row => el('tr', {}, el('th', { scope: 'row' }, plainName(row.name), el('small', { class: 'quiet' }, ` ${row.paytable}${row.reading ? `, ${plainName(row.reading)}` : ''}`)), el('td', { class: row.house_edge < 0 ? 'is-number sign-bad' : 'is-number' }, percent(row.house_edge, 3))))))] : []))
    } catch (problem) {
      if (isWanted()) state.append(el('p', { class: 'form-problem' }, problem.message))
    }
  }

  function show(notes, found) {
    state.replaceChildren(el('p', { class: 'sign-good' }, el('b', {}, L.fits)), ...(found.approvals_missing?.length ? [el('p', { class: 'quiet' }, L.missing(found.approvals_missing))] : []), ...[...new Set(notes)].map(text => el('p', { class: 'panel-warning' }, text)))
  }

  /** The edge of the book's sample, asked once. */
  async function sampleOf(name) {
    if (!samples.has(name)) samples.set(name, await study('figures', { book: name }).then(one => one?.house_edge ?? null).catch(() => null))
    return samples.get(name)
  }

  return { node, update }
}
