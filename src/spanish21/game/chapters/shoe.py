"""The stack on its way into play: the cover card, the shoe, the burn card; and that of a new dealer."""

from spanish21.game import commands as cmd
from spanish21.game import events as ev
from spanish21.game.act import Act
from spanish21.game.cards import UNSEEN
from spanish21.game.moves import ANY_PHASE, PLAYER, Field, Move, Offer, from_to
from spanish21.game.reasons import Reason
from spanish21.game.rules import Rules
from spanish21.game.states import Phase
from spanish21.game.table import DEALER, FLOORPERSON, Table, cards_left, cover_card_is_next


def places_of_cover_card(table: Table, who: str) -> Offer:
    """How many cards may lie behind the cover card."""
    return from_to(*cover_bounds(table), Reason.COVER_CARD_TOO_NEAR_THE_BACK, unit=" cards behind it")


def cover_bounds(table: Table) -> tuple[int, int]:
    """The least and the most cards behind the cover card."""
    size = cards_left(table)
    over, under = table.rules.cover_from_back
    least = -(-size * over // under)
    return least, max(least, size - 1)


def place_cover_card(act: Act, command: cmd.PlaceCoverCard) -> None:
    act.emit(ev.CoverCardPlaced(command.behind))


def load_shoe(act: Act, command: cmd.LoadShoe) -> None:
    act.emit(ev.ShoeLoaded())


def burn_card(act: Act, command: cmd.BurnCard) -> None:
    table = act.table
    if cover_card_is_next(table):
        act.emit(ev.CoverCardReached(0))
        table = act.table
    act.emit(ev.CardBurned(UNSEEN if table.is_real_shoe else table.shoe[table.dealt]))


def no_disclosure(rules: Rules) -> Reason | None:
    return None if rules.burn_disclosed else Reason.NO_BURN_DISCLOSURE


def why_not_ask(table: Table, who: str) -> Reason | None:
    return None if table.burn_card else Reason.NOT_NOW


def ask_burn_card(act: Act, command: cmd.AskBurnCard) -> None:
    act.emit(ev.BurnCardDisclosed(command.by, act.table.burn_card))


def why_not_relieve(table: Table, who: str) -> Reason | None:
    """A new dealer burns a card, so there must be one."""
    return None if cards_left(table) >= 1 else Reason.NOT_NOW


def relieve_dealer(act: Act, command: cmd.RelieveDealer) -> None:
    act.emit(ev.DealerRelieved())


MOVES = (
    Move(
        cmd.PlaceCoverCard,
        (DEALER,),
        frozenset((Phase.COVER,)),
        place_cover_card,
        fields=(Field("behind", places_of_cover_card),),
    ),
    Move(cmd.LoadShoe, (DEALER,), frozenset((Phase.LOAD,)), load_shoe),
    Move(cmd.BurnCard, (DEALER,), frozenset((Phase.BURN,)), burn_card),
    Move(cmd.AskBurnCard, (PLAYER,), ANY_PHASE, ask_burn_card, why_not_ask, absent=no_disclosure),
    Move(cmd.RelieveDealer, (FLOORPERSON,), frozenset((Phase.WAGERS,)), relieve_dealer, why_not_relieve),
)
