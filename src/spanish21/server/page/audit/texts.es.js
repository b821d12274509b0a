// Every string of the audit and of the check of a shoe in Spanish.

import { number } from '../parts/numbers.js'

const s = (/** @type {number} */ count, /** @type {string} */ word, plural = `${word}s`) =>
  `${number(count)} ${count === 1 ? word : plural}`

export const U = {
  title: 'Auditoría',
  intro:
    'Cada mesa tiene un registro al que solo se puede añadir. El hash de cada suceso encadena el anterior, ' +
    'de modo que nada se puede cambiar, quitar ni insertar después.',
  onlyAuditors: 'Los libros de la casa son para los auditores. Entra con una cuenta que tenga esa función.',
  tables: 'Registros',
  table: 'Mesa',
  book: 'Reglamento',
  state: 'Estado',
  events: 'Sucesos',
  states: /** @type {Record<string, string>} */ ({ open: 'abierta', closed: 'cerrada', stopped: 'parada' }),
  openLog: (/** @type {string} */ name) => `Leer el registro de ${name}`,
  whole: 'Toda la casa',
  wholeIntro:
    'Cadenas, notas, mesas, libro mayor, botes, sabots, rondas y saldos, deducidos de nuevo en el servidor ' +
    'a partir de los registros solos, hasta donde se han abierto los sabots.',
  run: 'Auditarlo todo',
  running: 'Auditando…',
  wholeGood: (/** @type {number} */ tables, /** @type {number} */ events) =>
    `${s(events, 'suceso')} en ${s(tables, 'registro')}: todo concuerda.`,
  wholeBad: (/** @type {number} */ count) => `${s(count, 'discrepancia')}:`,
  unread: (/** @type {number} */ count) =>
    count === 1
      ? '1 registro solo se ha podido leer hasta un sabot que sigue sellado; a partir de ahí se ha comprobado ' +
        'solo la cadena.'
      : `${number(count)} registros solo se han podido leer hasta un sabot que sigue sellado; ` +
        'a partir de ahí se ha comprobado solo la cadena.',
  tabs: /** @type {Record<string, string>} */ ({
    log: 'Registro',
    shoes: 'Sabots',
    rounds: 'Rondas',
    ledger: 'Libro mayor',
    export: 'Exportar',
  }),

  // the log
  check: 'Comprobar la cadena en este navegador',
  checking: (/** @type {number} */ at, /** @type {number} */ of) => `${number(at)} de ${number(of)} sucesos…`,
  chainGood: (/** @type {number} */ events, /** @type {number} */ sealed) =>
    [
      `La cadena es íntegra: ${s(events, 'suceso')}, cada uno encadenado al anterior, hasta la cabeza del registro.`,
      ...(sealed
        ? [
            sealed === 1
              ? '1 suceso sellado se podrá leer cuando termine el sabot.'
              : `${number(sealed)} sucesos sellados se podrán leer cuando termine el sabot.`,
          ]
        : []),
    ].join(' '),
  chainBad: (/** @type {number} */ count) => `La cadena está rota: ${s(count, 'discrepancia')}.`,
  notChained: 'no está encadenado al anterior',
  wrongLeaf: 'no tiene el hash que figura en el registro',
  missing: (/** @type {number} */ seq) => `falta: el siguiente es el suceso ${seq}`,
  wrongHead: 'el registro no termina en su cabeza',
  event: (/** @type {number} */ seq) => `Suceso ${seq}`,
  noCrypto:
    'Este navegador solo puede calcular hashes en páginas servidas por https o desde este equipo. ' +
    '`spanish21 verify` hace las mismas comprobaciones en la línea de comandos.',
  seq: 'N.º',
  time: 'Hora',
  what: 'Qué ha pasado',
  hash: 'Cadena',
  sealed: (/** @type {number} */ shoe) => `Sellado hasta que termine el sabot ${shoe}`,
  askedBy: (/** @type {string} */ command, /** @type {string} */ by, /** @type {string} */ role) =>
    `${command} · ${role} ${by}`,
  reason: (/** @type {string} */ text) => `«${text}»`,
  second: (/** @type {string} */ who) => `con ${who}`,
  automatic: 'la casa',
  newest: 'Lo último',
  earlier: 'Anteriores',
  later: 'Posteriores',
  range: (/** @type {number} */ first, /** @type {number} */ last, /** @type {number} */ of) =>
    `del ${number(first)} al ${number(last)} de ${number(of)}`,
  cards: (/** @type {number} */ count) => s(count, 'carta'),

  // shoes
  shoes: 'Sabots',
  shoesTitle: (/** @type {string} */ name) => `Los sabots de ${name}`,
  shoesIntro:
    'Antes del corte, la casa publica un compromiso: un hash del orden de todas las cartas. ' +
    'Cuando el sabot se termina, publica la sal y las cartas. ' +
    'Este navegador calcula los hashes por su cuenta y sigue cada carta que ha salido.',
  shoe: (/** @type {number} */ number) => `Sabot ${number}`,
  shoeOpen: 'terminado: listo para comprobar',
  shoeClosed: 'todavía sellado: su compromiso está publicado',
  commitment: 'Compromiso',
  verify: 'Comprobarlo aquí',
  verifyShoe: (/** @type {number} */ number) => `Comprobar aquí el sabot ${number}`,
  verifying: 'Comprobando…',
  noShoes: 'Todavía no se ha barajado ningún sabot.',
  held: 'Todas las comprobaciones son correctas.',
  broken: 'Una comprobación ha fallado.',
  checks: {
    commitment: 'El SHA-256 de la sal y las cartas es el compromiso publicado antes del corte',
    decks: (/** @type {number} */ decks) =>
      decks === 1 ? 'Las cartas son las de 1 baraja española' : `Las cartas son las de ${decks} barajas españolas`,
    seeds: (/** @type {number} */ count) =>
      count === 1
        ? '1 semilla de un jugador es la prometida y forma parte del orden'
        : `${number(count)} semillas de jugadores son las prometidas y forman parte del orden`,
    receipts: (/** @type {number} */ count) =>
      `${s(count, 'recibo')} de este navegador por una semilla: la promesa está en el registro y en la lista siguiente`,
    discarded: 'Un jugador no abrió una semilla: este orden se descartó y se publicó',
    order: (/** @type {number} */ count) =>
      count === 1
        ? '1 carta ha salido en el orden posterior al corte'
        : `${number(count)} cartas han salido en el orden posterior al corte`,
    chain: (/** @type {number} */ count) => `${s(count, 'suceso')} de este sabot, en cadena y sin huecos`,
    leaves: (/** @type {number} */ count) =>
      count === 1
        ? '1 suceso público tiene el hash que figura en el registro'
        : `${number(count)} sucesos públicos tienen el hash que figura en el registro`,
  },
  cameOut: (/** @type {string} */ card, /** @type {string} */ lay, /** @type {number} */ at) =>
    `carta ${at}: ha salido ${card} donde tocaba ${lay}`,
  notInRecord: (/** @type {number} */ number) => `El registro público no abre el sabot ${number}.`,
  emptyShoe: (/** @type {string} */ card, /** @type {number} */ at) =>
    `carta ${at}: ha salido ${card} de un sabot vacío`,
  otherOrder: 'el orden publicado difiere del registro',
  otherCommitment: 'la lista de semillas se hizo con otro compromiso',
  otherSeed: (/** @type {string} */ person) => `la semilla de ${person} no es la que se había prometido`,
  badReceipt: (/** @type {number} */ seq) => `el recibo del suceso ${seq} no lleva la firma de esta casa`,
  promiseGone: (/** @type {number} */ seq) => `el suceso ${seq} no es la promesa por la que firmó la casa`,
  leftOut: (/** @type {number} */ number) =>
    `tu semilla no está en la lista del sabot ${number}, aunque la casa firmó el recibo`,
  seedsLeftOut: 'se ha omitido una semilla de la lista',
  orderTitle: 'El orden posterior al corte, tal como ha salido',
  orderOut: 'ha salido',
  orderIn: 'se ha quedado en el sabot',
  byHand: 'A mano',
  byHandText: 'Solo hace falta sha256sum; el registro público explica cómo.',
  recordLink: 'El registro público (JSON)',
  salt: 'Sal',

  // rounds
  rounds: 'Rondas',
  round: (/** @type {number} */ number) => `Ronda ${number}`,
  roundsIntro:
    'La bandeja de descartes conserva las cartas en el orden en que se recogieron. ' +
    'A partir de ella se puede reconstruir cada mano y compararla con lo que el registro dice que se repartió.',
  noRounds: 'Todavía no se ha jugado ninguna ronda.',
  dealt: 'Repartido, según el registro',
  rack: 'Reconstruido desde los descartes',
  same: 'igual',
  differs: 'distinto',
  gone: 'devueltas al sabot al barajar',
  box: (/** @type {number} */ box, /** @type {number} */ hand, /** @type {number} */ hands) =>
    `Casilla ${box}${hands > 1 ? `, mano ${hand + 1}` : ''}`,
  dealer: 'Crupier',
  watch: 'Ver esta ronda de nuevo',
  notOver: 'Esta ronda no ha terminado.',
  allSame: 'Cada mano de los descartes es la que se repartió.',
  someDiffer: (/** @type {number} */ count) =>
    count === 1
      ? '1 mano de los descartes no es la que se repartió.'
      : `${number(count)} manos de los descartes no son las que se repartieron.`,

  // the ledger
  ledger: 'Libro mayor',
  ledgerIntro:
    'Las fichas y el efectivo siempre pasan de una cuenta a otra, de modo que la suma de todas las cuentas es cero.',
  find: 'Buscar cuentas por su comienzo o por un nombre',
  account: 'Cuenta',
  holds: 'Saldo',
  moves: (/** @type {string} */ account) => `Últimos movimientos de ${account}`,
  amount: 'Importe',
  other: 'De o a',
  why: 'Concepto',
  where: 'Suceso',
  sum: 'Total',
  noAccounts: 'Ninguna cuenta tiene un nombre así.',
  csv: 'Guardar como CSV',
  pick: 'Elige una cuenta para ver sus movimientos.',
  exportRounds: 'Todas las rondas terminadas (JSON Lines)',
  exportRoundsText: 'Una ronda por línea, con sus sucesos tal como los vio toda la mesa.',
  exportRecord: 'El registro público de la mesa (JSON)',
  exportRecordText:
    'Lo que comprueba `spanish21 verify`: compromisos, claves de los sabots terminados y sucesos con sus hashes.',
  exportLog: 'El registro que se ve aquí (CSV)',
  exportLogText: 'Las filas que se ven aquí, con quién las pidió y por qué.',
  save: 'Guardar',
}
