"""The table as a conversation: what happened in sentences, a question, and one decision as its answer."""

import random
from collections.abc import Mapping
from typing import Any

import msgspec
import numpy

from spanish21.books.submissions.submission import AnyRules
from spanish21.environments.actions import action_words
from spanish21.environments.ansi import facts_text
from spanish21.environments.seat import PLAYER, Seat, rules_for
from spanish21.environments.text.decision_words import action_named, why_not_words
from spanish21.environments.worth import Values, regret_of, values_of
from spanish21.errors import BadInput
from spanish21.game.events import WagersClosed
from spanish21.game.money import amount_text, money_text
from spanish21.sentences.reader import Reader
from spanish21.sentences.text import text_of

REPEATS = 1
"""How often a question is repeated after an answer that cannot be read."""
MOST_ROUNDS = 10_000


class RegretTally(msgspec.Struct):
    """What the answers of an episode came to; money in the smallest unit."""

    decisions: int = 0
    regret: float = 0.0
    """What they cost against the best decisions, exactly, in expectation."""
    won: int = 0
    rounds: int = 0
    unreadable: int = 0
    """Answers that could not be read, or named a decision that was not legal."""
    spoiled: int = 0
    """Decisions for which the worst one was taken, because no answer could be read."""
    unpriced: int = 0


class TextReply(msgspec.Struct, frozen=True):
    """What the table says, and whether the episode is over; `regret` is what the last decision cost."""

    text: str
    is_over: bool
    regret: float = 0.0
    won: int = 0
    is_repeated: bool = False


class TextTable:
    """One person at an automatic table, in words.

    - `reset(seed)` begins an episode of `rounds` rounds, each with a new shoe and the least wager, and
      says what happened up to the first question.
    - `answer(text)` takes one decision: its words ("hit" or "draw", "stand", "double", "split", …) or its
      number, and nothing else. After any other answer the question is repeated once, with the reason; after a
      second one the table takes the least valuable legal decision, and its cost is counted.
    - `tally` has the score: the regret of all decisions in chips, the winnings, the answers that could not be
      read.

    All texts depend only on what the person at the table has seen.
    """

    def __init__(
        self, book: AnyRules | None = None, choices: Mapping[str, Any] | None = None, rounds: int = 1
    ) -> None:
        if not 0 < rounds <= MOST_ROUNDS:
            raise BadInput(f"rounds is {rounds}; an episode has from 1 to {MOST_ROUNDS:,}")
        self.seat = Seat(rules_for(book, choices))
        self.rules, self.rounds = self.seat.rules, rounds
        self.tally = RegretTally()
        self.is_over = True
        self._tries = 0
        self._told = 0
        self._chance = random.Random(0)

    def reset(self, seed: int) -> TextReply:
        """Begin an episode; the seed decides the cards of all its rounds."""
        self._chance = random.Random(seed)
        self.seat.chance = self._chance
        self.tally, self.is_over, self._tries = RegretTally(), False, 0
        lines = [f"You are at a table under {self.rules.book}, on box 1, for {self._rounds_words()}."]
        return self._said([*lines, *self._deal()])

    def answer(self, text: str) -> TextReply:
        """Take the decision that a text names."""
        if self.is_over:
            raise BadInput("the episode is over; reset begins another")
        legal = sorted(self.seat.legal())
        action = action_named(text, legal)
        if action is None:
            self.tally.unreadable += 1
            self._tries += 1
            if self._tries <= REPEATS:
                return self._said([self._wrong(text), self._question()], is_repeated=True)
        values = values_of(self.seat, "round")
        lines = []
        if action is None:
            action = self._worst(values, legal)
            self.tally.spoiled += 1
            lines = [
                f"That could not be read either. The table takes the worst for you: {action_words(action)}."
            ]
        return self._take(action, values, lines)

    def values(self) -> dict[str, float]:
        """The worth of each legal decision now, in the smallest unit of money: for measurements."""
        if self.is_over:
            return {}
        values = values_of(self.seat, "round") * self.seat.unit
        return {action_words(one): float(values[one]) for one in sorted(self.seat.legal())}

    # -- a decision

    def _take(self, action: int, values: Values, lines: list[str]) -> TextReply:
        cost = regret_of(values, action)
        regret = (cost or 0.0) * self.seat.unit
        tally, before = self.tally, self.tally.won
        tally.decisions += 1
        tally.regret += regret
        tally.unpriced += cost is None
        self._tries = 0
        self.seat.take(action)
        lines += self._news()
        if self.seat.is_over or not self.seat.table.boxes:
            lines += self._end_round()
        return self._said(lines, regret, tally.won - before)

    def _worst(self, values: Values, legal: list[int]) -> int:
        priced = [one for one in legal if not numpy.isinf(values[one])]
        return min(priced or legal, key=lambda one: (values[one], one))

    # -- rounds

    def _deal(self) -> list[str]:
        """Deal rounds until there is something to decide, or none are left."""
        lines: list[str] = []
        while self.tally.rounds < self.rounds:
            cards = list(self.seat.cards)
            self._chance.shuffle(cards)
            self.seat.restart(cards)
            self.seat.deal(self.seat.unit)
            self._told = 0
            lines += [f"Round {self.tally.rounds + 1}.", *self._news()]
            if not self.seat.is_over:
                return lines
            lines += self._counted()
        self.is_over = True
        return lines

    def _end_round(self) -> list[str]:
        return [*self._counted(), *self._deal()]

    def _counted(self) -> list[str]:
        won = self.seat.collect()
        self.tally.won += won
        self.tally.rounds += 1
        amount = money_text(abs(won), self.rules.currency)
        return [
            f"The round is over: you {'win' if won > 0 else 'lose'} {amount}."
            if won
            else "The round is over."
        ]

    # -- words

    def _said(
        self, lines: list[str], regret: float = 0.0, won: int = 0, is_repeated: bool = False
    ) -> TextReply:
        if self.is_over:
            lines.append("There are no more rounds.")
        elif not is_repeated:
            lines.append(self._question())
        return TextReply("\n".join(lines) + "\n", self.is_over, regret, won, is_repeated)

    def _news(self) -> list[str]:
        """What has happened since the last news, a sentence each."""
        reader = Reader(rules=self.rules, who=PLAYER, boxes=frozenset((1,)))
        events, self._told = self.seat.events[self._told :], len(self.seat.events)
        texts = [text_of(event, reader) for event in events if not isinstance(event, WagersClosed)]
        return [text for text in texts if text]

    def _question(self) -> str:
        facts = facts_text(self.seat.table).partition("\n")[2]
        legal = ", ".join(action_words(one) for one in sorted(self.seat.legal()))
        return f"{facts}What do you do? Answer with one of these and nothing else: {legal}."

    def _wrong(self, text: str) -> str:
        why = why_not_words(self.seat, text)
        return f"That is not legal now: {why}." if why else "That is not an answer."

    def _rounds_words(self) -> str:
        wager = amount_text(self.seat.unit)
        many = "one round" if self.rounds == 1 else f"{self.rounds:,} rounds"
        return f"{many} with a wager of {self.rules.currency}{wager} each"
