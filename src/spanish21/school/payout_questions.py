"""What every wager gets, and what every hand totals, as questions."""

from spanish21.books.wording import meter_text, symbol_text, why_text
from spanish21.game import events as ev
from spanish21.game.round.places import dealer_sums, dealer_total
from spanish21.game.round.wheels import wheel_table
from spanish21.game.side_wagers.registry import side_wager
from spanish21.game.states import HandState, WagerResult
from spanish21.game.table import Table, stake_index
from spanish21.school.questions import Question, Topic, cited
from spanish21.school.school_words import (
    KIND_NAMES,
    box_of,
    capital,
    cards_text,
    dealer_text,
    hand_name,
    money_text,
    total_text,
)
from spanish21.sentences.english import ENGLISH

_PAY_HINT = "Type 15 to pay 15, -10 to collect 10, 0 when nothing moves."


def payment_question(table: Table, event: ev.WagerSettled) -> Question | None:
    """What one wager gets; none for what goes back in a void round."""
    if event.result == WagerResult.VOID or not (event.paid or event.collected or event.returned):
        return None
    rules = table.rules
    amount = event.paid or -event.collected
    found = cited(rules, event.why)
    why = capital(why_text(rules, event.why))
    done = _done(amount, event.person, table)
    return Question(
        skill=f"pay.{_plain(event.why)}",
        topic=_topic(event.kind),
        kind="amount",
        asks=f"{_facts(table, event)} What do you pay {event.person} for {KIND_NAMES[event.kind]}, "
        "or collect?",
        right=str(amount),
        explains=f"{why}. {capital(done)}.",
        floor="The floorperson has the payment corrected before the cards are picked up.",
        hint=f"{why}. {_PAY_HINT}",
        clauses=found.clauses,
        house=found.house,
    )


def bonus_question(table: Table, event: ev.BonusPaid) -> Question:
    """What is paid in addition to the wagers."""
    rules = table.rules
    found = cited(rules, event.why)
    why = capital(why_text(rules, event.why))
    box = box_of(table, event.box)
    stake = box.stakes[stake_index(box, event.person)]
    return Question(
        skill=f"pay.{_plain(event.why)}",
        topic="Paying and collecting" if event.kind != "community" else "Side wagers",
        kind="amount",
        asks=f"The {ENGLISH.wager(event.kind)} is due to {event.person}, box {event.box}, whose wager is "
        f"{money_text(stake.wager, rules)}{_first_two(table, event)}. How much do you pay?",
        right=str(event.paid),
        explains=f"{why}. Pay {event.person} {money_text(event.paid, rules)}.",
        floor="The floorperson is called to such a payment anyway, and corrects it.",
        hint="It is a fixed amount, independent of the odds of the hand.",
        clauses=found.clauses,
        house=found.house,
    )


def _first_two(table: Table, event: ev.BonusPaid) -> str:
    """The first two cards, which decide an envy payout in some books."""
    return (
        f", first two cards {cards_text(box_of(table, event.box).first_two)}" if event.kind == "envy" else ""
    )


def _plain(why: str) -> str:
    """Why without the line of a wheel, of which there are many."""
    head, _, line = why.partition(".")
    return head if head.endswith(("wheel", "community")) else f"{head}.{line}" if line else head


def _topic(kind: str) -> Topic:
    if kind == "main":
        return "Paying and collecting"
    return "Insurance" if kind == "insurance" else "Side wagers"


def _done(amount: int, person: str, table: Table) -> str:
    if amount > 0:
        return f"pay {person} {money_text(amount, table.rules)}"
    return f"collect {money_text(-amount, table.rules)}" if amount else "the wager stays as it is"


def _facts(table: Table, event: ev.WagerSettled) -> str:
    """What can be seen of a wager on the layout."""
    box = box_of(table, event.box)
    rules = table.rules
    if event.kind == "main":
        hand = box.hands[event.hand]
        at = stake_index(box, event.person)
        wager = money_text(hand.wagers[at], rules)
        doubled = f" doubled for {money_text(hand.doubles[at], rules)}" if hand.doubles[at] else ""
        coupon = f" with a coupon of {money_text(hand.coupons[at], rules)}" if hand.coupons[at] else ""
        state = ", surrendered" if hand.state == HandState.SURRENDERED else ""
        if hand.state == HandState.RESCUED or hand.last_doubles[at] < 0:
            state = ", rescued"
        split = ", from a split" if hand.split else ""
        return (
            f"{capital(hand_name(box, event.hand))}: {cards_text(hand.cards)}, {total_text(hand.cards)}"
            f"{split}{state}, {wager}{doubled}{coupon}. You show {dealer_text(table)}."
        )
    stake = box.stakes[stake_index(box, event.person)]
    if event.kind == "insurance":
        return f"Box {box.number}: insurance of {money_text(stake.insurance, rules)}; {_reader_said(table)}."
    side = next(side for side in stake.sides if side.kind == event.kind)
    coupon = f" with a coupon of {money_text(side.coupon, rules)}" if side.coupon else ""
    return (
        f"Box {box.number}: {cards_text(box.first_two)}, {money_text(side.amount, rules)} on "
        f"{side_wager(event.kind).title}{coupon}. You show {dealer_text(table)}."
        f"{_wheel(table, event, side.stop)}"
    )


