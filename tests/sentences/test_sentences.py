"""Every event has its sentence, in every voice; what a reader may not see is in none of them."""

import random
import re
from collections.abc import Iterator
from functools import cache
from itertools import product
from typing import Any

import msgspec
import pytest

from explore import Walk, some_rules
from spanish21.books.rulebook import BOOKS
from spanish21.books.submissions.submission import rules_of
from spanish21.game import events as ev
from spanish21.game.cards import card
from spanish21.game.events import EVENTS, Event
from spanish21.game.evolve import evolve
from spanish21.game.money import money_text
from spanish21.game.seen import seen
from spanish21.game.states import Irregularity, SlipKind, WagerResult
from spanish21.game.table import Table
from spanish21.sentences.english import ENGLISH
from spanish21.sentences.facts import (
    BLANKS,
    CASES,
    GOES_WITHOUT_SAYING,
    OF_THE_HOUSE,
    SUBJECTS,
    goes_without_saying,
)
from spanish21.sentences.patterns import blanks_of
from spanish21.sentences.reader import Reader, Voice, boxes_of
from spanish21.sentences.text import people_in, text_of

RULES = rules_of("maryland")
NAMES = {"p1": "Ann", "p2": "James"}
BOXES = frozenset((3,))
READERS = {
    "you": Reader(rules=RULES, names=NAMES, who="p1", boxes=BOXES),
    "another": Reader(rules=RULES, names=NAMES, voice=Voice.ANOTHER),
    "dealer": Reader(rules=RULES, names=NAMES, who="dealer"),
    "log": Reader(rules=RULES, names=NAMES, voice=Voice.LOG),
    "call": Reader(rules=RULES, names=NAMES, voice=Voice.CALL),
}
PATTERNS = {**ENGLISH.events, **{f"call {name}": text for name, text in ENGLISH.calls.items()}}
_FIELDS: dict[str, tuple[Any, ...]] = {
    "person": ("p1",),
    "by": ("p2",),
    "box": (0, 3),
    "hand": (0, 1),
    "card": (card("7s"),),
    "cards": ((card("7s"),),),
    "hands": (((card("7s"),),),),
    "order": ((), ("p1", "p2")),
    "people": ((), ("p1", "p2")),
    "missing": ((), ("p3",)),
    "callers": (((3, "p1"),),),
    "asked": ((),),
    "items": (("shoe",),),
    "barred": ((), False),
    "digest": (None,),
    "announced": (0, 17, 25),
    "seat": (0, 3),
    "meter": ("spin",),
    "method": ("hand",),
    "stop": (1,),
    "wager": (1_00,),
    "coupon": (0, 5_00),
    "rules": (RULES,),
    "version": (2,),
    "minutes": (5,),
    "defective": (0, 2),
    "deck": (2,),
    "at": (78,),
    "behind": (78,),
    "number": (7,),
    "total": (17,),
    "difference": (-12_50, 0, 12_50),
    "goes_to": (0, 1),
}
"""Some values of each field; other numbers are amounts: 12.50 or nothing."""


def kinds_of(event: type[Event]) -> tuple[Any, ...]:
    if event in (ev.InventorySlipWritten, ev.InventoryCounted):
        return tuple(SlipKind)
    if event is ev.BonusPaid:
        return ("super_bonus", "envy", "community")
    if event in (ev.WheelSpun, ev.LightChecked, ev.PayoutValidated):
        return ("spin",)
    if event is ev.WagerWithdrawn:
        return "main", "cash", "match"
    return ("chips",) if event is ev.CashOffered else ("main", "insurance", "match", "spin")


def why_of(event: type[Event]) -> tuple[Any, ...]:
    if event in (ev.WagerSettled, ev.BonusPaid):
        return ("pays_blackjack",)
    return (Irregularity.SECOND_TEN,)


