"""Random walks over tables: commands drawn from what is legal, and commands that are near it."""

import random
from collections import Counter
from typing import Any

import msgspec

from spanish21.dealer import new_table, with_chance
from spanish21.errors import BadRules, Refused
from spanish21.game import commands as cmd
from spanish21.game import events as ev
from spanish21.game.cards import FULL_DECK
from spanish21.game.chapters.shuffling import whose_cut
from spanish21.game.choices import Amounts, CardsFrom, May, OneOf, ShuffleOf
from spanish21.game.decide import carry_out, is_legal, legal
from spanish21.game.due import due
from spanish21.game.events import Event
from spanish21.game.notation import Recorder
from spanish21.game.phases import caller_of
from spanish21.game.rack import hands_of_round
from spanish21.game.rulebook import load_book
from spanish21.game.rules import Rules
from spanish21.game.submission import rules_of, sample_submission
from spanish21.game.table import DEALER, FLOORPERSON, Table, money_on_layout

NAMES = ("ann", "bob", "cid", "dee", "eve", "fay", "gus", "hal")


def a_value(choice: Any, chance: random.Random) -> Any:
    """One value that a choice allows."""
    if isinstance(choice, OneOf):
        return chance.choice(choice.values)
    if isinstance(choice, Amounts):
        steps = (choice.most - choice.least) // choice.step
        many = chance.choice((0, steps, chance.randint(0, steps), chance.randint(0, min(steps, 20))))
        return choice.least + many * choice.step
    if isinstance(choice, ShuffleOf):
        cards = list(choice.cards)
        chance.shuffle(cards)
        return tuple(cards)
    assert isinstance(choice, CardsFrom)
    count = chance.randint(choice.least, min(choice.most, max(choice.least, 3)))
    return tuple(chance.sample(choice.cards, count))


def a_command(may: May, who: str, chance: random.Random) -> cmd.Command:
    """One command that `may` stands for."""
    fields = {name: a_value(choice, chance) for name, choice in may.fields.items()}
    return cmd.COMMANDS[may.command](by=who, **fields)


def a_near_command(table: Table, who: str, chance: random.Random) -> cmd.Command:
    """A command that may well be refused: any kind, by anybody, with values that are small or absurd."""
    kind = chance.choice(tuple(cmd.COMMANDS.values()))
    fields: dict[str, Any] = {"by": who}
    for field in msgspec.structs.fields(kind):
        if field.name == "by":
            continue
        fields[field.name] = _any_value(field.name, str(field.type), table, chance)
    return kind(**fields)


def _any_value(name: str, kind: str, table: Table, chance: random.Random) -> Any:
    if name == "person":
        return chance.choice((*NAMES[:4], "nobody"))
    if name in ("kind",):
        return chance.choice(("main", "match", "match_down", "monster", "spin", "xtreme", "cash", "nonsense"))
    if name == "instrument":
        return chance.choice(("chips", "cash", "coupon", "gold"))
    if name == "items":
        return chance.choice(((), table.rules.equipment))
    if "bool | None" in kind or "Optional" in kind:
        return chance.choice((None, False, True))
    if "bool" in kind:
        return chance.choice((False, True))
    if name in ("cards", "missed"):
        return tuple(chance.choice(FULL_DECK) for _ in range(chance.randint(0, 2)))
    if name in ("card",):
        return chance.choice((0, 0, chance.choice(FULL_DECK)))
    return chance.choice((-1, 0, 1, 2, 3, 7, 8, 49, 50, 100, 250, 500, 525, 1000, 5000, 10**9))


def everybody(table: Table) -> tuple[str, ...]:
    return (DEALER, FLOORPERSON, *(person.name for person in table.people))


def check_cards(table: Table) -> None:
    """Every card of the decks is in one place, and in one only."""
    if not table.opening.decks_received or table.phase in ("closed", "spread"):
        return
    if table.phase == "stack" and not table.trouble.resume:
        return  # gathered for the shuffle; the next stack is checked as a whole
    if table.is_real_shoe:
        return
    places: list[int] = list(table.shoe[table.dealt :])
    places += [card for cards in table.rack for card in cards]
    places += table.dealer
    for box in table.boxes:
        for hand in box.hands:
            if hand.state != "removed":
                places += hand.cards
    for card in (table.trouble.loose_card, table.trouble.ten_to_remove):
        if card:
            places.append(card)
    assert Counter(places) == Counter(table.pool)


def chips_at(table: Table) -> int:
    """All chips: in front of people, on the layout, in the inventory."""
    return table.inventory + sum(person.chips for person in table.people) + money_on_layout(table)


def chips_brought(events: list[Event]) -> int:
    """The chips that events brought to the table, cash changed into chips included, less those taken away."""
    brought = 0
    for event in events:
        name = type(event).__name__
        if name == "PersonJoined":
            brought += event.chips  # type: ignore[attr-defined]
        elif name == "PersonLeft":
            brought -= event.chips  # type: ignore[attr-defined]
        elif name == "ChipsBought":
            brought += event.amount  # type: ignore[attr-defined]
        elif name == "CashConfirmed":
            brought += event.converted  # type: ignore[attr-defined]
    return brought


