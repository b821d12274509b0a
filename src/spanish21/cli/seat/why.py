"""The answer to `?`: by which clauses something was paid, is offered or is not offered."""

from collections.abc import Iterator

from spanish21.books.citing import citations
from spanish21.books.explaining import cite, explain
from spanish21.books.rulebook import load_book
from spanish21.books.wording import why_text
from spanish21.cli.seat.seat_lines import Result
from spanish21.cli.seat.wager_help import words_for_wagers
from spanish21.errors import BadInput
from spanish21.game import commands as cmd
from spanish21.game.decide import legal, why_not
from spanish21.game.moves.choices import May, OneOf
from spanish21.game.moves.move import Why
from spanish21.game.side_wagers.registry import side_wager
from spanish21.game.states import Phase
from spanish21.game.table import Table

DECISIONS: dict[str, tuple[type[cmd.Command], str]] = {
    "hit": (cmd.Draw, "CardAsked"),
    "stand": (cmd.Stand, "HandStood"),
    "double": (cmd.Double, "DoubleMade"),
    "split": (cmd.Split, "PairSplit"),
    "surrender": (cmd.Surrender, "may_surrender"),
    "rescue": (cmd.Rescue, "may_rescue"),
    "insurance": (cmd.Insure, "InsurancePlaced"),
}
"""The decisions by their words, and the step or setting whose clauses stand behind each."""
_BESIDE: dict[str, tuple[type[cmd.Command], str]] = {
    "wagers": (cmd.PlaceWager, "WagerPlaced"),
    "taking a wager back": (cmd.WithdrawWager, "WagerWithdrawn"),
    "the cut": (cmd.Cut, "StackCut"),
    "the burn card": (cmd.AskBurnCard, "burn_disclosed"),
}

Reason = tuple[str, str, tuple[str, ...]]
"""What it is about, what is said about it, and the clauses."""


def reasons(table: Table, who: str, results: list[Result]) -> list[Reason]:
    """Why what was just paid was paid, or else why each decision is offered now or not."""
    if table.phase == Phase.WAGERS and results and not table.boxes:
        return [_of_result(table, event) for event in results if event.person == who]
    if table.phase == Phase.INSURANCE:
        return [_of_decision(table, who, "insurance")]
    if table.phase == Phase.PLAY:
        return [_of_decision(table, who, word) for word in DECISIONS]
    return list(_of_offers(table, who))


def reason_in_full(table: Table, who: str, word: str) -> tuple[Reason, list[str]]:
    """Why one decision is offered or not, and the clauses in words."""
    plain = "hit" if word.lower() == "draw" else word.lower()
    found = next((name for name in DECISIONS if name.startswith(plain)), "")
    if not found:
        wagers = ", ".join(word for word in words_for_wagers(table.rules) if word not in DECISIONS)
        raise BadInput(f"? explains {', '.join(DECISIONS)}, and the wagers {wagers}; ? alone, your options")
    reason = _of_decision(table, who, found)
    book = load_book(table.rules.book)
    return reason, [f"{book.name} {one}: {book.clause(one).says}" for one in reason[2][:4]]


def _of_result(table: Table, event: Result) -> Reason:
    clauses = citations(load_book(table.rules.book), table.rules, event.why)
    return f"box {event.box}", why_text(table.rules, event.why), clauses


def _of_decision(table: Table, who: str, word: str) -> Reason:
    command, name = DECISIONS[word]
    why = why_not(table, who, command)
    if why is None:
        clauses = citations(load_book(table.rules.book), table.rules, name)
        return word, "offered", clauses
    return word, _without_clauses(table, why, command), cite(table, why, command)


def _without_clauses(table: Table, why: Why, command: type[cmd.Command]) -> str:
    return explain(table, why, command).rpartition(" [")[0]


def _of_offers(table: Table, who: str) -> Iterator[Reason]:
    book = load_book(table.rules.book)
    offered = legal(table, who)
    names = {one.command for one in offered}
    for word, (command, name) in _BESIDE.items():
        if command.__name__ in names:
            yield word, "offered", citations(book, table.rules, name)
    for kind in dict.fromkeys(kind for one in offered for kind in _sides_of(one)):
        word = kind.rpartition("_")[2]
        says = f"offered; ? {word} shows its payouts"
        yield side_wager(kind).title, says, book.cite(f"{kind}_offered")


def _sides_of(one: May) -> tuple[str, ...]:
    """The side wagers that a command would place."""
    kind = one.fields.get("kind")
    if one.command != "PlaceWager" or not isinstance(kind, OneOf):
        return ()
    return tuple(str(value) for value in kind.values if value != "main")
