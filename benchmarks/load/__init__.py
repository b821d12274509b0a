"""A server under load: many tables, five bots at each, generator and server on the same machine."""


def main() -> None:
    """Measure it."""
    from benchmarks.load.command import main as measure  # the server's process needs none of it

    measure()