class Walk:
    """A table under random commands, with its log."""

    def __init__(self, rules: Rules, chance: random.Random, real: bool = False) -> None:
        self.chance = chance
        self.table, self.events = new_table(rules, 10**7, real)
        self.rounds = 0
        self.start = 10**7
        self.chips = self.start
        self.recorder: Recorder | None = None

    def do(self, command: cmd.Command) -> None:
        act = carry_out(self.table, command)
        if self.recorder is not None:
            self.recorder.keep(self.table, command, act)
        self.table = act.table
        self.events += act.events
        self.chips += chips_brought(act.events)
        self.rounds += sum(type(event).__name__ == "CardsCollected" for event in act.events)

    def step(self, irregular: float = 0.05) -> None:
        """One command, mostly what moves the table on."""
        chance, table = self.chance, self.table
        command = due(table)
        draw = chance.random()
        if table.rules.people_on_box > 1 and table.phase == "wagers" and chance.random() < 0.1:
            self._share_a_box()
            return
        if table.phase in ("play", "dealer") and self._finds_a_card_face_up(irregular):
            return
        if table.phase == "wagers" and command is None and draw < 0.45 and table.boxes:
            self._try(cmd.CloseWagers(by=DEALER))
        elif table.phase == "wagers" and command is None and draw < 0.85 and table.people:
            self._try(self._a_usual_wager())
        elif command is not None and draw > irregular and not table.is_real_shoe:
            self.do(with_chance(table, command, chance))
        else:
            self._any_legal(irregular)

    def _finds_a_card_face_up(self, irregular: float) -> bool:
        """A second one after the first more often than by chance, so that rounds become void in mid-play."""
        likely = 0.7 if self.table.trouble.face_up_found else irregular
        find = cmd.FindFaceUp(by=DEALER)
        if self.table.is_real_shoe or self.chance.random() > likely or not is_legal(self.table, find):
            return False
        self.do(find)
        return True

    def _a_usual_wager(self) -> cmd.Command:
        """A wager as most people make it: on one's own box, or beside the wager that stands there."""
        person = self.chance.choice(self.table.people)
        rules = self.table.rules
        amount = self.chance.choice((1, 1, 2, 5)) * rules.table_minimum
        kind = self.chance.choice(("main", "main", "match", "match_down", "monster", "spin", "xtreme"))
        if kind in ("monster", "spin", "xtreme"):
            amount = getattr(rules, f"{kind}_wager")
        return cmd.PlaceWager(by=person.name, box=person.seat, amount=amount, kind=kind)

    def _share_a_box(self) -> None:
        """Somebody seated lets another person wager on the same box."""
        seated = [person for person in self.table.people if person.seat]
        if not seated:
            self._any_legal(0.0)
            return
        host, guest = self.chance.choice(seated), self.chance.choice(self.table.people)
        for command in (
            cmd.Consent(by=host.name, person=guest.name),
            cmd.PlaceWager(by=host.name, box=host.seat, amount=self.table.rules.table_minimum),
            cmd.PlaceWager(by=guest.name, box=host.seat, amount=self.table.rules.table_minimum),
        ):
            if is_legal(self.table, command):
                self.do(command)

    def _any_legal(self, irregular: float) -> None:
        chance, table = self.chance, self.table
        if len(table.people) < 3 and chance.random() < 0.5:
            name = chance.choice(NAMES)
            if all(person.name != name for person in table.people):
                who = name
            else:
                who = chance.choice(everybody(table))
        else:
            who = chance.choice(everybody(table))
        awaited = self._awaited()
        if awaited and chance.random() < 0.8:
            who = awaited
        mays = legal(table, who)
        if chance.random() > irregular:
            mays = tuple(may for may in mays if may.command not in UNUSUAL) or mays
        if mays:
            self.do(a_command(chance.choice(mays), who, chance))

    def _awaited(self) -> str:
        """Whom the table waits for, if for anybody in particular."""
        table = self.table
        if table.asked:
            return table.asked[0]
        if table.phase == "play" and table.turn_box >= 0:
            box = table.boxes[table.turn_box]
            return caller_of(box, box.hands[table.turn_hand])
        if table.phase == "insurance":
            open_stakes = [s.person for box in table.boxes for s in box.stakes if not s.answered]
            return self.chance.choice(open_stakes) if open_stakes else ""
        if table.phase == "cut":
            return whose_cut(table)
        return DEALER if table.is_real_shoe and table.boxes and table.phase != "wagers" else ""

    def _try(self, command: cmd.Command) -> None:
        try:
            self.do(command)
        except Refused:
            self._any_legal(1.0)

    def check(self) -> None:
        check_cards(self.table)
        assert chips_at(self.table) == self.chips
        assert all(person.chips >= 0 for person in self.table.people)


