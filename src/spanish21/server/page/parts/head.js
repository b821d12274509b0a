// The line above every view but the table: where one can go, by what one is, and who one is.

import { el, keyed, setText } from './dom.js'
import { has, whoAmI } from './me.js'
import { T } from '../texts.js'

/** Where one can go: the address, its text, and who sees it. */
const anybody = () => true
const WAYS = [
  ...['', 'learn', 'explorer', 'study', 'editor'].map(to => ({ to, text: T.rooms[to], may: anybody })),
  { to: 'school', text: T.ways.school, may: anybody },
  { to: 'floor', text: T.ways.floor, may: me => has(me, 'dealer', 'floorperson', 'administrator') },
  { to: 'audit', text: T.ways.audit, may: me => has(me, 'auditor') },
  { to: 'people', text: T.ways.people, may: me => has(me, 'administrator') },
]

/** `here` is the first word of the address; `known(me)` hears who one is. */
export function mountHead(here, known = () => {}) {
  const ways = el('nav', { class: 'rooms', 'aria-label': T.roomsTitle })
  const mine = el('a', { class: 'top-mine', href: '#/account', 'aria-current': here === 'account' ? 'page' : null }, T.logIn)
  const node = el('header', { class: 'top has-rooms' }, el('a', { class: 'brand', href: '#/' }, T.title), ways, mine)
  draw(null)
  refresh()

  function draw(me) {
    keyed(ways, WAYS.filter(way => way.may(me)), way => way.to, way => ({ node: el('a', { href: `#/${way.to}`, 'aria-current': way.to === here ? 'page' : null }, way.text) }))
    ways.scrollLeft = (ways.querySelector('[aria-current]')?.offsetLeft ?? 0) - 60
    setText(mine, me ? T.you(me.name, me.purse) : T.logIn)
  }

  async function refresh() {
    const me = await whoAmI().catch(() => null)
    draw(me)
    known(me)
    return me
  }

  return { node, refresh }
}
