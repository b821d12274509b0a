// Every string of Learn in Spanish: examples, drills and the chart.

import { money } from '../parts/money.js'

export const LEARN = {
  title: 'Aprender',
  tabs: { first: 'La primera mano', how: 'Cómo se juega', drill: 'Práctica', count: 'Contar cartas', chart: 'Tabla' },
  tabsTitle: 'Partes de la escuela',
  intro: 'Reparte el servidor; la respuesta la sabe el analizador.',
  lit: (/** @type {string} */ row, /** @type {string} */ up, /** @type {string} */ text) =>
    `En la tabla: ${row} contra ${up === 'A' ? 'un as' : up} es ${text}`,
}

export const FIRST = {
  of: (/** @type {number} */ at, /** @type {number} */ count) => `${at} de ${count}`,
  skip: 'Saltar esto e ir a las mesas',
  next: 'Siguiente',
  right: 'Correcto.',
  wrong: 'Aquí no.',
  overTitle: 'Eso es lo que cambia.',
  overText: (/** @type {string} */ book) => `El resto es blackjack. En una mesa de ${book}:`,
  toTables: 'Sentarse en una mesa',
  toDrill: 'Practicar decisiones',
  lessons: /** @type {Record<string, Page.Question>} */ ({
    tens: {
      title: 'Una baraja sin dieces',
      asks:
        'Antes de jugar se retiran los dieces de todas las barajas; jota, dama y rey se quedan y valen 10. ' +
        '¿Cuántos dieces quedan en el sabot?',
      choices: ['Tantos como sietes', 'Ninguno'],
      right: 1,
      after:
        'En el sabot no hay ningún 10. Menos cartas de valor diez favorecen a la casa, y por eso las reglas ' +
        'devuelven algo: es lo que viene ahora.',
    },
    always: {
      title: 'Tu 21 siempre gana',
      asks: 'Alex pide con 16 y recibe el 5: 21. La banca aún puede llegar a 21. ¿Qué pasa?',
      choices: ['Puede haber empate', 'Alex cobra ya'],
      right: 1,
      after: 'Un 21 del jugador gana de inmediato, tenga lo que tenga la banca y saque lo que saque.',
    },
    blackjack: {
      title: 'Blackjack contra Blackjack',
      asks: 'Alex tiene Blackjack. La banca, también. ¿Qué recibe Alex?',
      choices: ['Recupera la apuesta', '3 a 2'],
      right: 1,
      after: 'El Blackjack del jugador se paga aunque la banca también lo tenga.',
    },
    bonus: {
      title: 'Algunos 21 se pagan más',
      asks: 'Alex pide con dos sietes y recibe otro: 7-7-7. ¿Cómo se paga este 21?',
      choices: ['1 a 1, como cualquier 21', 'Más de 1 a 1'],
      right: 1,
      after:
        '7-7-7 y 6-7-8 se pagan 3 a 2; del mismo palo, 2 a 1, y más en el palo mayor; también los 21 de ' +
        'cinco cartas o más.',
    },
    surrender: {
      title: 'Renunciar a la mitad',
      asks: 'Alex tiene 16 contra un rey y casi siempre perderá. ¿Qué más puede hacer antes de jugar la mano?',
      choices: ['Rendirse por la mitad de la apuesta', 'Nada: pedir o plantarse'],
      right: 0,
      after:
        'Rendirse cuesta la mitad de la apuesta y salva la otra mitad. Pocas veces es lo mejor: con casi ' +
        'todos los 16 conviene pedir.',
    },
    rescue: {
      title: 'Rescatar el doble',
      asks: 'Alex ha doblado con 11 y ha recibido un 2: 13 contra un rey. El doble está en la mesa. ¿Y ahora?',
      choices: ['La mano se queda así', 'Retirar el doble'],
      right: 1,
      after: 'El rescate devuelve el importe del doble y renuncia a la primera apuesta.',
    },
    redouble: {
      title: 'Doblar otra vez',
      asks: 'Alex ha doblado con 11, ha recibido un 2 y tiene 13 contra un 6. ¿Puede doblar una vez más?',
      choices: ['Sí', 'No'],
      right: 0,
      after: 'Este reglamento permite redoblar: cada doble añade tanto como ya hay en la mano.',
    },
  }),
  differences: (/** @type {Record<string, number | boolean>} */ settings) => [
    `${settings.decks} barajas de 48 cartas`,
    settings.dealer_hits_soft_17 ? 'El crupier pide con 17 blando' : 'El crupier se planta con todo 17',
    settings.hole_card ? 'El crupier toma una carta tapada' : 'El crupier toma su segunda carta al final',
    Number(settings.most_doubles) > 1
      ? `Una mano se puede doblar ${settings.most_doubles} veces`
      : 'Una mano se puede doblar una vez',
    settings.may_surrender ? 'Puedes rendirte con las dos primeras cartas' : 'No es posible rendirse',
    settings.may_rescue ? 'Puedes rescatar un doble' : 'No hay rescate',
  ],
}

