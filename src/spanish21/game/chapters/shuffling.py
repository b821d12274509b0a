"""Shuffling and cutting, the cover card, the shoe and the burn cards."""

from collections.abc import Iterator

from spanish21.game import commands as cmd
from spanish21.game import events as ev
from spanish21.game.act import Act, refuse, require_dealer, require_floorperson, require_person, require_phase
from spanish21.game.cards import UNSEEN
from spanish21.game.choices import Amounts, May, ShuffleOf, may
from spanish21.game.rules import WORDS
from spanish21.game.table import (
    DEALER,
    FLOORPERSON,
    Table,
    cards_left,
    cover_card_is_next,
    keeps_batch,
    person_of,
)

ROTATING = 1
CONTINUOUS = 2
UNTIL_DEAL = 1
NOT_KEPT_SAFE = WORDS["second_batch"].index("not_kept_safe")


def shuffle(act: Act, command: cmd.Shuffle) -> None:
    require_dealer(command.by)
    table = act.table
    if not may_shuffle(table):
        refuse("not_now")
    if tuple(sorted(command.cards)) != cards_to_shuffle(table):
        refuse("not_a_shuffle_of_the_cards")
    if table.phase == "batch":
        act.emit(ev.BatchShuffled(command.cards))
        return
    if keeps_batch(table) and not table.trouble.resume:
        act.emit(ev.BatchPlaced(command.cards))
        return
    method = WORDS["shuffling"][table.rules.shuffling] if table.trouble.shuffler == "working" else "hand"
    act.emit(ev.ShoeShuffled(command.cards, method, bool(table.trouble.resume)))


def may_shuffle(table: Table) -> bool:
    """Whether cards are stacked to be shuffled, or a jam left the batch that comes next unshuffled."""
    return table.phase == "stack" or (table.phase == "batch" and not table.device[0].shuffled)


def cards_to_shuffle(table: Table) -> tuple[int, ...]:
    """The cards of the next stack, sorted: all cards in play, or in mid-round those of the discard rack."""
    if table.is_real_shoe:
        return ()
    if table.phase == "batch":
        return tuple(sorted(table.device[0].cards))
    if table.trouble.resume:
        return tuple(sorted(card for cards in table.rack for card in cards))
    return table.pool


def take_batch(act: Act, command: cmd.TakeBatch) -> None:
    """After an idle time, a batch that the device did not keep safe is spread and shuffled again first."""
    require_dealer(command.by)
    if not may_take_batch(act.table):
        refuse("not_now")
    act.emit(ev.BatchTaken())
    if act.table.opening.after_idle and act.table.rules.second_batch == NOT_KEPT_SAFE:
        act.emit(ev.CardsSpread(True))


def may_take_batch(table: Table) -> bool:
    """Whether a shuffled batch waits in the device, and the stack to take its place is in it."""
    return table.phase == "batch" and table.device[0].shuffled


def offer_cut(act: Act, command: cmd.OfferCut) -> None:
    require_dealer(command.by)
    require_phase(act.table, "cut")
    if act.table.cutting.offered >= 0:
        refuse("not_now")
    act.emit(ev.CutOffered(cut_order(act.table)))


def cut_order(table: Table) -> tuple[str, ...]:
    """Who is offered the cut, in turn.

    A game just beginning: whoever came first. Else from the player farthest to the dealer's right on,
    counterclockwise, beginning with the box on which the cover card appeared where the book says so and
    no floorperson ordered the shuffle; in a rotating book one place further each time.
    """
    if not table.people:
        return ()
    seated = sorted((person for person in table.people if person.seat), key=lambda person: -person.seat)
    names = [person.name for person in seated] + [p.name for p in table.people if not p.seat]
    cutting = table.cutting
    if cutting.just_beginning:
        first = names.index(table.people[0].name)
    elif table.rules.cut_order == ROTATING:
        first = cutting.rotation % len(names)
    elif table.cover_seen_by in names and not cutting.ordered_by_floorperson:
        first = names.index(table.cover_seen_by)
    else:
        first = 0
    return tuple(names[first:] + names[:first])


