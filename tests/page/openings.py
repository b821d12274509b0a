"""Tables to begin with: one of each book, and scenes that show something special. The guest is p1."""

from collections.abc import Callable

from page.held_table import HeldTable
from scenes import BOOKS, Scene
from spanish21.books.rulebook import load_book
from spanish21.game import commands as cmd

NAMES = {"p1": "Guest 1", "ann": "Ann", "bob": "Bob", "cid": "Cid", "dot": "Dot", "eve": "Eve", "fay": "Fay"}
CHIPS = 500_00


def opened(name: str) -> HeldTable:
    """A table of a book, or a scene, by its name."""
    if name in BOOKS:
        scene = Scene(name, {"host": 0})  # who declines the cut and leaves: the table is ready for wagers
        scene.do(cmd.Leave(by="host"))
        return _held(scene, load_book(name).title)
    return _held(SCENES[name](), name.replace("-", " ").capitalize())


def _held(scene: Scene, title: str) -> HeldTable:
    held = HeldTable(title, scene.table)
    held.names = {one.name: NAMES.get(one.name, one.name) for one in scene.table.people}
    held.told = list(scene.events)
    return held


def people(*names: str) -> dict[str, int]:
    return dict.fromkeys(names, CHIPS)


def full(book: str) -> Scene:
    """Six at the table in play, the guest in the middle."""
    scene = Scene(book, people("ann", "bob", "cid", "p1", "dot", "eve"))
    sides = [one for one in ("match", "match_down") if scene.rules.sides[one].offered]
    for name, amount in (
        ("ann", 2500),
        ("bob", 1000),
        ("cid", 1500),
        ("p1", 3500),
        ("dot", 500),
        ("eve", 12550),
    ):
        scene.bet(name, amount)
        for kind in sides:
            scene.bet(name, 500, kind)
    for kind in ("spin", "xtreme", "monster"):
        if scene.rules.sides[kind].offered:
            scene.bet("p1", _least(scene, kind), kind)
    from_right = scene.rules.plays_from_right
    first = "Ad 6s Kc Jh 9d 5c" if not from_right else "5c 9d Jh Kc 6s Ad"
    second = "Kd 7s 4d 5h Qc 5d" if not from_right else "5d Qc 5h 4d 7s Kd"
    up, hole = "7d", "8c"
    between = f"{up} {second} {hole}" if scene.rules.hole_card else f"{up} {second}"
    scene.deal(f"{first} {between} 8s 9s 2c 3d")
    _play_to_guest(scene)
    return scene


def _least(scene: Scene, kind: str) -> int:
    rules = scene.rules
    return rules.sides["monster"].wager if kind == "monster" else rules.sides[kind].tables[0].wager


def _play_to_guest(scene: Scene) -> None:
    """Those before the guest draw to 12 and stand."""
    while scene.table.phase == "play":
        box = scene.table.boxes[scene.table.turn_box]
        name = box.stakes[0].person
        if name == "p1":
            return
        hand = scene.hand()
        if name == "cid" and len(hand.cards) == 2:
            scene.says(name, "doubles")
        elif len(hand.cards) == 2 and name == "bob":
            scene.says(name, "draws")
        else:
            scene.says(name, "stands")


def four_hands() -> Scene:
    """Eights split to four hands, three of them doubled, with neighbours on both sides."""
    scene = Scene("maryland", people("ann", "bob", "cid", "p1", "dot", "eve", "fay"))
    for name in ("cid", "p1", "dot"):
        scene.bet(name, 2500)
    scene.deal("9c 8s Jd 6d 7c 8d Qh Kh")
    scene.says("cid", "draws", "stands") if scene.hand().cards else scene
    scene.stack("8h 8c 3s 9d 2d Kc 3h 7s 2s Qd 5h Jc")
    scene.says("p1", "splits", "splits", "splits")
    for _ in range(3):
        scene.says("p1", "doubles")
        if scene.table.phase == "play" and scene.hand().state == "doubled":
            scene.says("p1", "stands")
    return scene


