"""What players ask for at the wrong time or in the wrong way, and what they may well ask for."""

import random
from collections.abc import Iterator

from spanish21.books.citing import reason_text, refusal_clauses, step_name
from spanish21.errors import Refused
from spanish21.game import commands as cmd
from spanish21.game.decide import carry_out, why_not
from spanish21.game.states import HandState, Phase
from spanish21.game.table import Box, Table, stake_of
from spanish21.school.questions import NO, YES, Question, cited
from spanish21.school.school_words import capital, cards_text, dealer_text, money_text

_IN_ROUND = (Phase.INSURANCE, Phase.PLAY, Phase.DEALER, Phase.SETTLE)


class Request:
    """What a player asks for, in words, and the command that it would be."""

    def __init__(self, command: cmd.Command, says: str, name: str) -> None:
        self.command = command
        self.says = says
        self.name = name


def requests_at(table: Table) -> list[Request]:
    """What the people at the table might ask for now."""
    if not table.boxes or table.asked:
        return []
    found: list[Request] = []
    for box in table.boxes:
        if any(any(hand.wagers) for hand in box.hands):
            found += _of_box(table, box)
    return found


def _of_box(table: Table, box: Box) -> Iterator[Request]:
    rules, name = table.rules, box.stakes[0].person
    wager = box.stakes[0].wager
    half = wager // 2 // rules.smallest_chip * rules.smallest_chip
    if table.phase in _IN_ROUND:
        yield Request(
            cmd.WithdrawWager(by=name, box=box.number), f"{name} wants to take the wager back.", "withdraw"
        )
        more = money_text(rules.table_minimum, rules)
        late = cmd.PlaceWager(by=name, box=box.number, amount=rules.table_minimum)
        yield Request(late, f"{name} wants to add {more} to the wager.", "late_wager")
        yield Request(cmd.HandleCards(by=name), f"{name} reaches for the cards to straighten them.", "touch")
        if half:
            before = _after_answer(box, name)
            wants = f"{before} wants to insure box {box.number} for {money_text(half, rules)}."
            yield Request(cmd.Insure(by=name, box=box.number, amount=half), wants, "insure")
            high = cmd.Insure(by=name, box=box.number, amount=wager + rules.smallest_chip)
            too_high = money_text(high.amount, rules)
            wager_is = f"The wager on box {box.number} is {money_text(wager, rules)}."
            wants = f"{wager_is} {before} wants to insure it for {too_high}."
            yield Request(high, wants, "insure_high")
    if table.phase == Phase.PLAY:
        yield from _decisions(table, box)


def _after_answer(box: Box, name: str) -> str:
    """A player, and what they have said about insurance."""
    if box.stakes[0].insurance:
        return f"{name} has insured box {box.number} and now"
    return f"{name} has declined insurance and now" if box.stakes[0].answered else name


def _decisions(table: Table, box: Box) -> Iterator[Request]:
    """Decisions on a hand, in turn or out of it."""
    rules, name = table.rules, box.stakes[0].person
    turn = table.boxes[table.turn_box]
    hand = turn.hands[table.turn_hand]
    if box is not turn:
        if stake_of(turn, name) is not None:
            return
        waits = f"It is box {turn.number}'s turn. {name} at box {box.number} asks for a card."
        yield Request(cmd.Draw(by=name), waits, "out_of_turn")
        return
    if hand.state not in (HandState.OPEN, HandState.DOUBLED):
        return
    held = f"{name} has {cards_text(hand.cards)}{', has doubled' if hand.state == HandState.DOUBLED else ''}"
    yield Request(cmd.Draw(by=name), f"{held} and asks for a card.", "draw")
    yield Request(cmd.Surrender(by=name), f"{held} and wants to surrender.", "surrender")
    yield Request(cmd.Split(by=name), f"{held} and wants to split.", "split")
    yield Request(cmd.Rescue(by=name), f"{held} and wants to rescue the double.", "rescue")
    for amount, how in ((hand.wagers[0], "double"), (2 * hand.wagers[0], "double_high")):
        wager = money_text(hand.wagers[0], rules)
        wants = f"{held} and wants to double for {money_text(amount, rules)} on {wager}."
        yield Request(cmd.Double(by=name, amount=amount), wants, how)


def a_request(table: Table, chance: random.Random, asked: frozenset[str] = frozenset()) -> Request | None:
    """One request, more often one to refuse than to grant, and preferably a new one."""
    found = requests_at(table)
    chance.shuffle(found)
    found.sort(key=lambda one: (skill_of(table, one) in asked, chance.random() < 0.3))
    return found[0] if found else None


def skill_of(table: Table, request: Request) -> str:
    """What a request trains: the reason why it is refused, or that it is not."""
    try:
        carry_out(table, request.command)
    except Refused as refused:
        return f"refuse.{request.name}.{refused.reason}"
    return f"allow.{request.name}"


def request_question(table: Table, request: Request) -> Question:
    """Is it allowed?"""
    command = request.command
    skill = skill_of(table, request)
    situation = f"You show {dealer_text(table)}. {request.says}"
    if skill.startswith("allow."):
        found = cited(table.rules, step_name(command))
        says = f"{request.says} The book allows it."
        return _question(skill, situation, YES, says, found.clauses, found.house)
    fields = {name: getattr(command, name) for name in command.__struct_fields__ if name != "by"}
    why = why_not(table, command.by, type(command), **fields)
    assert why is not None, "every refusal has a reason"
    refused = Refused(why.reason)
    says = f"{capital(reason_text(table.rules, why.reason))}."
    return _question(
        skill, situation, NO, says, refusal_clauses(table.rules, refused, command), _silent(table, why)
    )


def _silent(table: Table, why: object) -> str:
    return cited(table.rules, getattr(why, "reason", "")).house


def _question(
    skill: str, situation: str, right: str, says: str, clauses: tuple[str, ...], house: str
) -> Question:
    wrong = NO if right == YES else YES
    undone = (
        "The floorperson calls it back, and the table continues as if you had refused."
        if right == NO
        else "The floorperson grants it: it is the player's right."
    )
    return Question(
        skill=skill,
        topic="What players may do",
        kind="choice",
        asks=f"{situation} Do you allow it?",
        right=right,
        explains=says,
        floor=undone,
        hint="Think of the step that the round has reached.",
        clauses=clauses,
        house=house or ("" if clauses else "the house's own rule"),
        wrong=(wrong,),
    )
