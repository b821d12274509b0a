"""Playing complete rounds, many of them: the proof of the analysis, and what no formula gives."""
