"""`python -m spanish21`."""

from spanish21.cli import main

main()
