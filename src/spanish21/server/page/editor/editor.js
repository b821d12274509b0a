// The submission editor: every open choice with its bounds and clause; prices and errors follow every change.

import { el } from '../parts/dom.js'
import { useCurrency } from '../parts/money.js'
import { mountRoom, placeIn, showWhenFound } from '../parts/rooms/room.js'
import { keepLast, keepUnchecked, lastText, unchecked } from '../parts/drafts.js'
import { get, post, ServerTrouble } from '../wire/http.js'
import { choiceField, offersField, operatorField } from './fields.js'
import { meterField } from './meters.js'
import { mountWheel, wheelNames } from './wheels.js'
import { approvalField, rulingField } from './questions.js'
import { mountPanel } from './side_panel.js'
import { mountText } from './text.js'
import { L } from './texts.js'

const PAUSE = 250

/** @param {HTMLElement} root */
export function mount(root) {
  const room = mountRoom('editor', L, { withOwn: false, onBook: book => begin(book, '') })
  root.append(room.node)
  const nav = el('nav', { class: 'editor-nav', 'aria-label': L.title })
  const form = el('form', { class: 'editor-form', onsubmit: (/** @type {Event} */ event) => event.preventDefault() })
  const panel = mountPanel({
    book: () => state.offered?.book ?? '',
    text: latest,
    load: text => begin('', text),
    restart: () => begin(state.offered?.book ?? '', ''),
  })
  const grid = el('div', { class: 'editor-grid' }, nav, form, panel.node)
  /** @type {{ document: Record<string, any>, offered: Wire.Choices | null, text: string }} */
  const state = { document: {}, offered: null, text: '' }
  /** @type {Map<string, import('./fields.js').Field>} */
  let fields = new Map()
  /** @type {Map<string, HTMLElement>} */
  let counts = new Map()
  let timer = 0
  let turn = 0
  /** @type {Promise<Error | null>} */
  let checking = Promise.resolve(null)
  moved()

  async function moved() {
    const [wanted] = placeIn('editor')
    const kept = lastText()
    const document = unchecked()
    const keptBook = document?.book ?? /^\s*book\s*=\s*"([\w-]+)"/m.exec(kept)?.[1]
    const book = await room.book(wanted || keptBook).catch(() => '')
    return keptBook === book ? begin(book, kept, document) : begin(book, '')
  }

  /**
   * Start from fields that were not checked yet, from a text, or from the sample of a book.
   * @param {string} book
   * @param {string} text
   * @param {Record<string, any> | null} [document]
   */
  async function begin(book, text, document = null) {
    const mine = ++turn
    clearTimeout(timer)
    timer = 0
    await showWhenFound(
      room.body,
      async () => {
        /** @type {Partial<Wire.Checked> | null} */
        const read = document ? { document } : text ? await post('/submissions/check', { text }) : null
        if (read && !read.document) throw new ServerTrouble(read.problems?.[0]?.says ?? L.problems(1))
        const name = read?.document?.book ?? book
        const offered = await get(`/books/${encodeURIComponent(name)}/choices`)
        return mine === turn ? { offered, document: read?.document ?? structuredClone(offered.sample) } : null
      },
      found => {
        Object.assign(state, found)
        useCurrency(found.offered.currency)
        room.book(found.offered.book)
        history.replaceState(null, '', `#/editor/${encodeURIComponent(found.offered.book)}`)
        build(found.offered)
        check()
        return grid
      },
    )
  }

  /** @param {Wire.Choices} offered */
  function build(offered) {
    const made = state.document
    fields = new Map()
    const add = (/** @type {import('./fields.js').Field} */ field) => {
      fields.set(field.place, field)
      return field.node
    }
    const change = (/** @type {string} */ path, /** @type {unknown} */ value) => {
      put(made, path, value)
      changed()
    }
    const at = (/** @type {string} */ path) => valueAt(made, path)
    const given = {
      at,
      change,
      sample: (/** @type {string} */ path) => valueAt(offered.sample, path),
    }
    const wheels = el('div', { class: 'editor-fields' })
    const showWheels = () =>
      wheels.replaceChildren(
        ...wheelNames(offered, made).map(name => add(mountWheel(name, offered, { ...given, redraw: showWheels }))),
      )
    showWheels()
    const parts = {
      choices: [add(operatorField(given)), ...offered.choices.map(one => add(choiceField(one, given)))],
      side_choices: [
        ...(offered.offers.length ? [add(offersField(offered.offers, given))] : []),
        ...offered.side_choices.map(one => add(choiceField(one, given))),
      ],
      meters: offered.meters.map(one => add(meterField(one, given))),
      wheels: offered.wheels.length ? [wheels] : [],
      rulings: offered.rulings.map(one => add(rulingField(one, given))),
      approvals: offered.approvals.map(one => add(approvalField(one, given))),
      text: [add(mountText(readText))],
    }
    const shown = Object.entries(parts).filter(([, inside]) => inside.length)
    counts = new Map(shown.map(([name]) => [name, el('span', { class: 'editor-count', hidden: true })]))
    nav.replaceChildren(
      ...shown.map(([name]) =>
        el(
          'button',
          {
            type: 'button',
            class: 'editor-jump',
            'data-part': name,
            onclick: () => form.querySelector(`#part-${name}`)?.scrollIntoView({ behavior: 'instant', block: 'start' }),
          },
          L.sections[name],
          counts.get(name),
        ),
      ),
    )
    form.replaceChildren(
      ...shown.map(([name, inside]) =>
        el(
          'section',
          { class: `sheet editor-part is-${name}`, id: `part-${name}` },
          el('h2', {}, L.sections[name]),
          el('div', { class: 'editor-fields' }, ...inside),
        ),
      ),
    )
  }

  /**
   * Begin from a text that was typed, if it can be read; if not, it stays to be corrected.
   * @param {string} text
   */
  async function readText(text) {
    const mine = ++turn
    try {
      const read = await post('/submissions/check', { text })
      if (mine !== turn) return
      if (read.document) await begin('', text, read.document)
      else fields.get('text')?.problem(read.problems.map(one => one.says).join(' '))
    } catch (trouble) {
      if (mine === turn) fields.get('text')?.problem(trouble.message)
    }
  }

  function changed() {
    keepUnchecked(state.document)
    clearTimeout(timer)
    timer = setTimeout(check, PAUSE)
  }

  /** The text of the fields as they stand now. */
  async function latest() {
    if (timer) void check()
    const trouble = await checking
    if (trouble) throw trouble
    return state.text
  }

  function check() {
    clearTimeout(timer)
    timer = 0
    checking = ask()
    return checking
  }

  /** What the server says of it: the text, what does not fit and where, and what the table is worth. */
  async function ask() {
    const mine = ++turn
    try {
      const found = await post('/submissions/check', { document: state.document })
      if (mine !== turn) return null
      state.text = found.text
      keepLast(found.text)
      if (!timer) keepUnchecked(null)
      place(found.problems)
      fields.get('text')?.update?.({ text: found.text })
      if (state.offered) panel.update({ found, offered: state.offered, isWanted: () => mine === turn })
      return null
    } catch (trouble) {
      if (mine === turn) panel.failed(trouble.message)
      return trouble
    }
  }

  /**
   * Every problem at its field; one without a field stays in the panel.
   * @param {readonly Wire.Problem[]} problems
   */
  function place(problems) {
    const by = new Map()
    for (const problem of problems) {
      const home =
        [...fields.keys()]
          .filter(name => problem.place === name || problem.place.startsWith(`${name}.`))
          .sort((a, b) => b.length - a.length)[0] ?? ''
      by.set(home, [...(by.get(home) ?? []), problem.says])
    }
    for (const [name, field] of fields) field.problem(by.get(name)?.join(' ') ?? '')
    for (const [name, count] of counts) {
      const wrong = form.querySelectorAll(`#part-${name} .is-wrong`).length
      count.hidden = !wrong
      count.textContent = String(wrong)
    }
  }

  return {
    moved() {
      /* the address only names the book that is being edited */
    },
    stop: () => {
      turn += 1
      clearTimeout(timer)
    },
  }
}

/**
 * The value at a path such as "choose.decks".
 * @param {Record<string, any>} document
 * @param {string} path
 * @returns {any}
 */
function valueAt(document, path) {
  return path.split('.').reduce((/** @type {any} */ inside, key) => inside?.[key], document)
}

/**
 * Put a value at a path such as "choose.decks"; undefined takes it away.
 * @param {Record<string, any>} document
 * @param {string} path
 * @param {unknown} value
 */
function put(document, path, value) {
  const keys = path.split('.')
  const last = keys.pop() ?? ''
  let inside = document
  for (const key of keys) inside = inside[key] ??= {}
  if (value === undefined) delete inside[last]
  else inside[last] = value
}
