"""`python -m spanish21.cli`."""

from spanish21.cli import main

main()
