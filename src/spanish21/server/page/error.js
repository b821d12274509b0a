// The page of an address that there is not: in the look and the language that were chosen.

import { language } from './parts/language.js'
import { mountMissing } from './parts/rooms/missing.js'
import { show } from './parts/settings.js'

document.documentElement.lang = language
show()
mountMissing(/** @type {HTMLElement} */ (document.querySelector('main')), '/')
