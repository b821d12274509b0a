// Which view is shown: the address after # says it, so that a reload and a link lead to the same place.

import { withRealityCheck } from './account/reality.js'
import { el } from './parts/dom.js'
import { language } from './parts/language.js'
import { only } from './parts/styles.js'
import { show } from './parts/settings.js'
import { mountCardDefinitions } from './table/pieces/card.js'
import { T } from './texts.js'
import { proveWith } from './wire/http.js'

/** @typedef {{ moved?: () => unknown, stop?: () => void }} View */
/** @typedef {(root: HTMLElement, id: string) => View} Mount */

/** What every view with a felt needs. */
const FELT = ['table', 'felt/felt', 'felt/box', 'turn/actions', 'panel/panel'].map(name => `table/${name}.css`)
/** What a felt needs where there is little room; elsewhere it asks for it itself when the room gets less. */
if (matchMedia('(max-width: 899px), (max-height: 479px)').matches) FELT.push('table/felt/phone.css')

/**
 * Rooms that are loaded when they are entered: the function that mounts each, and its style sheets.
 * The rest of the address is theirs.
 * @type {Record<string, Mount>}
 */
const ROOMS = {
  study: later(
    () => import('./study/study.js'),
    'mount',
    'parts/rooms/room.css',
    'study/study.css',
    'study/plots/plot.css',
    'study/plots/chart.css',
  ),
  explorer: later(() => import('./explorer/explorer.js'), 'mount', 'parts/rooms/room.css', 'explorer/explorer.css'),
  learn: later(
    () => import('./learn/learn.js'),
    'mount',
    ...FELT,
    'table/felt/own.css',
    'parts/rooms/room.css',
    'study/plots/chart.css',
    'learn/learn.css',
  ),
  editor: later(() => import('./editor/editor.js'), 'mount', 'parts/rooms/room.css', 'editor/editor.css'),
  account: later(() => import('./account/account.js'), 'mountAccount', 'account/account.css'),
  people: later(() => import('./account/people.js'), 'mountPeople', 'account/account.css'),
  history: later(() => import('./history/past_rounds.js'), 'mount', 'history/history.css'),
  replay: later(() => import('./history/round_replay.js'), 'mount', 'parts/rooms/room.css', 'history/history.css'),
  missing: later(() => import('./parts/rooms/missing.js'), 'mountMissing', 'error.css'),
  approvals: later(() => import('./approvals/approvals.js'), 'mountApprovals', 'approvals/approvals.css'),
  statement: later(() => import('./account/statement.js'), 'mountStatement', 'account/account.css'),
  trust: later(() => import('./trust/trust_room.js'), 'mountTrust', 'trust/trust.css'),
  round: later(() => import('./round/round.js'), 'mount', ...FELT, 'table/felt/own.css', 'round/round.css'),
  school: later(() => import('./school/school.js'), 'mountSchool', ...FELT, 'table/felt/own.css', 'school/school.css'),
}

/** Views of one thing, which the address names: `mount(root, id)`. */
/** @type {Record<string, Mount>} */
const VIEWS = {
  table: withRealityCheck(later(() => import('./table/table.js'), 'mountTable', ...FELT, 'table/turn/edge.css')),
  welcome: later(() => import('./account/welcome.js'), 'mountWelcome', 'account/account.css'),
  reset: later(() => import('./account/reset.js'), 'mountReset', 'account/account.css'),
  floor: later(() => import('./floor/floor.js'), 'mountFloor', 'floor/floor.css'),
  deal: later(() => import('./floor/duty.js'), 'mountDealer', ...FELT, 'floor/floor.css'),
  watch: later(() => import('./floor/duty.js'), 'mountFloorperson', ...FELT, 'floor/floor.css'),
  audit: later(() => import('./audit/audit.js'), 'mountAudit', 'audit/audit.css'),
  shoes: later(() => import('./audit/shoes.js'), 'mountShoesRoom', 'audit/audit.css'),
}
const LOBBY = later(() => import('./lobby/lobby.js'), 'mountLobby', 'lobby/lobby.css')
const NEEDS_ID = ['table', 'deal', 'watch', 'shoes']

const root = /** @type {HTMLElement} */ (document.querySelector('main'))
/** @type {View | null} */
let shown = null
let place = ''

/** #/ is the lobby, #/table/ID a table, #/table/ID/round/N the replay of a round, #/study and so on the other rooms. */
function route() {
  const [, view = '', id = ''] = location.hash.split('/')
  const isView = VIEWS[view] && (id || !NEEDS_ID.includes(view))
  if (view && !ROOMS[view] && !isView) {
    location.replace('#/missing')
    return undefined
  }
  const wanted = ROOMS[view] ? view : isView ? `${view}/${id}` : ''
  if (shown && wanted === place) return shown.moved?.()
  shown?.stop?.()
  root.replaceChildren()
  place = wanted
  document.title = T.title
  only([])
  const mount = ROOMS[view] ?? (isView ? VIEWS[view] : LOBBY)
  shown = mount(root, decodeURIComponent(id))
  return undefined
}

/**
 * A view that is loaded on first use, with its style sheets.
 * @param {() => Promise<any>} load
 * @param {string} name
 * @param {string[]} sheets
 */
function later(load, name, ...sheets) {
  return (/** @type {HTMLElement} */ parent, /** @type {string} */ id) => {
    const wait = el('p', { class: 'waiting', role: 'status' }, T.loading)
    parent.append(wait)
    /** @type {View | null} */
    let view = null
    let isGone = false
    Promise.all([load(), only(sheets)])
      .then(([part]) => {
        if (isGone) return
        wait.remove()
        view = part[name](parent, id)
      })
      .catch(() => {
        wait.textContent = T.noServer
      })
    return {
      moved: () => view?.moved?.(),
      stop() {
        isGone = true
        view?.stop?.()
      },
    }
  }
}

document.documentElement.lang = language
proveWith(async () => (await import('./approvals/prove.js')).prove())
show()
document.body.append(mountCardDefinitions())
addEventListener('hashchange', route)
route()
// The view comes first. Then: does the house's log extend the checkpoint that this browser saw last?
setTimeout(async () => (await import('./trust/watch.js')).watch(), 3000)
// Where the browser allows it (https, or this machine), the shell opens without the network, and can be installed.
navigator.serviceWorker?.register('/worker.js').catch(() => {})
