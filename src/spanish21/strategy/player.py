"""A strategy that sits at a table and answers everything that the table asks its players."""

from collections.abc import Callable, Collection, Sequence
from typing import Any

from spanish21.errors import BadInput
from spanish21.game import commands as cmd
from spanish21.game.decide import legal
from spanish21.game.hands import is_ace
from spanish21.game.moves.choices import Amounts, May, OneOf
from spanish21.game.states import Phase
from spanish21.game.table import Table, is_in_round, person_of
from spanish21.game.waiting import waits_for
from spanish21.strategy.charts import Chart, decision
from spanish21.strategy.numbering import CompositionStrategy, decision_by_composition

Strategy = Chart | CompositionStrategy
Player = Callable[[Table], cmd.Command | None]
SaidBy = Callable[[Table], cmd.Command | str | None]
"""A player who may also answer in words: "stand", "hit", "double", …, "insure" and "decline"."""

_OPTIONS: dict[str, type[cmd.Command]] = {
    "stand": cmd.Stand,
    "hit": cmd.Draw,
    "double": cmd.Double,
    "split": cmd.Split,
    "surrender": cmd.Surrender,
    "rescue": cmd.Rescue,
}
_WORDS: dict[str, type[cmd.Command]] = {
    **_OPTIONS,
    "draw": cmd.Draw,
    "insure": cmd.Insure,
    "decline": cmd.DeclineInsurance,
}
_OPTION_OF = {command.__name__: option for option, command in _OPTIONS.items()}


def in_commands(choose: SaidBy) -> Player:
    """The same player, with words turned into commands of the player whom the table awaits."""

    def answer(table: Table) -> cmd.Command | None:
        said = choose(table)
        return said if said is None or isinstance(said, cmd.Command) else _command_said(table, said)

    return answer


def _command_said(table: Table, said: object) -> cmd.Command:
    kind = _WORDS.get(said) if isinstance(said, str) else None
    if kind is None:
        words = ", ".join(word for word in _WORDS if word != "draw")
        raise BadInput(f"the strategy returned {said!r}; it must return a command, or one of {words}")
    (name, *_) = waits_for(table)
    offered = {one.command: one for one in legal(table, name)}
    may = offered.get(kind.__name__)
    if may is None:
        words = ", ".join(word for word, one in _WORDS.items() if one.__name__ in offered and word != "draw")
        raise BadInput(f"the strategy returned {said!r}, which is not allowed now; one of {words} would be")
    fields: dict[str, Any] = {field: _only(may, field) for field in may.fields if field != "amount"}
    if "amount" in may.fields:
        fields["amount"] = _most(may)
    return kind(by=name, **fields)


def player(strategy: Strategy, *names: str, wager: int = 0) -> Player:
    """Players who follow a strategy: the command of the first of them whom the table awaits, or None.

    They decline the cut, insure as the chart says, take a late card, and on another player's box they
    follow a double or a split where the strategy would make it. With a `wager` they place it on their own
    box before each round.
    """

    def choose(table: Table) -> cmd.Command | None:
        for name in waits_for(table):
            if name in names:
                return _answer(table, strategy, name)
        if wager and table.phase == Phase.WAGERS:
            return next((place for name in names if (place := _wager(table, name, wager))), None)
        return None

    return choose


def _wager(table: Table, name: str, wager: int) -> cmd.Command | None:
    """The wager of a seated player who has not wagered yet."""
    person = person_of(table, name)
    if person is None or not person.seat or person.chips < wager:
        return None
    if is_in_round(table, name):
        return None
    return cmd.PlaceWager(by=name, box=person.seat, amount=wager)


def _answer(table: Table, strategy: Strategy, name: str) -> cmd.Command:
    if table.phase == Phase.CUT:
        return cmd.RefuseCut(by=name)
    offered = {one.command: one for one in legal(table, name)}
    if table.phase == Phase.INSURANCE:
        return _insurance(strategy, name, offered)
    if "AnswerLateCard" in offered:
        return cmd.AnswerLateCard(by=name, takes=True)
    if "FollowDouble" in offered or "FollowSplit" in offered:
        return _along(table, strategy, name, offered)
    hand = table.boxes[table.turn_box].hands[table.turn_hand]
    options = [_OPTION_OF[command] for command in offered if command in _OPTION_OF]
    aces_count_1 = hand.times_doubled > 0 and not hand.aces and any(is_ace(card) for card in hand.cards)
    option = _option(table, strategy, hand.cards, options, hand.times_doubled, hand.split, aces_count_1)
    if option == "double":
        return cmd.Double(by=name, amount=_most(offered["Double"]))
    return _OPTIONS[option](by=name)


def _insurance(strategy: Strategy, name: str, offered: dict[str, May]) -> cmd.Command:
    insures = isinstance(strategy, Chart) and strategy.insures
    if insures and "Insure" in offered:
        wanted = offered["Insure"]
        return cmd.Insure(by=name, box=_only(wanted, "box"), amount=_most(wanted))
    return cmd.DeclineInsurance(by=name, box=_only(offered["DeclineInsurance"], "box"))


def _along(table: Table, strategy: Strategy, name: str, offered: dict[str, May]) -> cmd.Command:
    """On a box where another player decides: follow a double or a split that the strategy would make, too."""
    box = table.boxes[table.turn_box]
    hand = box.hands[table.turn_hand]
    if "FollowDouble" in offered:
        would = _option(table, strategy, hand.cards, ("hit", "double"), 0, hand.split) == "double"
        return cmd.FollowDouble(by=name, amount=_most(offered["FollowDouble"]) if would else 0)
    pair = (hand.cards[0], box.hands[table.turn_hand + 1].cards[0])
    would = _option(table, strategy, pair, ("hit", "split"), 0, len(box.hands) > 2) == "split"
    return cmd.FollowSplit(by=name, covers=would and _only(offered["FollowSplit"], "covers"))


def _option(
    table: Table,
    strategy: Strategy,
    cards: Sequence[int],
    options: Collection[str],
    doubles: int,
    split: bool,
    aces_count_1: bool = False,
) -> str:
    """The strategy's decision on a hand of these cards, doubled that often, among the options."""
    up = table.dealer[0]
    if isinstance(strategy, Chart):
        return decision(strategy, cards, up, options, table.rules.top_suit, doubles, split, aces_count_1)
    return decision_by_composition(strategy, cards, up, options, doubles, split, aces_count_1)


def _most(offered: May) -> int:
    amounts = offered.fields["amount"]
    assert isinstance(amounts, Amounts)
    return amounts.most


def _only(offered: May, field: str) -> Any:
    """The one value that a field may have."""
    values = offered.fields[field]
    assert isinstance(values, OneOf)
    return values.values[0]
