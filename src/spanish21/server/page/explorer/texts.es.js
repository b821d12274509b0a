// Every string of the explorer in Spanish.

import { money } from '../parts/money.js'
import { number } from '../parts/numbers.js'

export const L = {
  title: 'Explorador',
  intro: 'Pon las cartas que quieras y mira lo que vale cada opción, exactamente, con las cartas que quedan.',
  hand: 'Tu mano',
  up: 'Crupier',
  seen: 'Cartas fuera',
  doubled: 'Cartas recibidas al doblar',
  split: 'De una separación (la otra carta de la pareja espera)',
  handHelp: 'Dos cartas o más',
  upHelp: 'Una carta',
  seenHelp: 'Cualquier carta que haya salido del sabot',
  typed: (/** @type {string} */ name) => `${name}, por escrito: por ejemplo, 7s 7d`,
  take: (/** @type {string} */ card) => `Quitar ${card}`,
  lay: (/** @type {string} */ card, /** @type {string} */ where) => `Poner ${card}: ${where}`,
  pick: 'Cartas',
  clear: 'Borrar',
  random: 'Repartir al azar',
  empty: 'Pon dos cartas en tu mano y una al crupier.',
  nothing: 'Con estas cartas no hay nada que decidir.',
  blackjack: 'Blackjack: no hay nada que decidir.',
  bust: (/** @type {number} */ total) => `${total}: la mano se pasa.`,
  left: (/** @type {number} */ count) =>
    count === 1 ? 'queda 1 carta por ver' : `quedan ${number(count)} cartas por ver`,
  total: (/** @type {number} */ total, /** @type {boolean} */ soft) => (soft ? `${total} blando` : String(total)),
  best: 'la mejor',
  values: (/** @type {number} */ wager) => `en apuestas, y para una apuesta de ${money(wager)}`,
  insurance: 'Seguro',
  decision: 'Tu decisión',
  insuranceHelp: 'de la apuesta de seguro',
}
