// Which view is shown: the address after # says it, so that a reload and a link lead to the same place.

import { mountLobby } from './lobby/lobby.js'
import { mountTable } from './table/table.js'
import { el } from './parts/dom.js'
import { show } from './parts/settings.js'
import { mountCardDefinitions } from './table/card.js'
import { T } from './texts.js'

/** Views by the first word of the address; `mount(root, id, view)`. What few people need is loaded when it is asked for. */
const VIEWS = {
  table: mountTable,
  account: later(() => import('./account/account.js'), 'mountAccount'),
  welcome: later(() => import('./account/welcome.js'), 'mountWelcome'),
  people: later(() => import('./account/people.js'), 'mountPeople'),
  floor: later(() => import('./floor/floor.js'), 'mountFloor'),
  deal: later(() => import('./floor/duty.js'), 'mountDealer'),
  watch: later(() => import('./floor/duty.js'), 'mountFloorperson'),
  audit: later(() => import('./audit/audit.js'), 'mountAudit'),
  shoes: later(() => import('./audit/shoes.js'), 'mountShoesRoom'),
  school: later(() => import('./school/school.js'), 'mountSchool'),
}
const NEEDS_ID = ['table', 'deal', 'watch', 'shoes']

const root = document.querySelector('main')
let shown = null
let place = null

/** #/ is the lobby, #/table/ID a table, #/table/ID/round/N a round of it again, #/floor, #/deal/ID, #/audit/ID … */
function route() {
  const [, view = '', id = ''] = location.hash.split('/')
  const isKnown = VIEWS[view] && (id || !NEEDS_ID.includes(view))
  const wanted = isKnown ? `${view}/${id}` : ''
  if (shown && wanted === place) return shown.moved?.()
  shown?.stop()
  root.replaceChildren()
  place = wanted
  document.title = T.title
  shown = isKnown ? VIEWS[view](root, decodeURIComponent(id)) : mountLobby(root)
  return undefined
}

/** A view that is loaded first, with its style sheet. */
function later(load, name) {
  return (parent, id) => {
    const wait = el('p', { class: 'waiting', role: 'status' }, T.loading)
    parent.append(wait)
    let view = null
    let isGone = false
    load().then(part => {
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
