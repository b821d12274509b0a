"""What a seat is asked and told about its wagers, in words."""

from spanish21.cli.printing import money
from spanish21.cli.seat.keys import box_to_insure
from spanish21.cli.seat.seat_picture import SIDE_WORDS
from spanish21.cli.seat.visit import Usual
from spanish21.game.states import Phase
from spanish21.game.table import Table


def prompt_text(table: Table, who: str) -> str:
    """What a question is about: the box and hand in turn, insurance and its box, the cut."""
    if table.phase == Phase.PLAY and table.turn_box >= 0:
        box = table.boxes[table.turn_box]
        hand = f" hand {table.turn_hand + 1}" if len(box.hands) > 1 else ""
        return f"box {box.number}{hand}"
    if table.phase == Phase.INSURANCE:
        return f"insurance on box {box_to_insure(table, who)}?"
    return {Phase.WAGERS: "", Phase.CUT: "cut?"}.get(table.phase, "")


def order_text(table: Table) -> str:
    """In which order the boxes are played."""
    numbers = sorted((box.number for box in table.boxes), reverse=table.rules.plays_from_right)
    return f"The boxes are played in this order: {', '.join(map(str, numbers))}."


def usual_text(usual: Usual, currency: str) -> str:
    """The wagers that Enter places."""
    if len(usual) == 1:
        ((box, wagers),) = usual.items()
        return wagers_text(wagers, currency) + (f" on box {box}" if box != 1 else "")
    texts = [f"{wagers_text(wagers, currency)} on box {box}" for box, wagers in usual.items()]
    return ", ".join(texts)


def wagers_text(wagers: dict[str, int], currency: str) -> str:
    """What is on a box: the wager and the side wagers."""
    sides = [
        f"{money(amount, currency)} {SIDE_WORDS[kind]}" for kind, amount in wagers.items() if kind != "main"
    ]
    return " + ".join([money(wagers["main"], currency), *sides])


def lies_text(usual: Usual, box: int, currency: str) -> str:
    """What is now on a box."""
    if box not in usual:
        return f"You have no wager on box {box} now."
    return f"On box {box}: {wagers_text(usual[box], currency)}."


def sentence(text: str) -> str:
    """A message as a sentence; the name of a setting stays as it is."""
    is_word = text.partition(" ")[0].isalpha()
    return f"{text[:1].upper() if is_word else text[:1]}{text[1:]}{'' if text.endswith('.') else '.'}"
