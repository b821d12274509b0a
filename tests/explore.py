"""Random walks over tables: commands drawn from what is legal, and commands that are near it."""

import random
from collections import Counter
from functools import cache
from typing import Any

import msgspec

from spanish21.books.rulebook import load_book
from spanish21.books.submissions.submission import rules_of
from spanish21.books.submissions.submission_file import Submission, WheelStop, sample_submission
from spanish21.dealer import new_table, with_chance
from spanish21.errors import BadRules, Refused
from spanish21.game import commands as cmd
from spanish21.game import events as ev
from spanish21.game.cards import FULL_DECK
from spanish21.game.decide import carry_out, is_legal, legal
from spanish21.game.due import due
from spanish21.game.events import Event
from spanish21.game.evolve import evolve
from spanish21.game.moves.choices import AllOf, Amounts, CardsFrom, May, OneOf, ShuffleOf
from spanish21.game.round.wheels import fixed_amounts
from spanish21.game.rules import Rules, sides_offered
from spanish21.game.side_wagers.registry import side_wager
from spanish21.game.side_wagers.terms import MeterRules
from spanish21.game.table import DEALER, FLOORPERSON, Batch, Table, money_on_layout
from spanish21.game.waiting import people_awaited
from spanish21.notation import Recorder

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
    if isinstance(choice, AllOf):
        return tuple(chance.sample(choice.values, len(choice.values)))
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
    for name, type_text in _fields_of(kind):
        fields[name] = _any_value(name, type_text, table, chance)
    return kind(**fields)


@cache
def _fields_of(kind: type[cmd.Command]) -> tuple[tuple[str, str], ...]:
    """The fields of a command and their types, in words; all but `by`."""
    fields = msgspec.structs.fields(kind)
    return tuple((field.name, str(field.type)) for field in fields if field.name != "by")


def _any_value(name: str, kind: str, table: Table, chance: random.Random) -> Any:
    if name == "person":
        return chance.choice((*NAMES[:4], "nobody"))
    if name in ("kind",):
        return chance.choice(("main", "match", "match_down", "monster", "spin", "xtreme", "cash", "nonsense"))
    if name == "instrument":
        return chance.choice(("chips", "cash", "coupon", "gold"))
    if name == "items":
        items = table.rules.equipment
        return chance.choice(((), items, items[::-1], items[1:], (*items, "dice")))
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


def cards_brought(before: Table, events: list[Event]) -> Counter[int]:
    """The cards that events brought to the table, less those that left it with their decks."""
    brought: Counter[int] = Counter()
    for event in events:
        if isinstance(event, ev.DecksReceived):
            brought.update(event.cards)
        elif isinstance(event, ev.DecksRemoved):
            brought.subtract((*before.pool, *before.torn, *before.set_aside))
        elif isinstance(event, ev.TenTakenOut) and event.card not in before.pool:
            brought[event.card] += 1  # a real shoe held a 10 that nobody knew of
        elif isinstance(event, ev.BatchWithdrawn):
            for batch in before.device:
                brought.subtract((*batch.cards, *batch.torn, *batch.set_aside))
        elif isinstance(event, ev.TenTakenOut) and event.card not in before.pool:
            assert before.is_real_shoe  # a 10 of which nobody knew until it was read
            brought[event.card] += 1
        before = evolve(before, event)
    return brought


def cards_at(table: Table) -> Counter[int]:
    """All cards: the decks in play, those in the shuffling device, and the 10s taken out of them."""
    cards = Counter((*table.pool, *table.torn, *table.set_aside))
    for batch in table.device:
        cards.update((*batch.cards, *batch.torn, *batch.set_aside))
    return cards


def chips_at(table: Table) -> int:
    """All chips: in front of people, on the layout, in the inventory."""
    return table.inventory + sum(person.chips for person in table.people) + money_on_layout(table)


def chips_brought(events: list[Event]) -> int:
    """The chips that events brought to the table, less those taken away: people's own, fills and credits,
    and what a count found to be different."""
    brought = 0
    for event in events:
        if isinstance(event, ev.PersonJoined):
            brought += event.chips
        elif isinstance(event, ev.PersonLeft):
            brought -= event.chips
        elif isinstance(event, ev.InventoryFilled):
            brought += event.amount
        elif isinstance(event, ev.InventoryCredited):
            brought -= event.amount
        elif isinstance(event, ev.InventoryCounted):
            brought += event.difference
    return brought


