// Who one is, asked once for each view.

import { get, post } from '../wire/http.js'

/**
 * The person logged in, or null.
 * @returns {Promise<Wire.Me | null>}
 */
export function whoAmI() {
  return get('/me').catch(trouble => (trouble.status === 401 ? null : Promise.reject(trouble)))
}

/** The person logged in, or a new guest. */
export async function meOrGuest() {
  return (await whoAmI()) ?? post('/guest')
}

/**
 * @param {Wire.Me | null} me
 * @param {string[]} roles
 */
export const has = (me, ...roles) => roles.some(role => me?.roles.includes(role))
