"""What is done when something has gone wrong: the situation in words, and the remedies to choose from."""

from collections.abc import Sequence

from spanish21.game import events as ev
from spanish21.game.states import Irregularity, Phase
from spanish21.game.table import Table
from spanish21.game.words import VoidUndoes
from spanish21.school.questions import Question, cited
from spanish21.school.school_words import card_text

REMEDIES: dict[str, str] = {
    "rack": "The card goes into the discard rack, unused, and the deal goes on.",
    "void_shuffle": "The round is void: every wager goes back, and the cards are shuffled.",
    "void_decks": "The round is void: every wager goes back, and the decks leave the table.",
    "void": "The round is void: every wager goes back, and the same shoe goes on.",
    "ten_out": "A floorperson takes the 10 out of the game; the next card takes its place.",
    "ten_played": "The card counts 10 and is played like a court card.",
    "next_card": "It is the next card, as if it were still in the shoe.",
    "next_card_seen": "It is still the next card; whoever refuses it gets no more cards this round.",
    "no_more": "That player gets no more cards this round; the next hand is offered the card.",
    "dealer_late": "Finish the players' first two cards, then deal the dealer's.",
    "box_dead": "The hand is dead for this round, and its wagers go back.",
    "card_late": "After everybody else, the player may have the second card, or a dead hand.",
    "late_or_dead": "The player chooses: the card after all others, or a dead hand and the wager back.",
    "insert_dead": "All hands are dead: what is not yet decided goes back.",
    "insert_undone": "All hands are dead: every wager goes back, and what was settled is undone.",
    "go_on": "The floorperson is told, and the round goes on.",
    "halt": "Dealing stops until the reader is repaired or replaced.",
    "without_reader": "The game goes on as it is dealt without a reader.",
    "shuffle_again": "The cards are shuffled again.",
    "device_aside": "The device is covered, marked or removed before anything else takes its place.",
    "shuffle_discards": "The discards are shuffled and cut, a card is burned, and the round goes on.",
    "finish_round": "It is laid aside, the round is finished, and then the cards are shuffled.",
    "shuffle_now": "The round stops here, and the cards are shuffled at once.",
    "back_in_shoe": "The card goes back into the shoe, and the deal goes on.",
    "dealer_keeps": "The card stays and counts in your hand.",
    "deal_again": "All cards are picked up and the round is dealt again.",
}
"""What a book can ask for, and what none does."""

_WRONG: dict[str, tuple[str, ...]] = {
    "rack": ("next_card", "void_shuffle", "back_in_shoe", "dealer_keeps"),
    "void_shuffle": ("rack", "void", "void_decks", "go_on"),
    "void_decks": ("ten_out", "void_shuffle", "rack", "ten_played"),
    "void": ("rack", "void_shuffle", "go_on"),
    "ten_out": ("ten_played", "rack", "void_shuffle", "back_in_shoe"),
    "next_card": ("rack", "back_in_shoe", "void_shuffle"),
    "next_card_seen": ("rack", "void_shuffle", "back_in_shoe"),
    "no_more": ("rack", "back_in_shoe", "box_dead"),
    "dealer_late": ("deal_again", "void_shuffle", "back_in_shoe"),
    "box_dead": ("card_late", "deal_again", "void_shuffle"),
    "card_late": ("box_dead", "deal_again", "void_shuffle"),
    "late_or_dead": ("box_dead", "void_shuffle", "back_in_shoe"),
    "insert_dead": ("go_on", "rack", "void_shuffle"),
    "insert_undone": ("go_on", "rack", "void_shuffle"),
    "go_on": ("insert_dead", "void_shuffle", "halt"),
    "halt": ("without_reader", "insert_dead", "go_on"),
    "without_reader": ("halt", "insert_dead", "void_shuffle"),
    "shuffle_again": ("device_aside", "go_on", "void_decks"),
    "device_aside": ("shuffle_again", "go_on", "void_decks"),
    "shuffle_discards": ("void", "void_decks", "box_dead"),
    "finish_round": ("shuffle_now", "go_on", "void_shuffle"),
}
"""The remedies with which each is confused."""


def remedy_question(table: Table, events: Sequence[ev.Event]) -> Question | None:
    """What is done about the irregularity that these events begin with, or None if it is none."""
    told = _told(table, events)
    if told is None:
        return None
    name, situation, remedy, names = told
    found = cited(table.rules, *names)
    says = REMEDIES[remedy]
    return Question(
        skill=f"remedy.{name}",
        topic="Irregularities",
        kind="choice",
        asks=f"{situation} What is done?",
        right=says,
        explains=says,
        floor=f"The floorperson is called and rules: {says[0].lower()}{says[1:]}",
        hint=f"It is not this: {REMEDIES[_WRONG[remedy][-1]]}",
        clauses=found.clauses,
        house=found.house,
        wrong=tuple(REMEDIES[one] for one in _WRONG[remedy]),
    )


