// An event as a sentence: our frame from its facts, the server's words for why, and the clauses.

import { SILENT, spelled, T, TELLS } from '../texts.js'

/** A teller for one table and moment (`boxes` as they lie): `tell(item)` gives {text, why, clauses, mine} or null for a silent step. */
export function teller(sheet, state, boxes = state.view.boxes) {
  const titles = Object.fromEntries(sheet.layout.wagers.map(wager => [wager.kind, wager.title]))
  const name = person => state.names?.[person] ?? person
  const who = person => (person === state.you ? 'You' : name(person))
  who.is = (person, plain, other) => (person === state.you ? plain : other)
  who.to = person => (person === state.you ? 'you' : name(person))
  const mine = new Set(boxes.filter(box => box.stakes.some(stake => stake.person === state.you)).map(box => box.number))
  const box = number => (mine.has(number) ? `${T.box(number)}, yours` : T.box(number))

  return ({ event, text, clauses }) => {
    if (SILENT.has(event.type)) return null
    const tells = TELLS[event.type]
    const says = tells ? tells(event, who, titles, box) : ''
    if (tells && !says && !text) return null
    const why = says ? reasonIn(event, text ?? '', name(event.person)) : ''
    return { type: event.type, text: says || sentence(text) || `${spelled(event.type)}.`, why, clauses: clauses ?? [], mine: event.person === state.you }
  }
}

/** Why something came out as it did, in the server's words; who it was and how much is said already. */
function reasonIn(event, text, name) {
  if (event.type.endsWith('WheelSpun')) return text.includes('shows') ? text : ''
  if (!event.why) return ''
  const said = text.startsWith(name) ? /^[^,]*[+−-]?\d[\d.]*, (.*)$/.exec(text.slice(name.length)) : null
  return said ? said[1] : text
}

export function sentence(text) {
  return text ? `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?…]$/.test(text) ? '' : '.'}` : ''
}
