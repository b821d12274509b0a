"""A published chart: the Wizard of Odds, Spanish 21, dealer stands on soft 17, as most players have it.

The cells are its facts (wizardofodds.com/games/spanish-21, read in two transcriptions in November 2026), in
our own notation; its exceptions by suit are left out, and pairs that it does not list are played by their
total. Doubled hands are rescued as its chart after doubles says.
"""

PUBLISHED_CHART = """\
chart,published chart
table,row,A,2,3,4,5,6,7,8,9,10
hard,5,H,H,H,H,H,H,H,H,H,H
hard,6,H,H,H,H,H,H,H,H,H,H
hard,7,H,H,H,H,H,H,H,H,H,H
hard,8,H,H,H,H,H,H,H,H,H,H
hard,9,H,H,H,H,H,D4+/H,H,H,H,H
hard,10,H,D5+/H,D5+/H,D/H,D/H,D/H,D4+/H,D3+/H,H,H
hard,11,D3+/H,D4+/H,D5+/H,D5+/H,D5+/H,D5+/H,D4+/H,D4+/H,D4+/H,D3+/H
hard,12,H,H,H,H,H,H,H,H,H,H
hard,13,H,H,H,H,H,H,H,H,H,H
hard,14,H,H,H,S4+,S5+,S4+,H,H,H,H
hard,15,H,S4+,S5+,S5+,S6+,S6+,H,H,H,H
hard,16,H,S5+,S6+,S6+,S,S,H,H,H,H
hard,17,R/H,S,S,S,S,S,S,S6+,S6+,S6+
hard,18,S,S,S,S,S,S,S,S,S,S
hard,19,S,S,S,S,S,S,S,S,S,S
hard,20,S,S,S,S,S,S,S,S,S,S
soft,12,H,H,H,H,H,H,H,H,H,H
soft,13,H,H,H,H,H,H,H,H,H,H
soft,14,H,H,H,H,H,H,H,H,H,H
soft,15,H,H,H,H,H,H,H,H,H,H
soft,16,H,H,H,H,H,D4+/H,H,H,H,H
soft,17,H,H,H,D3+/H,D4+/H,D5+/H,H,H,H,H
soft,18,H,S4+,S4+,D4+/H,D5+/H,D5+/H,S6+,S4+,H,H
soft,19,S,S,S,S,S,S,S,S,S,S6+
soft,20,S,S,S,S,S,S,S,S,S,S
pair,A,P/H,P/H,P/H,P/H,P/H,P/H,P/H,P/H,P/H,P/H
pair,2,H,P/H,P/H,P/H,P/H,P/H,P/H,P/H,H,H
pair,3,H,P/H,P/H,P/H,P/H,P/H,P/H,P/H,H,H
pair,6,H,H,H,P/H,P/H,P/H,H,H,H,H
pair,7,H,P/H,P/H,P/H,P/H,P/H,P/H,H,H,H
pair,8,P/H,P,P,P,P,P,P/H,P/H,P/H,P/H
pair,9,S,S,P,P,P,P,S,P,P,S
doubled 1 hard,12,X,S,S,S,S,S,S,S,X,X
doubled 1 hard,13,X,S,S,S,S,S,S,X,X,X
doubled 1 hard,14,X,S,S,S,S,S,S,X,X,X
doubled 1 hard,15,X,S,S,S,S,S,S,X,X,X
doubled 1 hard,16,X,S,S,S,S,S,S,X,X,X
doubled 1 hard,17,X,S,S,S,S,S,S,S,S,S
"""
