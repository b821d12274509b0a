"""Irregularities: the situation in words, and the remedies to choose from."""

from collections.abc import Sequence

from spanish21.game import events as ev
from spanish21.game.states import Irregularity, Phase
from spanish21.game.table import Table
from spanish21.game.words import VoidUndoes
from spanish21.school.dealer_lines import trainee
from spanish21.school.questions import Question, cited
from spanish21.school.school_words import card_text
from spanish21.sentences.text import text_of

REMEDIES: dict[str, str] = {
    "rack": "The card goes into the discard rack, unused, and the deal continues.",
    "void_shuffle": "The round is void: every wager goes back, and the cards are shuffled.",
    "void_decks": "The round is void: every wager goes back, and the decks leave the table.",
    "void": "The round is void: every wager goes back, and the same shoe stays in play.",
    "ten_out": "A floorperson takes the 10 out of the game; the next card takes its place.",
    "ten_played": "The card counts 10 and is played like a court card.",
    "next_card": "It is the next card, as if it were still in the shoe.",
    "next_card_seen": "It is still the next card; a player who refuses it gets no more cards this round.",
    "no_more": "That player gets no more cards this round; the next hand is offered the card.",
    "dealer_late": "Finish the players' first two cards, then deal the dealer's.",
    "box_dead": "The hand is dead for this round, and its wagers go back.",
    "card_late": "After all the others, the player may take the second card or have the hand called dead.",
    "late_or_dead": "The player chooses: the card after all the others, or a dead hand with the wager back.",
    "insert_dead": "All hands are dead: wagers not yet decided go back.",
    "insert_undone": "All hands are dead: every wager goes back, and settlements are undone.",
    "go_on": "The floorperson is told, and the round continues.",
    "halt": "Dealing stops until the reader is repaired or replaced.",
    "without_reader": "The game continues without the reader.",
    "shuffle_again": "The cards are shuffled again.",
    "device_aside": "The device is covered, marked or removed before anything else takes its place.",
    "shuffle_discards": "The discards are shuffled and cut, a card is burned, and the round continues.",
    "finish_round": "The cover card is put aside, the round is finished, and then the cards are shuffled.",
    "shuffle_now": "The round stops here, and the cards are shuffled immediately.",
    "back_in_shoe": "The card goes back into the shoe, and the deal continues.",
    "dealer_keeps": "The card stays and counts in your hand.",
    "deal_again": "All cards are picked up and the round is dealt again.",
}
"""The remedies that books ask for, and some that no book does."""

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
    """What is done about the irregularity that these events begin with, or None if it is not one."""
    case = _case(table, events)
    if case is None:
        return None
    name, remedy, names = case
    found = cited(table.rules, *names)
    says = REMEDIES[remedy]
    return Question(
        skill=f"remedy.{name}",
        topic="Irregularities",
        kind="choice",
        asks=f"{_situation(table, name, events[0])} What is the remedy?",
        right=says,
        explains=says,
        floor=f"The floorperson is called and rules: {says[0].lower()}{says[1:]}",
        hint=f"It is not this: {REMEDIES[_WRONG[remedy][-1]]}",
        clauses=found.clauses,
        house=found.house,
        wrong=tuple(REMEDIES[one] for one in _WRONG[remedy]),
    )


Case = tuple[str, str, tuple[str, ...]]
"""A name, the remedy, and the names under which the book speaks of it."""

_BEFORE = {
    "overdrawn": "Your hand stands, but you have drawn another card: {card}.",
    "box_forgotten": "Box {box} has been passed over twice and has no cards.",
}
"""Situations before an event that is already their remedy."""
_MORE = {
    "face_up_again": "It is the second card face up in this round.",
    "ten_again": "It is the second 10 in this round.",
    "box_skipped": "It has only one card.",
    "cover_card": "The round is not over.",
}
"""What the trainee must know in addition."""


def _situation(table: Table, name: str, event: ev.Event) -> str:
    """The irregularity, in words."""
    reader = trainee(table.rules)
    if name in _BEFORE:
        card, box = getattr(event, "card", 0), getattr(event, "box", 0)
        return _BEFORE[name].format(card=card_text(card), box=box)
    return " ".join(filter(None, (text_of(event, reader), _MORE.get(name))))


def _void_of(events: Sequence[ev.Event], table: Table) -> str:
    """The remedy of a round that these events void."""
    voided = next((event for event in events if isinstance(event, ev.RoundVoided)), None)
    if voided is None:
        return ""
    if voided.reshuffle:
        return "void_shuffle"
    return "void_decks" if voided.why == Irregularity.SECOND_TEN else "void"


def _case(table: Table, events: Sequence[ev.Event]) -> Case | None:
    first = events[0]
    void = _void_of(events, table)
    match first:
        case ev.FaceUpFound():
            name, names = ("face_up_again", "second_face_up_card") if void else ("face_up", "FaceUpFound")
            return name, void or "rack", (names,)
        case ev.TenFound():
            name, names = ("ten_again", "second_ten") if void else ("ten", "TenFound")
            return name, void or "ten_out", (names,)
        case ev.CardDrawnInError(exposed=True):
            return "seen_card", "next_card_seen", ("CardDrawnInError", "CardRefused")
        case ev.CardDrawnInError():
            return "unseen_card", "next_card", ("CardDrawnInError",)
        case ev.CardRefused():
            return "refused_card", "no_more", ("CardRefused",)
        case ev.CardDiscarded(why=Irregularity.DEALER_STANDS):
            return "overdrawn", "rack", ("dealer_stands",)
        case _:
            return _case_of_dealing(table, first) or _case_of_device(table, first)


def _case_of_dealing(table: Table, first: ev.Event) -> Case | None:
    match first:
        case ev.DealerSkipped():
            return "dealer_skipped", "dealer_late", ("DealerSkipped",)
        case ev.WagerSettled(why="no_cards_dealt"):
            return "box_forgotten", "box_dead", ("no_cards_dealt",)
        case ev.BoxSkipped() if table.step > len(table.boxes):
            return "box_skipped", "card_late", ("one_card_dealt", "BoxSkipped")
        case ev.RequestMissed():
            return "request_missed", "late_or_dead", ("RequestMissed", "LateCardAnswered")
        case ev.ShoeEmptied():
            return "shoe_empty", "shuffle_discards", ("ShoeEmptied",)
        case ev.CoverCardReached() if table.phase != Phase.WAGERS:
            return "cover_card", "finish_round", ("CoverCardReached",)
        case _:
            return None


def _case_of_device(table: Table, first: ev.Event) -> Case | None:
    match first:
        case ev.InsertionReported(shows_value=True):
            stands = table.rules.dead_undoes == VoidUndoes.NOTHING
            remedy = "insert_dead" if stands else "insert_undone"
            return "insertion_seen", remedy, (Irregularity.HOLE_CARD_SEEN,)
        case ev.InsertionReported():
            return "insertion", "go_on", ("InsertionReported",)
        case ev.ReaderFailed():
            return "reader_failed", "halt" if first.halted else "without_reader", ("ReaderFailed",)
        case ev.ShufflerJammed():
            return "shuffler_jam", "shuffle_again", ("ShufflerJammed",)
        case ev.ShufflerFailed():
            return "shuffler_failed", "device_aside", ("ShufflerFailed",)
        case _:
            return None