def redoubled() -> Scene:
    """A hand that was doubled three times, and one doubled once."""
    scene = Scene("players-edge", people("ann", "p1", "bob"))
    scene.bet("ann", 1000).bet("p1", 1000).bet("bob", 2500)
    first, second = ("9c 2s 6h", "Kc 3d 5s") if not scene.rules.plays_from_right else ("6h 2s 9c", "5s 3d Kc")
    scene.deal(
        f"{first} 6d {second} Kh 2h 3c 4d 9d" if scene.rules.hole_card else f"{first} 6d {second} 2h 3c 4d 9d"
    )
    while scene.table.phase == "play" and scene.table.boxes[scene.table.turn_box].stakes[0].person != "p1":
        scene.says(scene.table.boxes[scene.table.turn_box].stakes[0].person, "stands")
    return scene.says("p1", "doubles", "doubles", "doubles")


def three_people() -> Scene:
    """Three people on one box, one of them doubling."""
    scene = Scene("massachusetts", people("p1", "ann", "bob", "cid"))
    scene.bet("p1", 2500)
    for name in ("ann", "bob"):
        scene.do(cmd.Consent(by="p1", person=name))
    scene.bet("ann", 1000, box=1).bet("bob", 500, box=1).bet("cid", 1500)
    scene.bet("ann", 500, "match", box=1)
    return scene.deal("5c 9s 6d 6h Kd Qc 9h 8s")


def spin() -> Scene:
    """A Blackjack to come with Bonus Spin on it."""
    scene = Scene("maryland", people("p1", "ann"))
    scene.bet("ann", 1000).bet("p1", 1000)
    scene.bet("p1", _least(scene, "spin"), "spin")
    return scene.stack("As 9c 7d Ks 8h Qc")


def progressive() -> Scene:
    """Monster Match with four of a kind to come."""
    scene = Scene("players-edge", people("p1"))
    scene.bet("p1", 1000).bet("p1", scene.rules.sides["monster"].wager, "monster")
    return scene.stack("7s 7s 7s 7s Qc 5d")


def irregularity() -> Scene:
    """A card drawn in error and exposed, which the guest may refuse."""
    scene = Scene("maryland", people("p1", "ann"))
    scene.bet("p1", 1000).bet("ann", 1500)
    scene.deal("9c 5s 6d 4h Jd Kc 2h 5h")
    scene.says("p1", "draws") if scene.hand().cards else None
    scene.do(cmd.DrawInError(by="dealer", exposed=True))
    return scene


def seven() -> Scene:
    """Seven people with all their wagers placed, about to be dealt."""
    scene = Scene("maryland", people("ann", "bob", "cid", "p1", "dot", "eve", "fay"))
    for name in ("ann", "bob", "cid", "p1", "dot", "eve", "fay"):
        scene.bet(name, 2500).bet(name, 500, "match")
    return scene


def insurance() -> Scene:
    """An ace as the up card: insurance is offered."""
    scene = Scene("maryland", people("ann", "p1", "bob"))
    scene.bet("ann", 1000).bet("p1", 2000).bet("bob", 500)
    return scene.deal("9c Js 6h Ad 4h 9d Kc 5h")


def cut() -> Scene:
    """A table that opens and offers the cut to the guest."""
    scene = Scene("maryland", people("p1", "ann"), opened=False)
    return scene.house()


SCENES: dict[str, Callable[[], Scene]] = {
    **{f"table-{book}": (lambda book=book: full(book)) for book in BOOKS},
    "four-hands": four_hands,
    "redoubled": redoubled,
    "three-people": three_people,
    "wheel": spin,
    "progressive": progressive,
    "irregularity": irregularity,
    "seven": seven,
    "insurance": insurance,
    "cut": cut,
}
OPENINGS = {"books": BOOKS, "scenes": tuple(SCENES)}
