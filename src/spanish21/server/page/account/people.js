// People and their roles, for administrators.

import { el, keyed, setText } from '../parts/dom.js'
import { mountHead } from '../parts/rooms/head.js'
import { has } from '../parts/me.js'
import { turns } from '../parts/order.js'
import { mountAsked } from '../approvals/asked.js'
import { mountWitnesses } from '../trust/witnesses.js'
import { ask, get } from '../wire/http.js'
import { T } from '../texts.js'
import { mountCorrecting, mountInviting } from './desk.js'
import { mountPerson } from './person.js'
import { A, article } from './texts.js'

const ROLES = Object.keys(A.roleNames)

/** @param {HTMLElement} root */
export function mountPeople(root) {
  document.title = `${A.people} · ${T.title}`
  const find = el('input', { type: 'text', autocomplete: 'off', oninput: draw })
  const list = el('ul', { class: 'people-list' })
  const says = el('p', { class: 'says', role: 'status' })
  const waiting = el('div', {})
  const witnesses = el('div', { class: 'people-desk' })
  const house = el('p', { class: 'pill house-of' })
  const head = mountHead('people', me => {
    if (!has(me, 'administrator')) return tell(A.onlyAdministrators, 'bad')
    witnesses.replaceChildren(mountWitnesses().node)
    setText(house, me?.is_house_of_two ? A.houseOfTwo : T.houseOfOne)
    return read()
  })
  const correcting = mountCorrecting()
  const desk = el('div', { class: 'papers people-desk', hidden: true }, mountInviting(ROLES).node, correcting.node)
  const means = el(
    'dl',
    { class: 'roles-mean' },
    ...ROLES.map(role => el('div', {}, el('dt', {}, A.roleNames[role]), el('dd', {}, A.rolesMay[role]))),
  )
  root.append(
    head.node,
    el(
      'div',
      { class: 'house account' },
      el('div', { class: 'house-head' }, el('h1', {}, A.people), el('p', { class: 'quiet' }, A.peopleIntro)),
      house,
      means,
      el('label', { class: 'field people-find' }, el('span', {}, A.find), find),
      says,
      waiting,
      list,
      desk,
      witnesses,
    ),
  )
  /** @type {Wire.PersonOfHouse[]} */
  let people = []
  let changing = 0
  const turn = turns()

  async function read() {
    const isLast = turn()
    try {
      const found = await get('/people')
      if (!isLast() || changing) return
      people = found.sort((one, other) => one.name.localeCompare(other.name))
      correcting.update(people)
      desk.hidden = false
      draw()
    } catch (trouble) {
      tell(trouble.message, 'bad')
    }
  }

  function draw() {
    const wanted = find.value.trim().toLowerCase()
    const shown = people.filter(person => person.name.toLowerCase().includes(wanted))
    keyed(
      list,
      shown,
      person => person.person,
      () => mountPerson(ROLES, { change, says: tell, read }),
    )
    if (!shown.length && people.length) tell(A.nobody, '')
    else if (says.textContent === A.nobody) tell('', '')
  }

  /**
   * Boxes stay as they were ticked until the last change is answered.
   * @param {Wire.PersonOfHouse} person
   * @param {string} role
   * @param {boolean} isGiven
   */
  async function change(person, role, isGiven) {
    changing += 1
    try {
      const path = /** @type {const} */ (`/people/${encodeURIComponent(person.person)}/roles/${role}`)
      const found = await ask(isGiven ? 'PUT' : 'DELETE', path)
      if ('approval' in found) {
        tell(A.askedSecond, '')
        waiting.replaceChildren(mountAsked(found, { over: read }).node)
      } else tell((isGiven ? A.gave : A.took)(person.name, article(A.roleNames[role])), 'good')
    } catch (trouble) {
      tell(trouble.message, 'bad')
    }
    changing -= 1
    await read()
  }

  /**
   * @param {string} text
   * @param {string} kind
   */
  function tell(text, kind) {
    says.dataset.kind = kind
    setText(says, text)
  }

  return {}
}
