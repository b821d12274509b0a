"""The words of the notation: tokens, amounts, and a phrase for every command, read and written alike."""

import json
import re
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from spanish21.errors import BadInput
from spanish21.game import cards as cards_
from spanish21.game import commands as cmd
from spanish21.game.money import amount_of, amount_text, shown_text

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[^\s"#][^\s"]*')
_BARE = re.compile(r'[^\s"#\\][^\s"\\]*')


class Token(msgspec.Struct, frozen=True):
    """A word of a line; a quoted word is always a name."""

    text: str
    quoted: bool = False


def tokens(line: str) -> list[Token]:
    """The words of a line up to its comment.

    >>> [token.text for token in tokens('bet "big bob" 1 5.00 # all he has')]
    ['bet', 'big bob', '1', '5.00']
    """
    found: list[Token] = []
    at = 0
    while True:
        while at < len(line) and line[at].isspace():
            at += 1
        if at >= len(line) or line[at] == "#":
            return found
        match = _TOKEN.match(line, at)
        if match is None:
            raise BadInput("a quotation mark is not closed; put a name with spaces between two of them")
        found.append(_token(match.group()))
        at = match.end()


def _token(text: str) -> Token:
    if not text.startswith('"'):
        return Token(text)
    try:
        return Token(str(json.loads(text)), True)
    except ValueError:
        raise BadInput(
            f'{text} is not a name; \\" and \\\\ stand for a quotation mark and a backslash'
        ) from None


def name_text(name: str) -> str:
    """A person's name as a word of the notation."""
    bare = _BARE.fullmatch(name) and name.isprintable() and name not in KEYWORDS
    return name if bare else json.dumps(name, ensure_ascii=not name.isprintable())


def value_text(text: str) -> str:
    """A setting's value as a word of the notation, quoted where it would be several words."""
    return text if _BARE.fullmatch(text) and text.isprintable() else json.dumps(text)


def number_of(text: str) -> int:
    """The whole number in a text."""
    if not re.fullmatch(r"[0-9]{1,9}", text):
        raise BadInput(f"{shown_text(text)} is not a whole number")
    return int(text)


def card_of(text: str) -> int:
    """The card in a text; ?? is an unseen card."""
    if text == "??":
        return cards_.UNSEEN
    try:
        return cards_.card(text)
    except (BadInput, IndexError):
        letters = f"a rank of {cards_.RANK_LETTERS[1:]} and a suit of {cards_.SUIT_LETTERS}, such as 7s"
        raise BadInput(f"{shown_text(text)} is not a card; a card is {letters}") from None


def card_text(card: int) -> str:
    return cards_.CARD_TEXT[card]


# -- phrases ---------------------------------------------------------------------------------------

_CODES: dict[str, tuple[Any, Any, str]] = {
    "amount": (amount_of, amount_text, "AMOUNT"),
    "number": (number_of, str, "NUMBER"),
    "box": (number_of, str, "BOX"),
    "name": (str, name_text, "NAME"),
    "kind": (str, str, "WAGER"),
}


class Phrase(msgspec.Struct, frozen=True):
    """How a command is said: words and fields after the name of who asks; `fixed` are fields not written."""

    command: type[cmd.Command]
    parts: tuple[str, ...]
    fixed: dict[str, Any]

    def says(self) -> str:
        """The phrase as help shows it: fields in capitals."""
        return " ".join(_help_of(part) for part in self.parts)


def _help_of(part: str) -> str:
    if not part.startswith("{"):
        return part
    _name, _, code = part[1:-1].partition(":")
    return "CARDS" if code == "cards" else "ITEMS" if code == "items" else _CODES[code][2]


def _phrase(command: type[cmd.Command], pattern: str, **fixed: Any) -> Phrase:
    return Phrase(command, tuple(pattern.split()), fixed)


