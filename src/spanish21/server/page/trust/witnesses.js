// Who watches the house's log from outside, for auditors and administrators: what each has cosigned, and its troubles.

import { el } from '../parts/dom.js'
import { locale } from '../parts/language.js'
import { get } from '../wire/http.js'
import { W } from './witness_texts.js'

export function mountWitnesses() {
  const body = el('div', { class: 'witnesses' }, el('p', { role: 'status' }, W.reading))
  const node = el('section', { class: 'paper' }, el('h2', {}, W.title), body)
  get('/tree/witnesses')
    .then(found => body.replaceChildren(...shown(found)))
    .catch(trouble => body.replaceChildren(el('p', { class: 'says', 'data-kind': 'bad' }, trouble.message)))
  return { node }
}

/** @param {Wire.Witnesses} found */
function shown({ size, wanted, asked }) {
  const intro = el('p', { class: 'quiet' }, wanted.length ? W.intro(size) : W.none)
  const wantedLines = wanted.map(one =>
    el(
      'li',
      { class: one.size ? '' : 'is-bad', title: one.key },
      el('b', {}, one.name),
      ` ${one.size ? W.cosigned(one.size, size - one.size, new Date(one.at).toLocaleString(locale)) : W.nothing}`,
    ),
  )
  const askedLines = asked.map(one =>
    el('li', { class: one.trouble ? 'is-bad' : '' }, el('b', {}, one.url), ` ${one.trouble || W.answers}`),
  )
  return [intro, ...[wantedLines, askedLines].filter(lines => lines.length).map(lines => el('ul', {}, ...lines))]
}
