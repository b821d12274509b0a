// At the interval that one chose: for how long one has played, how it went, and whether to go on.

import { get } from '../wire/http.js'

const BEGUN = 'spanish21.play.begun'
const MINUTE = 60 * 1000

/** Since when one has played without a pause that the browser knows of, kept over a reload. */
function begun() {
  try {
    const at = Number(sessionStorage.getItem(BEGUN)) || Date.now()
    sessionStorage.setItem(BEGUN, String(at))
    return at
  } catch {
    return Date.now()
  }
}

/**
 * A view of a table that is interrupted at the interval of its player.
 * @param {(root: HTMLElement, id: string) => import('../main.js').View} mount
 */
export const withRealityCheck = mount => (/** @type {HTMLElement} */ root, /** @type {string} */ id) => {
  const view = mount(root, id)
  const since = begun()
  let timer = 0
  let isGone = false
  /** @type {HTMLElement | null} */
  let shown = null
  get('/me')
    .then(me => wait(me.limits.check))
    .catch(() => {})

  /** @param {number | null} minutes */
  function wait(minutes) {
    if (!minutes || isGone) return
    const passed = (Date.now() - since) % (minutes * MINUTE)
    timer = setTimeout(() => remind(minutes), minutes * MINUTE - passed)
  }

  /** @param {number} minutes */
  async function remind(minutes) {
    const reminder = await import('./reminder.js').catch(() => null)
    const over = () => {
      shown?.remove()
      shown = null
      wait(minutes)
    }
    if (reminder && !isGone) shown = await reminder.remind(since, over, () => isGone)
    else wait(minutes)
  }

  return {
    moved: () => view.moved?.(),
    stop() {
      isGone = true
      clearTimeout(timer)
      shown?.remove()
      view.stop?.()
    },
  }
}
