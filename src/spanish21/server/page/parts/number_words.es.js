// The words that go with numbers, and what decisions are called, in Spanish.

export const WORDS = {
  yes: 'sí',
  no: 'no',
  wagers: (/** @type {string} */ count) => `${count} apuestas`,
  basisPoints: (/** @type {string} */ count) => `${count} pb`,
  range: (/** @type {number} */ least, /** @type {number} */ most) => `de ${least} a ${most}`,
  options: /** @type {Record<string, string>} */ ({
    stand: 'Plantarse',
    hit: 'Pedir',
    double: 'Doblar',
    split: 'Separar',
    surrender: 'Rendirse',
    rescue: 'Rescatar',
  }),
  commands: /** @type {Record<string, string>} */ ({
    Stand: 'Plantarse',
    Draw: 'Pedir',
    Double: 'Doblar',
    Split: 'Separar',
    Surrender: 'Rendirse',
    Rescue: 'Rescatar',
    Insure: 'Asegurar',
    DeclineInsurance: 'Sin seguro',
  }),
}
