// The line above the table: where one is, what one has, and how it goes; tools.

import { el, setText } from '../parts/dom.js'
import { icon } from '../parts/icons.js'
import { money } from '../parts/money.js'
import { choose, settings } from '../parts/settings.js'
import { T } from '../texts.js'
import { onLayout } from './felt/stakes.js'
import { P } from './texts.js'

/**
 * @param {Wire.Sheet} sheet
 * @param {{ drawer: () => void, tell: (text: string) => void, isOfOne: boolean }} actions
 */
export function mountTop(sheet, actions) {
  const round = el('span', { class: 'top-round' })
  const watching = el('span', { class: 'top-watching', hidden: true })
  const me = el('span', { class: 'top-me' })
  const total = el('b', { class: 'top-total' })
  const net = el('span', { class: 'top-net' })
  const time = el('span', { class: 'top-time' })
  const sound = tool('', P.soundOn, () => {
    choose({ sound: !settings().sound })
    sounds()
  })
  const full = tool('full', P.fullScreen, toggleFull)
  full.classList.add('is-wide')
  full.hidden = !document.fullscreenEnabled
  const invite = tool('invite', P.invite, copyLink)
  invite.classList.add('is-wide')
  const menu = tool('menu', P.openPanel, actions.drawer)
  menu.classList.add('is-menu')
  const node = el(
    'header',
    { class: 'top' },
    el('a', { class: 'brand', href: '#/' }, T.title),
    el('a', { class: 'top-back', href: '#/', 'aria-label': T.toLobby }, icon('back'), el('span', {}, P.tables)),
    el('h1', { class: 'top-name' }, sheet.name),
    el('span', { class: 'top-limits' }, `${T.decks(sheet.decks)} · ${T.limits(sheet.minimum, sheet.maximum)}`),
    actions.isOfOne ? el('span', { class: 'pill top-limits', title: T.houseOfOne }, T.houseOfOneShort) : null,
    round,
    watching,
    el('span', { class: 'top-mine' }, me, total, net, time),
    el('span', { class: 'top-tools' }, invite, full, sound, menu),
  )
  const begun = beginOf(sheet.id)
  let seat = 0
  sounds()

  function sounds() {
    const isOn = settings().sound
    sound.replaceChildren(/** @type {Node} */ (icon(isOn ? 'sound' : 'silent')))
    sound.setAttribute('aria-label', isOn ? P.soundOff : P.soundOn)
  }

  function toggleFull() {
    if (document.fullscreenElement) document.exitFullscreen()
    else document.documentElement.requestFullscreen().catch(() => {})
  }

  /** A link to a free box, if there is one, for inviting another player. */
  async function copyLink() {
    const table = `#/table/${encodeURIComponent(sheet.id)}`
    const address = `${location.origin}${location.pathname}${table}${seat ? `/seat/${seat}` : ''}`
    try {
      await navigator.clipboard.writeText(address)
      actions.tell(P.invited(seat))
    } catch {
      prompt(P.inviteLink, address)
    }
  }

  function update(/** @type {Page.Now} */ { state }) {
    const mine = state.view.people.find(person => person.name === state.you)
    const taken = new Set(state.view.people.map(person => person.seat))
    seat = Array.from({ length: sheet.boxes }, (_, at) => at + 1).find(number => !taken.has(number)) ?? 0
    setText(round, T.round(state.view.round_number))
    const count = state.watching ?? 0
    setText(watching, P.watching(count))
    watching.hidden = !count
    setText(me, state.names?.[state.you] ?? '')
    const has = mine?.chips ?? null
    const all = has === null ? 0 : has + onLayout(state.view, state.you)
    setText(total, has === null ? '' : money(all))
    const won = has === null ? 0 : all - (state.brought ?? 0)
    setText(net, has === null ? '' : T.net(won))
    net.dataset.sign = String(Math.sign(won))
    setText(time, has !== null ? T.minutes(Math.floor((Date.now() - begun()) / 60000)) : '')
  }

  return { node, update }
}

/**
 * @param {string} shape
 * @param {string} label
 * @param {() => void} onclick
 */
function tool(shape, label, onclick) {
  return el(
    'button',
    { class: 'tool', type: 'button', 'aria-label': label, title: label, onclick },
    shape ? icon(shape) : null,
  )
}

/**
 * When one sat down, kept over a reload.
 * @param {string} table
 */
function beginOf(table) {
  const key = `spanish21.visit.${table}`
  return () => {
    try {
      const at = Number(sessionStorage.getItem(key)) || Date.now()
      sessionStorage.setItem(key, String(at))
      return at
    } catch {
      return Date.now()
    }
  }
}
