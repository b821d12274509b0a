// Every string of the dealer's school.

export const S = {
  title: "Dealer's school",
  intro: 'You are the dealer. People play; you say what is due, call totals, pay and collect, keep the order, allow or refuse, and name the remedy when something goes wrong. Every correction comes with its clause.',
  boxes: 'Boxes in play', lesson: 'Lesson', exam: 'Exam', lessonText: 'As many questions as you like, with hints. What you know well is asked less often.', examText: 'No hints, corrections at the end. It takes 80 percent, and a right last answer to every kind of question.', questions: 'Questions', opening: 'Begin with the opening of the table', begin: 'Begin', how: 'How',
  question: (number, of) => (of ? `Question ${number}, of about ${of}` : `Question ${number}`), score: (right, asked) => `${right} of ${asked} right`, table: 'The table', told: 'Since then',
  answer: 'Answer', answers: { number: 'A whole number, such as 17', amount: '15 to pay, -10 to collect, 0 when nothing moves', boxes: 'Boxes in order, such as 3 2 1' }, send: 'Answer', hint: 'Give me a hint', end: 'End', next: 'Next question',
  right: 'Right.', wrong: 'No.', floor: 'The floor', noted: 'Noted. The next one:',
  over: 'The exam is over', passed: 'Passed', failed: 'Not passed', lessonOver: 'Your lesson', chapter: 'Chapter', topic: 'Topic', rightOf: 'Right', read: 'To be read again', again: 'Another one', name: 'Your name, for the certificate', save: 'Save the certificate', percent: value => `${value} percent`, none: 'No question was answered.', house: 'house',
}
