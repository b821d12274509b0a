// Staff begin at their work: once in a visit, staff with a duty or an office are led from the lobby to it.

import { has } from '../me.js'

const KEY = 'spanish21.landed'

/**
 * Lead a person to their work; whether they were.
 * @param {Wire.Me | null} me
 */
export function land(me) {
  if (!me || hasLanded()) return false
  const [duty] = me.duties ?? []
  const address = duty
    ? `#/${duty.role === 'dealer' ? 'deal' : 'watch'}/${encodeURIComponent(duty.table)}`
    : has(me, 'dealer', 'floorperson')
      ? '#/floor'
      : has(me, 'auditor')
        ? '#/audit'
        : ''
  if (!address) return false
  location.replace(address)
  return true
}

/** Whether this visit has been at the lobby before; from now on it has. */
function hasLanded() {
  try {
    const was = sessionStorage.getItem(KEY)
    sessionStorage.setItem(KEY, 'yes')
    return Boolean(was)
  } catch {
    return true
  }
}
