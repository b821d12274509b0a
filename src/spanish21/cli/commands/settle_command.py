"""`spanish21 settle`: a round from a file, and what every wager gets."""

from typing import Any

import click

from spanish21.cli.choosing import BOOK, examples


@click.command(
    epilog=examples(
        "spanish21 settle round.txt",
        "spanish21 settle round.txt --book uk-casino",
        "spanish21 settle round.txt --from-rack",
        "spanish21 settle - --json < round.txt",
    )
)
@click.argument("file", metavar="FILE")
@click.option("--book", type=BOOK, help="Also show what this book would have paid for the same round.")
@click.option(
    "--from-rack",
    is_flag=True,
    help="Rebuild the hands from the discard rack and settle the round on them.",
)
@click.option(
    "--json", "as_json", is_flag=True, help="Print one JSON object per round, amounts in the smallest unit."
)
def settle(file: str, book: str | None, from_rack: bool, as_json: bool) -> None:
    """Play a round from a file and show the result of every wager, and why.

    FILE holds one or more rounds in the notation, or is - for the standard input. A round looks like this:

    \b
        book maryland
        sit ann 1 500.00
        bet ann 1 10.00
        cards 7s 9d 7h Kc 7d
        ann draws
    """
    from spanish21.books.submissions.submission import rules_of
    from spanish21.cli.printing import json_line
    from spanish21.notation import read_all
    from spanish21.notation.under_other_rules import under

    for played in read_all(_rounds_in(file), file):
        told = _from_rack(played) if from_rack else settled(played)
        if book is not None:
            again, notes = under(played, rules_of(book))
            told["under"] = {**settled(again), "notes": list(notes)}
        if as_json:
            json_line(told)
        else:
            _print(file, told)
            if book is not None:
                _print(f"{file} under another book", told["under"])


def _rounds_in(file: str) -> str:
    """The text of a file of rounds; a saved visit is a log and not that."""
    from spanish21.cli.choosing import text_of_file
    from spanish21.errors import BadInput

    text = text_of_file(file)
    if text.startswith('{"type":"TableSetUp"'):
        raise BadInput(
            f"{file}:1: this is a saved visit; `spanish21 play --rounds FILE` writes rounds to settle"
        )
    return text


def settled(played: Any) -> dict[str, Any]:
    """What a round came to: its hands, every payment with its clauses, and everyone's balance."""
    from spanish21.books.citing import citations
    from spanish21.books.rulebook import load_book
    from spanish21.books.wording import why_text
    from spanish21.game.events import BonusPaid, SettlementUndone, WagerSettled

    rules = played.start.rules
    book = load_book(rules.book)
    payments = []
    for event in played.events:
        if isinstance(event, SettlementUndone):
            payments.append(_undone(event, why_text(rules, event.why), citations(book, rules, event.why)))
        if not isinstance(event, WagerSettled | BonusPaid):
            continue
        wager = event if isinstance(event, WagerSettled) else None
        payments.append(
            {
                "person": event.person,
                "box": event.box,
                "hand": wager.hand + 1 if wager else 0,
                "kind": event.kind,
                "result": wager.result if wager else "paid",
                "collected": wager.collected if wager else 0,
                "returned": wager.returned if wager else 0,
                "paid": event.paid,
                "meter": wager.meter if wager else "",
                "why": event.why,
                "says": why_text(rules, event.why),
                "clauses": list(citations(book, rules, event.why)),
            }
        )
    return {
        "book": rules.book,
        "currency": rules.currency,
        "round": played.start.round_number + 1,
        "is_over": played.is_over,
        **_hands(played),
        "payments": payments,
        "people": _balances(played),
        "meters": {meter.name: meter.amount for meter in played.end.meters},
    }


def _undone(event: Any, says: str, clauses: tuple[str, ...]) -> dict[str, Any]:
    """What a void round took back, as a payment: from the inventory for a loss, into it for a win."""
    return {
        "person": event.person,
        "box": event.box,
        "hand": event.hand + 1,
        "kind": event.kind,
        "result": "undone",
        "collected": event.taken,
        "returned": 0,
        "paid": event.returned,
        "meter": "",
        "why": event.why,
        "says": says,
        "clauses": list(clauses),
    }


