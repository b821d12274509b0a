// The bar at the top of every room except a table.

import { mountHead } from './head.js'

/**
 * `here` is the room's place in the address; "" is the lobby.
 * @param {string} here
 */
export const mountTop = here => mountHead(here).node
