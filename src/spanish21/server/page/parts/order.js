// Answers take time: an older one must not replace a newer one, and a double click counts once.

/** `const ask = turns()`; `const isLast = ask()` says later whether nothing was asked since. */
export function turns() {
  let turn = 0
  return () => {
    const mine = ++turn
    return () => mine === turn
  }
}

/**
 * A handler of an event that does nothing while it is under way, which its node shows.
 * @param {(event: Event) => unknown} run
 */
export function once(run) {
  let isBusy = false
  return async (/** @type {Event} */ event) => {
    event.preventDefault()
    if (isBusy) return
    const node = /** @type {Element} */ (event.currentTarget)
    isBusy = true
    node.setAttribute('aria-busy', 'true')
    try {
      await run(event)
    } finally {
      isBusy = false
      node.removeAttribute('aria-busy')
    }
  }
}
