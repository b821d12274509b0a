// Numbers, settings and decisions in words, as the rooms of the analyser write them.

import { locale } from './language.js'
import { WORDS } from './number_words.js'

const MINUS = '−'
const COMMA = (1.5).toLocaleString(locale).charAt(1)
/** @param {number} value */
const fixed = (value, digits = 0) => value.toFixed(digits).replace('.', COMMA)

/**
 * 0.00389 -> "0.389 %"; with a sign where `signed`.
 * @param {number} value
 */
export function percent(value, digits = 3, isSigned = false) {
  const text = `${fixed(Math.abs(value) * 100, digits)}\u00a0%`
  if (Number((Math.abs(value) * 100).toFixed(digits)) === 0) return text
  return value < 0 ? `${MINUS}${text}` : isSigned ? `+${text}` : text
}

/**
 * 1.2345 -> "+1.234"
 * @param {number} value
 */
export function signedNumber(value, digits = 3) {
  const text = fixed(Math.abs(value), digits)
  if (Number(Math.abs(value).toFixed(digits)) === 0) return text
  return `${value < 0 ? MINUS : '+'}${text}`
}

export const number = (/** @type {number} */ value, digits = 0) =>
  value.toLocaleString(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits, useGrouping: true })
export const wagers = (/** @type {number} */ value, digits = 1) => WORDS.wagers(signedNumber(value, digits))
export const basisPoints = (/** @type {number} */ value) => WORDS.basisPoints(signedNumber(value, 2))
/** "dealer_hits_soft_17" -> "dealer hits soft 17" */
export const plainName = (/** @type {string} */ name) => String(name).replaceAll('_', ' ')

/** "may surrender: false" -> "may surrender: no" */
export const changeText = (/** @type {string} */ text) =>
  plainName(text)
    .replace(/: true$/, `: ${WORDS.yes}`)
    .replace(/: false$/, `: ${WORDS.no}`)

/**
 * A setting's value in words.
 * @param {any} value
 * @returns {string}
 */
export function settingText(value) {
  if (value === true) return WORDS.yes
  if (value === false) return WORDS.no
  if (Array.isArray(value))
    return value.length === 2 && value.every(Number.isInteger)
      ? WORDS.range(value[0], value[1])
      : value.map(settingText).join(', ')
  return plainName(value ?? '–')
}

export const optionName = (/** @type {string} */ option) => WORDS.options[option] ?? plainName(option)
export const commandName = (/** @type {string} */ command) => WORDS.commands[command] ?? plainName(command)
