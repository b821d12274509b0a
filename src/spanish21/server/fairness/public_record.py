"""The public record of a table or of one shoe, which anyone can check, and how to check it by hand."""

from typing import Annotated

import msgspec

from spanish21.errors import BadInput, one_line
from spanish21.game.round.wheels import kind_with_hot_spot
from spanish21.game.rules import Rules
from spanish21.game.side_wagers.record import DRAWN_POSITION
from spanish21.game.side_wagers.terms import WheelTable
from spanish21.game.words import SecondBatch, Shuffling

HOW = (
    "`spanish21 verify FILE` checks all of this. By hand you need nothing but sha256sum:",
    "1. A shoe. Everyone at the table was told its `commitment` before the cut. When the shoe was over, its"
    " `salt` and `cards` were published. printf '%s' 'SALT CARDS' | sha256sum must print the commitment."
    " The cards stand as they were shuffled, the top card first: a rank of A23456789TJQK and a suit of cdhs"
    " (clubs, diamonds, hearts, spades).",
    "2. What was dealt. StackCut says how many cards (`at`) went from the top to the back; a second cut is"
    " made on the first. From then on the cards come out in this order: CardBurned, CardDealt, FaceUpFound,"
    " TenFound, CardDrawnInError and CardDiscarded each take the next one. (After CardDrawnInError the next"
    " CardDealt or CardDiscarded takes that card and none from the shoe; RecutOrdered puts everything back;"
    " TenTakenOut takes a 10 out for good.) An event writes a card as a number, 4 times the rank plus the"
    " suit: ace 1, jack 11, queen 12, king 13; clubs 0, diamonds 1, hearts 2, spades 3. So 31 is 7s.",
    "3. The log. An event's `leaf` is the hash of its salt and its body:"
    " (printf SALT | xxd -r -p; printf '%s' 'BODY') | sha256sum. Events without a salt are private, or their"
    " cards are still unseen; their leaf replaces them. Each `chain` is the hash of the chain before it,"
    " the event's `seq`, `at` and `shoe` as eight bytes each, its leaf, and its `note` if it has one, so no"
    " event can be changed, left out or put in later.",
    "4. Wheels and the hot spot. Before the wagers of a round were closed, everyone was told its"
    " `commitment`; the `seed` came when the round was over. printf '%s' 'SEED wheels TABLE ROUND' |"
    " sha256sum must print the commitment. To draw a number below N: printf '%s' 'SEED LABEL 0' | sha256sum,"
    " take the last eight hex digits, and of them as many of the last bits as N-1 has. If the number is not"
    " below N, go on with 1, 2 … in the place of 0. N is the sum of a wheel's weights, and the stop is the"
    " first at which the weights up to it come to more than the number. LABEL is 'KIND BOX PERSON' for a"
    " spin, 'community WAGER' for the community wheel, 'hot_spot' for the hot spot, where the number counts"
    " from 0 through the boxes that could be drawn.",
    "5. The players' part. If SeedsListed has the shoe's number, the `cards` of 1 are the house's own order,"
    " and `commitment` is told there, before any seed. Each seed of SeedsOpened must hash to its promise:"
    " printf '%s' 'SEED' | sha256sum, or 'SEED WORDS' with words. The key is the hash of the line"
    " 'spanish21 shoe TABLE NUMBER' and of one 'PERSON SEED WORDS' for each of them, every line ended by a"
    " line feed. It shuffles the house's order as docs/fairness.md says, with test vectors; the result is"
    " what 2 begins with. Wheels: 'spanish21 wheels TABLE NUMBER' in the first line; the SEED of 4 is then"
    " the HMAC-SHA-256, under the key, of the house's seed. Where a player is `missing`, what the house had"
    " committed to was thrown away.",
)


Few = Annotated[int, msgspec.Meta(ge=1, le=100)]


class PublicEvent(msgspec.Struct, frozen=True, omit_defaults=True):
    """An event as published: in full with its salt, or its hashes alone."""

    seq: int
    at: int
    shoe: int
    leaf: str
    chain: str
    note: str = ""
    salt: str = ""
    body: str = ""


class PublicShoe(msgspec.Struct, frozen=True, omit_defaults=True):
    """A shoe: its commitment, and when it is over its salt and its cards."""

    number: int
    commitment: str
    first_seq: int
    last_seq: int | None = None
    salt: str = ""
    cards: str = ""

    @property
    def is_open(self) -> bool:
        return bool(self.salt or self.cards)


class PublicDraw(msgspec.Struct, frozen=True, omit_defaults=True):
    """The wheels of a round: the commitment to their seed, and when the round is over the seed."""

    round: int
    commitment: str
    seed: str = ""


class PublicRules(msgspec.Struct, frozen=True):
    """The releases that made the shoes and wheels."""

    decks: Few
    boxes: Few
    keeps_batches: bool
    """Whether a device shuffles one batch while another is dealt."""
    hot_spot_anywhere: bool
    """Whether every box can be the hot spot, or only one with the wager."""
    hot_spot_kind: str
    """The side wager for which a hot spot is drawn, or nothing."""
    wheels: dict[str, tuple[WheelTable, ...]]
    """By side wager, the tables of its wheels."""


class PublicRecord(msgspec.Struct, frozen=True):
    """The published events of a table, or of the time of one shoe."""

    how: tuple[str, ...]
    table: str
    rules: PublicRules
    is_whole: bool
    """Whether this is the whole table and not one shoe."""
    is_closed: bool
    chain_before: str
    events: tuple[PublicEvent, ...]
    shoes: tuple[PublicShoe, ...]
    draws: tuple[PublicDraw, ...]


def public_rules(rules: Rules) -> PublicRules:
    """The part of the rules that a record needs."""
    kind = kind_with_hot_spot(rules)
    return PublicRules(
        rules.decks,
        rules.boxes,
        rules.shuffling == Shuffling.DEVICE and rules.second_batch != SecondBatch.NONE,
        kind != "" and rules.sides[kind].options["spinner"] == DRAWN_POSITION,
        kind,
        {one: side.tables for one, side in rules.sides.items() if side.tables},
    )


def record_json(record: PublicRecord) -> bytes:
    """The record as it is published."""
    return msgspec.json.format(msgspec.json.encode(record), indent=1)


def record_from(text: bytes) -> PublicRecord:
    """The record in a file, or the file's errors."""
    try:
        return msgspec.json.decode(text, type=PublicRecord)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BadInput(f"this is not the public record of a table: {one_line(str(error))}") from None