export const HOW = {
  kinds: { '': 'Cualquier mano' },
  of: (/** @type {number} */ at, /** @type {number} */ count) => `Paso ${at} de ${count}`,
  next: 'Siguiente',
  back: 'Atrás',
  another: 'Otro ejemplo',
  choose: 'Muéstrame',
  decide: '¿Tú qué harías?',
  notBest: (/** @type {string} */ name, /** @type {number} */ cost) => `${name} costaría ${money(cost)}.`,
  right: 'Correcto.',
  bestIs: (/** @type {string} */ name, /** @type {string} */ second, /** @type {number} */ cost) =>
    `Lo mejor: ${name.toLowerCase()}${second ? `; ${second.toLowerCase()} costaría ${money(cost)} de media` : ''}.`,
  dealer: 'Crupier',
  you: 'Tú',
  lesson: 'Una ronda según el reglamento',
  see: 'Ver la respuesta',
  inscriptions: 'En el tapete',
}

export const COUNT = {
  title: 'Cuenta una baraja',
  intro: 'Cuenta una baraja española carta a carta, tan deprisa como puedas.',
  cards: 'Cartas',
  howMany: 'Cartas a la vez',
  each: (/** @type {number} */ count) => (count === 1 ? 'una' : String(count)),
  begin: 'Empezar',
  beginTrue: 'Cuenta verdadera',
  next: 'Más cartas',
  answer: 'La cuenta',
  send: 'Responder',
  go: (/** @type {number} */ start) => `La cuenta empieza en ${start}.`,
  ask: 'Queda una carta. ¿Cuál es la cuenta corriente?',
  askTrue: (/** @type {number} */ running, /** @type {string} */ decks) =>
    `La cuenta corriente es ${running} y quedan ${decks} barajas. ¿Cuál es la cuenta verdadera, sin decimales?`,
  whole: 'Un número entero, como -3.',
  right: 'Correcto.',
  wrong: (/** @type {number} */ count) => `No: es ${count}.`,
  took: (/** @type {number} */ seconds) => `Has tardado ${seconds} segundos.`,
  tags: (/** @type {number} */ start) =>
    `Hi-Lo: del 2 al 6 suman uno; los ases y las cartas de valor diez restan uno. Sin sus dieces, una baraja suma ` +
    `${-start}; por eso la cuenta empieza en ${start} por baraja.`,
}

export const DRILL = {
  kinds: 'Manos para practicar',
  ask: '¿Qué haces?',
  right: 'Correcto.',
  wrong: (/** @type {string} */ name, /** @type {string} */ best, /** @type {number} */ cost) =>
    `${name} cuesta ${money(cost)}: lo mejor es ${best.toLowerCase()}.`,
  score: 'Aciertos',
  streak: 'Seguidos',
  cost: 'Los errores cuestan',
  next: 'Otra mano',
  again: 'La mano volverá a salir.',
  of: (/** @type {number} */ right, /** @type {number} */ asked) => `${right} de ${asked}`,
  key: 'Teclas: H pedir, S plantarse, D doblar, P separar, R rendirse, X rescatar, Intro otra mano.',
}
