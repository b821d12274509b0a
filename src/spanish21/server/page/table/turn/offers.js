// Reading `legal`: the possible commands, and the values of each field. No rule is known here.

export const named = (/** @type {readonly Wire.May[]} */ legal, /** @type {string} */ command) =>
  legal.filter(may => may.command === command)

/**
 * Whether a choice of the wire allows a value.
 * @param {any} choice
 * @param {any} value
 */
export function allows(choice, value) {
  if (!choice) return false
  if (choice.type === 'OneOf') return choice.values.includes(value)
  if (choice.type === 'Amounts') return value >= choice.least && value <= choice.most && value % choice.step === 0
  return true
}

/**
 * The offers of a command that agree with some fields.
 * @param {readonly Wire.May[]} legal
 * @param {string} command
 * @param {Record<string, any>} fields
 */
export function agreeing(legal, command, fields) {
  return named(legal, command).filter(may =>
    Object.entries(fields).every(([name, value]) => allows(may.fields[name], value)),
  )
}

/**
 * What a field may be in any of these offers: all values, and the widest bounds.
 * @param {readonly Wire.May[]} offers
 * @param {string} name
 * @returns {Page.Choice | null}
 */
export function choiceOf(offers, name) {
  const choices = /** @type {Page.Choice[]} */ (offers.map(may => may.fields[name]).filter(Boolean))
  if (!choices.length) return null
  if (choices.every(choice => choice.type === 'OneOf'))
    return { ...choices[0], values: [...new Set(choices.flatMap(choice => choice.values))] }
  const amounts = choices.filter(choice => choice.type === 'Amounts')
  if (!amounts.length) return choices[0]
  return {
    ...amounts[0],
    least: Math.min(...amounts.map(one => one.least)),
    most: Math.max(...amounts.map(one => one.most)),
  }
}

/**
 * The nearest amount that a choice allows.
 * @param {any} choice
 * @param {number} amount
 */
export function nearest(choice, amount) {
  if (choice.type === 'OneOf')
    return choice.values.reduce((/** @type {number} */ best, /** @type {number} */ one) =>
      Math.abs(one - amount) < Math.abs(best - amount) ? one : best,
    )
  const stepped = Math.round(amount / choice.step) * choice.step
  const least = Math.ceil(choice.least / choice.step) * choice.step
  const most = Math.floor(choice.most / choice.step) * choice.step
  return Math.max(least, Math.min(most, stepped))
}

/**
 * The only value that a choice leaves, or undefined.
 * @param {any} choice
 */
export function onlyValue(choice) {
  if (choice.type === 'OneOf' && choice.values.length === 1) return choice.values[0]
  if (choice.type === 'Amounts' && choice.least === choice.most) return choice.least
  return undefined
}

export const isMoney = (/** @type {string} */ field) => field === 'amount' || field === 'chips'
