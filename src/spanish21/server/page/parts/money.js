// Money is whole smallest units on the wire; here it becomes text and back.

let sign = '$'

export function useCurrency(currency) {
  sign = currency
}

/** 1250 -> "$12.50", 1000 -> "$10", 123456 -> "$1,234.56" */
export function money(amount, { cents = 'short' } = {}) {
  const whole = Math.trunc(Math.abs(amount) / 100).toString().replace(/\B(?=(\d{3})+$)/g, ',')
  const rest = Math.abs(amount) % 100
  const tail = rest || cents === 'always' ? `.${String(rest).padStart(2, '0')}` : ''
  return `${amount < 0 ? '−' : ''}${sign}${whole}${tail}`
}

export function signed(amount) {
  return amount > 0 ? `+${money(amount)}` : money(amount)
}

/** "12.50" -> 1250; NaN where it is not an amount. */
export function amountOf(text) {
  const found = /^\s*[$£€]?\s*(\d[\d,]*)?(?:\.(\d{1,2}))?\s*$/.exec(text)
  if (!found || (found[1] === undefined && found[2] === undefined)) return NaN
  return Number((found[1] ?? '0').replaceAll(',', '')) * 100 + Number((found[2] ?? '').padEnd(2, '0'))
}

/** What is typed into a field for an amount: "12.50", "10". */
export function typedAmount(amount) {
  return amount % 100 ? (amount / 100).toFixed(2) : String(amount / 100)
}

/** The fewest chips that make an amount, the largest first: [[2500, 1], [500, 2]]. */
export function chipsOf(amount, denominations) {
  const found = []
  let rest = amount
  for (const value of [...denominations].sort((a, b) => b - a)) {
    const count = Math.floor(rest / value)
    if (count) found.push([value, count])
    rest -= count * value
  }
  return found
}
