// A break from play: begins immediately, cannot be taken back.

import { el, setText } from '../parts/dom.js'
import { once } from '../parts/order.js'
import { post } from '../wire/http.js'
import { A, day } from './texts.js'

/** @param {Wire.Me} me */
export function mountExclusion(me) {
  const days = el(
    'select',
    {},
    ...Object.entries(A.excludeDays).map(([value, text]) => el('option', { value, selected: value === '7' }, text)),
  )
  const sure = el('input', { type: 'checkbox' })
  const says = el('p', { class: 'says', role: 'status' })
  const node = el(
    'form',
    { class: 'paper exclusion', novalidate: true, onsubmit: once(submit) },
    el('h2', {}, A.exclusion),
    el('p', { class: 'quiet' }, A.exclusionIntro),
    el('label', { class: 'field' }, el('span', {}, A.excludeFor), days),
    el('label', { class: 'field is-check' }, sure, el('span', {}, A.excludeSure)),
    el('button', { class: 'button', type: 'submit' }, A.exclude),
    says,
  )
  if (me.excluded_until > Date.now()) tell(A.excluded(day(me.excluded_until)), '')

  async function submit() {
    if (!sure.checked) return tell(A.excludeTick, 'bad')
    try {
      const { until } = await post('/me/exclusion', { days: Number(days.value) })
      return tell(A.excluded(day(until)), '')
    } catch (trouble) {
      return tell(trouble.message, 'bad')
    }
  }

  /**
   * @param {string} text
   * @param {string} kind
   */
  function tell(text, kind) {
    says.dataset.kind = kind
    setText(says, text)
  }

  return { node }
}