def values_of(event: type[Event], field: msgspec.structs.FieldInfo) -> tuple[Any, ...]:
    if field.name in ("kind", "why"):
        return kinds_of(event) if field.name == "kind" else why_of(event)
    if field.name == "wager" and event is ev.CommunityWheelSpun:
        return (5_00,)
    if field.name == "barred":
        return (False,) if event is ev.PersonJoined else ((),)
    if event in (ev.DoubleFollowed, ev.SplitFollowed) and field.name == "amount":
        return 0, 12_50
    if field.name in _FIELDS:
        return _FIELDS[field.name]
    if field.type is bool:
        return False, True
    if field.type is WagerResult:
        return tuple(WagerResult)
    return (0, 12_50) if field.name in ("collected", "returned", "paid", "converted", "taken") else (12_50,)


@cache
def examples(kind: str) -> tuple[Event, ...]:
    """An event of a type in every combination of some values; small numbers where a number is no amount."""
    event = EVENTS[kind]
    fields = msgspec.structs.fields(event)
    made = product(*(values_of(event, field) for field in fields))
    names = [field.name for field in fields]
    return tuple(
        event(**dict(zip(names, values, strict=True))) for values in made if _occurs(event, names, values)
    )


_ENDS = {
    WagerResult.WON: ("-b-", "-bp", "--p"),
    WagerResult.TIED: ("-b-",),
    WagerResult.LOST: ("c--", "cb-", "---"),
    WagerResult.RETURNED: ("-b-",),
    WagerResult.SURRENDERED: ("cb-",),
    WagerResult.RESCUED: ("c--",),
    WagerResult.VOID: ("-b-",),
}
"""How a wager can end: whether something is collected, goes back or is paid."""


def _occurs(event: type[Event], names: list[str], values: tuple[Any, ...]) -> bool:
    """The dealer alone is dealt a card face down; other events with a box happen on one. Money moves as it
    does at a table."""
    has = dict(zip(names, values, strict=True))
    if "result" in has:
        moved = zip("cbp", (has["collected"], has["returned"], has["paid"]), strict=True)
        ends = "".join(letter if amount else "-" for letter, amount in moved)
        if ends not in _ENDS[has["result"]] or (ends == "---" and has["kind"] != "spin"):
            return False
    elif "returned" in has:
        if bool(has["returned"]) == bool(has.get("taken", 0)):
            return False
    elif not has.get("paid", 1):
        return False
    if "face_down" in has:
        return not (has["box"] and has["face_down"])
    return bool(has.get("box", 3)) or event in (ev.CoverCardReached, ev.CashOffered, ev.CashConfirmed)


@pytest.mark.parametrize("kind", EVENTS)
def test_every_event_has_a_sentence_in_every_voice_or_is_on_the_list_of_those_that_go_without_saying(
    kind: str,
) -> None:
    for event in examples(kind):
        assert text_of(event, READERS["log"]), event
        for reader in (READERS["you"], READERS["another"], READERS["dealer"]):
            case = CASES[kind](seen(event, reader.who), reader) if kind in CASES else ""
            name = f"{kind}.{case}" if case else kind
            assert bool(text_of(event, reader)) == (not goes_without_saying(name, reader)), event


@pytest.mark.parametrize("kind", EVENTS)
def test_every_sentence_is_whole(kind: str) -> None:
    for event in examples(kind):
        for voice, reader in READERS.items():
            text = text_of(event, reader)
            assert not re.search(r"[\[\]{}<>|_]|  | [.,:;]|None|\.\.|p1|p2|::", text), (event, text)
            assert re.fullmatch(r"([A-Z0-9].*[.!])?", text), (event, text)
            assert voice in ("you", "dealer") or not re.search(r"\byou(r)?\b", text, re.I), text


def test_every_pattern_belongs_to_an_event_and_to_one_of_its_cases_and_has_known_blanks() -> None:
    used = {voice: set[str]() for voice in ("events", "calls")}
    for kind in EVENTS:
        for event in examples(kind):
            for reader in READERS.values():
                case = CASES[kind](seen(event, reader.who), reader) if kind in CASES else ""
                used["events"].add(f"{kind}.{case}" if case else kind)
    assert set(ENGLISH.events) == used["events"]
    assert set(ENGLISH.calls) <= used["events"]
    assert used["events"] >= GOES_WITHOUT_SAYING | OF_THE_HOUSE
    assert set(SUBJECTS) | set(CASES) <= set(EVENTS)
    blanks = {name for text in PATTERNS.values() for name in blanks_of(text)}
    assert {name if name in BLANKS else name.lower() for name in blanks} == set(BLANKS)


