// The score of a lesson or an exam: by chapter and topic, what to read again, and the certificate.

import { el } from '../parts/dom.js'
import { S } from './texts.js'

/**
 * @param {Wire.LessonShown} first
 * @param {Wire.LessonState} state
 * @param {() => void} leave
 */
export function mountScore(first, state, leave) {
  const { score } = state
  const certificate = `/api/lessons/${encodeURIComponent(first.lesson)}/certificate`
  const name = el('input', { type: 'text', maxlength: 80, autocomplete: 'name' })
  const link = el(
    'a',
    {
      class: 'button',
      download: 'certificate.html',
      onclick: () => {
        link.href = `${certificate}?name=${encodeURIComponent(name.value.trim() || 'Trainee')}`
      },
    },
    S.save,
  )
  link.href = certificate
  const isExam = state.is_exam && state.is_over
  const rows = score.rows.map(row =>
    el(
      'tr',
      {},
      el('td', {}, row.chapter),
      el('td', {}, row.topic),
      el('td', { class: 'is-number' }, S.score(row.right, row.asked)),
      el(
        'td',
        { class: 'score-bar' },
        el('meter', { min: 0, max: row.asked, value: row.right, 'aria-label': row.topic }),
      ),
    ),
  )
  const failed = score.failed.map(one =>
    el(
      'li',
      {},
      one.explains,
      ' ',
      el('span', { class: 'clause' }, one.clauses.length ? one.clauses.slice(0, 3).join(', ') : S.house),
    ),
  )
  const node = el(
    'section',
    { class: 'paper score' },
    el('h2', {}, isExam ? S.over : S.lessonOver),
    isExam
      ? el(
          'p',
          { class: 'score-result', 'data-kind': state.is_passed ? 'good' : 'bad' },
          state.is_passed ? S.passed : S.failed,
        )
      : null,
    el(
      'p',
      { class: 'score-big' },
      score.asked ? `${S.percent(score.percent)} · ${S.score(score.right, score.asked)}` : S.none,
    ),
    el(
      'div',
      { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': S.topic },
      el(
        'table',
        { class: 'list' },
        el(
          'thead',
          {},
          el(
            'tr',
            {},
            ...[S.chapter, S.topic, S.rightOf, ''].map((text, at) =>
              text ? el('th', { scope: 'col', class: at === 2 ? 'is-number' : '' }, text) : el('td', {}),
            ),
          ),
        ),
        el('tbody', {}, ...rows),
      ),
    ),
    failed.length ? el('h2', {}, S.read) : null,
    failed.length ? el('ul', { class: 'score-read' }, ...failed) : null,
    isExam
      ? el('div', { class: 'row score-save' }, el('label', { class: 'field' }, el('span', {}, S.name), name), link)
      : null,
    el('button', { class: 'button is-primary', type: 'button', onclick: leave }, S.again),
  )
  return { node }
}
