"""An expert on the book: answers the school from what a dealer sees, never from what the school holds.

Of a question only its words and options are read; of the table only the dealer's view and what has happened
in the round. Payments are those of the second settlement (tests/naive_settlement.py); the procedure, what
players may do and the remedies are typed here from the clauses.
"""

import re
from math import ceil, floor
from typing import Any

import naive_settlement as naive
from spanish21.game import events as ev
from spanish21.game.table import DEALER
from spanish21.game.view import View, view
from spanish21.school.lesson import Lesson
from spanish21.school.questions import Question
from spanish21.school.school_words import KIND_NAMES

SUITS = {"♣": "c", "♦": "d", "♥": "h", "♠": "s"}
IN_MARYLAND = ("maryland", "maryland-v1")
HOLE_CARD = ("maryland", "maryland-v1", "players-edge", "red-dragon")
CUT = {"massachusetts": 48}
"""massachusetts 4(e): a deck; elsewhere ten cards."""

REMEDIES = {
    # (words of the situation) -> (words of the remedy), for every book, then where a book differs
    "second card face up": "void: every wager goes back, and the cards are shuffled",
    "face up in the shoe": "goes into the discard rack",
    "second 10": "the decks leave the table",
    "10 comes out": "floorperson takes the 10 out",
    "and it is seen": "still the next card; a player who refuses",
    "has not been seen": "the next card, as if",
    "refuses the card": "gets no more cards",
    "Your hand stands, but": "goes into the discard rack",
    "pass over your own first card": "then deal the dealer's",
    "passed over twice": "The hand is dead for this round",
    "only one card": "After all the others",
    "has asked for a card": "The player chooses",
    "its value was seen": "All hands are dead",
    "its value was not seen": "the round continues",
    "reader has failed": "Dealing stops until",
    "shoe is empty": "discards are shuffled",
    "cover card comes out": "the round is finished",
}
OTHERWISE = {
    "massachusetts": {
        "second 10": "void: every wager goes back, and the cards are shuffled",  # 15(b)
        "reader has failed": "without the reader",  # 15(k)#2
    }
}
PHASES = {
    "stack": "Shuffle the cards.",
    "cover": "Put the cover card in.",
    "load": "Put the stack into the shoe.",
    "burn": "Burn a card.",
    "wagers": "Close the wagers and begin the round.",
    "deal": "Deal the first cards.",
    "match": "Settle the wagers on a match with the up card.",
    "insurance": "Close insurance.",
    "reader": "Slide the hole card into the card reader.",
    "collect": "Pick up the cards.",
}
OPENING = (
    (ev.EquipmentChecked, "The floorperson goes through the equipment checklist."),
    (ev.ReaderInspected, "The floorperson inspects the card reader device."),
    (ev.InventorySlipWritten, "Count the chips in the inventory."),
    (ev.InventoryCounted, "The slip for the chips is checked and confirmed."),
    (ev.DecksReceived, "The floorperson brings the decks."),
    (ev.DecksInspected, "Inspect the cards for defects."),
    (ev.InspectionVerified, "The floorperson verifies your inspection."),
    (ev.TensRemoved, "Take the 10s out of the decks."),
    (ev.TensVerified, "The floorperson verifies that the 10s are out."),
    (ev.CardsSpread, "Spread the cards for the first player to see."),
    (ev.CardsWashed, "Turn the cards face down, wash and stack them."),
)


def house_of(book: str) -> naive.House:
    """The operator's choices in the book's sample submission."""
    from spanish21.books.submissions.submission_file import sample_submission

    house = naive.House(book)
    house.hole_card = house.card_reader = book in HOLE_CARD
    takes = {"uk-casino": "all", "pontoon": "busted_plus_one"}
    house.dealer_blackjack_takes = takes.get(book, "original")
    if book in naive.GUIDED_BOOKS:
        house.rescue_forfeits = "first_wager"
        house.bonus_on_split = book == "pontoon"
        house.draws_soft_17 = True
    house.settlement_order = "right_to_left" if book in HOLE_CARD else "losers_first"
    for name, stops in sample_submission(book).wheels.items():
        named = {"spin": "spin_B", "xtreme": "xtreme_A", "xtreme_community": "xtreme_community_A"}
        house.wheels[named.get(name, name)] = [(stop.symbol, stop.prize) for stop in stops]
    return house


