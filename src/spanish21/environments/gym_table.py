"""The table as a Gymnasium environment: `gymnasium.make("spanish21/Table-v0")`."""

from collections.abc import Mapping, Sequence
from typing import Any, SupportsFloat

import gymnasium
import numpy
from gymnasium import spaces

from spanish21.books.submissions.submission import AnyRules
from spanish21.environments.actions import action_words, checked_action, masked_words
from spanish21.environments.ansi import table_text
from spanish21.environments.observation import CARDS_SEEN, CardsSeen, bounds_of
from spanish21.environments.seat import Seat, rules_for
from spanish21.environments.table_rounds import rounds_of
from spanish21.errors import BadInput

Observation = Any
Info = dict[str, Any]
SHOES = ("fresh", "played")


class Table(gymnasium.Env[Observation, Any]):
    """One person at an automatic table of Spanish 21, under any rulebook.

    ## Arguments

    - `book` (the first book): a book's name, the path of its file, a `Rulebook`, a `Submission` or `Rules`
    - `choices` (none): settings that the book leaves open, such as `{"decks": 8}`
    - `shoe` ("fresh"): "fresh", a new shoe for every round, an episode is a round; or "played", a shoe is
      played until its cover card comes out, an episode is a shoe
    - `cards_seen` ("nothing"): what the observation adds, "nothing" or the cards not yet seen, by value
      ("counts") or by rank and suit ("composition")
    - `wagers` (the table's minimum): the wagers that are offered, in the smallest unit of money
    - `sides` (none): side wagers placed with every round, such as `{"match": 5_00}`
    - `mask_in_observation` (False): the observation is a dict of `observation` and `action_mask`
    - `values` (False): `info` has the exact value of every action, and the regret of the one taken
    - `render_mode` (none): "ansi" (text) or "rgb_array" (a picture, 344 by 188 pixels)

    ## Actions

    `Discrete(9)`, the same for every book: 0 stand, 1 hit, 2 double, 3 split, 4 surrender, 5 rescue, 6
    double for less (by the least amount), 7 insure (for half of the wager), 8 decline insurance. To
    double a doubled hand again is action 2 or 6; to keep a double is to stand. With several wagers it is
    `Discrete(9 + n)`: action 9 + n places the n-th of them. With one wager, the environment places it.

    `info["action_mask"]` has 1 for every legal action, as `action_space.sample(mask=…)` takes it. A
    masked action leaves the table as it was: the reward is 0, and `info["error"]` says in words what
    would be legal. An action that is not in the space raises an error.

    ## Observation

    `Box` of int16, the fields of `observation.FIELDS` and after them the unseen cards. It is what the
    person at the table sees: tables that differ only in cards that the person has not seen have equal
    observations, masks and infos.

    ## Episodes and rewards

    The reward is what a round brought, in units of the first wager, side wagers included; it comes with
    the step that ends the round. A round that leaves nothing to decide (a Blackjack) is shown in phase 3,
    and its only action is to stand, which ends it: so the mean return of a fresh shoe is the expected
    value of the game.

    ## Values and regret

    With `values=True`, `info["values"]` is the worth of each legal action when everything after it is
    decided as well as possible (in units of the first wager, given the cards seen), minus infinity for
    others; `info["regret"]` is what the last action cost against the best. The cards seen are those of
    the round, or with `shoe="played"` and `cards_seen` those since the shuffle. Where nothing is priced
    (a wager), every value is minus infinity, and there is no regret.

    ## Randomness

    `reset(seed=…)` decides everything that follows, later resets included.

    ## Version

    v0. The version goes up whenever spaces, rulings or defaults change what is learned.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012  (Gymnasium's own form)
        "render_modes": ["ansi", "rgb_array"],
        "render_fps": 2,
    }

    def __init__(
        self,
        book: AnyRules | None = None,
        *,
        choices: Mapping[str, Any] | None = None,
        shoe: str = "fresh",
        cards_seen: CardsSeen = "nothing",
        wagers: Sequence[int] = (),
        sides: Mapping[str, int] | None = None,
        mask_in_observation: bool = False,
        values: bool = False,
        render_mode: str | None = None,
    ) -> None:
        for name, said, known in (
            ("shoe", shoe, SHOES),
            ("cards_seen", cards_seen, CARDS_SEEN),
            ("render_mode", render_mode, (None, *self.metadata["render_modes"])),
        ):
            if said not in known:
                raise BadInput(f"{name} is {said!r}; it must be one of {', '.join(map(str, known))}")
        self.rules = rules_for(book, choices)
        seat = Seat(self.rules, wagers, sides, shoe == "fresh")
        self.rounds = rounds_of(seat, cards_seen)
        self.cards_seen, self.with_values, self.render_mode = cards_seen, values, render_mode
        self.mask_in_observation = mask_in_observation
        self.action_space: spaces.Space[Any] = spaces.Discrete(seat.actions)
        low, high = bounds_of(cards_seen)
        seen: spaces.Space[Any] = spaces.Box(low, high, dtype=numpy.int16)
        if mask_in_observation:
            seen = spaces.Dict({"observation": seen, "action_mask": spaces.MultiBinary(seat.actions)})
        self.observation_space = seen
        self._actions = seat.actions
        self._values: Any = None
        self._mask: Any = numpy.zeros(seat.actions, numpy.int8)
        self._has_chance = False

    @property
    def seat(self) -> Seat:
        """The person at the engine's table, as it is now."""
        return self.rounds.seat

    def reset(self, *, seed: int | None = None, options: Info | None = None) -> tuple[Observation, Info]:
        super().reset(seed=seed)
        self.rounds.restart(self.np_random, seed is not None or not self._has_chance)
        self._has_chance = True
        return self._answer()

    def step(self, action: Any) -> tuple[Observation, SupportsFloat, bool, bool, Info]:
        number = checked_action(action, self._actions)
        if not self._mask[number]:
            said = masked_words(number, self._mask)
            seen, info = self._answer()
            return seen, 0.0, False, False, {**info, "error": said}
        regret = self._regret(number) if self.with_values else None
        won = self.rounds.take(number)
        seen, info = self._answer()
        if regret is not None:
            info["regret"] = regret
        return seen, won, self.rounds.is_done, False, info

    def render(self) -> Any:
        if self.render_mode == "ansi":
            return table_text(self.seat)
        if self.render_mode == "rgb_array":
            from spanish21.environments.picture import table_pixels

            return table_pixels(self.seat)
        return None

    def values(self) -> Any:
        """The worth of each action now, in units of the first wager; minus infinity if not legal."""
        if self.rounds.is_done:
            return numpy.full(self._actions, -numpy.inf)
        if self._values is None:
            from spanish21.environments.worth import values_of

            seen_since_shuffle = not self.seat.is_fresh and self.cards_seen != "nothing"
            self._values = values_of(self.seat, "shoe" if seen_since_shuffle else "round")
        return self._values.copy()

    def _regret(self, action: int) -> float | None:
        from spanish21.environments.worth import regret_of

        return regret_of(self.values(), action)

    def _answer(self) -> tuple[Observation, Info]:
        """What the person sees now, and the info."""
        self._values = None
        self._mask = self.rounds.mask()
        row, info = self.rounds.row(), {"action_mask": self._mask.copy()}
        if self.with_values:
            info["values"] = self.values()
        if self.mask_in_observation:
            return {"observation": row, "action_mask": self._mask.copy()}, info
        return row, info

    def action_words(self, action: int) -> str:
        """An action in words."""
        return action_words(action)
