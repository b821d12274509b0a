// The strings of the table in play, in Spanish.

import { locale } from '../parts/language.js'
import { money, signed } from '../parts/money.js'

const s = (/** @type {number} */ count, /** @type {string} */ word) => `${count} ${word}${count === 1 ? '' : 's'}`

const percent = (/** @type {number} */ part) => `${Math.round(part * 100)}\u00a0%`

export const P = {
  // the line above
  tables: 'Mesas',
  soundOn: 'Activar los sonidos',
  soundOff: 'Quitar los sonidos',
  fullScreen: 'Pantalla completa',
  watching: (/** @type {number} */ count) => (count === 1 ? '1 espectador' : `${count} espectadores`),
  invite: 'Copiar un enlace que invita a alguien a esta mesa',
  invited: (/** @type {number} */ box) =>
    box
      ? `El enlace a la casilla ${box} está copiado. Envíaselo a quien quieras.`
      : 'El enlace a esta mesa está copiado.',
  inviteLink: 'Enlace a esta mesa',
  openPanel: 'Ronda, consejo, historial, reglas y ajustes',
  closePanel: 'Cerrar',

  // the felt
  playToo: (/** @type {number} */ box) => `Jugar también en la casilla ${box}`,
  choosing: 'eligiendo…',
  ready: '✓ a punto',
  boxOf: (/** @type {number} */ number) => `casilla ${number}`,
  yourWager: 'tu apuesta',
  yours: 'tú',
  hand: (/** @type {number} */ at) => `Mano ${at}`,
  fromRight: 'Se juega en este sentido',
  bust: (/** @type {number} */ total) => `Se pasa: ${total}`,
  push: 'empate',
  blackjack: 'Blackjack',
  youWon: 'Tú',
  hands: (/** @type {number} */ count) => (count > 1 ? s(count, 'mano') : 'Mano'),
  kinds: /** @type {Record<string, string>} */ ({
    insurance: 'Seguro',
    super_bonus: 'Superbono',
    envy: 'Bono de envidia',
    community: 'Premio comunitario',
  }),
  resultOf: (/** @type {string} */ name, /** @type {number} */ net) => `${name}: ${signed(net)}`,

  // the rail
  inFront: 'Delante de ti',
  inPlay: (/** @type {number} */ amount) => (amount ? `${money(amount)} en juego` : ''),
  upThisRound: (/** @type {number} */ net) =>
    net > 0 ? `ganas ${money(net)} en esta ronda` : net < 0 ? `pierdes ${money(-net)} en esta ronda` : 'ronda en paz',
  yourWagers: 'Tus apuestas',
  pickHint: 'Elige una ficha y después un lugar. Con el botón derecho, o manteniendo pulsado, se retira una.',
  handOf: (/** @type {number} */ at, /** @type {number} */ of) => `mano ${at} de ${of}`,
  against: (/** @type {string} */ total, /** @type {number} */ up) => `${total} contra ${up}`,
  undo: 'Deshacer',
  clear: 'Borrar',
  repeat: 'Repetir',
  twice: 'Al doble',
  exact: 'Importe exacto',
  missed: (/** @type {number} */ amount) =>
    `Las apuestas se han cerrado antes de que colocaras ${money(amount)}. Quedan aquí para la próxima ronda.`,
  notSent: 'No hay conexión: no se ha enviado nada.',
  on: (/** @type {string} */ total) => `con ${total}`,
  moreMoney: (/** @type {number} */ amount) => `${money(amount)} más`,
  small: /** @type {Record<string, string>} */ ({
    Draw: 'una carta',
    Surrender: 'la mitad vuelve',
    Rescue: 'el doble vuelve',
    DeclineInsurance: 'seguir jugando',
  }),
  redouble: 'Redoblar',
  dontFollow: 'No, me quedo así',
  dontFollowSmall: 'sin doblar',
  timeUp: (/** @type {string} */ what) => `Se ha acabado el tiempo: ${what}`,
  timeUpStand: (/** @type {string} */ total) => `Se acabó el tiempo: te plantas con ${total}.`,
  hurry: (/** @type {number} */ seconds) => `Quedan ${seconds} segundos.`,
  inBank: 'tu tiempo de reserva',
  clock: 'Un reloj para mis decisiones cuando juego solo',

  // why a decision is grey, in a word or two; the whole reason comes when it is pointed at
  reasons: /** @type {Record<string, string>} */ ({
    not_your_turn: 'no te toca',
    no_split: 'con esta mano no',
    no_double: 'con esta mano no',
    no_draw: 'con esta mano no',
    no_surrender: 'con esta mano no',
    surrender_not_offered: 'no en este reglamento',
    rescue_not_offered: 'no en este reglamento',
    no_rescue: 'después de doblar',
    not_now: 'ahora no',
    insurance_first: 'primero el seguro',
    not_enough_chips: 'faltan fichas',
  }),

  // decisions in advance
  advance: 'Por adelantado',
  advanceStand: (/** @type {number} */ total) => `Plantarse con ${total} o más`,
  advanceNoInsurance: 'Sin seguro',
  advanceDone: (/** @type {string} */ what) => `Como pediste por adelantado: ${what}`,

  // the coach, in the rail
  askCoach: 'Pedir consejo',
  coachBest: (/** @type {string} */ best, /** @type {string} */ rest) =>
    rest ? `Lo mejor es ${best.toLowerCase()}. ${rest}.` : `Lo mejor es ${best.toLowerCase()}.`,
  judgedBest: (/** @type {string} */ made) => `${made}: lo mejor.`,
  judgedCost: (
    /** @type {string} */ made,
    /** @type {number} */ cost,
    /** @type {string} */ best,
    /** @type {string} */ why,
  ) => `${made} costó ${money(cost)}: era mejor ${best.toLowerCase()}${why ? `, porque ${why}` : ''}.`,
  judgedSum: (/** @type {number} */ sum) => `Errores hasta ahora: ${money(sum)}.`,
  because: /** @type {Record<string, (chances: Wire.HandChances) => string>} */ ({
    too_few_tens: () => 'quedan pocos dieces para que el seguro compense',
    many_tens: () => 'quedan tantos dieces que el seguro gana de media',
    two_are_better: ({ total }) => `dos manos valen más que un ${total}`,
    one_is_better: ({ total }) => `un ${total} vale más que dos manos`,
    loses_over_half: () => 'si se sigue jugando, la mano pierde más de la mitad de su apuesta',
    loses_under_half: () => 'si se sigue jugando, la mano pierde menos de la mitad de su apuesta',
    double_loses_more: () => 'si se sigue jugando, el doble pierde más de lo que cuesta el rescate',
    double_loses_less: () => 'si se sigue jugando, el doble pierde menos de lo que cuesta el rescate',
    busts: ({ busts, dealer_busts: dealer }) =>
      `otra carta la pasa de 21 el ${percent(busts)} de las veces, y el crupier se pasa el ${percent(dealer)}`,
    good_enough: ({ total }) => `otra carta empeora un ${total} más veces de las que lo mejora`,
    more_money: () => 'las cuentas están a tu favor y conviene más dinero',
    costs_least: () => 'con más dinero la mano pierde menos',
    cannot_bust: () => 'ninguna carta puede pasarla de 21',
    needs_a_bust: ({ total, dealer_busts: dealer }) =>
      `un ${total} solo gana si el crupier se pasa, el ${percent(dealer)} de las veces`,
    loses_too_often: ({ total }) => `un ${total} pierde demasiado contra esta carta`,
    no_more_money: () => 'las cuentas no dan para más dinero',
  }),
  coachCosts: (/** @type {string} */ name, /** @type {number} */ cost) => `${name} cuesta ${money(cost)}`,

  // the wheel
  wheelPrizes: 'Los premios y su probabilidad',
  wheelEqual: 'Los sectores se dibujan para que todos se lean; las probabilidades son estas.',
  oneIn: (/** @type {number} */ weight, /** @type {number} */ all) => `${weight} de ${all.toLocaleString(locale)}`,
  forAll: (/** @type {number} */ amount) => `y ${money(amount)} para todos`,
  theMeter: 'el bote',
  jackpot: 'BOTE',

  // the panel
  all: 'Todo',
  mine: 'Lo mío',
  pastRound: (/** @type {number} */ number, /** @type {number} */ dealer) =>
    dealer > 21 ? `Ronda ${number} · la banca se pasa` : `Ronda ${number} · banca ${dealer}`,
  visit: 'Esta visita',
  allVisits: 'Todas las visitas',
  statRounds: 'Rondas',
  statNet: 'Neto',
  statWagered: 'Apostado',
  statExpected: 'Esperado, apuestas principales',
  statBest: 'La mejor ronda',
  statWorst: 'La peor ronda',
  purseGraph: (/** @type {number} */ rounds, /** @type {number} */ net) =>
    `Lo que has ganado o perdido en ${s(rounds, 'ronda')}: ahora ${signed(net)}`,
  statsNone: 'Juega una ronda: aquí se dibuja lo que ganas y lo que pierdes.',
  statsHere: 'Todas las visitas: tus últimas 1000 rondas, según la casa.',
  keysHelp:
    'Apuestas: 1–7 ponen una ficha en el lugar elegido, ← → eligen el lugar, U deshacer, C borrar, R repetir, ' +
    'D al doble, Intro lo que dice el botón dorado · Decisiones: H pedir, S plantarse, D doblar, P separar, ' +
    'R rendirse, X rescatar, I asegurar, N rechazar · A pedir consejo · Esc saltarse el movimiento',
  contrast: 'Alto contraste',
  judge: 'Decir cuánto valió cada decisión',
  speeds: { auto: 'como el sistema', calm: 'tranquilo', on: 'normal', quick: 'rápido', off: 'sin movimiento' },
}
