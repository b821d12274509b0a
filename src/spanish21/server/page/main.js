// Which view is shown: the address after # says it, so that a reload and a link lead to the same place.

import { mountLobby } from './lobby/lobby.js'
import { mountTable } from './table/table.js'
import { show } from './parts/settings.js'
import { mountCardDefinitions } from './table/card.js'
import { T } from './texts.js'

const root = document.querySelector('main')
let shown = null
let place = null

/** #/ is the lobby, #/table/ID a table, #/table/ID/round/N a round of it again. */
function route() {
  const [, view, id] = location.hash.split('/')
  const wanted = view === 'table' && id ? id : ''
  if (shown && wanted === place) return shown.moved?.()
  shown?.stop()
  root.replaceChildren()
  place = wanted
  document.title = T.title
  shown = wanted ? mountTable(root, decodeURIComponent(wanted)) : mountLobby(root)
  return undefined
}

show()
document.body.append(mountCardDefinitions())
addEventListener('hashchange', route)
route()
