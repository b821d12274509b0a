// Who one is, asked once for each view.

import { get, post } from '../wire/http.js'

/** The person logged in, or null. */
export function whoAmI() {
  return get('/me').catch(trouble => (trouble.status === 401 ? null : Promise.reject(trouble)))
}

/** The person logged in, or a new guest. */
export async function meOrGuest() {
  return (await whoAmI()) ?? post('/guest')
}

export const has = (me, ...roles) => Boolean(me) && roles.some(role => me.roles?.includes(role))
