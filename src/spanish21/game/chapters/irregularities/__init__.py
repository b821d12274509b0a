"""What goes wrong: irregular and missed cards, devices that fail, rounds that become void.

It may import floor, shoes, play and payment. Begin with voiding.py.
"""
