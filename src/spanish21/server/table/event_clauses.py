"""The clauses behind the events of a table, each looked up once."""

from spanish21.books.citing import citations
from spanish21.books.rulebook import load_book
from spanish21.game.rules import Rules
from spanish21.game.seen import SeenEvent


class EventClauses:
    """The clauses behind a table's events, each looked up once."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._book = load_book(rules.book)
        self._found: dict[str, tuple[str, ...]] = {}

    def of(self, event: SeenEvent) -> tuple[str, ...]:
        """The clauses of an event: the reason for a settlement, or for a required step."""
        why = event.get("why") if event["type"] in ("WagerSettled", "BonusPaid", "SettlementUndone") else None
        name = why or event["type"]
        if name not in self._found:
            found = citations(self._book, self._rules, name)
            self._found[name] = tuple(f"{self._rules.book} {clause}" for clause in found)
        return self._found[name]
