// Strings that the rooms of the analyser share, in Spanish.

import { number } from '../numbers.js'

export const ROOM = {
  computing: 'Calculando…',
  computingLong: 'Sigue calculando: la primera respuesta tras una instalación puede tardar un minuto.',
  progress: (/** @type {number} */ done, /** @type {number} */ of) => `${number(done)} de ${number(of)} calculados…`,
  tryAgain: 'Intentarlo de nuevo',
  noOwn: 'Todavía no hay ninguna propuesta en este navegador. Haz una en el editor.',
  book: 'Reglamento',
  ownSubmission: 'mi propuesta, del editor',
  saveSvg: 'SVG',
  saveCsv: 'CSV',
  saveSvgOf: (/** @type {string} */ title) => `Guardar «${title}» como imagen SVG`,
  saveCsvOf: (/** @type {string} */ title) => `Guardar «${title}» como tabla CSV`,
  plotKeys: 'Las flechas recorren los valores.',
  best: 'la mejor',
}
