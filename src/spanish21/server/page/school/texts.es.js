// Every string of the dealer's school in Spanish.

export const S = {
  title: 'Escuela de crupieres',
  intro:
    'Eres el crupier. Los demás juegan; tú dices qué viene después, cantas los totales, pagas y recoges, mantienes ' +
    'el orden, admites o rechazas, y nombras el remedio cuando algo sale mal. Cada corrección viene con su artículo.',
  boxes: 'Casillas en juego',
  lesson: 'Lección',
  exam: 'Examen',
  lessonText: 'Tantas preguntas como quieras, con pistas. Lo que ya dominas sale menos.',
  examText:
    'Sin pistas; las correcciones llegan al final. Para aprobar: el 80 por ciento, y la última respuesta de cada ' +
    'tipo, bien.',
  questions: 'Preguntas',
  opening: 'Empezar por la apertura de la mesa',
  begin: 'Empezar',
  how: 'Modo',
  question: (/** @type {number} */ number, /** @type {number} */ of) =>
    of ? `Pregunta ${number} de unas ${of}` : `Pregunta ${number}`,
  score: (/** @type {number} */ right, /** @type {number} */ asked) => `${right} de ${asked} bien`,
  answer: 'Respuesta',
  answers: /** @type {Record<string, string>} */ ({
    number: 'Un número entero, como 17',
    amount: '15 para pagar, -10 para recoger, 0 cuando no se mueve nada',
    boxes: 'Las casillas en orden, como 3 2 1',
  }),
  send: 'Responder',
  hint: 'Dame una pista',
  end: 'Terminar',
  right: 'Correcto.',
  wrong: 'No.',
  over: 'El examen ha terminado',
  passed: 'Aprobado',
  failed: 'No aprobado',
  lessonOver: 'Tu lección',
  chapter: 'Capítulo',
  topic: 'Tema',
  rightOf: 'Aciertos',
  read: 'Repasa',
  again: 'Empezar otra vez',
  name: 'Tu nombre, para el certificado',
  save: 'Guardar el certificado',
  percent: (/** @type {number} */ value) => `${value} por ciento`,
  none: 'No se ha respondido a ninguna pregunta.',
  topics: {
    opening: 'Apertura de la mesa',
    shuffling: 'Barajar y cortar',
    dealing: 'Repartir',
    totals: 'Totales',
    payouts: 'Pagar y cobrar',
    sides: 'Apuestas laterales',
    insurance: 'Seguro',
    requests: 'Qué pueden hacer los jugadores',
    order: 'Orden',
    irregularities: 'Irregularidades',
  },
  onlyTopics: 'Temas',
  onlyTopicsText:
    'Marque los que quiere que le pregunten; ninguno significa todos. Sus respuestas se guardan en este navegador.',
  soFar: (/** @type {number} */ lessons) =>
    `Hasta ahora con este reglamento: ${lessons} ${lessons === 1 ? 'lección' : 'lecciones'}`,
  rightShort: (/** @type {number} */ right, /** @type {number} */ asked) => `${right} de ${asked}`,
  forget: 'Empezar de cero',
  house: 'casa',
}