_PHRASES = (
    # people
    _phrase(cmd.Stand, "stands"),
    _phrase(cmd.Draw, "draws"),
    _phrase(cmd.Double, "doubles {amount:amount}"),
    _phrase(cmd.Split, "splits"),
    _phrase(cmd.Surrender, "surrenders"),
    _phrase(cmd.Rescue, "rescues"),
    _phrase(cmd.Insure, "insures {box:box} {amount:amount}"),
    _phrase(cmd.DeclineInsurance, "declines {box:box}"),
    _phrase(cmd.FollowDouble, "declines double", amount=0),
    _phrase(cmd.FollowDouble, "follows {amount:amount}"),
    _phrase(cmd.FollowSplit, "covers", covers=True, hand=0),
    _phrase(cmd.FollowSplit, "takes hand 1", covers=False, hand=0),
    _phrase(cmd.FollowSplit, "takes hand 2", covers=False, hand=1),
    _phrase(cmd.RefuseCard, "refuses card"),
    _phrase(cmd.AnswerLateCard, "takes card", takes=True),
    _phrase(cmd.AnswerLateCard, "calls dead", takes=False),
    _phrase(cmd.Join, "joins {chips:amount}", seat=0),
    _phrase(cmd.Join, "joins {chips:amount} box {seat:box}"),
    _phrase(cmd.Leave, "leaves"),
    _phrase(cmd.BuyChips, "buys {amount:amount}"),
    _phrase(cmd.WithdrawWager, "withdraws {box:box}", kind="main"),
    _phrase(cmd.WithdrawWager, "withdraws {box:box} {kind:kind}"),
    _phrase(cmd.Consent, "consents {person:name}"),
    _phrase(cmd.RequestFaceUp, "asks face up"),
    _phrase(cmd.AskBurnCard, "asks burn card"),
    _phrase(cmd.HandleCards, "handles cards"),
    _phrase(cmd.Cut, "cuts {at:number}"),
    _phrase(cmd.RefuseCut, "refuses cut"),
    # irregularities
    _phrase(cmd.FindFaceUp, "finds face up", card=0),
    _phrase(cmd.DrawInError, "draws in error", exposed=False, card=0),
    _phrase(cmd.DrawInError, "draws in error exposed", exposed=True, card=0),
    _phrase(cmd.OverdrawDealer, "overdraws", card=0),
    _phrase(cmd.SkipDealer, "skips dealer"),
    _phrase(cmd.SkipBox, "skips box"),
    _phrase(cmd.MissRequest, "misses request"),
    _phrase(cmd.RemoveTen, "removes ten"),
    _phrase(cmd.ReportInsertion, "reports insertion seen", shows_value=True),
    _phrase(cmd.ReportInsertion, "reports insertion unseen", shows_value=False),
    _phrase(cmd.ReportReaderFailure, "reports reader failure"),
    _phrase(cmd.RepairReader, "repairs reader"),
    _phrase(cmd.ReportShufflerJam, "reports shuffler jam"),
    _phrase(cmd.ReportShufflerFailure, "reports shuffler failure"),
    _phrase(cmd.PutShufflerAside, "puts shuffler aside"),
    _phrase(cmd.ReportCoverCard, "reports cover card"),
    _phrase(cmd.ReportShoeEmpty, "reports shoe empty"),
    # the house's steps, where they differ from the due ones
    _phrase(cmd.CloseInsurance, "closes insurance"),
    _phrase(cmd.OrderReshuffle, "orders reshuffle"),
    _phrase(cmd.OrderRecut, "orders recut"),
    _phrase(cmd.RelieveDealer, "relieves dealer"),
    _phrase(cmd.PermitWagering, "permits {person:name}"),
    _phrase(cmd.ConfirmCash, "confirms cash {person:name} {box:box}"),
    _phrase(cmd.CheckLight, "checks light {person:name} {box:box} {kind:kind}"),
    _phrase(cmd.CountInventory, "counts {amount:amount}"),
    _phrase(cmd.Fill, "fills {amount:amount}"),
    _phrase(cmd.Credit, "credits {amount:amount}"),
    _phrase(cmd.ConfirmSlip, "confirms slip"),
    _phrase(cmd.ValidatePayout, "validates {person:name} {box:box} {kind:kind}"),
    _phrase(cmd.DrawHotSpot, "draws hot spot {box:box}"),
    _phrase(cmd.SpinCommunity, "spins community {wager:amount} stop {stop:number}"),
    _phrase(cmd.Deal, "deals", cards=(), count=1),
    _phrase(cmd.SettleMatch, "settles match"),
    _phrase(cmd.Settle, "settles"),
    _phrase(cmd.InsertHoleCard, "inserts hole card", answer=None),
    _phrase(cmd.TurnHoleCard, "turns hole card", card=0),
    _phrase(cmd.Announce, "announces"),
    _phrase(cmd.AnnounceDealersCard, "announces own card"),
    _phrase(cmd.CollectCards, "collects cards"),
    _phrase(cmd.BeginGamingDay, "begins day"),
    _phrase(cmd.TellTime, "tells time {minutes:number}"),
    _phrase(cmd.CheckEquipment, "checks equipment {items:items}"),
    _phrase(cmd.InspectReader, "inspects reader"),
    _phrase(cmd.ChangeDecks, "changes decks"),
    _phrase(cmd.ReceiveDecks, "receives decks {cards:cards}", preinspected=False, preshuffled=False),
    _phrase(
        cmd.ReceiveDecks, "receives preinspected decks {cards:cards}", preinspected=True, preshuffled=False
    ),
    _phrase(
        cmd.ReceiveDecks, "receives preshuffled decks {cards:cards}", preinspected=False, preshuffled=True
    ),
    _phrase(cmd.ReceiveDecks, "receives ready decks {cards:cards}", preinspected=True, preshuffled=True),
    _phrase(cmd.InspectDecks, "inspects decks", defective=0),
    _phrase(cmd.InspectDecks, "finds defect {defective:number}"),
    _phrase(cmd.ReplaceDeck, "replaces deck {deck:number}"),
    _phrase(cmd.VerifyInspection, "verifies inspection"),
    _phrase(cmd.RemoveTens, "removes tens missing {missed:cards}"),
    _phrase(cmd.VerifyTens, "verifies tens"),
    _phrase(cmd.SpreadCards, "spreads cards"),
    _phrase(cmd.WashCards, "washes cards", exposed=False),
    _phrase(cmd.WashCards, "washes cards exposed", exposed=True),
    _phrase(cmd.ReportIdle, "reports idle"),
    _phrase(cmd.Shuffle, "shuffles {cards:cards}"),
    _phrase(cmd.TakeBatch, "takes batch"),
    _phrase(cmd.OfferCut, "offers cut"),
    _phrase(cmd.PlaceCoverCard, "places cover card {behind:number}"),
    _phrase(cmd.LoadShoe, "loads shoe"),
    _phrase(cmd.BurnCard, "burns card"),
)

