// The bar at the top of every room but a table: where one is, and where else one can go.

import { el } from './dom.js'
import { T } from '../texts.js'

/** Rooms by their place in the address; "" is the lobby. */
const ROOMS = ['', 'learn', 'explorer', 'study', 'editor']

export function mountTop(here, ...rest) {
  const links = ROOMS.map(room => el('a', { href: `#/${room}`, 'aria-current': room === here ? 'page' : null }, T.rooms[room]))
  return el('header', { class: 'top has-rooms' }, el('a', { class: 'brand', href: '#/' }, T.title), el('nav', { class: 'rooms', 'aria-label': T.roomsTitle }, ...links), ...rest)
}
