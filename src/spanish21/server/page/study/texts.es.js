// Every string of the study in Spanish.

import { money } from '../parts/money.js'
import { number, percent, plainName, signedNumber, wagers } from '../parts/numbers.js'

export const S = {
  study: {
    title: 'Estudio',
    intro: 'Lo que vale una mesa, exactamente. Cada cifra se calcula para la primera ronda de un sabot completo.',
    tabs: {
      figures: 'Ventaja',
      strategy: 'Estrategia',
      prices: 'Reglas',
      wagers: 'Apuestas adicionales',
      session: 'Una sesión',
      compare: 'Comparar',
      run: 'Simular',
      removal: 'Efecto de las cartas',
      counts: 'Cuentas',
      indices: 'Índices',
      ramps: 'Escala de apuestas',
      grid: 'Combinaciones',
      design: 'Diseño',
    },
    tabsTitle: 'Partes del estudio',
    report: 'Informe (HTML)',
    reportMaking: 'Preparando el informe…',
  },

  figures: {
    edge: 'Ventaja de la casa',
    deviation: 'Desviación típica',
    wager: 'Apuesta media',
    risk: 'Ventaja por lo apostado',
    split: 'Casillas separadas',
    won: 'Rondas ganadas',
    edgeHelp: 'de la primera apuesta, jugando lo mejor posible',
    deviationHelp: 'apuestas por ronda',
    wagerHelp: 'primeras apuestas por casilla',
    riskHelp: 'de todo lo apostado',
    splitHelp: 'de todas las casillas',
    wonHelp: (/** @type {number} */ tied, /** @type {number} */ lost) =>
      `${percent(tied, 1)} empatadas, ${percent(lost, 1)} perdidas`,
    byUp: 'Lo que vale la carta descubierta del crupier',
    byUpHelp: 'El resultado esperado del jugador, en tanto por ciento de la apuesta, conocida la carta descubierta.',
    byUpRead: (/** @type {Wire.UpCard} */ row) =>
      `Contra ${row.up === 'A' ? 'un as' : row.up}: ` +
      `${percent(row.expected_value, 2, true)}, en el ${percent(row.probability, 1)} de las rondas`,
    law: 'Cómo acaba una ronda',
    lawHelp: 'La probabilidad de cada resultado de una casilla, en apuestas, en una escala de potencias de diez.',
    lawRead: (/** @type {Wire.ResultOfRound} */ row) =>
      `${signedNumber(row.result, 2)} apuestas: ` +
      (row.probability < 0.0001 ? `una ronda de cada ${number(1 / row.probability)}` : percent(row.probability, 3)),
    bonuses: 'Bonificaciones',
    bonusHead: ['Bonificación', 'Una ronda de cada', 'Aporta'],
    insurance: 'Seguro',
    insuranceText: (/** @type {number} */ value, /** @type {Wire.InsuranceHand} */ best) =>
      `Una apuesta de seguro pierde de media el ${percent(-value, 2)}` +
      `${best ? `; con ${best.cards.join('-')}, su mejor mano, ${percent(best.expected_value, 2, true)}` : ''}.`,
    result: 'resultado, en apuestas',
    never: 'nunca',
  },

  strategy: {
    title: 'La mejor tabla',
    intro: (/** @type {number} */ edge, /** @type {number} */ cost) =>
      `Con esta tabla la casa se queda con el ${percent(edge)}; ` +
      `decidir cada mano por sus cartas exactas ahorraría otros ${number(cost, 2)} puntos básicos.`,
    map: 'Los colores muestran',
    maps: { option: 'qué hacer', cost: 'lo que cuesta un error' },
    heat: ['0,001 apuestas o menos', '1 apuesta'],
    detailEmpty: 'Señala una celda, o muévete con las flechas, para ver lo que vale cada opción.',
    against: (/** @type {string} */ row, /** @type {string} */ up) => `${row} contra ${up === 'A' ? 'un as' : up}`,
    often: (/** @type {number} */ often) =>
      often > 0
        ? often < 0.0001
          ? `sale en una ronda de cada ${number(1 / often)}`
          : `sale en el ${percent(often, 2)} de las rondas`
        : 'jugando lo mejor posible no sale nunca',
    values: 'Los valores están en apuestas, si el crupier no tiene Blackjack.',
    noValues: 'Esta mano no puede salir.',
    saveChart: 'Tabla (CSV)',
    saveValues: 'Valores (CSV)',
    savePicture: 'Imagen (SVG)',
    cell: (
      /** @type {string} */ row,
      /** @type {string} */ up,
      /** @type {string} */ text,
      /** @type {{ best: string, cost: string }} */ { best, cost },
    ) =>
      `${row} contra ${up}: ${text}${best ? `, ${best.toLowerCase()}; la siguiente mejor opción cuesta ${cost}` : ''}`,
    hard: (/** @type {string} */ row) => `${row} duro`,
    soft: (/** @type {string} */ row) => `${row} blando`,
    pairs: (/** @type {string} */ row) => `Pareja ${row}`,
    doubled: (/** @type {string} */ row, /** @type {string} */ title) => `${title} ${row}`,
  },

  prices: {
    intro:
      'Lo que gana el jugador, en puntos básicos (centésimas de un uno por ciento de la apuesta), si cambia solo ' +
      'esto. Las barras están en una escala de raíz cuadrada.',
    kinds: {
      choice: 'Opciones que admite el reglamento',
      rule: 'Reglas, dentro o fuera del reglamento',
      ruling: 'Lecturas de las cuestiones abiertas',
    },
    find: 'Buscar una regla',
    none: 'Ninguna regla coincide.',
    asks: 'Cuestiones abiertas y lectura adoptada',
    taken: 'adoptada',
    noEffect: 'no afecta a la apuesta principal',
  },

  wagers: {
    intro: 'Exacto, para cada tabla de pagos del reglamento; las barras llenas se ofrecen en esta mesa.',
    head: ['Apuesta', 'Ventaja de la casa', 'Frecuencia de acierto', 'Desviación típica', 'Bote de equilibrio'],
    offered: 'se ofrece',
    notOffered: 'no se ofrece',
    longRun: (/** @type {number} */ edge) => `${percent(edge, 2)} a la larga, con lo que alimenta el bote`,
    none: 'Este reglamento no tiene apuestas adicionales.',
    reading: (/** @type {string} */ name) => `leído como ${plainName(name)}`,
    paytable: (/** @type {string} */ name, /** @type {number} */ decks) => `tabla de pagos ${name}, ${decks} barajas`,
  },

  session: {
    rounds: 'Rondas',
    roundsOf: (/** @type {number} */ count) => `${number(count)} rondas`,
    intro:
      'Exacto para el mejor juego en una casilla con la misma apuesta cada ronda; las rondas se tratan como ' +
      'independientes.',
    ahead: 'Ganando al final',
    middle: 'La mitad de las sesiones',
    tails: 'Una de cada veinte acaba por debajo de',
    mean: 'Resultado esperado',
    middleText: (/** @type {number} */ low, /** @type {number} */ high) =>
      `de ${signedNumber(low, 1)} a ${signedNumber(high, 1)}`,
    inWagers: 'apuestas',
    law: 'El resultado de una sesión',
    lawHelp: 'Las sesiones en verde acaban ganando.',
    lawRead: (/** @type {Wire.Bar} */ row) => `Alrededor de ${wagers(row.result)}: ${percent(row.chance, 2)}`,
    path: 'Por el camino',
    pathHelp: 'Tras esas rondas, la mitad de las sesiones está en la banda oscura y nueve de cada diez, en la clara.',
    pathRead: (/** @type {Record<string, number>} */ row) =>
      [
        `Tras ${number(row.rounds)} rondas: ${wagers(row['0.05'])} (una de cada veinte, por debajo)`,
        `mediana ${wagers(row['0.5'])}`,
        `${wagers(row['0.95'])} (una de cada veinte, por encima)`,
      ].join('; '),
    ruin: 'Riesgo de ruina',
    ruinHelp: 'La probabilidad de perder un capital antes de que acabe la sesión.',
    ruinRead: (/** @type {Wire.Ruin} */ row) =>
      `Un capital de ${number(row.bankroll)} apuestas se pierde en el ${percent(row.chance, 2)} de las sesiones`,
    bankroll: 'capital, en apuestas',
    result: 'resultado, en apuestas',
    after: 'rondas',
  },

  compare: {
    with: 'Comparado con',
    figures: {
      house_edge: 'Ventaja de la casa',
      standard_deviation: 'Desviación típica',
      average_wager: 'Apuesta media',
      element_of_risk: 'Ventaja por lo apostado',
      decks: 'Barajas',
    },
    differences: 'Diferencia por diferencia',
    help: 'Lo que cambiaría cada diferencia por sí sola para un jugador de la primera mesa, en puntos básicos.',
    all: 'Todas juntas',
    rest: 'De ello, por interacción',
    same: 'Las dos mesas coinciden en todo aquello de lo que depende la apuesta principal.',
    upHelp: 'El resultado esperado del jugador, conocida la carta descubierta.',
    byUp: 'Por carta descubierta',
    upRead: (/** @type {{ up: string, here: number, there: number }} */ row, /** @type {string[]} */ titles) =>
      `Contra ${row.up}: ${titles[0]} ${percent(row.here, 2, true)}, ${titles[1]} ${percent(row.there, 2, true)}`,
  },

  run: {
    intro:
      'El servidor juega primeras rondas de sabots completos; la banda contiene la ventaja real con un 95 % de ' +
      'probabilidad.',
    begin: 'Jugar',
    stop: 'Parar',
    rounds: 'Rondas que se juegan',
    choices: [100_000, 1_000_000, 10_000_000, 100_000_000],
    roundsText: (/** @type {number} */ count) =>
      count >= 1e6 ? `${number(count / 1e6)} ${count === 1e6 ? 'millón' : 'millones'}` : number(count),
    exact: 'Exacta',
    estimate: 'Estimación',
    error: 'Error típico',
    played: 'Jugadas',
    away: 'Distancia',
    awayText: (/** @type {number} */ z) => signedNumber(z, 2),
    awayHelp: 'errores típicos',
    zoom: 'Ampliar el final',
    plot: 'Ventaja de la casa según las rondas jugadas',
    plotHelp: (/** @type {number} */ wager) =>
      `Ambas para una apuesta de ${money(wager)}, con los pagos de importe fijo.`,
    read: (/** @type {Wire.Point} */ row) =>
      `Tras ${number(row.rounds)} rondas: ${percent(row.edge, 4)} ± ${percent(1.96 * row.error, 4)}`,
    over: 'La simulación ha terminado.',
    axis: 'rondas jugadas',
  },
}
