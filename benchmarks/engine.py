"""Rounds a second of the engine and of other libraries' games, all on one core in the same run."""

import random
import time
from collections.abc import Callable

from spanish21.books.submissions.submission import rules_of
from spanish21.dealer import open_table, play_round
from spanish21.game import commands as cmd
from spanish21.game.events import Event
from spanish21.game.table import Table, hand_total

SECONDS = 2.0
NAMES = ("ann", "bob", "cid", "dee", "eve", "fay", "gus")


def per_second(play: Callable[[], int], seconds: float = SECONDS) -> float:
    """How many games a CPU-second `play` gets through; it returns how many it played. Best of three."""
    best = 0.0
    for _ in range(3):
        games, begun = 0, time.process_time()
        while time.process_time() - begun < seconds / 3:
            games += play()
        best = max(best, games / (time.process_time() - begun))
    return best


class EngineTable:
    """A table with some boxes, an automatic dealer, draw below 17, events kept."""

    def __init__(self, boxes: int, book: str = "maryland") -> None:
        self.chance = random.Random(21)
        people = dict.fromkeys(NAMES[:boxes], 10**12)
        self.table: Table
        self.log: list[Event]
        self.table, self.log = open_table(rules_of(book), people, self.chance)
        self.places = [
            cmd.PlaceWager(by=name, box=seat, amount=5_00) for seat, name in enumerate(people, start=1)
        ]
        self.draws = {name: cmd.Draw(by=name) for name in people}
        self.stands = {name: cmd.Stand(by=name) for name in people}

    def play_100(self) -> int:
        for _ in range(100):
            self.table, events = play_round(self.table, self.places, self.choose, self.chance)
            self.log += events
        del self.log[:]  # kept for the whole hundred
        return 100

    def choose(self, table: Table) -> cmd.Command:
        if table.phase == "play":
            box = table.boxes[table.turn_box]
            name = box.stakes[0].person
            return self.draws[name] if hand_total(box.hands[table.turn_hand]) < 17 else self.stands[name]
        for box in table.boxes:
            stake = box.stakes[0]
            if not stake.answered:
                return cmd.DeclineInsurance(by=stake.person, box=box.number)
        raise AssertionError(table.phase)


def gymnasium_games() -> Callable[[], int]:
    import gymnasium

    environment = gymnasium.make("Blackjack-v1")
    environment.reset(seed=21)

    def play() -> int:
        for _ in range(100):
            (total, _, _), _ = environment.reset()
            over = False
            while not over:
                (total, _, _), _, over, _, _ = environment.step(1 if total < 17 else 0)
        return 100

    return play


def open_spiel_games() -> Callable[[], int]:
    import pyspiel

    game = pyspiel.load_game("blackjack")
    chance = random.Random(21)
    hit, stand = 0, 1

    def play() -> int:
        for _ in range(20):
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    actions, weights = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(chance.choices(actions, weights)[0])
                else:
                    state.apply_action(hit if state.get_best_player_total(0) < 17 else stand)
        return 20

    return play


def pokerkit_hands() -> Callable[[], int]:
    from pokerkit import Automation, NoLimitTexasHoldem

    automations = tuple(Automation)
    game = NoLimitTexasHoldem(automations, True, 0, (1, 2), 2)

    def play() -> int:
        state = game(200, 2)
        while state.status:
            state.check_or_call()
        return 1

    return play


PEERS = {
    "Gymnasium Blackjack-v1, episodes": gymnasium_games,
    "OpenSpiel blackjack, episodes": open_spiel_games,
    "PokerKit, heads-up hands": pokerkit_hands,
}


def main() -> None:
    print("The engine: rounds a CPU-second, events kept, automatic dealer; all 21 games draw below 17")
    one = per_second(EngineTable(1).play_100)
    print(f"  {'spanish21, 1 box':36} {one:12,.0f}")
    seven = per_second(EngineTable(7).play_100)
    further = (1 / seven - 1 / one) / 6
    print(f"  {'spanish21, 7 boxes':36} {seven:12,.0f}   ({further * 1e6:.1f} µs for each further box)")
    for name, games in PEERS.items():
        try:
            speed = per_second(games())
        except ImportError as error:
            print(f"  {name:36}  not measured: {error}")
            continue
        print(f"  {name:36} {speed:12,.0f}   spanish21 is {one / speed:.1f} times as fast")


if __name__ == "__main__":
    main()