def _from_rack(played: Any) -> dict[str, Any]:
    """The round settled on the hands that its packets in the discard rack make."""
    from msgspec.structs import replace

    from spanish21.errors import BadInput
    from spanish21.game.cards import cards, text_of
    from spanish21.game.log.rack import hands_in_rack, rack_differences, settlement_on
    from spanish21.game.round.places import dealer_total

    if not played.is_over:
        raise BadInput("the round is not over: its hands are not yet in the discard rack")
    before, after = played.start.rack, played.end.rack
    hands = hands_in_rack(before, after, played.events)
    if not hands:
        raise BadInput("the decks of this round have left the table, and its hands with them")
    act = settlement_on(played.start, played.commands, hands)
    told = settled(replace(played, events=tuple(act.events), end=act.table))
    told["dealer"] = text_of(hands[0, 0])
    for hand in told["hands"]:
        found = hands.get((hand["box"], hand["hand"] - 1), ())
        if sorted(found) != sorted(cards(hand["cards"])):
            hand["total"] = dealer_total(found)
        hand["cards"] = text_of(found)
    told["rack"] = {
        "packets": [text_of(packet) for packet in after[len(before) :]],
        "differences": list(rack_differences(before, after, played.events)),
    }
    return told


def _balances(played: Any) -> list[dict[str, Any]]:
    """Each player's chips before and after, and what they won; buying chips is not a win."""
    from spanish21.game.events import CashConfirmed, ChipsBought, PersonJoined, PersonLeft

    before = {person.name: person.chips for person in played.start.people}
    after = {person.name: person.chips for person in played.end.people}
    brought = dict.fromkeys(before, 0)
    for event in played.events:
        if isinstance(event, PersonJoined):
            before.setdefault(event.person, 0)
            brought[event.person] = brought.get(event.person, 0) + event.chips
        elif isinstance(event, ChipsBought):
            brought[event.person] += event.amount
        elif isinstance(event, CashConfirmed):
            brought[event.person] += event.converted
        elif isinstance(event, PersonLeft):
            after.setdefault(event.person, 0)
            brought[event.person] -= event.chips
    return [
        {
            "person": name,
            "before": before[name],
            "brought": brought[name],
            "after": chips,
            "net": chips - before[name] - brought[name],
        }
        for name, chips in after.items()
    ]


def _hands(played: Any) -> dict[str, Any]:
    """The cards before they were picked up, and whose money was on each hand."""
    from spanish21.game import commands as cmd
    from spanish21.game.cards import text_of
    from spanish21.game.events import WagerSettled
    from spanish21.game.table import hand_total
    from spanish21.notation.writing import steps

    table = played.end
    for step in steps(played.start, played.commands):
        if isinstance(step.command, cmd.CollectCards):
            table = step.before
    settled_on = {
        (event.box, event.hand, event.person)
        for event in played.events
        if isinstance(event, WagerSettled) and event.kind == "main"
    }
    return {
        "dealer": text_of(table.dealer),
        "hands": [
            {
                "box": box.number,
                "hand": index + 1,
                "people": [
                    stake.person
                    for at, stake in enumerate(box.stakes)
                    if hand.wagers[at] or (box.number, index, stake.person) in settled_on
                ],
                "cards": text_of(hand.cards),
                "total": hand_total(hand),
            }
            for box in table.boxes
            for index, hand in enumerate(box.hands)
        ],
    }


def _print(title: str, told: dict[str, Any]) -> None:
    from spanish21.cli.printing import card_signs, clause_list, fitting, line_of, money
    from spanish21.cli.seat.seat_lines import signed_money
    from spanish21.game.cards import cards

    currency = told["currency"]
    click.echo(click.style(line_of(f"{title}: {told['book']}, round {told['round']}"), bold=True))
    rows = [["  dealer", card_signs(cards(told["dealer"]))]]
    for hand in told["hands"]:
        who = " and ".join(hand["people"])
        place = f"  box {hand['box']}, hand {hand['hand']}"
        rows.append([place, card_signs(cards(hand["cards"])), str(hand["total"]), who])
    for line in fitting(rows, right=(2,)):
        click.echo(line)
    rows = []
    for one in told["payments"]:
        got = one["paid"] - one["collected"]
        where = f"box {one['box']}" + (f", hand {one['hand']}" if one["kind"] == "main" else "")
        kind = one["kind"].replace("_", " ")
        why = f"{one['says']} [{clause_list(told['book'], one['clauses'])}]"
        rows.append([f"  {one['person']}", where, kind, one["result"], signed_money(got, currency), why])
    for line in fitting(rows, right=(4,)):
        click.echo(line)
    for person in told["people"]:
        net, now = signed_money(person["net"], currency), money(person["after"], currency)
        click.echo(f"  {person['person']}: {net}, now {now}")
    for name, amount in told["meters"].items():
        click.echo(f"  meter {name.replace('_', ' ')}: {money(amount, currency)}")
    if not told["is_over"]:
        click.echo("  the round is not over")
    if "rack" in told:
        agrees = "the discard rack shows the hands that were dealt"
        for line in told["rack"]["differences"] or (agrees,):
            click.echo(line_of(line, "  "))
    for note in told.get("notes", ()):
        click.echo(line_of(note, "  "))