MONEY = ("amount", "coupon", "chips", "converted", "paid", "collected", "returned", "taken")


@pytest.mark.parametrize("kind", EVENTS)
def test_amounts_are_money(kind: str) -> None:
    for event in examples(kind):
        for reader in READERS.values():
            text = text_of(event, reader)
            assert not re.search("1,?250", text)
            assert all(found == "$" for found in re.findall(r"(.)\b12\.50", text)), text


@pytest.mark.parametrize(
    ("event", "you", "another", "log"),
    [
        (
            ev.DoubleMade(3, 0, "p1", 10_00, ()),
            "You double for $10.",
            "Ann doubles for $10.",
            "Ann doubles for $10 on box 3.",
        ),
        (
            ev.PairSplit(3, 1, "p1", 12_50, ()),
            "You split for another $12.50 on hand 2.",
            "Ann splits for another $12.50 on hand 2.",
            "Ann splits for another $12.50 on box 3, hand 2.",
        ),
        (ev.HandStood(3, 0, "p2"), "James stands.", "James stands.", "James stands on box 3."),
        (ev.CardAsked(3, 0, "p1"), "You hit.", "Ann hits.", "Ann hits on box 3."),
        (
            ev.DoubleFollowed(3, 0, "p1", 0),
            "You do not double.",
            "Ann does not double.",
            "Ann does not double on box 3.",
        ),
        (
            ev.CardDealt(card("7s"), 3, 0, False, 17),
            "You get the 7 of spades: 17.",
            "Box 3 gets the 7 of spades: 17.",
            "Box 3 gets the 7 of spades: 17.",
        ),
        (
            ev.CardDealt(card("Ah"), 2, 1, False, 0),
            "Box 2, hand 2 gets the ace of hearts.",
            "Box 2, hand 2 gets the ace of hearts.",
            "Box 2, hand 2 gets the ace of hearts.",
        ),
        (
            ev.ConsentGiven("p2", "p1"),
            "James lets you wager on the same box.",
            "James lets Ann wager on the same box.",
            "James lets Ann wager on the same box.",
        ),
        (
            ev.ConsentGiven("p1", "p2"),
            "You let James wager on the same box.",
            "Ann lets James wager on the same box.",
            "Ann lets James wager on the same box.",
        ),
        (
            ev.PayoutValidated(3, "p2", "spin"),
            "The floorperson validates James' payout on Bonus Spin.",
            "The floorperson validates James' payout on Bonus Spin.",
            "The floorperson validates James' payout on Bonus Spin.",
        ),
        (
            ev.PayoutValidated(3, "p1", "spin"),
            "The floorperson validates your payout on Bonus Spin.",
            "The floorperson validates Ann's payout on Bonus Spin.",
            "The floorperson validates Ann's payout on Bonus Spin.",
        ),
        (
            ev.CutOffered(("p1", "p2")),
            "You are offered the cut.",
            "Ann is offered the cut.",
            "Ann is offered the cut.",
        ),
        (
            ev.WagerPlaced("p1", 3, "match", 5_00, 0),
            "You wager $5 on Match the Dealer, box 3.",
            "Ann wagers $5 on Match the Dealer, box 3.",
            "Ann wagers $5 on Match the Dealer, box 3.",
        ),
        (
            ev.WheelSpun(3, "p1", "spin", 1_00, 1),
            "The wheel turns for you and shows $1,000.",
            "The wheel turns for Ann and shows $1,000.",
            "The wheel turns for Ann and shows $1,000.",
        ),
        (
            ev.ChipsBought("p1", 100_00),
            "You buy $100 in chips.",
            "Ann buys chips.",
            "Ann buys chips.",
        ),
    ],
)
def test_verbs_and_names_go_with_the_reader(event: Event, you: str, another: str, log: str) -> None:
    assert [text_of(event, READERS[voice]) for voice in ("you", "another", "log")] == [you, another, log]


