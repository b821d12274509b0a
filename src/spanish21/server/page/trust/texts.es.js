// Every string about the house's signed log, in Spanish.

import { number as n } from '../parts/numbers.js'

const entries = (/** @type {number} */ count) => (count === 1 ? '1 entrada' : `${n(count)} entradas`)

export const V = {
  title: 'La palabra de la casa',
  intro:
    'Todo lo que ocurre aquí entra en un registro al que solo se puede añadir, y que la casa firma más o menos cada ' +
    'segundo. Este navegador recuerda el último punto de control que vio: la casa no puede reescribir el pasado ' +
    'sin que se note.',
  lookAtIt: 'Ver qué significa',
  known: 'Lo que recuerda este navegador',
  checking: 'Comprobando…',
  again: 'Comprobar de nuevo',
  origin: 'Registro',
  size: 'Entradas',
  key: 'Clave pública: compárala con la que ha publicado la casa',
  since: 'Conocido desde',
  checked: 'Última comprobación',
  kinds: /** @type {Record<string, string>} */ ({
    none: 'Esta casa no tiene un registro firmado.',
    first: 'Este navegador ve el registro por primera vez. Desde ahora tiene que continuar a partir de aquí.',
    same: 'El registro es el que vio este navegador la última vez.',
    extends: 'El registro continúa a partir de lo que vio este navegador la última vez.',
    restored: 'Esta casa se restauró desde una copia de seguridad y ha empezado un registro nuevo.',
    unproved:
      'La casa no ha demostrado que su registro continúe a partir del último punto de control que vio este navegador.',
    histories: 'Esta casa muestra un pasado distinto del que vio este navegador.',
    smaller: 'El registro de esta casa es más corto que el que vio este navegador.',
    key: 'Esta casa firma con una clave distinta de la que conoce este navegador.',
    signature: 'El último punto de control no lleva la firma de la casa.',
    gone: 'El registro que conocía este navegador ya no está.',
    forgot: 'Esta casa ha empezado un registro nuevo que omite entradas que vio este navegador.',
    statement: 'Esta casa ha empezado un registro nuevo cuya primera entrada no es la que dice la casa.',
  }),
  alarmOf: (/** @type {string} */ when, /** @type {string} */ what) => `Visto el ${when}: ${what}`,
  restored: (/** @type {string} */ why, /** @type {number} */ lost) =>
    `La primera entrada del registro nuevo nombra el anterior. El motivo que da: ${why}. ` +
    (lost
      ? `Del registro anterior se han perdido ${entries(lost)}; la casa las enumera en sus libros.`
      : 'No se ha perdido nada del registro anterior.') +
    ' Pregunta a la casa y acepta el registro nuevo si la respuesta te convence.',
  reasons: /** @type {Record<string, string>} */ ({
    'a backup was restored': 'se restauró una copia de seguridad',
    'the file with the last checkpoint is missing': 'falta el archivo con el último punto de control',
    'the signing key is another one': 'la clave de firma es otra',
    'the database is older than the last checkpoint that is known':
      'la base de datos es anterior al último punto de control conocido',
    'the database has another past than the last checkpoint that is known':
      'la base de datos tiene un pasado distinto del último punto de control conocido',
  }),
  acceptRestored: 'Aceptar el registro nuevo',
  goOn: 'Guardar aquí las pruebas y seguir',
  saveEvidence: 'Guardar las pruebas',
  seenThen: 'El punto de control que había visto este navegador:',
  shownNow: 'El que mostró entonces la casa:',
  past: 'Registros de los que te has despedido',
  cannotHash:
    'Este navegador solo puede calcular hashes en páginas servidas por https o desde este equipo; aquí no se ' +
    'comprueba nada. `spanish21 verify` lo hace en la línea de comandos.',
  cannotSign:
    'Este navegador no puede comprobar firmas Ed25519. `spanish21 verify PROOF --log-key KEY` lo hace en la línea de ' +
    'comandos.',

  // the proof of a round
  proofTitle: 'La prueba de esta ronda',
  saveProof: 'Guardar la prueba',
  whatNow: 'Para qué sirve',
  notYet: 'Todavía no hay prueba de esta ronda. Tarda más o menos un segundo desde el final de la ronda.',
  held: 'Probado: esta ronda está en el registro firmado de la casa.',
  heldUnsigned: 'La ronda está en el registro; aquí no se ha podido comprobar la firma.',
  broken: 'Esto no prueba la ronda.',
  checks: {
    rows: (/** @type {number} */ count) =>
      count === 1
        ? 'La fila está encadenada con su entrada en el registro'
        : `${n(count)} filas están encadenadas con una entrada del registro`,
    shown: 'Lo que muestra esta página es lo que se firmó, en la medida en que no está sellado',
    included: (/** @type {number} */ at, /** @type {number} */ of) =>
      `La entrada es la número ${n(at)} de ${n(of)} en el registro`,
    signedByKnown: 'El registro está firmado con la clave que conoce este navegador',
    signedByNamed: 'El registro está firmado con la clave que nombra la propia prueba',
    still: 'El registro que muestra ahora la casa todavía la contiene',
  },
  event: (/** @type {number} */ seq, /** @type {string} */ what) => `El suceso ${seq} ${what}`,
  differs: (/** @type {number} */ seq) => `el suceso ${seq} es distinto aquí`,
  notToLeaf: 'las filas no llevan a la entrada',
  notIncluded: 'los hashes no llevan de la entrada a la raíz',
  otherKey: 'esta clave no es la que conoce este navegador',
  notSigned: 'la firma falta o no es correcta',
  noTree: (/** @type {string} */ origin) => `la casa ya no tiene ningún registro llamado ${origin}`,
  still: /** @type {Record<string, string>} */ ({
    smaller: 'el registro es ahora más corto: lo han recortado o la casa se ha restaurado',
    histories: 'la casa muestra ahora otro pasado',
    unproved: 'la casa no lo demuestra',
  }),

  // a proof that was saved
  saved: 'Comprobar una prueba guardada',
  savedIntro:
    'Un archivo de «Guardar la prueba», tuyo o de otra persona. Se lee en este navegador y no se envía a nadie.',
  file: 'La prueba de una ronda',
  noProof: 'Este archivo no es la prueba de una ronda.',
  proofOf: (/** @type {number} */ round, /** @type {string} */ table) => `Ronda ${n(round)} de la mesa ${table}.`,
  watch: 'Ver la ronda como la muestra ahora la casa',
  dispute: 'Cómo reclamar una ronda',
  steps: [
    'Abre la ronda en tu historial y guarda su prueba. Existe más o menos un segundo después del final de la ronda.',
    'Apunta la clave pública que recuerda este navegador y compárala con la que la casa ha publicado en otro lugar.',
    'Si más tarde no estás de acuerdo con la ronda, comprueba en esta página la prueba guardada: ' +
      'dice si la casa la firmó y si el registro que muestra ahora la casa todavía la contiene.',
    'Compruébala también sin esta página, puesto que la sirve la casa: `spanish21 verify PROOF --log-key KEY`.',
    'Entrega el archivo y la clave pública de la casa a quien decida. ' +
      'Un auditor compara con él la base de datos: `spanish21 audit --against CHECKPOINT`.',
  ],
}
