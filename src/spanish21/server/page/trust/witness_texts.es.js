// The words about the house's witnesses, in Spanish.

import { number as n } from '../parts/numbers.js'

export const W = {
  title: 'Testigos',
  reading: 'Leyendo…',
  none:
    'Ningún testigo vigila el registro de esta casa (`serve --witness URL --witness-key KEY`). ' +
    'Sin testigos no se puede detectar que toda la máquina haya vuelto a un estado anterior.',
  intro: (/** @type {number} */ size) =>
    `El último punto de control tiene ${n(size)} entradas. Lo firman también testigos de fuera:`,
  cosigned: (/** @type {number} */ size, /** @type {number} */ behind, /** @type {string} */ when) =>
    `firmó ${n(size)} entradas el ${when}${behind > 0 ? `, ${n(behind)} menos de las que hay` : ''}.`,
  nothing: 'no ha firmado nada de este registro.',
  answers: 'responde.',
}
