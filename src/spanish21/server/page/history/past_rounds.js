// A player's rounds, newest first: cards, result, money and the cost of mistakes; in pages, searchable.

import { el, keyed, setAttribute, setText } from '../parts/dom.js'
import { mountHead } from '../parts/rooms/head.js'
import { money, signed, useCurrency } from '../parts/money.js'
import { turns } from '../parts/order.js'
import { get } from '../wire/http.js'
import { T } from '../texts.js'
import { mountGraph } from './graph.js'
import { mountRow } from './row.js'
import { H } from './texts.js'

const ON_PAGE = 10

/** @param {HTMLElement} root */
export function mount(root) {
  document.title = `${H.title} · ${T.title}`
  const facts = {
    rounds: el('dd', {}, '–'),
    result: el('dd', {}, '–'),
    mistakes: el('dd', {}, '–'),
    sides: el('dd', {}, '–'),
  }
  const graph = mountGraph()
  const finds = el('div', { class: 'chips', role: 'group', 'aria-label': H.findsTitle })
  const note = el('p', { class: 'quiet', role: 'status' }, T.loading)
  const list = el('ol', { class: 'strips' })
  const where = el('span', { class: 'quiet' })
  const newer = el('button', { class: 'button', type: 'button', onclick: () => show(find, skip - ON_PAGE) }, H.newer)
  const older = el('button', { class: 'button', type: 'button', onclick: () => show(find, skip + ON_PAGE) }, H.older)
  const pages = el('nav', { class: 'row history-pages', 'aria-label': H.pages, hidden: true }, newer, where, older)
  const heads = el('div', { class: 'strip-heads', 'aria-hidden': 'true' }, ...H.heads.map(text => el('span', {}, text)))
  root.append(
    mountHead('history').node,
    el(
      'div',
      { class: 'history' },
      el(
        'div',
        { class: 'history-head' },
        el('h1', {}, H.title),
        el(
          'dl',
          {},
          ...[
            [H.rounds, facts.rounds],
            [H.result, facts.result],
            [H.mistakes, facts.mistakes],
            [H.sides, facts.sides],
          ].map(([term, says]) => el('div', {}, el('dt', {}, term), says)),
        ),
      ),
      graph.node,
      finds,
      note,
      heads,
      list,
      pages,
    ),
  )
  graph.node.hidden = heads.hidden = true
  const ask = turns()
  let isGone = false
  let find = 'all'
  let skip = 0
  show(find, skip)

  /**
   * @param {string} wanted
   * @param {number} from
   */
  async function show(wanted, from) {
    const isLast = ask()
    const isWanted = () => isLast() && !isGone
    ;[find, skip] = [wanted, Math.max(0, from)]
    try {
      const found = await get(`/me/rounds?find=${find}&skip=${skip}&last=${ON_PAGE}`)
      if (isWanted()) draw(found, isWanted)
    } catch (trouble) {
      if (isWanted()) setText(note, trouble.status === 401 ? H.logIn : trouble.message)
    }
  }

  /**
   * @param {Wire.OwnRounds} found
   * @param {() => boolean} isWanted
   */
  function draw(found, isWanted) {
    useCurrency(found.rounds[0]?.currency ?? '$')
    const net = found.nets.reduce((sum, one) => sum + one, 0)
    setText(facts.rounds, String(found.counts.all))
    sign(facts.result, net)
    sign(facts.sides, found.sides_net)
    graph.update(found.nets)
    const counted = Object.entries(found.counts).filter(([name, count]) => name === 'all' || name === find || count)
    keyed(finds, counted, ([name]) => name, mountFind)
    setText(note, found.counts.all ? (found.total ? '' : H.noneFound) : H.none)
    heads.hidden = !found.rounds.length
    let cost = 0
    setText(facts.mistakes, '…')
    let waiting = found.rounds.length
    const judged = (/** @type {number} */ more) => {
      cost += more
      waiting -= 1
      if (!waiting) setText(facts.mistakes, cost >= 1 ? money(Math.round(cost)) : H.noMistake)
    }
    if (!waiting) setText(facts.mistakes, '–')
    list.replaceChildren(...found.rounds.map(round => mountRow(round, { isWanted, judged }).node))
    pages.hidden = found.total <= ON_PAGE
    newer.disabled = skip === 0
    older.disabled = skip + ON_PAGE >= found.total
    setText(where, H.page(skip + 1, skip + found.rounds.length, found.total))
  }

  function mountFind(/** @type {[string, number]} */ [name]) {
    const many = el('span', {})
    const button = el(
      'button',
      { class: 'chips-one', type: 'button', onclick: () => show(name, 0) },
      H.finds[name] ?? name,
      many,
    )
    return {
      node: button,
      update: (/** @type {[string, number]} */ [, count]) => {
        setText(many, String(count))
        setAttribute(button, 'aria-pressed', String(name === find))
      },
    }
  }

  return {
    stop() {
      isGone = true
    },
  }
}

/**
 * @param {Element} node
 * @param {number} amount
 */
function sign(node, amount) {
  setText(node, signed(amount))
  setAttribute(node, 'data-sign', String(Math.sign(amount)))
}
