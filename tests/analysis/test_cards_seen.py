"""What advice takes as seen, against a witness who follows the log: card by card, for both memories."""

import random
from collections import Counter
from typing import Any

import pytest
from msgspec.structs import replace

from explore import Walk, some_rules
from scenes import BOOKS, Scene
from spanish21.analysis.advice.advice import INSURANCE, PRICED, advise
from spanish21.analysis.advice.seen_cards import unseen_cards
from spanish21.game import commands as cmd
from spanish21.game.cards import CARD_TEXT, TEN, card, cards
from spanish21.game.decide import legal
from spanish21.game.events import Event
from spanish21.game.rules import Rules
from spanish21.game.seen import SeenEvent, seen
from spanish21.game.states import HandState
from spanish21.game.table import Table
from spanish21.game.view import view

SHUFFLES = (
    "ShoeShuffled",
    "BatchPlaced",
    "BatchTaken",
    "DecksReceived",
    "DecksRemoved",
    "TableIdle",
    "RecutOrdered",
)
"""Whatever takes the cards out of the discard rack."""


class Witness:
    """A person at the table who knows nothing but what the log shows them of each event."""

    def __init__(self, who: str) -> None:
        self.who = who
        self.boxes: dict[int, list[str]] = {}
        """The cards seen in front of each box; the dealer's under 0."""
        self.exposed: list[str] = []
        self.burned: set[str] = set()
        """The memories that hold the last burn card."""
        self.racked: dict[str, list[str]] = {"round": [], "shoe": []}

    def watch(self, events: list[Event]) -> None:
        for event in events:
            self._see(seen(event, self.who))

    def _see(self, shown: SeenEvent) -> None:
        kind, text = shown["type"], shown.get("card")
        if kind in SHUFFLES:
            self.racked, self.burned = {"round": [], "shoe": []}, set()
        elif kind == "CardBurned":
            self.burned = set()
        elif kind == "WagersClosed":
            self.racked["round"] = []
            self.burned -= {"round"}
        elif kind in ("CardDealt", "HoleCardTurned"):
            if kind == "CardDealt":
                self.exposed = []
            if text != "??":
                self.boxes.setdefault(shown.get("box", 0), []).append(str(text))
        elif kind == "CardDrawnInError":
            self.exposed = [] if text == "??" else [str(text)]
        elif kind == "FaceUpFound":
            self._rack([str(text)])
        elif kind == "BurnCardDisclosed" and text != "??":
            for memory in {"round", "shoe"} - self.burned:
                self.racked[memory].append(str(text))
            self.burned = {"round", "shoe"}
        else:
            self._clear(kind, shown)

    def _clear(self, kind: str, shown: SeenEvent) -> None:
        if kind == "HandRemoved":
            self._rack(self.boxes.pop(shown["box"]))
        elif kind == "CardDiscarded":
            self._rack(self.exposed)
            self.exposed = []
        elif kind == "CardsCollected":
            self._rack([text for cards in self.boxes.values() for text in cards])
            self.boxes = {}

    def _rack(self, cards: list[str]) -> None:
        for memory in self.racked.values():
            memory += cards

    def remembers(self, memory: str) -> Counter[str]:
        laid = [text for cards in self.boxes.values() for text in cards]
        return Counter([*laid, *self.exposed, *self.racked[memory]])


def taken_as_seen(table: Table, who: str, memory: Any) -> Counter[str]:
    """The cards that advice leaves out of the shoe."""
    unseen = unseen_cards(table, view(table, who), memory)
    whole = Counter(one for one in table.pool if one >> 2 != TEN)
    left = Counter({one: int(unseen[one >> 2, one & 3]) for one in whole})
    assert min(left.values()) >= 0
    return Counter({text: whole[card(text)] - left[card(text)] for text in TEXTS}) + Counter()


TEXTS = tuple(f"{rank}{suit}" for rank in "A23456789JQK" for suit in "cdhs")


def is_asked(table: Table, who: str) -> bool:
    return any(one.command in (*PRICED, *INSURANCE) for one in legal(table, who))


