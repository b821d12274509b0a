"""What writes the generated pages of docs/; `python docs/generate.py` runs it."""
