"""What each event makes of a table, chapter by chapter."""
