"""Events in words: one catalogue per language, and the facts that every language's sentences are made from.

An event is put into words here and nowhere else, for a player at the table, for the person concerned, for
the dealer and for the record. It may import `notation` and what is below it. Begin with text.py, then
english.py; another language is one more module like english.py.
"""