UNUSUAL = frozenset(
    [
        "BeginGamingDay",
        "TellTime",
        "ChangeDecks",
        "ReportIdle",
        "OrderReshuffle",
        "OrderRecut",
        "RelieveDealer",
        "FindFaceUp",
        "DrawInError",
        "OverdrawDealer",
        "SkipDealer",
        "SkipBox",
        "MissRequest",
        "ReportInsertion",
        "ReportReaderFailure",
        "ReportShufflerJam",
        "ReportShufflerFailure",
        "ReportShoeEmpty",
        "ReportCoverCard",
        "Leave",
        "BuyChips",
        "WithdrawWager",
    ]
)


def check_accepts_exactly_legal(table: Table, command: cmd.Command) -> None:
    """`decide` accepts a command if and only if `legal` lists it."""
    try:
        carry_out(table, command)
        accepted = True
    except Refused:
        accepted = False
    assert accepted == is_legal(table, command), (accepted, command, table.phase)


def with_unseen_shuffled(table: Table, order: Any) -> Table:
    """The same table, the cards that nobody has seen in another order; `order` shuffles a list in place."""
    shoe = list(table.shoe[table.dealt :])
    hole = [table.dealer[1]] if table.hole_down and not table.is_real_shoe else []
    loose = [table.trouble.loose_card] if table.trouble.loose_card and not table.trouble.loose_exposed else []
    unseen = shoe + hole + loose
    order(unseen)
    changes: dict[str, Any] = {"shoe": table.shoe[: table.dealt] + tuple(unseen[: len(shoe)])}
    if hole:
        changes["dealer"] = (table.dealer[0], unseen[len(shoe)])
    if loose:
        changes["trouble"] = msgspec.structs.replace(table.trouble, loose_card=unseen[-1])
    return msgspec.structs.replace(table, **changes)


def some_rules(book: str, chance: random.Random) -> Rules:
    """The rules of a book under some of the choices that it leaves open."""
    choices: dict[str, Any] = {}
    if chance.random() < 0.3:
        devices = ("hand", "device") if book in ("massachusetts", "uk-casino") else ("device", "continuous")
        choices["shuffling"] = chance.choice(devices)
    if chance.random() < 0.3:
        choices["mid_shoe_entry"] = False
    if chance.random() < 0.3:
        choices["decks"] = 8
    if book == "massachusetts" and chance.random() < 0.5:
        choices["hole_card"] = True
        choices["card_reader"] = chance.random() < 0.5
    if chance.random() < 0.3:
        choices["smallest_chip"] = chance.choice((1, 4, 100))
    if "payout_limit" in load_book(book).bounds and chance.random() < 0.3:
        choices["payout_limit"] = 33_33
    approvals = {office: "SAMPLE" for clause in load_book(book).clauses for office in clause.office}
    sample = sample_submission(book)
    rulings = {**sample.rulings, **_some_readings(book, chance)}
    try:
        return rules_of(
            book, msgspec.structs.replace(sample, approvals=approvals, rulings=rulings), **choices
        )
    except BadRules:
        return rules_of(book)


def _some_readings(book: str, chance: random.Random) -> dict[str, str]:
    """Other readings of some of a book's rulings."""
    return {
        ruling.id: chance.choice(tuple(ruling.reads))
        for ruling in load_book(book).rulings
        if len(ruling.reads) > 1 and chance.random() < 0.3
    }


def hands_in_log(events: list[Event]) -> dict[tuple[int, int], tuple[int, ...]]:
    """The hands of a round as the log's cards and splits make them; (0, 0) is the dealer's."""
    boxes: dict[int, list[list[int]]] = {}
    dealer: list[int] = []
    for event in events:
        if isinstance(event, ev.CardDealt):
            if event.box == 0:
                dealer.append(event.card)
            else:
                boxes.setdefault(event.box, [[]])[event.hand].append(event.card)
        elif isinstance(event, ev.HoleCardTurned):
            dealer[1] = event.card
        elif isinstance(event, ev.PairSplit):
            hands = boxes[event.box]
            hands.insert(event.hand + 1, [hands[event.hand].pop()])
    found = {(box, i): tuple(hand) for box, hands in boxes.items() for i, hand in enumerate(hands) if hand}
    return {**found, (0, 0): tuple(dealer)}


def hands_in_rack(table: Table, events: list[Event]) -> dict[tuple[int, int], tuple[int, ...]]:
    """The hands of the last round as the discard rack shows them."""
    collected = next(event for event in events if isinstance(event, ev.CardsCollected))
    early = [event.box for event in events if isinstance(event, ev.HandRemoved)]
    counts = Counter(box for box, _ in hands_in_log(events) if box)
    packets = [packet for packet in table.rack if len(packet) > 1 or packet in collected.hands]
    return hands_of_round(packets[-len(collected.hands) - len(early) :], dict(counts), early)
