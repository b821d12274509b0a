// The shoes of a table: commitments, and a check of those that are over, in this browser.

import { el, setText } from '../parts/dom.js'
import { mountHead } from '../parts/rooms/head.js'
import { get } from '../wire/http.js'
import { receiptsFor } from '../wire/held_seeds.js'
import { T } from '../texts.js'
import { canHash } from './hashing.js'
import { checkedShoe } from './shoe.js'
import { U } from './texts.js'

/** @type {Record<string, string>} */
const SIGNS = { s: '♠', h: '♥', d: '♦', c: '♣' }

/**
 * The room of a table's shoes, for anyone: #/shoes/ID
 * @param {HTMLElement} root
 * @param {string} id
 */
export function mountShoesRoom(root, id) {
  const title = el('h1', {}, U.shoes)
  const shoes = mountShoes(id)
  root.append(
    mountHead('').node,
    el(
      'div',
      { class: 'house audit' },
      el(
        'div',
        { class: 'house-head' },
        title,
        el('a', { class: 'quiet', href: `#/table/${encodeURIComponent(id)}` }, T.toTable),
      ),
      shoes.node,
    ),
  )
  get(`/tables/${encodeURIComponent(id)}`)
    .then(sheet => setText(title, U.shoesTitle(sheet.name)))
    .catch(() => {})
  shoes.opened()
  return {}
}

/** @param {string} id */
export function mountShoes(id) {
  const list = el('ul', { class: 'shoes' })
  const says = el('p', { class: 'says', role: 'status' })
  const node = el(
    'div',
    { class: 'audit-part' },
    el('p', { class: 'quiet' }, U.shoesIntro),
    canHash() ? null : el('p', { class: 'says', 'data-kind': 'bad' }, U.noCrypto),
    says,
    list,
  )

  async function opened() {
    try {
      const shoes = await get(`/tables/${encodeURIComponent(id)}/shoes`)
      setText(says, shoes.length ? '' : U.noShoes)
      list.replaceChildren(...shoes.reverse().map(shoe => mountShoe(id, shoe)))
    } catch (trouble) {
      setText(says, trouble.message)
    }
  }

  return { node, opened }
}

/**
 * @param {string} id
 * @param {Wire.ShoeShown} shoe
 */
function mountShoe(id, shoe) {
  const result = el('div', { class: 'shoe-result', 'aria-live': 'polite' })
  const isOver = Boolean(shoe.key)
  const button = el(
    'button',
    { class: 'button is-primary', type: 'button', 'aria-label': U.verifyShoe(shoe.number), onclick: verify },
    U.verify,
  )
  const node = el(
    'li',
    { class: 'paper shoe-one' },
    el(
      'div',
      { class: 'row shoe-line' },
      el('h2', {}, U.shoe(shoe.number)),
      el('span', { class: `pill ${isOver ? 'is-good' : ''}` }, isOver ? U.shoeOpen : U.shoeClosed),
      isOver && canHash() ? button : null,
    ),
    el('p', { class: 'mono' }, el('span', { class: 'quiet' }, `${U.commitment} `), shoe.commitment),
    result,
  )

  async function verify() {
    button.disabled = true
    result.replaceChildren(U.verifying)
    try {
      const record = await get(`/tables/${encodeURIComponent(id)}/record?shoe=${shoe.number}`)
      result.replaceChildren(...shown(await checkedShoe(record, shoe.number, receiptsFor(id)), id))
    } catch (trouble) {
      result.replaceChildren(el('p', { class: 'says', 'data-kind': 'bad' }, trouble.message))
    }
    button.disabled = false
  }

  return node
}

function shown(
  /** @type {Awaited<ReturnType<typeof checkedShoe>>} */ { checks, order, out, shoe },
  /** @type {string} */ id,
) {
  const isGood = checks.every(check => !check.wrong.length)
  const lines = checks.map(check =>
    el(
      'li',
      { class: check.wrong.length ? 'is-bad' : 'is-good' },
      check.says,
      ...check.wrong.slice(0, 3).map(wrong => el('span', { class: 'check-wrong' }, wrong)),
    ),
  )
  return [
    el('p', { class: 'verdict', 'data-kind': isGood ? 'good' : 'bad' }, isGood ? U.held : U.broken),
    el('ul', { class: 'checks-done' }, ...lines),
    el(
      'details',
      { class: 'shoe-order' },
      el('summary', {}, U.orderTitle),
      el(
        'p',
        { class: 'quiet row' },
        el('span', { class: 'tile is-out' }, '7♠'),
        U.orderOut,
        el('span', { class: 'tile' }, '7♠'),
        U.orderIn,
      ),
      el(
        'ol',
        { class: 'tiles' },
        ...order.map((card, at) =>
          el(
            'li',
            { class: `tile suit-is-${card[1]} ${at < out ? 'is-out' : ''}` },
            card[0].replace('T', '10'),
            SIGNS[card[1]],
          ),
        ),
      ),
    ),
    el(
      'details',
      {},
      el('summary', {}, U.byHand),
      el('p', { class: 'quiet' }, U.byHandText),
      el('p', { class: 'mono' }, `${U.salt} ${shoe.salt}`),
      el(
        'a',
        {
          href: `/api/tables/${encodeURIComponent(id)}/record?shoe=${shoe.number}`,
          download: `shoe-${shoe.number}.json`,
        },
        U.recordLink,
      ),
    ),
  ]
}
