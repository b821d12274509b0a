"""What a listener is told of an event: by which clauses."""

from scenes import Scene
from spanish21.books.submissions.submission import rules_of
from spanish21.game.seen import seen
from spanish21.server.table.event_clauses import EventClauses

RULES = rules_of("maryland")


def test_clauses_are_those_of_the_payment_or_of_the_step() -> None:
    clauses = EventClauses(RULES)
    scene = Scene("maryland").bet("ann", 10_00).deal("9c 6d Jh Qc 9d").says("ann", "stands").house()
    by_type = {type(event).__name__: clauses.of(seen(event, "")) for event in scene.events}
    assert by_type["WagersClosed"]
    assert all(clause.startswith("maryland ") for found in by_type.values() for clause in found)
    settled = {"type": "WagerSettled", "why": "pays_five_card_21"}
    step = {"type": "CardDealt", "why": "pays_five_card_21"}
    assert clauses.of(settled) == clauses.of({"type": "BonusPaid", "why": "pays_five_card_21"})
    assert clauses.of(settled) != clauses.of(step) == by_type["CardDealt"]
