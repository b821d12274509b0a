// Money is whole smallest units on the wire; here it becomes text and back.

import { language } from './language.js'

let sign = '$'

/** @param {string} currency */
export function useCurrency(currency) {
  sign = currency
}

const isAfter = language === 'es'
const [GROUP, COMMA] = isAfter ? ['.', ','] : [',', '.']

/**
 * 1250 -> "$12.50", 1000 -> "$10", 123456 -> "$1,234.56"; in Spanish "12,50 $", "10 $", "1.234,56 $".
 * @param {number} amount
 * @param {{ cents?: 'short' | 'always', currency?: string }} options
 */
export function money(amount, { cents = 'short', currency = sign } = {}) {
  const whole = Math.trunc(Math.abs(amount) / 100)
    .toString()
    .replace(/\B(?=(\d{3})+$)/g, GROUP)
  const rest = Math.abs(amount) % 100
  const tail = rest || cents === 'always' ? `${COMMA}${String(rest).padStart(2, '0')}` : ''
  const minus = amount < 0 ? '−' : ''
  return isAfter ? `${minus}${whole}${tail}\u00a0${currency}` : `${minus}${currency}${whole}${tail}`
}

/** @param {number} amount */
export function signed(amount) {
  return amount > 0 ? `+${money(amount)}` : money(amount)
}

/**
 * "12.50" -> 1250, in Spanish "12,50" too; NaN where it is not an amount.
 * @param {string} text
 */
export function amountOf(text) {
  const plain = text.replace(/[$£€\s]/g, '')
  const isGrouped = isAfter && /^\d{1,3}(\.\d{3})+(,\d{1,2})?$/.test(plain)
  const [group, comma] = isGrouped || plain.includes(',') ? [GROUP, COMMA] : [',', '.']
  const found = /^(\d*)(?:\.(\d{1,2}))?$/.exec(plain.replaceAll(group, '').replace(comma, '.'))
  if (!found || (!found[1] && found[2] === undefined)) return NaN
  return Number(found[1] || '0') * 100 + Number((found[2] ?? '').padEnd(2, '0'))
}

/**
 * The text of an amount in a field: "12.50", "10".
 * @param {number} amount
 */
export function typedAmount(amount) {
  return amount % 100 ? (amount / 100).toFixed(2).replace('.', COMMA) : String(amount / 100)
}

/**
 * The fewest chips that make an amount, the largest first: [[2500, 1], [500, 2]].
 * @param {number} amount
 * @param {number[]} denominations
 */
export function chipsOf(amount, denominations) {
  /** @type {[number, number][]} */
  const found = []
  let rest = amount
  for (const value of [...denominations].sort((a, b) => b - a)) {
    const count = Math.floor(rest / value)
    if (count) found.push([value, count])
    rest -= count * value
  }
  return found
}
