// A player's own limits: the most to lose, and how long to play.

import { el, setText } from '../../parts/dom.js'
import { amountOf, typedAmount } from '../../parts/money.js'
import { ask, get } from '../../wire/http.js'
import { T } from '../../texts.js'

export function mountLimits() {
  const loss = el('input', { type: 'text', inputmode: 'decimal', autocomplete: 'off' })
  const minutes = el('input', { type: 'text', inputmode: 'numeric', autocomplete: 'off' })
  const says = el('p', { class: 'quiet', role: 'status' })
  const set = el('button', { class: 'button', type: 'submit', disabled: true }, T.limitsSave)
  const node = el(
    'form',
    { class: 'limits', novalidate: true, onsubmit: save },
    el('h2', {}, T.limitsOwn),
    el('p', { class: 'quiet' }, T.limitsHelp),
    el('label', { class: 'field' }, el('span', {}, T.limitLoss), loss),
    el('label', { class: 'field' }, el('span', {}, T.limitMinutes), minutes),
    set,
    says,
  )

  async function opened() {
    const me = await get('/me').catch(problem => setText(says, problem.message))
    if (!me) return
    const { limits } = me
    set.disabled = false
    if (limits?.loss && !loss.value) loss.value = typedAmount(limits.loss)
    if (limits?.minutes && !minutes.value) minutes.value = String(limits.minutes)
  }

  /** @param {Event} event */
  async function save(event) {
    event.preventDefault()
    const wanted = {
      loss: loss.value ? amountOf(loss.value) : null,
      minutes: minutes.value ? Number(minutes.value) : null,
    }
    if (Object.values(wanted).some(value => value !== null && !Number.isInteger(value)))
      return setText(says, T.limitsBad)
    try {
      await ask('PUT', '/me/limits', wanted)
      return setText(says, T.limitsSaved)
    } catch (trouble) {
      return setText(says, trouble.message)
    }
  }

  return { node, opened }
}
