// Every string of the study's parts about counts, grids and designs, in Spanish.

import { number, percent, plainName, signedNumber } from '../parts/numbers.js'

const HANDS = /** @type {[RegExp, string][]} */ ([
  [/^hard /, 'dura '],
  [/^soft /, 'blanda '],
  [/^pair /, 'pareja de '],
  [/^insurance$/, 'seguro'],
])
const handText = (/** @type {string} */ hand) => HANDS.reduce((text, [from, to]) => text.replace(from, to), hand)

export const N = {
  tags: {
    tags: 'Valores de las cartas',
    depth: 'Sabot repartido',
    second: 'exacto hasta el segundo orden (más lento)',
    highLow: 'High-low',
    balanced: 'Equilibrado: una baraja suma 0.',
    unbalanced: (/** @type {number} */ sum) =>
      `Desequilibrado: una baraja suma ${signedNumber(sum, 0)}, así que la cuenta empieza en ` +
      `${signedNumber(-sum, 0)} por baraja.`,
  },

  removal: {
    intro: 'Lo que gana cada apuesta cuando una carta ha salido del sabot y se sigue jugando igual. Exacto.',
    of: 'Apuesta',
    wager: (/** @type {string} */ name) =>
      ({ main: 'apuesta principal', insurance: 'seguro' })[name] ?? plainName(name),
    plot: (/** @type {string} */ wager) => `Una carta menos: ${wager}`,
    plotHelp: (/** @type {string} */ value) =>
      `En tanto por ciento de la apuesta, por una carta de una sola baraja. Con el sabot completo gana ${value}.`,
    read: (/** @type {string} */ rank, /** @type {string} */ value) =>
      `Sin ${rank === 'A' ? 'un as' : `un ${rank}`}: ${value}`,
    table: 'Carta por carta',
    tableHelp:
      'En tanto por ciento de cada apuesta, por una carta de una sola baraja. En todo el sabot los efectos suman 0.',
    card: 'Carta',
    cards: 'En el sabot',
    sum: 'Suma',
  },

  counts: {
    intro:
      'Una cuenta sigue las cartas por sus valores. ¿Lo hace bien en esta mesa, y cuándo va por delante el jugador?',
    judge: 'Juzgar esta cuenta',
    betting: 'Correlación al apostar',
    bettingHelp: 'lo bien que sigue la apuesta principal',
    playing: 'Eficiencia al jugar',
    playingHelp: 'de lo más que pueden ganar las decisiones',
    insurance: 'Correlación del seguro',
    insuranceHelp: 'lo bien que sigue el seguro',
    ahead: 'Ventaja del jugador',
    aheadFrom: (/** @type {number} */ count) => `desde ${signedNumber(count, 0)}`,
    aheadHelp: 'cuenta verdadera',
    never: 'nunca',
    worth: 'Lo que vale una ronda',
    worthHelp: 'El resultado esperado del jugador con cada cuenta verdadera, en tanto por ciento de la apuesta.',
    often: 'Con qué frecuencia llega',
    oftenHelp: 'La parte de las rondas que empiezan con cada cuenta verdadera.',
    axis: 'cuenta verdadera',
    trueCount: (/** @type {number} */ count) => signedNumber(count, 0),
    read: (/** @type {Wire.CountRow} */ row) =>
      `Cuenta verdadera ${signedNumber(row.true_count, 0)}: ${percent(row.expected_value, 3, true)}, ` +
      `en el ${percent(row.frequency, 2)} de las rondas`,
    best: 'Los mejores valores',
    bestHelp:
      'De todos los valores enteros de un nivel, los que mejor siguen la apuesta principal; y la mejor carta aparte.',
    head: ['Nivel', 'Valores', 'Al apostar', 'Seguro', 'Con una cuenta aparte', ''],
    level: (/** @type {number} */ level, /** @type {boolean} */ isBalanced) =>
      `${level}, ${isBalanced ? 'equilibrada' : 'desequilibrada'}`,
    tagsText: (/** @type {Record<string, number>} */ tags) =>
      Object.entries(tags)
        .filter(([, tag]) => tag)
        .map(([rank, tag]) => `${rank}${signedNumber(tag, 0)}`)
        .join(' '),
    apart: (/** @type {string} */ card, /** @type {string} */ both) => `${card}: ${both}`,
    use: 'Usar',
    useOf: (/** @type {number} */ level, /** @type {boolean} */ isBalanced) =>
      `Usar la mejor cuenta ${isBalanced ? 'equilibrada' : 'desequilibrada'} de nivel ${level}`,
  },

  indices: {
    intro:
      'Las cuentas verdaderas con las que otra decisión gana más que la mejor tabla, según lo que cada una aporta.',
    find: 'Buscar los índices',
    gain: 'Todos juntos',
    gainHelp: 'de la apuesta en cada ronda, con una apuesta fija',
    count: 'Índices',
    countHelp: 'que valen algo',
    ten: 'Los diez primeros',
    tenHelp: 'de esa ganancia',
    plot: 'Lo que aportan los primeros índices',
    plotHelp: 'En millonésimas de la apuesta, sobre todas las rondas.',
    insure: 'Asegurar',
    head: ['Mano', 'Contra', 'Tabla', 'En su lugar', 'Cuenta verdadera', 'Exactamente', 'Millonésimas'],
    hand: (/** @type {string} */ hand, /** @type {number} */ doubles) =>
      handText(hand) + (doubles ? `, doblada ${doubles > 1 ? `${doubles} veces` : 'una vez'}` : ''),
    limit: (/** @type {Wire.IndexRow} */ one) =>
      one.at_least !== null ? `desde ${signedNumber(one.at_least, 0)}` : `hasta ${signedNumber(one.at_most ?? 0, 0)}`,
    read: (/** @type {Wire.IndexRow} */ one) =>
      `${handText(one.hand)} contra ${one.up}: cuenta verdadera ${signedNumber(one.crossing, 2)}; ` +
      `aporta ${number(1e6 * one.gain, 1)} millonésimas`,
    more: (/** @type {number} */ count) => `Mostrar ${number(count)} más`,
  },

  ramps: {
    intro:
      'La mejor apuesta con cada cuenta verdadera para un capital, un margen y un riesgo; lo que gana, y cuánto falla.',
    find: 'Buscar las apuestas',
    bankroll: 'Capital',
    spread: 'De 1 a',
    kelly: 'Riesgo',
    kellys: /** @type {[number, string][]} */ ([
      [1, 'Kelly completo'],
      [0.5, 'medio Kelly'],
      [0.25, 'un cuarto de Kelly'],
    ]),
    enter: 'Entrar con',
    always: 'jugar siempre',
    win: 'Ganado en 100 rondas',
    winText: (/** @type {string} */ win, /** @type {string} */ deviation) => `${win} ± ${deviation}`,
    winHelp: (/** @type {string} */ wager) => `± una desviación típica; apuesta media ${wager}`,
    ruin: 'Riesgo de ruina',
    ruinHelp: (/** @type {string} */ bankroll) => `de perder alguna vez ${bankroll}`,
    score: 'SCORE',
    scoreHelp: 'ganado en 100 rondas con 10 000 y Kelly completo',
    n0: 'N0',
    n0Help: 'rondas hasta ganar una desviación típica',
    plot: 'Cuánto apostar',
    plotHelp: 'Según la cuenta verdadera; lo mínimo cuando la ventaja es de la casa.',
    read: (/** @type {Wire.RampStep} */ row, /** @type {string} */ wager) =>
      `Cuenta verdadera ${signedNumber(row.true_count, 0)}: ${wager}, esperado ` +
      `${percent(row.expected_value, 2, true)}, en el ${percent(row.frequency, 2)} de las rondas`,
    head: ['Cuenta verdadera', 'Apuesta', 'Rondas', 'Esperado'],
    counts: (/** @type {number | null} */ first, /** @type {number | null} */ last) =>
      first === null
        ? `hasta ${signedNumber(last ?? 0, 0)}`
        : last === null
          ? `desde ${signedNumber(first, 0)}`
          : first === last
            ? signedNumber(first, 0)
            : `de ${signedNumber(first, 0)} a ${signedNumber(last, 0)}`,
    watched: 'mirar',
    grid: 'Barajas y carta de corte',
    gridHelp: (/** @type {number} */ count) =>
      `El mismo capital y riesgo a ${count} profundidades, con las barajas que sean; cada uno tarda unos segundos.`,
    decks: 'Barajas',
    compare: 'Comparar',
    depth: 'parte del sabot que se reparte',
    scores: 'SCORE según la profundidad',
    decksOf: (/** @type {number} */ decks) => `${decks} barajas`,
    place: (/** @type {number} */ decks, /** @type {number} */ depth) => `${decks} barajas, ${percent(depth, 0)}`,
    gridHead: ['Sabot', 'SCORE', 'Ganado en 100', 'N0', 'Riesgo de ruina'],
    readGrid: (/** @type {Wire.RampRow} */ row) =>
      `${row.decks} barajas, ${percent(row.penetration, 0)}: SCORE ${number(row.score, 2)}, ` +
      `riesgo de ruina ${percent(row.risk_of_ruin, 2)}`,
  },

  grid: {
    intro:
      'Cada combinación de estas reglas, con su ventaja exacta; con un objetivo, las combinaciones que lo cumplen.',
    add: 'elegir…',
    another: 'Otra regla',
    from: 'Ventaja desde, %',
    to: 'Ventaja hasta, %',
    price: 'Calcular',
    remove: 'Quitar',
    removeOf: (/** @type {string} */ name) => `Quitar ${name}`,
    such: (/** @type {string[]} */ values) => `otros, como ${values[0].includes(':') ? '2:1' : '3, 5..7'}`,
    othersOf: (/** @type {string} */ name) => `Otros valores de ${name}`,
    odds: '$1 a $2',
    head: ['Ventaja de la casa', 'Gana el jugador', 'Reglamento'],
    inside: 'dentro',
    outside: 'fuera',
    combinations: 'Combinaciones',
    combinationsHelp: (/** @type {number} */ priced) => `${number(priced)} conjuntos de reglas distintos`,
    least: 'Menor ventaja',
    most: 'Mayor ventaja',
    edgeHelp: 'de la primera apuesta',
    meets: 'Cumplen el objetivo',
    meetsHelp: (/** @type {number} */ of) => `de ${number(of)}`,
    leftOut: (/** @type {number} */ count, /** @type {string} */ why) => `${number(count)} sin calcular: ${why}`,
    plot: 'La ventaja con cada valor',
    plotHelp: 'Su margen sobre todas las demás reglas, y la media.',
    read: (
      /** @type {{ setting: string, least: number, most: number, mean: number }} */ one,
      /** @type {string} */ value,
    ) =>
      `${plainName(one.setting)} ${value}: ` +
      `de ${percent(one.least, 3)} a ${percent(one.most, 3)}, media ${percent(one.mean, 3)}`,
    all: 'Desde la menor ventaja',
    solutions: 'Las que cumplen el objetivo, primero la más cercana',
    none: 'Ninguna combinación cumple el objetivo.',
    more: (/** @type {number} */ count) => `Mostrar ${number(count)} más`,
  },

  design: {
    intro: '¿Qué pagos, pesos o bote dan a una apuesta adicional la ventaja que quieres? Se prueba cada opción.',
    none: 'Ninguna apuesta adicional de esta mesa se puede diseñar.',
    wager: 'Apuesta adicional',
    now: (/** @type {string} */ name, /** @type {string} */ edge) => `${name} tiene ahora una ventaja del ${edge}.`,
    vary: 'Lo que puede variar: 8, 9 o 5..12; vacío queda como está',
    targets: 'Objetivo, desde y hasta',
    choice: (/** @type {string} */ kind, /** @type {string} */ name) =>
      ({ weight: `peso de ${plainName(name)}`, meter: `bote: ${plainName(name)}` })[kind] ?? plainName(name),
    target: (/** @type {string} */ name, /** @type {boolean} */ isLow) =>
      `${{ house_edge: 'ventaja, %', hit_frequency: 'aciertos, %', standard_deviation: 'desviación' }[name]} ` +
      `${isLow ? 'desde' : 'hasta'}`,
    ordered: 'una combinación mejor nunca paga menos',
    find: 'Buscar diseños',
    solutions: 'Soluciones',
    solutionsHelp: (/** @type {number} */ count) => `de ${number(count)} candidatas`,
    best: 'La más cercana al objetivo',
    bestHelp: 'ventaja de la casa',
    edgeNow: 'Como está',
    asIs: 'como está',
    head: ['Ventaja de la casa', 'A la larga', 'Aciertos', 'Desviación', 'Premio mayor'],
    plot: 'Soluciones por ventaja y desviación',
    plotHelp: 'La verde es la más cercana al objetivo. La desviación se mide en apuestas.',
    axis: 'ventaja de la casa',
    read: (/** @type {string} */ chosen, /** @type {Wire.WagerSolution} */ one) =>
      `${chosen}: ${percent(one.house_edge, 4)}, aciertos ${percent(one.hit_frequency, 2)}, ` +
      `desviación ${number(one.standard_deviation, 3)}`,
    more: (/** @type {number} */ count) => `Mostrar ${number(count)} más`,
  },
}
