"""The options of a report, so that it can be reproduced."""

import shlex

import msgspec


class ReportOrder(msgspec.Struct, frozen=True):
    """A report's options as typed."""

    book: str
    decks: int | None = None
    choices: tuple[str, ...] = ()
    what_if: tuple[str, ...] = ()
    submission: str | None = None
    without: str = ""
    prove: int = 0
    seed: int = 1
    date: str = ""

    def command(self) -> str:
        """The command line that makes it."""
        words = ["spanish21", "report", self.book]
        for option, value in (
            ("--decks", self.decks),
            ("--submission", self.submission),
            ("--without", self.without),
            ("--prove", self.prove),
            ("--seed", self.seed if self.prove else None),
            ("--date", self.date),
        ):
            words += [option, str(value)] if value else []
        words += [word for choice in self.choices for word in ("--set", choice)]
        words += [word for change in self.what_if for word in ("--what-if", change)]
        return shlex.join(words)
