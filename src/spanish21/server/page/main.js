// Which view is shown: the address after # says it, so that a reload and a link lead to the same place.

import { mountLobby } from './lobby/lobby.js'
import { mountTable } from './table/table.js'
import { show } from './parts/settings.js'
import { mountCardDefinitions } from './table/card.js'
import { T } from './texts.js'

const root = document.querySelector('main')
let leave = null

function route() {
  leave?.()
  root.replaceChildren()
  const [, view, id] = location.hash.split('/')
  if (view === 'table' && id) {
    leave = mountTable(root, decodeURIComponent(id))
  } else {
    document.title = T.title
    leave = mountLobby(root)
  }
}

show()
document.body.append(mountCardDefinitions())
addEventListener('hashchange', route)
route()