def compared(rules: Rules, seed: str, irregular: float, rounds: int) -> Counter[str]:
    """Play rounds at random and compare wherever a decision is asked for: how many there were to compare."""
    walk = Walk(rules, random.Random(seed))
    witnesses: dict[str, Witness] = {}
    found: Counter[str] = Counter()
    while walk.rounds < rounds:
        before = len(walk.events)
        walk.step(irregular)
        for witness in witnesses.values():
            witness.watch(walk.events[before:])
        for person in walk.table.people:
            if person.name not in witnesses:  # a person who comes late has been told what was seen before
                witnesses[person.name] = Witness(person.name)
                witnesses[person.name].watch(walk.events)
            if is_asked(walk.table, person.name):
                for memory in ("round", "shoe"):
                    remembered = witnesses[person.name].remembers(memory)
                    assert taken_as_seen(walk.table, person.name, memory) == remembered, (seed, memory)
                found["situations"] += 1
                found["with single cards"] += sum(len(packet) == 1 for packet in walk.table.rack) > 1
    return found


@pytest.mark.parametrize("book", BOOKS)
def test_advice_takes_as_seen_what_a_person_at_the_table_has_seen(book: str) -> None:
    found: Counter[str] = Counter()
    for seed in range(12):
        rules = some_rules(book, random.Random(f"{book} {seed}"))
        found += compared(rules, f"{book} {seed}", 0.15 * (seed % 2), 50)
    assert found["situations"] > 1000
    assert found["with single cards"] > 50


def drawing(table: Table, memory: Any) -> float:
    """What drawing a card is worth to ann."""
    values = [one.value for one in advise(table, "ann", memory).options if isinstance(one.command, cmd.Draw)]
    assert values[0] is not None
    return values[0]


def test_an_up_card_picked_up_alone_is_remembered() -> None:
    scene = Scene("uk-casino").bet("ann", 10_00).deal("Kd 7s Qh 9c").says("ann", "draws")
    assert scene.table.rack[-1] == cards("7s")
    burned = scene.table.rack[0]
    assert len(burned) == 1
    scene.bet("ann", 10_00).deal("9d 4h 2s")
    assert taken_as_seen(scene.table, "ann", "shoe") == Counter(["Kd", "7s", "Qh", "9c", "9d", "4h", "2s"])
    assert taken_as_seen(scene.table, "ann", "round") == Counter(["9d", "4h", "2s"])
    without_it = replace(scene.table, rack=scene.table.rack[:-1])
    assert drawing(scene.table, "shoe") != drawing(without_it, "shoe")
    assert drawing(scene.table, "round") == drawing(without_it, "round")


def test_a_hand_paid_and_removed_in_this_round_is_remembered() -> None:
    scene = Scene("maryland", {"bob": 1_000_00, "ann": 1_000_00})
    scene.bet("bob", 10_00).bet("ann", 10_00).deal("As 9d 4h Ks 2s 8c")
    assert scene.table.boxes[0].hands[0].state == "removed"
    for memory in ("round", "shoe"):
        assert taken_as_seen(scene.table, "ann", memory) == Counter(["As", "Ks", "9d", "4h", "2s"])
    bob, ann = scene.table.boxes
    aside = replace(bob, hands=(replace(bob.hands[0], state=HandState.BLACKJACK),))
    waiting = replace(scene.table, boxes=(aside, ann), rack=scene.table.rack[:-1])
    assert drawing(scene.table, "round") == drawing(waiting, "round")


def test_a_burn_card_is_seen_by_the_person_who_asked_for_it() -> None:
    scene = Scene("massachusetts", {"ann": 1_000_00, "bob": 1_000_00}).bet("ann", 25_00)
    burned = CARD_TEXT[scene.table.rack[0][0]]
    scene.deal("9d 4h 2s 8c")
    scene.do(cmd.AskBurnCard(by="ann"))
    for memory in ("round", "shoe"):
        assert taken_as_seen(scene.table, "ann", memory) == Counter(["9d", "4h", "2s", burned])
        assert taken_as_seen(scene.table, "bob", memory) == Counter(["9d", "4h", "2s"])