def cash_dropped(events: list[Event]) -> int:
    """The cash that events put into the drop box."""
    bought = sum(event.amount for event in events if isinstance(event, ev.ChipsBought))
    return bought + sum(event.converted for event in events if isinstance(event, ev.CashConfirmed))


class Walk:
    """A table under random commands, with its log."""

    def __init__(self, rules: Rules, chance: random.Random, real: bool = False) -> None:
        self.chance = chance
        self.start = chance.choice((0, 20_00, 10**7, 10**7))
        self.table, self.events = new_table(rules, self.start, real)
        self.rounds = 0
        self.chips = self.start
        self.cards: Counter[int] = Counter()
        self.cash = 0
        self.recorder: Recorder | None = None

    def do(self, command: cmd.Command) -> None:
        before = self.table
        act = carry_out(before, command)
        if self.recorder is not None:
            self.recorder.keep(self.table, command, act)
        before, self.table = self.table, act.table
        self.events += act.events
        self.chips += chips_brought(act.events)
        self.cards += cards_brought(before, act.events)
        self.cash += cash_dropped(act.events)
        self._check_inventory(before, act.events)
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
        elif command is not None and draw > irregular and self._needs_no_card(command):
            self.do(self._stacked(with_chance(table, command, chance)))
        else:
            self._any_legal(irregular)

    def _needs_no_card(self, command: cmd.Command) -> bool:
        """Whether what is due can be done as it is; a real shoe's cards are read by whoever draws them."""
        return not self.table.is_real_shoe or is_legal(self.table, command)

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
        has_wager = any(stake.person == person.name for box in self.table.boxes for stake in box.stakes)
        offered = list(sides_offered(rules))
        kind = self.chance.choice(("main", *offered)) if has_wager else "main"
        if kind in ("monster", "spin", "xtreme"):
            amount = self.chance.choice(fixed_amounts(rules, kind) or (rules.table_minimum,))
        return cmd.PlaceWager(by=person.name, box=person.seat, amount=amount, kind=kind)

    def _stacked(self, command: cmd.Command) -> cmd.Command:
        """Now and then a shuffle that brings 6s, aces and ten-value cards together, so that wheels turn."""
        wheels = any(side_wager(kind).wheel for kind in sides_offered(self.table.rules))
        if not isinstance(command, cmd.Shuffle) or not wheels or self.chance.random() < 0.5:
            return command
        wanted = self.chance.choice(((6,), (1,), (1, 6)))
        first = [card for card in command.cards if card >> 2 in wanted or card >> 2 > 10]
        rest = [card for card in command.cards if not (card >> 2 in wanted or card >> 2 > 10)]
        return msgspec.structs.replace(command, cards=(*first, *rest))

    def _share_a_box(self) -> None:
        """Somebody seated and another person wager on the same box, one first and the other after consent."""
        seated = [person for person in self.table.people if person.seat]
        if not seated:
            self._any_legal(0.0)
            return
        host, guest = self.chance.choice(seated), self.chance.choice(self.table.people)
        first, second = self.chance.sample((host, guest), 2)
        for command in (
            cmd.Consent(by=first.name, person=second.name),
            cmd.PlaceWager(by=first.name, box=host.seat, amount=self.table.rules.table_minimum),
            cmd.PlaceWager(by=second.name, box=host.seat, amount=self.table.rules.table_minimum),
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
        if awaited := people_awaited(table):
            return self.chance.choice(awaited) if table.phase == "insurance" else awaited[0]
        return DEALER if table.is_real_shoe and table.boxes and table.phase != "wagers" else ""

    def _try(self, command: cmd.Command) -> None:
        try:
            self.do(command)
        except Refused:
            self._any_legal(1.0)

    def check(self) -> None:
        check_cards(self.table)
        assert chips_at(self.table) == self.chips
        assert cards_at(self.table) == self.cards
        assert self.table.drop_box == self.cash

    def _check_inventory(self, before: Table, events: list[Event]) -> None:
        """The inventory is never below zero, not even between two events of one command."""
        for event in events:
            before = evolve(before, event)
            assert before.inventory >= 0, event
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
        "CountInventory",
        "Fill",
        "Credit",
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
    if table.device:
        changes["device"] = tuple(_in_another_order(batch, order) for batch in table.device)
    if loose:
        changes["trouble"] = msgspec.structs.replace(table.trouble, loose_card=unseen[-1])
    return msgspec.structs.replace(table, **changes)


def _in_another_order(batch: Batch, order: Any) -> Batch:
    cards = list(batch.cards)
    order(cards)
    return msgspec.structs.replace(batch, cards=tuple(cards))


def some_rules(book: str, chance: random.Random) -> Rules:
    """The rules of a book under some of the choices that it leaves open."""
    choices: dict[str, Any] = {}
    if chance.random() < 0.3:
        devices = ("hand", "device") if book == "uk-casino" else ("device", "continuous")
        choices["shuffling"] = chance.choice(devices)
        if book != "uk-casino":
            choices["device_loads_shoe"] = chance.random() < 0.5
        if choices["shuffling"] == "device" and book not in ("massachusetts", "uk-casino"):
            choices["second_batch"] = chance.choice(("kept_safe", "kept_safe", "not_kept_safe", "none"))
    if chance.random() < 0.3:
        choices["mid_shoe_entry"] = False
    if chance.random() < 0.3:
        choices["decks"] = 8
    if book == "massachusetts" and chance.random() < 0.5:
        choices["hole_card"] = True
        choices["card_reader"] = chance.random() < 0.5
    if book == "massachusetts" and chance.random() < 0.3:
        choices["most_shared_boxes"] = chance.randint(1, 2)
        choices["burns_first_card"] = chance.random() < 0.5
        choices["cover_from_back"] = chance.choice(([1, 8], [1, 2]))
        choices["cut_from_ends"] = chance.choice((1, 144))
        choices["cut_cards"] = chance.choice((0, 1, 2))
        choices["shuffled_by"] = chance.choice(("dealer", "floorperson"))
    if chance.random() < 0.3:
        choices["adjacent_boxes"] = chance.choice((1, 2, 7))
    if chance.random() < 0.3:
        choices["smallest_chip"] = chance.choice((1, 4, 100))
    if "payout_limit" in load_book(book).bounds and chance.random() < 0.3:
        choices["payout_limit"] = 33_33
    approvals = {office: "SAMPLE" for clause in load_book(book).clauses for office in clause.office}
    sample = sample_submission(book)
    rulings = {**sample.rulings, **_some_readings(book, chance)}
    submission = msgspec.structs.replace(sample, approvals=approvals, rulings=rulings)
    if book == "maryland":
        submission = with_some_wheels(submission, chance)
    try:
        return rules_of(book, submission, **choices)
    except BadRules:
        return rules_of(book)


def with_some_wheels(submission: Submission, chance: random.Random) -> Submission:
    """Bonus Spin and Xtreme 16 for $1, for $5 or for both, and any reading of who turns the prize wheel."""
    rulings = {name: read for name, read in submission.rulings.items() if name != "xtreme-one-dollar"}
    rulings["xtreme-hot-spot"] = chance.choice(("drawn_position", "drawn_bettor", "each_bettor"))
    rulings["spin-mixed-community"] = chance.choice(("by_rank", "as_shown"))
    choose = {name: value for name, value in submission.choose.items() if name != "spin_wager"}
    choose["spin_paytable"] = chance.choice(("A", "B", "C", "D", "B,D", "A,D", "B,C", "A,C"))
    wheels = dict(submission.wheels)
    if chance.random() < 0.5:
        rulings["xtreme-one-dollar"] = "own_table"
        choose["xtreme_paytable"] = chance.choice(("own", "A,own"))
        wheels["xtreme_own"] = (WheelStop("primary", 1), WheelStop("prize", 5, 40_00))
        wheels["xtreme_community_own"] = (WheelStop("prize", 1, 5_00), WheelStop("prize", 2, 2_50))
    meters = {**submission.meters, "spin": MeterRules(5_000_00, 5_000_00, (10, 100))}
    return msgspec.structs.replace(submission, rulings=rulings, choose=choose, wheels=wheels, meters=meters)


def _some_readings(book: str, chance: random.Random) -> dict[str, str]:
    """Other readings of some of a book's rulings."""
    return {
        ruling.id: chance.choice(tuple(ruling.reads))
        for ruling in load_book(book).rulings
        if len(ruling.reads) > 1 and chance.random() < 0.3
    }
