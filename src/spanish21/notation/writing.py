"""A round written as text: the table, the wagers, the cards, and every decision in order."""

from collections.abc import Iterator

import msgspec
from msgspec.structs import replace

from spanish21.books.rulebook import load_book
from spanish21.books.submissions.submission_file import Submission
from spanish21.game import commands as cmd
from spanish21.game.cards import UNSEEN
from spanish21.game.decide import carry_out
from spanish21.game.due import due
from spanish21.game.events import CardsCollected, Event
from spanish21.game.money import amount_text
from spanish21.game.table import DEALER, HOUSE, Table
from spanish21.notation.opening_tables import Start, rules_lines, start_of
from spanish21.notation.phrases import card_text, line_of_command, name_text

DRAWS = (cmd.Deal, cmd.FindFaceUp, cmd.DrawInError, cmd.OverdrawDealer)
CHANCES = (cmd.DrawHotSpot, cmd.Spin, cmd.SpinCommunity, cmd.Shuffle)


class Round(msgspec.Struct, frozen=True):
    """One round: the table before it, the commands, the events, and the table after it."""

    start: Table
    commands: tuple[cmd.Command, ...]
    events: tuple[Event, ...]
    end: Table
    submission: Submission | None = None

    @property
    def is_over(self) -> bool:
        """Whether the cards have been collected."""
        return any(isinstance(event, CardsCollected) for event in self.events)

    def __repr__(self) -> str:
        people = ", ".join(dict.fromkeys(one.by for one in self.commands if one.by not in HOUSE))
        ends = "over" if self.is_over else f"not over ({self.end.phase})"
        return f"<Round: {self.start.rules.book}, {people or 'nobody'}, {ends}>"


class RoundStep(msgspec.Struct, frozen=True):
    """A command, one card at a time, between the tables before and after it."""

    before: Table
    command: cmd.Command
    after: Table


def steps(start: Table, commands: tuple[cmd.Command, ...]) -> Iterator[RoundStep]:
    """The commands of a round carried out again, dealing one card at a time."""
    table = start
    for command in commands:
        whole = carry_out(table, command)
        if not isinstance(command, cmd.Deal):
            yield RoundStep(table, command, whole.table)
            table = whole.table
            continue
        done = 0
        cards = list(command.cards)
        while done < len(whole.events):
            one = (
                cmd.Deal(by=command.by, cards=(cards.pop(0),)) if cards else cmd.Deal(by=command.by, count=1)
            )
            act = carry_out(table, one)
            yield RoundStep(table, one, act.table)
            table = act.table
            done += len(act.events)


def drawn_card(step: RoundStep) -> int | None:
    """The card that a step takes from the shoe, or None."""
    before, after, command = step.before, step.after, step.command
    if not isinstance(command, DRAWS) or after.dealt <= before.dealt or before.trouble.loose_card:
        return None
    if not before.is_real_shoe:
        return before.shoe[before.dealt]
    return command.cards[0] if isinstance(command, cmd.Deal) else command.card


def is_due(step: RoundStep) -> bool:
    """Whether a step is exactly the one that was due from the house, so that it needs no line."""
    wanted = due(step.before)
    command = step.command
    if wanted is None or type(wanted) is not type(command) or isinstance(command, CHANCES):
        return False
    if isinstance(command, cmd.Deal | cmd.TurnHoleCard | cmd.InsertHoleCard):
        return True
    return wanted == command


def write(played: Round) -> str:
    """The round as text; `read` makes the same round of it."""
    taken = tuple(steps(played.start, played.commands))
    burns, cards = _cards_of(taken)
    stacks = [step.command for step in taken if isinstance(step.command, cmd.OrderRecut | cmd.Shuffle)]
    recut = bool(stacks) and isinstance(stacks[0], cmd.OrderRecut)
    table = played.start
    beside = next((step.command.cards for step in taken if isinstance(step.command, cmd.Shuffle)), ())
    told = Start(
        burns=burns,
        cards=cards,
        shoe=table.shoe if recut else (),
        beside=beside,
        is_batch_used=any(isinstance(step.command, cmd.TakeBatch) for step in taken),
    )
    start = start_of(table, told)
    book = load_book(table.rules.book)
    lines = [f"book {name_text(book.place or book.name)}"]
    if played.submission is not None:
        lines.append(f"submission {name_text(played.submission.source)}")
    lines += rules_lines(table.rules, played.submission)
    lines += _start_lines(table, start)
    lines += _step_lines(taken, cards, burns)
    if not played.is_over:
        lines.append("stop")
    return "\n".join(lines) + "\n"


