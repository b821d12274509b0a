// Which view is shown: the address after # says it, so that a reload and a link lead to the same place.

import { mountLobby } from './lobby/lobby.js'
import { mountTable } from './table/table.js'
import { style } from './parts/styles.js'
import { show } from './parts/settings.js'
import { mountCardDefinitions } from './table/card.js'
import { T } from './texts.js'

/** Rooms that are read only when somebody goes there: what mounts them, and their style sheets. */
const ROOMS = {
  study: [() => import('./study/study.js'), 'parts/room.css', 'study/study.css', 'study/plot.css', 'study/chart.css'],
  explorer: [() => import('./explorer/explorer.js'), 'parts/room.css', 'explorer/explorer.css'],
  learn: [() => import('./learn/learn.js'), 'parts/room.css', 'study/chart.css', 'learn/learn.css'],
  editor: [() => import('./editor/editor.js'), 'parts/room.css', 'editor/editor.css'],
}

const root = document.querySelector('main')
let shown = null
let place = null

/** #/ is the lobby, #/table/ID a table, #/table/ID/round/N a round of it again, #/study and so on the other rooms. */
function route() {
  const [, view, id] = location.hash.split('/')
  const wanted = ROOMS[view] ? view : view === 'table' && id ? `table ${id}` : ''
  if (shown && wanted === place) return shown.moved?.()
  shown?.stop()
  root.replaceChildren()
  place = wanted
  document.title = T.title
  if (ROOMS[wanted]) return enter(wanted)
  shown = wanted ? mountTable(root, decodeURIComponent(id)) : mountLobby(root)
  return undefined
}

async function enter(name) {
  shown = { stop() {} }
  const [load, ...sheets] = ROOMS[name]
  try {
    const [room] = await Promise.all([load(), ...sheets.map(style)])
    if (place === name) shown = room.mount(root)
  } catch {
    if (place === name) root.textContent = T.noServer
  }
}

show()
document.body.append(mountCardDefinitions())
addEventListener('hashchange', route)
route()
