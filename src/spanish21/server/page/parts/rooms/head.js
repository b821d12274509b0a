// The line above every view but the table: where one can go, by what one is, and who one is.

import { el, keyed, setText } from '../dom.js'
import { has, whoAmI } from '../me.js'
import { T } from '../../texts.js'

/** Where one can go: the address, its text, and who sees it. */
const anybody = () => true
/** @type {{ to: string, text: string, may: (me: Wire.Me | null) => boolean }[]} */
const WAYS = [
  ...Object.entries(T.rooms).map(([to, text]) => ({ to, text, may: anybody })),
  { to: 'school', text: T.ways.school, may: anybody },
  { to: 'floor', text: T.ways.floor, may: me => has(me, 'dealer', 'floorperson', 'administrator') },
  { to: 'audit', text: T.ways.audit, may: me => has(me, 'auditor') },
  {
    to: 'approvals',
    text: T.ways.approvals,
    may: me => Boolean(me?.is_house_of_two) && has(me, 'dealer', 'floorperson', 'auditor', 'administrator'),
  },
  { to: 'people', text: T.ways.people, may: me => has(me, 'administrator') },
]

/**
 * `here` is the first word of the address; `known(me)` hears who one is.
 * @param {string} here
 * @param {(me: Wire.Me | null) => void} known
 */
export function mountHead(here, known = () => {}) {
  const ways = el('nav', { class: 'rooms', 'aria-label': T.roomsTitle })
  const mine = el(
    'a',
    { class: 'top-mine', href: '#/account', 'aria-current': here === 'account' ? 'page' : null },
    T.logIn,
  )
  const node = el('header', { class: 'top has-rooms' }, el('a', { class: 'brand', href: '#/' }, T.title), ways, mine)
  draw(null)
  refresh()

  /** @param {Wire.Me | null} me */
  function draw(me) {
    keyed(
      ways,
      WAYS.filter(way => way.may(me)),
      way => way.to,
      way => ({ node: el('a', { href: `#/${way.to}`, 'aria-current': way.to === here ? 'page' : null }, way.text) }),
    )
    /** @type {HTMLElement | null} */
    const current = ways.querySelector('[aria-current]')
    ways.scrollLeft = (current?.offsetLeft ?? 0) - 60
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