def settled(
    kind: str, result: WagerResult, collected: int, returned: int, paid: int, why: str
) -> ev.WagerSettled:
    return ev.WagerSettled(3, 0, "p1", kind, result, collected, returned, paid, why, "")


@pytest.mark.parametrize(
    ("event", "says"),
    [
        (
            settled("main", WagerResult.WON, 0, 10_00, 15_00, "pays_blackjack"),
            "You win $15: a Blackjack pays 3 to 2.",
        ),
        (settled("main", WagerResult.TIED, 0, 10_00, 0, "tie"), "You push and keep $10."),
        (settled("main", WagerResult.LOST, 10_00, 0, 0, "bust"), "You lose $10: over 21."),
        (
            settled("main", WagerResult.LOST, 10_00, 10_00, 0, "dealer_blackjack"),
            "You lose $10 and get $10 back: the dealer has a Blackjack.",
        ),
        (
            settled("main", WagerResult.SURRENDERED, 5_00, 5_00, 0, "may_surrender"),
            "You lose $5 and get $5 back: a surrender costs half the wager.",
        ),
        (
            settled("main", WagerResult.RESCUED, 10_00, 0, 0, "may_rescue"),
            "You forfeit $10: a rescue returns the double and forfeits the wager.",
        ),
        (
            settled("main", WagerResult.VOID, 0, 10_00, 0, "second_ten"),
            "You get $10 back: a second 10 came out of the shoe, so the round is void.",
        ),
        (
            settled("insurance", WagerResult.WON, 0, 5_00, 10_00, "pays_insurance"),
            "You win $10: insurance against a Blackjack pays 2 to 1.",
        ),
        (
            settled("insurance", WagerResult.LOST, 5_00, 0, 0, "insurance_lost"),
            "You lose $5 on insurance: the dealer does not have a Blackjack.",
        ),
        (
            settled("match", WagerResult.WON, 0, 5_00, 40_00, "match_pays.two_unsuited"),
            "You win $40 on Match the Dealer: two unsuited matches pay 8 to 1.",
        ),
        (
            settled("spin", WagerResult.WON, 0, 0, 10_00, "spin_wheel.B.10"),
            "You win $10 on Bonus Spin: the wheel shows $10.",
        ),
        (
            settled("spin", WagerResult.LOST, 0, 0, 0, "spin_lost"),
            "You win nothing on Bonus Spin: no Blackjack, no spin.",
        ),
        (
            ev.BonusPaid(3, "p1", "super_bonus", 1_000_00, "super_bonus_small"),
            "You win a super bonus of $1,000: three suited 7s against a 7.",
        ),
        (
            ev.SettlementUndone(3, 0, "p1", "main", 10_00, 0, Irregularity.SECOND_TEN),
            "You get back the $10 lost: a second 10 came out of the shoe, so the round is void.",
        ),
    ],
)
def test_a_result_says_how_much_and_why(event: Event, says: str) -> None:
    assert text_of(event, READERS["you"]) == says


@pytest.mark.parametrize(
    ("event", "dealer", "call"),
    [
        (ev.WagersClosed(2, ()), "No more wagers. Round 2 begins.", "No more bets."),
        (ev.CardBurned(card("7s")), "You burn a card.", ""),
        (ev.CardDealt(card("7s"), 0, 0, False, 17), "You draw the 7 of spades: 17.", "17."),
        (ev.CardDealt(card("7s"), 0, 0, False, 0), "You draw the 7 of spades.", ""),
        (ev.DealerDone(24), "You bust with 24.", "24. Dealer busts."),
        (ev.DealerDone(19), "You have 19.", "Dealer has 19."),
        (ev.StackCut("dealer", 78), "You cut the cards, 78 cards from the top.", ""),
        (ev.HandStood(3, 1, "p1"), "Ann stands on box 3, hand 2.", ""),
        (ev.BlackjackAnnounced(3, True, False), "Box 3 has a Blackjack.", "Blackjack!"),
        (ev.CoverCardReached(0), "The cover card comes out.", "Last round before the shuffle."),
    ],
)
def test_a_dealer_is_addressed_and_has_calls_to_make(event: Event, dealer: str, call: str) -> None:
    assert text_of(event, READERS["dealer"]) == dealer
    assert text_of(event, READERS["call"]) == call