def _reader_said(table: Table) -> str:
    if table.hole_down:
        return "the reader shows no Blackjack"
    return f"you show {dealer_text(table)}"


def _wheel(table: Table, event: ev.WagerSettled, stop: int) -> str:
    """What the wheel shows, and the meters that it can win."""
    meters = "".join(
        f" The {meter_text(meter.name)} shows {money_text(meter.amount, table.rules)}."
        for meter in table.meters
        if meter.name == event.meter
    )
    if event.why.startswith(f"{event.kind}_wheel.") and stop >= 0:
        side = next(s for one in box_of(table, event.box).stakes for s in one.sides if s.kind == event.kind)
        symbol = wheel_table(table.rules, event.kind, side.amount).wheel[stop].symbol
        return f" The wheel shows {symbol_text(table.rules, symbol)}.{meters}"
    if event.why.startswith(f"{event.kind}_community."):
        return f" The community wheel shows {symbol_text(table.rules, event.why.rpartition('.')[2])}."
    return meters


# -- totals ----------------------------------------------------------------------------------------


def hand_question(table: Table, event: ev.CardDealt) -> Question | None:
    """The total of a player's hand after a card asked for, or of the dealer's own."""
    if event.face_down:
        return None
    if event.box:
        box = box_of(table, event.box)
        hand = box.hands[event.hand]
        if len(hand.cards) < 2:
            return None
        return _total_question(table, hand.cards, capital(hand_name(box, event.hand)), "PointsAnnounced")
    return _total_question(table, table.dealer, "Your own hand", "DealerDone")


def dealers_question(table: Table) -> Question:
    """The total of the dealer's hand when the hole card is turned."""
    return _total_question(table, table.dealer, "Your own hand", "DealerDone")


def first_total_question(table: Table, event: ev.PointsAnnounced) -> Question:
    """The total that is announced before the first decision."""
    box = box_of(table, event.box)
    return _total_question(table, box.hands[event.hand].cards, f"Box {event.box}", "PointsAnnounced")


def _total_question(table: Table, cards: tuple[int, ...], whose: str, step: str) -> Question:
    hard, aces = dealer_sums(cards)
    best = dealer_total(cards)
    kind = "soft" if best != hard else "aces" if aces else "hard"
    found = cited(table.rules, step, "hard total", "soft total")
    if aces:
        found = cited(table.rules, "soft total", "hard total", step)
    whom = "dealer" if whose == "Your own hand" else "player"
    return Question(
        skill=f"total.{whom}.{kind}",
        topic="Totals",
        kind="number",
        asks=f"{whose} shows {cards_text(cards)}. What total do you call?",
        right=str(best),
        explains=f"{cards_text(cards)} make {total_text(cards)}.",
        floor="The floorperson counts the hand again, aloud, before anyone decides on a wrong total.",
        hint="Court cards count 10; an ace counts 11 as long as the hand stays at 21 or below.",
        clauses=found.clauses,
        house=found.house,
    )


def blackjack_question(table: Table, event: ev.BlackjackAnnounced) -> Question:
    """Whether a player's Blackjack is paid immediately or waits."""
    found = cited(table.rules, "blackjack_paid", "BlackjackAnnounced")
    now, waits = "Announce it and pay it immediately.", "Announce it; it waits for your own hand."
    box = box_of(table, event.box)
    return Question(
        skill=f"blackjack.{'now' if event.paid_now else 'waits'}",
        topic="Paying and collecting",
        kind="choice",
        asks=f"Box {event.box} has a Blackjack, {cards_text(box.first_two)}, against your "
        f"{dealer_text(table)}. What do you do?",
        right=now if event.paid_now else waits,
        explains=now if event.paid_now else waits,
        floor="The floorperson has the Blackjack announced, and paid in order.",
        hint="The up card may matter.",
        clauses=found.clauses,
        house=found.house,
        wrong=(waits if event.paid_now else now, "Say nothing and go on to the next box."),
    )