Told = tuple[str, str, str, tuple[str, ...]]
"""A name, the situation in words, the remedy, and the names under which the book speaks of it."""


def _void_of(events: Sequence[ev.Event], table: Table) -> str:
    """The remedy of a round that these events void."""
    voided = next((event for event in events if isinstance(event, ev.RoundVoided)), None)
    if voided is None:
        return ""
    if voided.reshuffle:
        return "void_shuffle"
    return "void_decks" if voided.why == Irregularity.SECOND_TEN else "void"


def _told(table: Table, events: Sequence[ev.Event]) -> Told | None:
    first = events[0]
    void = _void_of(events, table)
    again = "A second card in this round" if void else "A card"
    match first:
        case ev.FaceUpFound():
            name, names = ("face_up_again", "second_face_up_card") if void else ("face_up", "FaceUpFound")
            return (
                name,
                f"{again} lies face up in the shoe: {card_text(first.card)}.",
                void or "rack",
                (names,),
            )
        case ev.TenFound():
            name, names = ("ten_again", "second_ten") if void else ("ten", "TenFound")
            ten = "A second 10 in this round" if void else "A 10"
            return name, f"{ten} comes out of the shoe: {card_text(first.card)}.", void or "ten_out", (names,)
        case ev.CardDrawnInError(exposed=True):
            seen = f"You have drawn a card that nobody asked for, and it was seen: {card_text(first.card)}."
            return "seen_card", seen, "next_card_seen", ("CardDrawnInError", "CardRefused")
        case ev.CardDrawnInError():
            unseen = "You have drawn a card that nobody asked for; nobody has seen it."
            return "unseen_card", unseen, "next_card", ("CardDrawnInError",)
        case ev.CardRefused():
            refused = f"{first.person} refuses the card that was seen."
            return "refused_card", refused, "no_more", ("CardRefused",)
        case ev.CardDiscarded(why=Irregularity.DEALER_STANDS):
            over = f"Your hand stands, but you have drawn another card: {card_text(first.card)}."
            return "overdrawn", over, "rack", ("dealer_stands",)
        case _:
            return _told_of_dealing(table, events, first) or _told_of_device(table, events, first)


def _told_of_dealing(table: Table, events: Sequence[ev.Event], first: ev.Event) -> Told | None:
    match first:
        case ev.DealerSkipped():
            return (
                "dealer_skipped",
                "You have forgotten your own first card.",
                "dealer_late",
                ("DealerSkipped",),
            )
        case ev.WagerSettled(why="no_cards_dealt"):
            none = f"Box {first.box} has been passed over twice and has no card."
            return "box_forgotten", none, "box_dead", ("no_cards_dealt",)
        case ev.BoxSkipped() if table.step > len(table.boxes):
            one = f"You have passed over box {first.box}, which has only one card."
            return "box_skipped", one, "card_late", ("one_card_dealt", "BoxSkipped")
        case ev.RequestMissed():
            missed = f"Box {first.box} asked for a card, and you went on without dealing it."
            return "request_missed", missed, "late_or_dead", ("RequestMissed", "LateCardAnswered")
        case ev.ShoeEmptied():
            return (
                "shoe_empty",
                "The shoe is empty in the middle of the round.",
                "shuffle_discards",
                ("ShoeEmptied",),
            )
        case ev.CoverCardReached() if table.phase != Phase.WAGERS:
            cover = "The cover card comes out of the shoe in the middle of the round."
            return "cover_card", cover, "finish_round", ("CoverCardReached",)
        case _:
            return None


def _told_of_device(table: Table, events: Sequence[ev.Event], first: ev.Event) -> Told | None:
    match first:
        case ev.InsertionReported():
            seen = (
                "and a player could see its value" if first.shows_value else "and nobody could see its value"
            )
            says = f"The hole card went into the reader although it was not due, {seen}."
            if first.shows_value:
                stands = table.rules.dead_undoes == VoidUndoes.NOTHING
                remedy = "insert_dead" if stands else "insert_undone"
                return "insertion_seen", says, remedy, (Irregularity.HOLE_CARD_SEEN,)
            return "insertion", says, "go_on", ("InsertionReported",)
        case ev.ReaderFailed():
            remedy = "halt" if first.halted else "without_reader"
            return "reader_failed", "The card reader device breaks down.", remedy, ("ReaderFailed",)
        case ev.ShufflerJammed():
            return "shuffler_jam", "The shuffling device jams.", "shuffle_again", ("ShufflerJammed",)
        case ev.ShufflerFailed():
            broken = "The shuffling device cannot be used any more."
            return "shuffler_failed", broken, "device_aside", ("ShufflerFailed",)
        case _:
            return None
