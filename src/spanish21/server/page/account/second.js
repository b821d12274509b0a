// Standing by as the second person: a code, good once and for two minutes.

import { el, setText } from '../parts/dom.js'
import { once } from '../parts/order.js'
import { post } from '../wire/http.js'
import { A } from './texts.js'

const LASTS = 120

export function mountSecond() {
  const code = el('output', { class: 'second-code' })
  const says = el('p', { class: 'says', role: 'status' })
  const node = el('section', { class: 'paper second' }, el('h2', {}, A.second), el('p', { class: 'quiet' }, A.secondIntro),
    el('button', { class: 'button', type: 'button', onclick: once(stand) }, A.standBy), code, says)
  let timer = 0

  async function stand() {
    clearTimeout(timer)
    try {
      const found = await post('/second')
      setText(code, found.code)
      says.dataset.kind = ''
      setText(says, A.code)
      timer = setTimeout(() => { setText(code, ''); setText(says, A.codeOver) }, LASTS * 1000)
    } catch (trouble) {
      says.dataset.kind = 'bad'
      setText(says, trouble.message)
    }
  }

  return { node }
}
