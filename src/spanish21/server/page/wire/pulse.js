// Whether the connection is alive: an unanswered ping means that it is not. A page that wakes up, or a
// browser that has its network again, asks immediately.

const EVERY = 20_000
const PATIENCE = 8_000
/** The page is visible again: refresh it soon. */
const LOOKING = 2_000

/**
 * `beat()` sends a ping, if there is a line; `dead()` hears that it was not answered; `wake()` is called when a page
 * wakes up without a line.
 * @param {{ beat: () => boolean, dead: () => void, wake: () => void }} line
 */
export function keepPulse({ beat, dead, wake }) {
  let silence = 0
  const every = setInterval(() => ask(PATIENCE), EVERY)
  document.addEventListener('visibilitychange', woken)
  addEventListener('pageshow', woken)
  addEventListener('online', woken)

  function ask(/** @type {number} */ patience) {
    if (!beat()) return wake()
    clearTimeout(silence)
    silence = setTimeout(dead, patience)
    return undefined
  }

  function woken() {
    if (!document.hidden) ask(LOOKING)
  }

  /** Any message is a sign of life. */
  const heard = () => clearTimeout(silence)

  function stop() {
    clearInterval(every)
    heard()
    document.removeEventListener('visibilitychange', woken)
    removeEventListener('pageshow', woken)
    removeEventListener('online', woken)
  }

  return { heard, stop }
}
