"""Cards before the round: opening, shuffling, cutting, the cover card, the shoe, the burn card."""

from typing import Any

from msgspec.structs import replace

from breaking.breaks import TELLS, after, changes, drops, forbids, instead
from breaking.register import broken
from scenes import MARYLAND_BOOKS
from spanish21.game.round import stack

MARYLANDS = MARYLAND_BOOKS[:2]
NOBODY = "nobody is offered the cut"


def order(change: Any) -> Any:
    """Another order in which the cut is offered: `change(order, table)`."""
    return instead("game.round.stack.cut_order", lambda cut_order, table: change(cut_order, table))


def _next_first(names: tuple[str, ...]) -> tuple[str, ...]:
    return names[1:] + names[:1]


def _others_reversed(names: tuple[str, ...]) -> tuple[str, ...]:
    return (*names[:1], *reversed(names[1:]))


# -- opening ---------------------------------------------------------------------------------------


def opened(**steps: bool) -> Any:
    return lambda before, event, table: replace(table, opening=replace(table.opening, **steps))


def _checked() -> None:
    done = opened(equipment_checked=True)
    instead("game.evolve.set_up", lambda set_up, event: done(None, event, set_up(event)))()


broken("the equipment need not be checked", _checked, "2.B", books=MARYLANDS, part="step EquipmentChecked")
broken(
    "the reader need not be inspected",
    instead("game.chapters.floor.opening.reader_needs_inspection", lambda needs, table: False),
    "2.F",
    books=MARYLANDS,
    players_edge="2.G",
    part="step ReaderInspected",
)
for part in ("step DecksReceived", "step DecksInspected"):
    broken(
        "decks need not be inspected",
        after("DecksReceived", opened(inspected=True)),
        "4.A",
        books=MARYLAND_BOOKS if part == "step DecksInspected" else MARYLAND_BOOKS[2:],
        massachusetts="3(a)",
        part=part,
    )
broken(
    "the inspection need not be verified",
    after("DecksInspected", opened(verified=True)),
    "4.A",
    massachusetts="3(b)",
    part="step InspectionVerified",
)
broken(
    "decks that came ready are opened like any others",
    changes("DecksReceived", lambda table, event: replace(event, preinspected=False, preshuffled=False)),
    "4.G",
    part="step DecksReceived",
)
broken(
    "the cards are spread face down",
    changes("CardsSpread", lambda table, event: replace(event, face_up=False)),
    "4.C",
)
broken(
    "the cards need not be washed",
    after("CardsSpread", lambda before, event, table: replace(table, phase="stack")),
    "4.E",
    massachusetts=("3(c)", "4(i)"),
)
broken(
    "the washed cards are not shuffled",
    after(
        "CardsWashed",
        lambda before, event, table: (
            replace(table, phase="cut", shoe=table.pool) if table.phase == "stack" else table
        ),
    ),
    "4.F",
    "5.I(1)",
    massachusetts=(),
)
broken(
    "the cards do not lie in sequence",
    instead("game.view.spread", lambda spread, table: tuple(column[::-1] for column in spread(table))),
    "4.D",
    massachusetts="3(b)",
    does=TELLS,
)


def _stacked_at_once(before: Any, event: Any, table: Any) -> Any:
    return replace(table, phase="stack") if table.phase == "spread" and table.opening.after_idle else table


broken(
    "the cards of an idle table need not be washed",
    after("PersonJoined", _stacked_at_once),
    "5.I(1)",
    "5.I(2)",
)
unseen = forbids("RequestFaceUp", lambda table, command: table.phase == "spread")
broken("who comes to an idle table may not see its cards", unseen, "5.I", players_edge=("5.H", "5.I"))
broken(
    "the batch of the device is not spread though a player objects",
    forbids("RequestFaceUp", lambda table, command: table.phase != "spread"),
    "5.I(2)(b)",
)

# -- shuffling -------------------------------------------------------------------------------------

broken(
    "the stack keeps the order that it had",
    changes("ShoeShuffled", lambda table, event: replace(event, cards=tuple(sorted(event.cards)))),
    "5.A",
    massachusetts="4(a)",
)
broken("a shuffle that the floorperson orders is not made", drops("ReshuffleOrdered"), "5.A", books=MARYLANDS)
broken(
    "a deck is left out of the stack",
    changes("ShoeShuffled", lambda table, event: replace(event, cards=event.cards[48:])),
    "5.A(1)",
    massachusetts="4(a)",
)
broken(
    "a stack shuffled by hand is not cut",
    after(
        "ShoeShuffled",
        lambda before, event, table: replace(table, phase="cover") if event.method == "hand" else table,
    ),
    "5.I(1)",
    massachusetts=("4(b)", "4(b)(2)"),
)
broken(
    "the device's shuffle is one by hand",
    changes("ShoeShuffled", lambda table, event: replace(event, method="hand")),
    "5.I(2)",
)
broken(
    "the shoe that shuffles all the time is cut and covered",
    changes(
        "ShoeShuffled",
        lambda table, event: replace(event, method="device"),
        lambda table, event: event.method == "continuous",
    ),
    "5.K",
    books=MARYLANDS,
)
broken(
    "a shuffle leaves people barred",
    instead("game.round.with_parts.with_nobody_barred", lambda nobody, people: people),
    "6.C(2)",
)

# -- cutting ---------------------------------------------------------------------------------------

broken(NOBODY, order(lambda cut_order, table: ()), "5.B", massachusetts=("4(b)(2)", "4(c)"))


