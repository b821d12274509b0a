"""Rounds as a book deals them: the same hands on every book, wherever the dealer's second card comes from."""

from typing import Any

from scenes import MARYLAND_BOOKS, Scene

TWO = {"ann": 1_000_00, "bob": 1_000_00}
THREE = {"ann": 1_000_00, "bob": 1_000_00, "cyd": 1_000_00}


def shoe_of(scene: Scene, boxes: tuple[str, ...], dealer: str, draws: str = "") -> str:
    """The cards of a round in the order in which they leave the shoe: the dealer's second card comes before
    the draws where the book deals a hole card, and after them where it does not."""
    hands = [text.split() for text in boxes]
    own = dealer.split()
    known = 2 if scene.rules.hole_card else 1
    first = [hand[0] for hand in hands] + own[:1] + [hand[1] for hand in hands] + own[1:known]
    return " ".join(first + draws.split() + own[known:])


def play(scene: Scene, *boxes: str, dealer: str, draws: str = "", steps: int = 10**6) -> Scene:
    """Deal a round: two cards for each box, the dealer's cards, and what is drawn in between."""
    return scene.deal(shoe_of(scene, boxes, dealer, draws), steps)


def alone(book: str, *, bet: int = 10_00, chips: int = 1_000_00, **choices: Any) -> Scene:
    """Ann by herself with a wager on box 1."""
    return Scene(book, {"ann": chips}, **choices).bet("ann", bet)


def late_blackjack(book: str, people: dict[str, int] | None = None, **choices: Any) -> Scene:
    """A table on which a dealer's Blackjack comes to light only after the players' decisions: the books
    that use a card reader device are played without it."""
    outside = {"card_reader": False} if book in MARYLAND_BOOKS else {}
    return Scene(book, people, outside=outside, **choices)


def order(scene: Scene, *names: str) -> list[str]:
    """The events of these names since the deal, in their order."""
    return [name for name in scene.names() if name in names]
