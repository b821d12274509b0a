"""The writers of the generated pages of docs/; `python docs/generate.py` runs them."""
