// Which view is shown: the address after # says it, so that a reload and a link lead to the same place.

import { mountLobby } from './lobby/lobby.js'
import { mountTable } from './table/table.js'
import { el } from './parts/dom.js'
import { style } from './parts/styles.js'
import { show } from './parts/settings.js'
import { mountCardDefinitions } from './table/card.js'
import { T } from './texts.js'

/** Rooms that are read only when somebody goes there: what mounts them, and their style sheets. What follows in the address is theirs. */
const ROOMS = {
  study: later(() => import('./study/study.js'), 'mount', 'parts/room.css', 'study/study.css', 'study/plot.css', 'study/chart.css'),
  explorer: later(() => import('./explorer/explorer.js'), 'mount', 'parts/room.css', 'explorer/explorer.css'),
  learn: later(() => import('./learn/learn.js'), 'mount', 'parts/room.css', 'study/chart.css', 'learn/learn.css'),
  editor: later(() => import('./editor/editor.js'), 'mount', 'parts/room.css', 'editor/editor.css'),
  account: later(() => import('./account/account.js'), 'mountAccount', 'account/account.css'),
  people: later(() => import('./account/people.js'), 'mountPeople', 'account/account.css'),
  round: later(() => import('./round/round.js'), 'mount', 'round/round.css'),
  school: later(() => import('./school/school.js'), 'mountSchool', 'school/school.css'),
}

/** Views of one thing, which the address names: `mount(root, id)`. */
const VIEWS = {
  table: mountTable,
  welcome: later(() => import('./account/welcome.js'), 'mountWelcome', 'account/account.css'),
  floor: later(() => import('./floor/floor.js'), 'mountFloor', 'floor/floor.css'),
  deal: later(() => import('./floor/duty.js'), 'mountDealer', 'floor/floor.css'),
  watch: later(() => import('./floor/duty.js'), 'mountFloorperson', 'floor/floor.css'),
  audit: later(() => import('./audit/audit.js'), 'mountAudit', 'audit/audit.css'),
  shoes: later(() => import('./audit/shoes.js'), 'mountShoesRoom', 'audit/audit.css'),
}
const NEEDS_ID = ['table', 'deal', 'watch', 'shoes']

const root = document.querySelector('main')
let shown = null
let place = null

/** #/ is the lobby, #/table/ID a table, #/table/ID/round/N a round of it again, #/study and so on the other rooms. */
function route() {
  const [, view = '', id = ''] = location.hash.split('/')
  const isView = VIEWS[view] && (id || !NEEDS_ID.includes(view))
  const wanted = ROOMS[view] ? view : isView ? `${view}/${id}` : ''
  if (shown && wanted === place) return shown.moved?.()
  shown?.stop?.()
  root.replaceChildren()
  place = wanted
  document.title = T.title
  const mount = ROOMS[view] ?? (isView ? VIEWS[view] : mountLobby)
  shown = mount(root, decodeURIComponent(id))
  return undefined
}

/** A view that is read first, with its style sheets. */
function later(load, name, ...sheets) {
  return (parent, id) => {
    const wait = el('p', { class: 'waiting', role: 'status' }, T.loading)
    parent.append(wait)
    let view = null
    let isGone = false
    Promise.all([load(), ...sheets.map(style)]).then(([part]) => {
      if (isGone) return
      wait.remove()
      view = part[name](parent, id)
    }).catch(() => { wait.textContent = T.noServer })
    return {
      moved: () => view?.moved?.(),
      stop() {
        isGone = true
        view?.stop?.()
      },
    }
  }
}

show()
document.body.append(mountCardDefinitions())
addEventListener('hashchange', route)
route()
