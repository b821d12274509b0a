"""What a table is worth, worked out on request: figures, charts, prices, sessions, hands, drills, runs."""