def _cards_of(taken: tuple[RoundStep, ...]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The cards burned before the deal, and those of the round; a hole card read later in its place."""
    burns: list[int] = []
    cards: list[int] = []
    hole: int | None = None
    dealing = False
    for step in taken:
        if isinstance(step.command, cmd.CloseWagers):
            dealing = True
        if isinstance(step.command, cmd.BurnCard) and not dealing and not step.before.is_real_shoe:
            burns.append(step.before.shoe[step.before.dealt])
        card = drawn_card(step)
        if card is not None:
            if card == UNSEEN:
                hole = len(cards)
            cards.append(card)
        if isinstance(step.command, cmd.TurnHoleCard) and hole is not None:
            cards[hole] = step.command.card
    return tuple(burns), tuple(cards)


def _start_lines(table: Table, start: Start) -> Iterator[str]:
    if start.is_real_shoe:
        yield "shoe real"
    elif start.shoe:
        yield "shoe " + " ".join(card_text(card) for card in start.shoe)
    for name, value in start.states.items():
        yield f"state {name} {name_text(value) if name in ('cut_by', 'cover_seen_by') else value}"
    if start.cut_order:
        yield "state cut_order " + " ".join(name_text(name) for name in start.cut_order)
    for name, (amount, remainder) in start.meters.items():
        if (amount, remainder) != (table.rules.meters[name].initial, 0):
            yield f"meter {name} {amount_text(amount)}" + (f" carries {remainder}" if remainder else "")
    for person in start.people:
        place = (
            f"sit {name_text(person.name)} {person.seat}"
            if person.seat
            else f"stand {name_text(person.name)}"
        )
        yield f"{place} {amount_text(person.chips)}" + (" barred" if person.barred else "")
    for person in start.people:
        if person.consents:
            yield f"consents {name_text(person.name)} " + " ".join(
                name_text(name) for name in person.consents
            )


def _step_lines(
    taken: tuple[RoundStep, ...], cards: tuple[int, ...], burns: tuple[int, ...]
) -> Iterator[str]:
    unsaid = 0
    burned = False
    for step in taken:
        if burns and not burned:
            burned = True
            yield "burns " + " ".join(card_text(card) for card in burns)
        if is_due(step):
            unsaid += 1
            continue
        wanted = due(step.before)
        in_order = type(wanted) is type(step.command) if isinstance(step.command, CHANCES) else wanted is None
        if not in_order:
            yield f"house {unsaid}"
        unsaid = 0
        yield _line(step.command, cards)
    if unsaid and not _collected(taken[-1]):
        waits = due(taken[-1].after) is None
        if not waits:
            yield f"house {unsaid}"
    elif taken and not _collected(taken[-1]) and due(taken[-1].after) is not None:
        yield "house 0"


def _collected(step: RoundStep) -> bool:
    return isinstance(step.command, cmd.CollectCards)


def _line(command: cmd.Command, cards: tuple[int, ...]) -> str:
    if isinstance(command, cmd.PlaceWager):
        extra = [command.kind] if command.kind != "main" else []
        extra += [command.instrument] if command.instrument != "chips" else []
        return " ".join(["bet", name_text(command.by), str(command.box), amount_text(command.amount), *extra])
    if isinstance(command, cmd.CloseWagers):
        return "cards " + " ".join(card_text(card) for card in cards)
    if isinstance(command, cmd.Spin):
        return f"spin {name_text(command.person)} {command.box} {command.kind} stop {command.stop}"
    return line_of_command(without_cards(command))


def without_cards(command: cmd.Command) -> cmd.Command:
    """The command without the content of the line of cards."""
    if isinstance(command, cmd.Deal):
        return cmd.Deal(by=DEALER, count=1)
    if isinstance(command, cmd.FindFaceUp | cmd.DrawInError | cmd.OverdrawDealer | cmd.TurnHoleCard):
        return replace(command, card=0)
    if isinstance(command, cmd.InsertHoleCard):
        return replace(command, answer=None)
    return command
