// The words about a player's part in the shuffle, in Spanish.

const people = (/** @type {number} */ count) => (count === 1 ? '1 jugador' : `${count} jugadores`)

export const S = {
  title: 'Tu parte en la mezcla',
  inShoe: (/** @type {number} */ count) =>
    count === 1
      ? 'Tu semilla está en este sabot.'
      : `Tu semilla está en este sabot, con ${count === 2 ? 'la de otro jugador' : `las de otros ${count - 1}`}.`,
  notInShoe: (/** @type {number} */ count) => `En este sabot hay semillas de ${people(count)}; la tuya no está.`,
  nobody: 'Ningún jugador tenía una semilla lista cuando se barajó este sabot.',
  opening: 'La casa se ha comprometido con su orden; se están abriendo las semillas.',
  promised: 'Tu próxima semilla está prometida y la casa ha firmado el recibo.',
  notPromised: 'Tu próxima semilla todavía no ha llegado.',
  paused: (/** @type {number} */ count) =>
    'Una semilla tuya no se abrió a tiempo. ' +
    `La próxima se acepta después de ${count === 1 ? '1 mezcla' : `${count} mezclas`}.`,
  noCrypto: 'Este navegador solo calcula hashes en una página cifrada (https), así que aquí no tienes semilla.',
  wrong: /** @type {Record<string, (shoe: number) => string>} */ ({
    receipt: () => 'El recibo de la casa por tu semilla no lleva la firma de la casa.',
    left_out: shoe => `La casa firmó el recibo de tu semilla y después la omitió de la lista del sabot ${shoe}.`,
    absent: shoe => `La lista del sabot ${shoe} dice que no estabas, pero esta página estaba conectada.`,
  }),
  words: 'Palabras tuyas en la próxima semilla (cualquiera podrá leerlas, para siempre)',
  receipts: 'Guardar semillas y recibos',
}