def cards_in(text: str) -> list[str]:
    """The cards written in a sentence."""
    found = re.findall(r"(10|[2-9AJQK])([♣♦♥♠])", text)
    return [("T" if rank == "10" else rank) + SUITS[suit] for rank, suit in found]


def cents(text: str) -> int:
    """An amount as a sentence writes it."""
    whole, _, part = text.replace(",", "").partition(".")
    return int(whole) * 100 + int(part or 0)


class Knower:
    """Answers for one lesson."""

    def __init__(self, book: str, lesson: Lesson) -> None:
        self.book = book
        self.lesson = lesson
        self.house = house_of(book)
        self.log: list[ev.Event] = []

    def answer(self, question: Question) -> str:
        """What an expert on the book types."""
        self.log += self.lesson.shown
        asks = question.asks
        seen = view(self.lesson.table, DEALER)
        if question.kind == "boxes":
            return self.order(asks)
        if question.kind == "number":
            return self.number(asks)
        if question.kind == "amount":
            amount = self.amount(asks)
            return f"{'-' if amount < 0 else ''}{abs(amount) // 100}.{abs(amount) % 100:02}"
        if asks.endswith("Do you allow it?"):
            return "Yes, allow it." if self.is_allowed(asks, seen) else "No, refuse it."
        if asks.endswith("What is the remedy?"):
            return self.remedy(asks, question.options)
        if "What comes next?" in asks:
            return self.step(asks, seen)
        return self.choice(asks, seen, question.options)

    # -- steps -------------------------------------------------------------------------------------

    def step(self, asks: str, seen: View) -> str:
        if "reader is broken" in asks:
            return "Have the card reader repaired or replaced."
        if "You have drawn a 10" in asks:
            return "The floorperson takes the 10 out of the game."
        if seen.phase in ("closed", "spread"):
            return self.opening_step()
        if seen.phase == "cut":
            offered = self.happened_since(ev.CutOffered, ev.ShoeShuffled)
            return "Cut the stack yourself." if offered else "Offer the cut to a player."
        if " wins " in asks:
            return self.progressive_step(asks)
        if "6 and a ten-value card" in asks:
            return "Draw the hot spot of Xtreme 16."
        if "A player has 21." in asks and self.book == "pontoon":  # RW4: it is paid immediately
            return "Settle the wagers: collect and pay."
        if "players with Xtreme 16 win, too" in asks:
            return "Spin the community wheel."
        if seen.phase in PHASES:
            return PHASES[seen.phase]
        if seen.phase == "play":
            return self.play_step(seen)
        if seen.phase == "dealer":
            return self.dealer_step(asks, seen)
        return "Settle the wagers: collect and pay."

    def happened_since(self, kind: type[ev.Event], mark: type[ev.Event]) -> bool:
        """Whether something has happened since something else last did."""
        for event in reversed(self.log):
            if isinstance(event, kind):
                return True
            if isinstance(event, mark):
                return False
        return False

    def opening_step(self) -> str:
        since = max(
            (at for at, event in enumerate(self.log) if isinstance(event, ev.DecksRemoved)), default=0
        )
        done = {type(event) for event in self.log[since:]}
        if since:
            done |= {ev.EquipmentChecked, ev.ReaderInspected, ev.InventorySlipWritten, ev.InventoryCounted}
        is_inspected = self.book in HOLE_CARD and self.book not in naive.GUIDED_BOOKS
        skipped: set[type[ev.Event]] = set() if is_inspected else {ev.ReaderInspected}
        if self.book in ("uk-casino", *naive.GUIDED_BOOKS):  # silent on the 10s: the decks come without them
            skipped |= {ev.TensRemoved, ev.TensVerified}
        return next(says for kind, says in OPENING if kind not in done and kind not in skipped)

    def progressive_step(self, asks: str) -> str:
        """players-edge 7.O(1): light, then validation; maryland 12.D, 12.E: wheel, then validation."""
        person = asks.split(",")[0]
        turned = [e for e in self.lesson.round if isinstance(e, ev.WheelSpun) and e.person == person]
        if "Monster" in asks:
            lit = [e for e in self.lesson.round if isinstance(e, ev.LightChecked) and e.person == person]
            if not lit:
                return "Check the winner's light on the progressive system."
            return "The floorperson validates the progressive payout."
        kind = "spin" if "Bonus Spin" in asks else "xtreme"
        if kind == "xtreme" and any(isinstance(e, ev.CommunityWheelSpun) for e in self.lesson.round):
            hot = [e.box for e in self.lesson.round if isinstance(e, ev.HotSpotDrawn)]
            if f"box {hot[0]}," not in asks:
                return "The floorperson validates the progressive payout."
        if not any(event.kind == kind for event in turned):
            return "Have the wheel spun for the winner."
        return "The floorperson validates the progressive payout."

    def play_step(self, seen: View) -> str:
        box = next(box for box in seen.boxes if box.number == seen.turn_box)
        hand = box.hands[seen.turn_hand]
        if hand.state in ("drawing", "doubling", "waiting"):
            return "Deal a card to the player's hand."
        if isinstance(self.lesson.round[-1], ev.PayoutValidated):
            return "Settle the wagers: collect and pay."
        return "Announce the player's Blackjack or total."

    def dealer_step(self, asks: str, seen: View) -> str:
        cards = [card for card in seen.dealer if card != "??"]
        if len(cards) < len(seen.dealer):
            return "Turn over the hole card."
        is_called = self.happened_since(ev.DealersCardAnnounced, ev.WagersClosed)
        if len(cards) == 1 and self.book == "massachusetts" and not is_called:  # 7(g)
            return "Announce that the next card is the dealer's."
        total = naive.score(cards)
        draws = self.book == "players-edge" or self.house.draws_soft_17  # 7.M
        soft_17 = total == 17 and naive.is_soft(cards) and draws
        if "decided already" in asks or (total >= 17 and not soft_17):
            return "Draw no more cards to your own hand."
        return "Draw a card to your own hand."

    # -- choices -----------------------------------------------------------------------------------

    def choice(self, asks: str, seen: View, options: tuple[str, ...]) -> str:
        if "own second card" in asks:
            hole = self.book in HOLE_CARD
            return next(one for one in options if ("face down" if hole else "not dealt before") in one)
        if "has a Blackjack" in asks:
            low = naive.points(seen.dealer[0]) not in (1, 10)
            now = self.book in ("players-edge", *naive.GUIDED_BOOKS) or (self.book in IN_MARYLAND and low)
            return next(one for one in options if ("immediately" if now else "it waits") in one)
        assert "offered the cut" in asks
        return self.first_to_cut(asks)

    def first_to_cut(self, asks: str) -> str:
        """maryland 5.D and its like; massachusetts 4(c): the cut goes round the table."""
        came_first = re.search(r"; (\w+) came first", asks)
        if came_first:
            return came_first[1]
        seats = {int(seat): name for name, seat in re.findall(r"(\w+) has box (\d)", asks)}
        names = [seats[seat] for seat in sorted(seats, reverse=True)]
        if self.book == "massachusetts":
            standing = [one.name for one in view(self.lesson.table, DEALER).people if not one.seat]
            cuts = [event for event in self.log if isinstance(event, ev.StackCut)]
            return (names + standing)[len(cuts) % (len(names) + len(standing))]
        on_box = re.search(r"on the box of (\w+)", asks)
        return on_box[1] if on_box else names[0]

    def remedy(self, asks: str, options: tuple[str, ...]) -> str:
        known = {**REMEDIES, **OTHERWISE.get(self.book, {})}
        remedy = next(remedy for situation, remedy in known.items() if situation in asks)
        (found,) = [option for option in options if remedy in option]
        return found

    # -- numbers and orders ------------------------------------------------------------------------

    def number(self, asks: str) -> str:
        held = re.search(r"holds (\d+) cards", asks)
        if held is None:
            return str(naive.score(cards_in(asks)))
        return str(ceil(int(held[1]) / 4)) if "cover card" in asks else str(CUT.get(self.book, 10))

    def order(self, asks: str) -> str:
        """Cards go from the dealer's left, money and pick-up from the right; in two books losers first."""
        boxes = [int(number) for number in re.findall(r"\d+", asks.partition("boxes")[2])]
        if "first cards" in asks:
            return " ".join(map(str, sorted(boxes)))
        boxes.sort(reverse=True)
        if "settle" in asks:
            of_match = "match" in asks
            in_one_go = self.book in ("uk-casino", "pontoon") and not of_match
            losers_first = self.book == "massachusetts" or in_one_go
            if losers_first and "side" not in asks:
                losing = [box for box in boxes if self.loses(box, of_match)]
                boxes = list(dict.fromkeys(losing + boxes))
        return " ".join(map(str, boxes))

    def loses(self, box: int, of_match: bool) -> bool:
        """Whether a wager on the box is lost."""
        facts = naive.Round(self.lesson.round)
        people = [person for person, number in facts.mains if number == box]
        if of_match:
            staked = [person for person in people if (person, box, "match") in facts.sides]
            return bool(staked) and not naive.match_pays(facts.first_two[box], facts.dealer[0], self.house)
        hands = range(len(facts.hands[box]))
        return any(
            self.main(facts, person, box, hand) < 0
            for person in people
            for hand in hands
            if person in facts.hands[box][hand].wagers and not self.is_settled(person, box, hand)
        )

    # -- money -------------------------------------------------------------------------------------

    def is_settled(self, person: str, box: int, hand: int) -> bool:
        return any(
            isinstance(e, ev.WagerSettled)
            and (e.person, e.box, e.hand, e.kind) == (person, box, hand, "main")
            for e in self.lesson.round
        )

    def amount(self, asks: str) -> int:
        facts = naive.Round(self.lesson.round)
        bonus = re.match(r"The (.*) is due to (\w+), box (\d)", asks)
        if bonus:
            return self.bonus(facts, bonus[1], bonus[2], int(bonus[3]))
        found = re.search(r"What do you pay (\w+) for (.*), or collect", asks)
        assert found is not None
        person, names = found[1], {says: kind for kind, says in KIND_NAMES.items()}
        kind = names[found[2]]
        place = re.match(r"Box (\d)(?:, hand (\d))?", asks)
        assert place is not None
        box, hand = int(place[1]), int(place[2] or 1) - 1
        if kind == "main":
            return self.main(facts, person, box, hand)
        if kind == "insurance":
            outcome = naive.Outcome()
            naive.settle_insurance(person, box, facts, self.house, outcome)
            if not outcome.wagers:
                return 0
            return _moved(outcome.wagers[person, box, "insurance"])
        return self.side(facts, person, box, kind, asks)

    def main(self, facts: naive.Round, person: str, box: int, hand: int) -> int:
        money = naive.Money()
        hands = [one for one in facts.hands[box] if person in one.wagers]
        this = facts.hands[box][hand]
        pays_anyway = naive.wins_a_blackjack(this, self.house)
        if naive.dealer_has_blackjack(facts) and not pays_anyway:
            naive.settle_against_blackjack(person, facts.mains[person, box], hands, self.house, money)
            taken = sum(
                event.collected
                for event in self.lesson.round
                if isinstance(event, ev.WagerSettled)
                and (event.person, event.box, event.kind) == (person, box, "main")
            )
            return -min(naive.at_stake(person, this, self.house), money.collected - taken)
        naive.settle_hand(person, this, facts, self.house, money)
        return _moved(money)

    def side(self, facts: naive.Round, person: str, box: int, kind: str, asks: str) -> int:
        staked = facts.sides[person, box, kind]
        outcome = naive.Outcome()
        if kind in ("match", "match_down"):
            against = facts.dealer[0 if kind == "match" else 1]
            naive.settle_match(person, box, kind, against, facts, self.house, outcome)
            return _moved(outcome.wagers[person, box, kind])
        meter = re.search(r"meter shows [$£]([\d,.]+\d)", asks)
        if kind == "monster":
            outcome.meters = {"monster": naive.Fraction(cents(meter[1]) if meter else 0)}
            self.house.meters = {"monster": (0, naive.Fraction(0))}
            prize = naive.monster_prize([*facts.first_two[box], *facts.dealer[:2]], self.house, outcome)
            return prize or -staked
        symbol = re.search(r"wheel shows (?:the )?([\w$£, ]+?)\.", asks)
        if symbol is None:
            return -staked
        if meter:
            return cents(meter[1])
        shown = re.sub("[$£,]", "", symbol[1]).replace(" and ", "+")
        if kind == "spin":
            pairs = naive.SPIN_PAIRS["B"]
            return 100 * (pairs[shown][0] if shown in pairs else naive.SPIN["B"][shown])
        return 100 * (naive.XTREME_OTHERS if "community" in asks else naive.XTREME)[shown]

    def bonus(self, facts: naive.Round, what: str, person: str, box: int) -> int:
        if what == "community payout":
            spin = facts.spins[-1]
            symbol = self.house.wheels["spin_B"][spin.stop][0]
            return 100 * naive.SPIN_PAIRS["B"][symbol][1]
        if what == "super bonus":
            return naive.super_bonus_of(person, facts.hands[box][0], facts, self.house)
        return naive.envy_for(facts.boxes_of(person), facts, self.house)

    # -- what players may do -----------------------------------------------------------------------

    def is_allowed(self, asks: str, seen: View) -> bool:
        """maryland 6.D, 6.E, 7.J, 7.U, 8, 9, 10, 11 and their like in the other books."""
        if "insure" in asks:
            return self.may_insure(asks, seen)
        if "take the wager back" in asks or "to add" in asks or "reaches for" in asks:
            return False
        if "asks for a card" in asks and "turn." in asks:
            return False
        box = next(box for box in seen.boxes if box.number == seen.turn_box)
        hand = box.hands[seen.turn_hand]
        cards = list(hand.cards)
        doubled = hand.state == "doubled"
        if "surrender" in asks:
            first = len(cards) == 2 and len(box.hands) == 1 and not doubled
            if self.book == "pontoon" and naive.points(seen.dealer[0]) not in (1, 10):  # RW6
                return False
            return first and self.book != "uk-casino"
        if "split" in asks:
            pair = len(cards) == 2 and naive.points(cards[0]) == naive.points(cards[1])
            if self.book == "pontoon":  # three hands; aces once
                once = cards[0][0] == "A" and len(box.hands) > 1
                return pair and not doubled and not once and len(box.hands) < 3
            return pair and not doubled and (self.book == "uk-casino" or len(box.hands) < 4)
        if "rescue" in asks:
            return doubled and self.book != "uk-casino"
        if "double for" in asks:
            return self.may_double(asks, hand, doubled)
        return naive.score(cards) < 21 and not doubled

    def may_double(self, asks: str, hand: Any, doubled: bool) -> bool:
        amounts = re.search(r"double for [$£]([\d,.]+) on [$£]([\d,.]+)\.", asks)
        assert amounts is not None
        amount, wager = cents(amounts[1]), cents(amounts[2])
        if doubled:  # players-edge 10.I to 10.L: all that lies there, three times at the most
            lying = hand.wagers[0] + hand.doubles[0]
            again = self.book in ("players-edge", "red-dragon") and amount == lying and lying < 8 * wager
            return again and naive.score(list(hand.cards)) < 21
        return amount <= wager and naive.score(list(hand.cards)) < 21

    def may_insure(self, asks: str, seen: View) -> bool:
        if seen.phase != "insurance" or "has declined" in asks or "has insured" in asks:
            return False
        found = re.findall(r"[$£]([\d,]+(?:\.\d\d)?)", asks)
        number = re.search(r"box (\d)", asks)
        assert number is not None
        box = next(box for box in seen.boxes if box.number == int(number[1]))
        half = box.stakes[0].wager / 2 / self.house.chip
        down = self.book in ("uk-casino", "pontoon")
        most = self.house.chip * (floor(half) if down else ceil(half))
        return cents(found[-1]) <= most


def _moved(money: naive.Money) -> int:
    return money.paid or -money.collected
