"""One table's life: the host, its turns, clocks and seats, and the messages that each person gets.

It may import log, store, people, money and fairness. Begin with host.py; hall.py has all tables of a
server.
"""
