// Where one is logged in, and an end to each.

import { el, keyed, setText } from '../parts/dom.js'
import { once } from '../parts/order.js'
import { ask, get } from '../wire/http.js'
import { P } from './texts.js'

const when = (/** @type {number} */ at) =>
  new Date(at).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' })

/** `over()` when the session of this page was ended. */
export function mountSessions(/** @type {() => unknown} */ over) {
  const list = el('ul', { class: 'sessions' })
  const says = el('p', { class: 'says', role: 'status' })
  const node = el('section', { class: 'paper' }, el('h2', {}, P.sessions), list, says)
  read()

  async function read() {
    const found = await get('/me/sessions').catch(trouble => {
      setText(says, trouble.message)
      return null
    })
    if (found)
      keyed(
        list,
        found,
        one => one.id,
        one => mountSession(one),
      )
  }

  /** @param {Wire.OwnSession} one */
  function mountSession(one) {
    const since = when(one.created)
    return {
      node: el(
        'li',
        { class: 'row' },
        el('span', {}, P.since(since), one.is_this ? ` (${P.here})` : ''),
        el('span', { class: 'quiet' }, P.seen(when(one.last_seen))),
        el(
          'button',
          {
            class: 'button is-small',
            type: 'button',
            'aria-label': P.endOf(since),
            onclick: once(async () => {
              await ask('DELETE', `/me/sessions/${one.id}`).catch(trouble => setText(says, trouble.message))
              await (one.is_this ? over() : read())
            }),
          },
          P.end,
        ),
      ),
    }
  }

  return { node }
}