def test_a_reader_with_two_boxes_is_told_which() -> None:
    reader = msgspec.structs.replace(READERS["you"], boxes=frozenset((3, 4)))
    assert text_of(ev.CardDealt(card("7s"), 4, 0, False, 0), reader) == "You get the 7 of spades on box 4."
    assert text_of(ev.HandStood(3, 0, "p1"), reader) == "You stand on box 3."
    assert text_of(ev.HandStood(2, 0, "p2"), reader) == "James stands."


def test_cards_are_written_as_the_reader_wants_them() -> None:
    reader = msgspec.structs.replace(READERS["you"], card=lambda text: f"<{text}>")
    assert (
        text_of(ev.HoleCardTurned(card("9h"), 15), reader) == "The dealer turns over the hole card, <9h>: 15."
    )


def walks(book: str) -> Iterator[tuple[Table, Event]]:
    """What happens on random walks, each event with the table before it."""
    for seed in (3, 4):
        chance = random.Random(seed)
        walk = Walk(some_rules(book, chance), chance)
        for _ in range(500):
            table, count = walk.table, len(walk.events)
            walk.step(0.1)
            for event in walk.events[count:]:
                yield table, event
                table = evolve(table, event)


@pytest.mark.parametrize("book", BOOKS)
def test_whatever_happens_a_sentence_says_only_what_its_reader_may_see(book: str) -> None:
    for table, event in walks(book):
        rules = table.rules
        for who in ("", "dealer", *(person.name for person in table.people)):
            reader = Reader(rules=rules, who=who, boxes=boxes_of(table, who))
            shown = seen(event, who)
            text = text_of(event, reader)
            assert text == text_of(shown, reader)
            for field in MONEY:
                amount = getattr(event, field, 0)
                if shown.get(field) is None and amount and field in type(event).__struct_fields__:
                    assert money_text(amount, rules.currency) not in text
            if shown.get("card") == "??":
                assert " of " not in text


@pytest.mark.parametrize("book", BOOKS)
def test_only_the_people_in_an_event_are_told_of_it_in_words_of_their_own(book: str) -> None:
    own = 0
    for table, event in walks(book):
        alike = text_of(event, Reader(rules=table.rules, voice=Voice.ANOTHER))
        for name in {person.name for person in table.people} - people_in(event, table):
            reader = Reader(rules=table.rules, who=name, boxes=boxes_of(table, name))
            assert text_of(event, reader) == alike, event
        for name in people_in(event, table) - {""}:
            own += text_of(event, Reader(rules=table.rules, who=name, boxes=boxes_of(table, name))) != alike
    assert own > 100


def test_a_second_language_is_one_more_catalogue() -> None:
    spanish = msgspec.structs.replace(
        ENGLISH,
        events={
            "DoubleMade": "[Doblas|{Person} dobla] por {amount}{where}.",
            "HoleCardTurned": "[Volteas|{Dealer} voltea] la carta tapada: {card}.",
        },
        dealer="el crupier",
        money=lambda amount, currency: f"{amount // 100},{amount % 100:02} {currency}",
        card=lambda text: f"el {text[0]} de picas",
        where=lambda box, hand: f" en la casilla {box}" if box else "",
    )
    readers = {voice: msgspec.structs.replace(one, language=spanish) for voice, one in READERS.items()}
    doubled, turned = ev.DoubleMade(3, 0, "p1", 10_00, ()), ev.HoleCardTurned(card("9s"), 0)
    assert text_of(doubled, readers["you"]) == "Doblas por 10,00 $."
    assert text_of(doubled, readers["log"]) == "Ann dobla por 10,00 $ en la casilla 3."
    assert text_of(turned, readers["dealer"]) == "Volteas la carta tapada: el 9 de picas."
    assert text_of(turned, readers["another"]) == "El crupier voltea la carta tapada: el 9 de picas."
