// The strings of a round that is shown from its notation, in Spanish.

export const R = {
  title: 'Una ronda a partir de su texto',
  intro:
    'Pega una ronda en la notación, del historial de una mesa o de la línea de comandos. ' +
    'La dirección contiene entonces la ronda entera: quien abra el enlace verá lo mismo.',
  text: 'La ronda',
  show: 'Mostrarla',
  exampleButton: 'Un ejemplo',
  empty: 'Antes, pega una ronda.',
  example: 'book maryland\nsit ann 1 500.00\nbet ann 1 10.00\ncards 6s 9d 7s Kc 8s\nann draws\n',
}