def _then_uncut(before: Any, event: Any, table: Any) -> Any:
    return replace(table, phase="cover") if table.cutting.offered >= len(table.cutting.order) else table


def _asked_no_more(before: Any, event: Any, table: Any) -> Any:
    return replace(table, cutting=replace(table.cutting, offered=len(table.cutting.order)))


for part in ("", "step CutRefused"):
    broken(
        "the stack is not cut when nobody will",
        after("CutRefused", _then_uncut),
        "5.C",
        massachusetts="4(c)",
        part=part,
    )
broken(
    "after one refusal nobody else is asked",
    after("CutRefused", _asked_no_more),
    "5.D(4)",
    "5.D(6)",
    part="step CutRefused",
)
broken(
    "the cut goes round the other way",
    order(lambda cut_order, table: cut_order(table)[::-1]),
    "5.D",
    books=MARYLANDS,
)
broken(
    "the game begins with another's cut",
    order(
        lambda cut_order, table: cut_order(
            replace(table, cutting=replace(table.cutting, just_beginning=False))
        )
    ),
    "5.D(1)",
    massachusetts="4(d)(1)",
)
broken(
    "where the cover card came out does not matter",
    order(lambda cut_order, table: cut_order(replace(table, cover_seen_by=None))),
    "5.D(2)",
)
broken(
    "another than the player at the far right is first",
    order(
        lambda cut_order, table: (
            cut_order(table)
            if table.cutting.just_beginning or table.cover_seen_by
            else _next_first(cut_order(table))
        )
    ),
    "5.D(3)",
)
broken(
    "the offer goes on clockwise",
    order(lambda cut_order, table: _others_reversed(cut_order(table))),
    "5.D(4)",
)
broken(
    "another than the player at the far right is first after an ordered shuffle",
    order(
        lambda cut_order, table: (
            _next_first(cut_order(table)) if table.cutting.ordered_by_floorperson else cut_order(table)
        )
    ),
    "5.D(5)",
)
broken(
    "after an ordered shuffle the offer goes on clockwise",
    order(
        lambda cut_order, table: (
            _others_reversed(cut_order(table)) if table.cutting.ordered_by_floorperson else cut_order(table)
        )
    ),
    "5.D(6)",
)
uncut = after("StackCut", lambda before, event, table: replace(table, shoe=before.shoe))
broken("a cut moves no cards", uncut, "5.E(1)", massachusetts="4(e)")
broken(
    "a cut as near the end as it may be is refused",
    forbids(
        "Cut",
        lambda table, command: command.at in stack.cut_bounds(table),
        "cut_too_near_the_end",
    ),
    "5.E",
    massachusetts="4(e)",
)
broken(
    "after a recut is ordered the dealer cuts",
    after(
        "RecutOrdered", lambda before, event, table: replace(table, cutting=replace(table.cutting, order=()))
    ),
    "5.F(1)",
)

# -- the shoe --------------------------------------------------------------------------------------


def _loaded_by_itself(before: Any, event: Any, table: Any) -> Any:
    if table.phase != "load":
        return table
    return replace(table, phase="burn" if table.burns_due else "wagers")


broken(
    "the stack need not be put into the shoe",
    after("CoverCardPlaced", _loaded_by_itself),
    "5.E(3)",
    "5.F(2)",
    "7.B",
    massachusetts=("4(b)", "4(e)"),
)
broken(
    "the device does not load the shoe",
    after("CoverCardPlaced", lambda before, event, table: replace(table, phase="load")),
    "5.A(2)",
    books=MARYLANDS,
    massachusetts="4(b)(1)",
)
broken(
    "the game goes on with the old shoe",
    after(
        "CardsCollected",
        lambda before, event, table: replace(table, phase="wagers") if table.phase == "stack" else table,
    ),
    "7.D",
    massachusetts="7(j)(3)",
)
broken(
    "the cards of the round do not go into the rack",
    changes("CardsCollected", lambda table, event: replace(event, hands=())),
    "7.D",
    "7.T",
    books=MARYLANDS,
    players_edge=("7.D", "7.U"),
    massachusetts=("7(h)", "7(j)(1)"),
)
broken(
    "the cards are picked up the other way round",
    changes("CardsCollected", lambda table, event: replace(event, hands=event.hands[::-1])),
    "7.T",
    books=MARYLANDS,
    players_edge="7.U",
    massachusetts="7(h)",
)


# -- cover card and burn cards ---------------------------------------------------------------------

broken(
    "the cover card does not go into the stack",
    after("CoverCardPlaced", lambda before, event, table: replace(table, cover=None)),
    "5.E(2)",
    massachusetts="4(e)",
    part="step CoverCardPlaced",
)


def _unburned(before: Any, event: Any, table: Any) -> Any:
    """No card is burned from a shoe that has just been filled; a round that waited for it goes on."""
    if table.phase != "burn":
        return table
    trouble = replace(table.trouble, resume=None)
    return replace(table, phase=table.trouble.resume or "wagers", burns_due=0, trouble=trouble)


broken(
    "no card of a fresh shoe is burned",
    after("ShoeLoaded", _unburned),
    "7.B(3)",
    "13.L",
    massachusetts=("7(c)", "15(g)"),
    part="step CardBurned",
)
broken(
    "a new dealer burns no card",
    after("DealerRelieved", lambda before, event, table: before),
    "7.B(4)",
    massachusetts="7(c)",
    part="step CardBurned",
)
