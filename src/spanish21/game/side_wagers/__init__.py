"""The side wagers: each is one record in a module of its own; whoever needs one asks the registry."""
