"""Rulebooks and submissions: read, checked against each other, cited."""