KEYWORDS = frozenset(
    [
        "book",
        "submission",
        "set",
        "what-if",
        "state",
        "meter",
        "sit",
        "stand",
        "consents",
        "bet",
        "burns",
        "cards",
        "shoe",
        "house",
        "spin",
        "stop",
    ]
)
"""Words that begin a separate line; a person with such a name is put in quotation marks."""

_BY_VERB: dict[str, list[Phrase]] = {}
_BY_COMMAND: dict[type[cmd.Command], list[Phrase]] = {}
for _one in _PHRASES:
    _BY_VERB.setdefault(_one.parts[0], []).append(_one)
    _BY_COMMAND.setdefault(_one.command, []).append(_one)

_BY_VERB["hits"] = [_phrase(cmd.Draw, "hits")]  # the players' word; a round is written with the book's word

DECISION_VERBS = ("draws", "stands", "doubles", "splits", "surrenders", "rescues", "insures", "declines")


def phrases() -> Iterator[str]:
    """Every phrase, as help shows it."""
    return (phrase.says() for phrase in _PHRASES)


def line_of_command(command: cmd.Command) -> str:
    """A command as a line of the notation."""
    phrase = next(one for one in _BY_COMMAND[type(command)] if _is_of(one, command))
    words = [_written(command, part) for part in phrase.parts]
    return " ".join([name_text(command.by), *(word for word in words if word)])


def _is_of(phrase: Phrase, command: cmd.Command) -> bool:
    """Whether a command has the fixed fields of a phrase."""
    return all(getattr(command, field) == value for field, value in phrase.fixed.items())


def _written(command: cmd.Command, part: str) -> str:
    if not part.startswith("{"):
        return part
    field, _, code = part[1:-1].partition(":")
    value = getattr(command, field)
    if code == "cards":
        return " ".join(card_text(card) for card in value)
    if code == "items":
        return " ".join(value)
    return str(_CODES[code][1](value))


def understood(who: str, words: list[Token]) -> cmd.Command:
    """The command in the words after a name."""
    if not words:
        raise BadInput(f"{shown_text(who)}: after a name comes one of {', '.join(DECISION_VERBS)}")
    verb = words[0].text
    offered = _BY_VERB.get(verb, [])
    problem: BadInput | None = None
    for phrase in offered:
        try:
            fields = _matched(phrase, words)
        except BadInput as error:
            problem = error
            continue
        if fields is not None:
            return phrase.command(by=who, **fields)
    if problem is not None:
        raise problem
    if offered:
        ways = " or ".join(f"{name_text(who)} {phrase.says()}" for phrase in offered)
        raise BadInput(f"{shown_text(verb)} is written: {ways}")
    raise BadInput(f"{shown_text(verb)} is not a decision; the decisions are {', '.join(DECISION_VERBS)}")


def _matched(phrase: Phrase, words: list[Token]) -> dict[str, Any] | None:
    """The fields of a phrase in these words; None when its plain words or its length differ."""
    fields: dict[str, Any] = dict(phrase.fixed)
    has_rest = phrase.parts[-1].endswith((":cards}", ":items}"))
    if len(words) < len(phrase.parts) - has_rest or (len(words) > len(phrase.parts) and not has_rest):
        return None
    for at, part in enumerate(phrase.parts):
        if not part.startswith("{") and (words[at].text != part or words[at].quoted):
            return None
    for at, part in enumerate(phrase.parts):
        if part.startswith("{"):
            field, _, code = part[1:-1].partition(":")
            fields[field] = _field(code, words[at:])
    return fields


def _field(code: str, words: list[Token]) -> Any:
    if code == "cards":
        return cards_of(words)
    if code == "items":
        return tuple(word.text for word in words)
    return _CODES[code][0](words[0].text)


def cards_of(words: Iterable[Token]) -> tuple[int, ...]:
    """The cards that these words stand for."""
    return tuple(card_of(word.text) for word in words)
