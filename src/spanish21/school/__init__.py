"""The dealer's school: a table at which the trainee is asked what the house does next, and is corrected.

It may import `strategy` and the layers below it. Begin with lesson.py.

lesson            one table, its questions one after another
event_questions   which questions belong to an event
questions         a question, its right answer, and how an answer is read
lesson_steps      the next step, among plausible ones (their words in step_names)
payout_questions  the payment of every wager, and the total of every hand
orders            who comes first: cut, deal, settlement, pick-up
requests          players' requests that the book may refuse
trouble           irregularities, and when they can happen
remedies          the remedies for irregularities (irregularities lists them)
dealer_lines      the events, in the sentences of the catalogue
players           the people at the table, by temperament
set_shoe          a shoe set by the instructor
drill_hands       hands of chosen kinds
marks             the score, by chapter of the book
trainee_progress  progress over several lessons
certificate       the result of an exam as a page
"""