def cut_bounds(table: Table) -> tuple[int, int]:
    """The least and the most cards above the cutting card."""
    size = cards_left(table)
    least = min(table.rules.cut_from_ends, size // 2)
    return least, size - least


def whose_cut(table: Table) -> str:
    """Who may cut now: the person offered, or the dealer when nobody is left to ask."""
    cutting = table.cutting
    if cutting.offered < 0:
        return ""
    return cutting.order[cutting.offered] if cutting.offered < len(cutting.order) else DEALER


def cut(act: Act, command: cmd.Cut) -> None:
    table = act.table
    if command.by == FLOORPERSON:
        refuse("not_your_office")
    if command.by != DEALER:
        require_person(table, command.by)
    require_phase(table, "cut")
    if whose_cut(table) != command.by:
        refuse("cut_not_offered")
    least, most = cut_bounds(table)
    if not least <= command.at <= most:
        refuse("cut_too_near_the_end", f"from {least} to {most}")
    act.emit(ev.StackCut(command.by, command.at))


def refuse_cut(act: Act, command: cmd.RefuseCut) -> None:
    require_person(act.table, command.by)
    require_phase(act.table, "cut")
    if whose_cut(act.table) != command.by:
        refuse("cut_not_offered")
    act.emit(ev.CutRefused(command.by))


def may_recut(table: Table) -> bool:
    """Whether a floorperson may still order a recut."""
    if not table.cutting.cut_by:
        return False
    if table.phase in ("cover", "load"):
        return True
    fresh = table.rounds_since_shuffle == 0 and not table.trouble.resume
    return table.rules.recut_until == UNTIL_DEAL and fresh and table.phase in ("burn", "wagers")


def order_recut(act: Act, command: cmd.OrderRecut) -> None:
    require_floorperson(command.by)
    if not may_recut(act.table):
        refuse("recut_too_late")
    act.emit(ev.RecutOrdered())


def cover_bounds(table: Table) -> tuple[int, int]:
    """The least and the most cards behind the cover card."""
    size = cards_left(table)
    over, under = table.rules.cover_from_back
    least = -(-size * over // under)
    return least, max(least, size - 1)


def place_cover_card(act: Act, command: cmd.PlaceCoverCard) -> None:
    require_dealer(command.by)
    require_phase(act.table, "cover")
    least, most = cover_bounds(act.table)
    if not least <= command.behind <= most:
        refuse("cover_card_too_near_the_back", f"from {least} to {most} cards behind it")
    act.emit(ev.CoverCardPlaced(command.behind))


def load_shoe(act: Act, command: cmd.LoadShoe) -> None:
    require_dealer(command.by)
    require_phase(act.table, "load")
    act.emit(ev.ShoeLoaded())


def burn_card(act: Act, command: cmd.BurnCard) -> None:
    require_dealer(command.by)
    table = act.table
    require_phase(table, "burn")
    if cover_card_is_next(table):
        act.emit(ev.CoverCardReached(0))
        table = act.table
    act.emit(ev.CardBurned(UNSEEN if table.is_real_shoe else table.shoe[table.dealt]))


def ask_burn_card(act: Act, command: cmd.AskBurnCard) -> None:
    require_person(act.table, command.by)
    if not act.table.rules.burn_disclosed:
        refuse("no_burn_disclosure")
    if not act.table.burn_card:
        refuse("not_now")
    act.emit(ev.BurnCardDisclosed(command.by, act.table.burn_card))


def relieve_dealer(act: Act, command: cmd.RelieveDealer) -> None:
    require_floorperson(command.by)
    if act.table.phase != "wagers" or cards_left(act.table) < 1:
        refuse("not_now")
    act.emit(ev.DealerRelieved())


def order_reshuffle(act: Act, command: cmd.OrderReshuffle) -> None:
    require_floorperson(command.by)
    if not may_order_reshuffle(act.table):
        refuse("not_now")
    act.emit(ev.ReshuffleOrdered())


def may_order_reshuffle(table: Table) -> bool:
    """During a round or before the next, once."""
    rounds = ("wagers", "deal", "match", "insurance", "reader", "play", "dealer", "settle", "collect")
    return table.phase in rounds and not table.reshuffle_ordered and table.rules.shuffling != CONTINUOUS


def mays(table: Table, who: str) -> Iterator[May]:
    """What this chapter lets `who` do."""
    if who == DEALER:
        if may_take_batch(table):
            yield may(cmd.TakeBatch)
        if may_shuffle(table):
            yield may(cmd.Shuffle, cards=ShuffleOf(cards_to_shuffle(table)))
        if table.phase == "cut" and table.cutting.offered < 0:
            yield may(cmd.OfferCut)
        if table.phase == "cover":
            yield may(cmd.PlaceCoverCard, behind=Amounts(*cover_bounds(table), 1))
        if table.phase == "load":
            yield may(cmd.LoadShoe)
        if table.phase == "burn":
            yield may(cmd.BurnCard)
    elif who == FLOORPERSON:
        if may_recut(table):
            yield may(cmd.OrderRecut)
        if table.phase == "wagers" and cards_left(table) >= 1:
            yield may(cmd.RelieveDealer)
        if may_order_reshuffle(table):
            yield may(cmd.OrderReshuffle)
    elif person_of(table, who) is not None and table.rules.burn_disclosed and table.burn_card:
        yield may(cmd.AskBurnCard)
    if table.phase == "cut" and whose_cut(table) == who:
        yield may(cmd.Cut, at=Amounts(*cut_bounds(table), 1))
        if who != DEALER:
            yield may(cmd.RefuseCut)


DECIDES = {
    cmd.Shuffle: shuffle,
    cmd.TakeBatch: take_batch,
    cmd.OfferCut: offer_cut,
    cmd.Cut: cut,
    cmd.RefuseCut: refuse_cut,
    cmd.OrderRecut: order_recut,
    cmd.PlaceCoverCard: place_cover_card,
    cmd.LoadShoe: load_shoe,
    cmd.BurnCard: burn_card,
    cmd.AskBurnCard: ask_burn_card,
    cmd.RelieveDealer: relieve_dealer,
    cmd.OrderReshuffle: order_reshuffle,
}
