"""The dealer's school: a table at which the trainee is asked what the house does next, and is corrected.

questions  a question, what is right, and how an answer is read
steps      what is due, among plausible steps (their words in step_names)
money      what every wager gets
orders     who comes first: cut, deal, settlement, pick-up
trouble    irregularities, and when they can come about
remedies   what is done about them
requests   what a player asks for that the book refuses
players    the people at the table, by temperament
shoe       a shoe set by the instructor
asking     which questions belong to an event
telling    what happened, in words
lesson     one table, its questions one after another
marks      the score, by chapter of the book
progress   what was learned, over several lessons
certificate  the result of an exam as a page
"""
