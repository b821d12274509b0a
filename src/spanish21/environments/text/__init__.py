"""The game in words: a table for models that answer in text, and questions about every clause of the books.

It may import what its package may import, and nothing of environments/mcp/. Begin with
text_table.py (rounds as a conversation) and clause_questions.py (the questions, drawn by a seed).
"""
