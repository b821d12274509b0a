"""The dealer's school: a table at which the trainee is asked what the house does next, and is corrected.

It may import `strategy` and what is below it. Begin with lesson.py.

lesson            one table, its questions one after another
event_questions   which questions belong to an event
questions         a question, what is right, and how an answer is read
lesson_steps      what comes next, among plausible steps (their words in step_names)
payout_questions  what every wager gets, and what every hand totals
orders            who comes first: cut, deal, settlement, pick-up
requests          what a player asks for that the book may refuse
trouble           irregularities, and when they can happen
remedies          what is done about them (irregularities lists them)
dealer_lines      what happened, in the sentences of the catalogue
players           the people at the table, by temperament
set_shoe          a shoe set by the instructor
drill_hands       hands of chosen kinds
marks             the score, by chapter of the book
trainee_progress  what was learned, over several lessons
certificate       the result of an exam as a page
"""
