// Every string of the dealer's school.

import { spoken } from '../parts/language.js'

const ENGLISH = {
  title: "Dealer's school",
  intro:
    'You are the dealer. People play; you say what comes next, call totals, pay and collect, keep the order, ' +
    'allow or refuse, and name the remedy when something goes wrong. Every correction comes with its clause.',
  boxes: 'Boxes in play',
  lesson: 'Lesson',
  exam: 'Exam',
  lessonText: 'As many questions as you like, with hints. What you know well comes up less often.',
  examText: 'No hints; corrections come at the end. To pass: 80 percent, and the last answer of every kind right.',
  questions: 'Questions',
  opening: 'Begin with the opening of the table',
  begin: 'Begin',
  how: 'How',
  question: (/** @type {number} */ number, /** @type {number} */ of) =>
    of ? `Question ${number} of about ${of}` : `Question ${number}`,
  score: (/** @type {number} */ right, /** @type {number} */ asked) => `${right} of ${asked} right`,
  answer: 'Answer',
  answers: /** @type {Record<string, string>} */ ({
    number: 'A whole number, such as 17',
    amount: '15 to pay, -10 to collect, 0 when nothing moves',
    boxes: 'Boxes in order, such as 3 2 1',
  }),
  send: 'Answer',
  hint: 'Give me a hint',
  end: 'End',
  right: 'Right.',
  wrong: 'No.',
  over: 'The exam is over',
  passed: 'Passed',
  failed: 'Not passed',
  lessonOver: 'Your lesson',
  chapter: 'Chapter',
  topic: 'Topic',
  rightOf: 'Right',
  read: 'Read again',
  again: 'Start another',
  name: 'Your name, for the certificate',
  save: 'Save the certificate',
  percent: (/** @type {number} */ value) => `${value} percent`,
  none: 'No questions were answered.',
  topics: /** @type {Record<string, string>} */ ({
    opening: 'Opening the table',
    shuffling: 'Shuffling and cutting',
    dealing: 'Dealing',
    totals: 'Totals',
    payouts: 'Paying and collecting',
    sides: 'Side wagers',
    insurance: 'Insurance',
    requests: 'What players may do',
    order: 'Order',
    irregularities: 'Irregularities',
  }),
  onlyTopics: 'Topics',
  onlyTopicsText: 'Tick those to be asked about; none means all. What you answer is kept in this browser.',
  soFar: (/** @type {number} */ lessons) => `So far with this book: ${lessons} ${lessons === 1 ? 'lesson' : 'lessons'}`,
  rightShort: (/** @type {number} */ right, /** @type {number} */ asked) => `${right} of ${asked}`,
  forget: 'Start over',
  house: 'house',
}

export const S = await spoken(ENGLISH, async () => (await import('./texts.es.js')).S)
