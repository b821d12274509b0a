"""Live tables: a host for the pure game. It has no rules of its own."""
