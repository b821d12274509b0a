"""The words of the notation: how every command is said, how names and amounts are written."""

import pytest

from spanish21.errors import BadInput
from spanish21.game import commands as cmd
from spanish21.game.cards import UNSEEN, cards
from spanish21.game.money import amount_of
from spanish21.notation import read, write
from spanish21.notation.phrases import (
    card_of,
    line_of_command,
    name_text,
    number_of,
    phrases,
    tokens,
    understood,
    value_text,
)
from spanish21.notation.writing import without_cards

ANN = {"by": "ann"}
HOUSE = {"by": "dealer"}
CARDS = cards("7s Kd")

SAID: list[tuple[str, str, cmd.Command]] = [
    ("stands", "stands", cmd.Stand(**ANN)),
    ("draws", "draws", cmd.Draw(**ANN)),
    ("doubles AMOUNT", "doubles 10.50", cmd.Double(amount=10_50, **ANN)),
    ("splits", "splits", cmd.Split(**ANN)),
    ("surrenders", "surrenders", cmd.Surrender(**ANN)),
    ("rescues", "rescues", cmd.Rescue(**ANN)),
    ("insures BOX AMOUNT", "insures 2 5.00", cmd.Insure(box=2, amount=5_00, **ANN)),
    ("declines BOX", "declines 2", cmd.DeclineInsurance(box=2, **ANN)),
    ("declines double", "declines double", cmd.FollowDouble(amount=0, **ANN)),
    ("follows AMOUNT", "follows 5.00", cmd.FollowDouble(amount=5_00, **ANN)),
    ("covers", "covers", cmd.FollowSplit(covers=True, hand=0, **ANN)),
    ("takes hand 1", "takes hand 1", cmd.FollowSplit(covers=False, hand=0, **ANN)),
    ("takes hand 2", "takes hand 2", cmd.FollowSplit(covers=False, hand=1, **ANN)),
    ("refuses card", "refuses card", cmd.RefuseCard(**ANN)),
    ("takes card", "takes card", cmd.AnswerLateCard(takes=True, **ANN)),
    ("calls dead", "calls dead", cmd.AnswerLateCard(takes=False, **ANN)),
    ("joins AMOUNT", "joins 500.00", cmd.Join(chips=500_00, seat=0, **ANN)),
    ("joins AMOUNT box BOX", "joins 500.00 box 3", cmd.Join(chips=500_00, seat=3, **ANN)),
    ("leaves", "leaves", cmd.Leave(**ANN)),
    ("buys AMOUNT", "buys 5.00", cmd.BuyChips(amount=5_00, **ANN)),
    ("withdraws BOX", "withdraws 1", cmd.WithdrawWager(box=1, kind="main", **ANN)),
    ("withdraws BOX WAGER", "withdraws 1 match", cmd.WithdrawWager(box=1, kind="match", **ANN)),
    ("consents NAME", "consents bob", cmd.Consent(person="bob", **ANN)),
    ("asks face up", "asks face up", cmd.RequestFaceUp(**ANN)),
    ("asks burn card", "asks burn card", cmd.AskBurnCard(**ANN)),
    ("handles cards", "handles cards", cmd.HandleCards(**ANN)),
    ("cuts NUMBER", "cuts 100", cmd.Cut(at=100, **ANN)),
    ("refuses cut", "refuses cut", cmd.RefuseCut(**ANN)),
    ("finds face up", "finds face up", cmd.FindFaceUp(card=0, **HOUSE)),
    ("draws in error", "draws in error", cmd.DrawInError(exposed=False, card=0, **HOUSE)),
    ("draws in error exposed", "draws in error exposed", cmd.DrawInError(exposed=True, card=0, **HOUSE)),
    ("overdraws", "overdraws", cmd.OverdrawDealer(card=0, **HOUSE)),
    ("skips dealer", "skips dealer", cmd.SkipDealer(**HOUSE)),
    ("skips box", "skips box", cmd.SkipBox(**HOUSE)),
    ("misses request", "misses request", cmd.MissRequest(**HOUSE)),
    ("removes ten", "removes ten", cmd.RemoveTen(**HOUSE)),
    ("reports insertion seen", "reports insertion seen", cmd.ReportInsertion(shows_value=True, **HOUSE)),
    ("reports insertion unseen", "reports insertion unseen", cmd.ReportInsertion(shows_value=False, **HOUSE)),
    ("reports reader failure", "reports reader failure", cmd.ReportReaderFailure(**HOUSE)),
    ("repairs reader", "repairs reader", cmd.RepairReader(**HOUSE)),
    ("reports shuffler jam", "reports shuffler jam", cmd.ReportShufflerJam(**HOUSE)),
    ("reports shuffler failure", "reports shuffler failure", cmd.ReportShufflerFailure(**HOUSE)),
    ("puts shuffler aside", "puts shuffler aside", cmd.PutShufflerAside(**HOUSE)),
    ("reports cover card", "reports cover card", cmd.ReportCoverCard(**HOUSE)),
    ("reports shoe empty", "reports shoe empty", cmd.ReportShoeEmpty(**HOUSE)),
    ("closes insurance", "closes insurance", cmd.CloseInsurance(**HOUSE)),
    ("orders reshuffle", "orders reshuffle", cmd.OrderReshuffle(**HOUSE)),
    ("orders recut", "orders recut", cmd.OrderRecut(**HOUSE)),
    ("relieves dealer", "relieves dealer", cmd.RelieveDealer(**HOUSE)),
    ("permits NAME", "permits bob", cmd.PermitWagering(person="bob", **HOUSE)),
    ("confirms cash NAME BOX", "confirms cash bob 2", cmd.ConfirmCash(person="bob", box=2, **HOUSE)),
    (
        "checks light NAME BOX WAGER",
        "checks light bob 2 spin",
        cmd.CheckLight(person="bob", box=2, kind="spin", **HOUSE),
    ),
    ("counts AMOUNT", "counts 5.00", cmd.CountInventory(amount=5_00, **HOUSE)),
    ("fills AMOUNT", "fills 5.00", cmd.Fill(amount=5_00, **HOUSE)),
    ("credits AMOUNT", "credits 5.00", cmd.Credit(amount=5_00, **HOUSE)),
    ("confirms slip", "confirms slip", cmd.ConfirmSlip(**HOUSE)),
    (
        "validates NAME BOX WAGER",
        "validates bob 2 spin",
        cmd.ValidatePayout(person="bob", box=2, kind="spin", **HOUSE),
    ),
    ("draws hot spot BOX", "draws hot spot 2", cmd.DrawHotSpot(box=2, **HOUSE)),
    (
        "spins community AMOUNT stop NUMBER",
        "spins community 5.00 stop 7",
        cmd.SpinCommunity(wager=5_00, stop=7, **HOUSE),
    ),
    ("deals", "deals", cmd.Deal(cards=(), count=1, **HOUSE)),
    ("settles match", "settles match", cmd.SettleMatch(**HOUSE)),
    ("settles", "settles", cmd.Settle(**HOUSE)),
    ("inserts hole card", "inserts hole card", cmd.InsertHoleCard(answer=None, **HOUSE)),
    ("turns hole card", "turns hole card", cmd.TurnHoleCard(card=0, **HOUSE)),
    ("announces", "announces", cmd.Announce(**HOUSE)),
    ("announces own card", "announces own card", cmd.AnnounceDealersCard(**HOUSE)),
    ("collects cards", "collects cards", cmd.CollectCards(**HOUSE)),
    ("begins day", "begins day", cmd.BeginGamingDay(**HOUSE)),
    ("tells time NUMBER", "tells time 90", cmd.TellTime(minutes=90, **HOUSE)),
    (
        "checks equipment ITEMS",
        "checks equipment shoe rack",
        cmd.CheckEquipment(items=("shoe", "rack"), **HOUSE),
    ),
    ("inspects reader", "inspects reader", cmd.InspectReader(**HOUSE)),
    ("changes decks", "changes decks", cmd.ChangeDecks(**HOUSE)),
    (
        "receives decks CARDS",
        "receives decks 7s Kd",
        cmd.ReceiveDecks(cards=CARDS, preinspected=False, preshuffled=False, **HOUSE),
    ),
    (
        "receives preinspected decks CARDS",
        "receives preinspected decks 7s Kd",
        cmd.ReceiveDecks(cards=CARDS, preinspected=True, preshuffled=False, **HOUSE),
    ),
    (
        "receives preshuffled decks CARDS",
        "receives preshuffled decks 7s Kd",
        cmd.ReceiveDecks(cards=CARDS, preinspected=False, preshuffled=True, **HOUSE),
    ),
    (
        "receives ready decks CARDS",
        "receives ready decks 7s Kd",
        cmd.ReceiveDecks(cards=CARDS, preinspected=True, preshuffled=True, **HOUSE),
    ),
    ("inspects decks", "inspects decks", cmd.InspectDecks(defective=0, **HOUSE)),
    ("finds defect NUMBER", "finds defect 3", cmd.InspectDecks(defective=3, **HOUSE)),
    ("replaces deck NUMBER", "replaces deck 3", cmd.ReplaceDeck(deck=3, **HOUSE)),
    ("verifies inspection", "verifies inspection", cmd.VerifyInspection(**HOUSE)),
    ("removes tens missing CARDS", "removes tens missing 7s Kd", cmd.RemoveTens(missed=CARDS, **HOUSE)),
    ("verifies tens", "verifies tens", cmd.VerifyTens(**HOUSE)),
    ("spreads cards", "spreads cards", cmd.SpreadCards(**HOUSE)),
    ("washes cards", "washes cards", cmd.WashCards(exposed=False, **HOUSE)),
    ("washes cards exposed", "washes cards exposed", cmd.WashCards(exposed=True, **HOUSE)),
    ("reports idle", "reports idle", cmd.ReportIdle(**HOUSE)),
    ("shuffles CARDS", "shuffles 7s Kd", cmd.Shuffle(cards=CARDS, **HOUSE)),
    ("takes batch", "takes batch", cmd.TakeBatch(**HOUSE)),
    ("offers cut", "offers cut", cmd.OfferCut(**HOUSE)),
    ("places cover card NUMBER", "places cover card 70", cmd.PlaceCoverCard(behind=70, **HOUSE)),
    ("loads shoe", "loads shoe", cmd.LoadShoe(**HOUSE)),
    ("burns card", "burns card", cmd.BurnCard(**HOUSE)),
]


def test_every_command_is_said_with_these_words_and_understood() -> None:
    for _, words, command in SAID:
        line = f"{command.by} {words}"
        assert line_of_command(command) == line
        who, *rest = tokens(line)
        assert understood(who.text, rest) == command, line


def test_help_shows_every_phrase() -> None:
    assert [says for says, _, _ in SAID] == list(phrases())


def test_cards_or_items_may_be_none() -> None:
    for line, command in (
        ("dealer shuffles", cmd.Shuffle(cards=(), **HOUSE)),
        ("dealer receives decks", cmd.ReceiveDecks(cards=(), **HOUSE)),
        ("floorperson checks equipment", cmd.CheckEquipment(by="floorperson", items=())),
    ):
        assert line_of_command(command) == line
        who, *rest = tokens(line)
        assert understood(who.text, rest) == command


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("ann", '"ann": after a name comes one of draws, stands, doubles, splits, surrenders, '),
        (
            "ann dances",
            '"dances" is not a decision; the decisions are draws, stands, doubles, splits, ',
        ),
        ("ann doubles", '"doubles" is written: ann doubles AMOUNT'),
        ("ann doubles 5.00 6.00", '"doubles" is written: ann doubles AMOUNT'),
        ("ann stands up", '"stands" is written: ann stands'),
        ("ann joins", '"joins" is written: ann joins AMOUNT or ann joins AMOUNT box BOX'),
        ('"big bob" joins', '"joins" is written: "big bob" joins AMOUNT or "big bob" joins'),
        ('ann "stands"', '"stands" is written: ann stands'),
        ("ann joins 5.00 seat 3", '"joins" is written'),
        ("ann doubles much", '"much" is not an amount; write an amount as 12.50'),
        ("ann declines later", '"later" is not a whole number'),
        ("dealer shuffles 7s 1s", '"1s" is not a card; a card is a rank of A23456789TJQK and a suit of cdhs'),
    ],
)
def test_what_is_not_understood_is_answered_with_what_would_be(line: str, problem: str) -> None:
    who, *words = tokens(line)
    with pytest.raises(BadInput) as refusal:
        understood(who.text, words)
    assert str(refusal.value).startswith(problem)


def test_the_decisions_are_listed_for_whoever_does_not_know_them() -> None:
    with pytest.raises(
        BadInput, match=r"draws, stands, doubles, splits, surrenders, rescues, insures, declines$"
    ):
        understood("ann", tokens("dances"))


# -- names -----------------------------------------------------------------------------------------

KEYWORDS = """book submission set what-if state meter sit stand consents bet burns cards shoe house spin
stop"""


@pytest.mark.parametrize("name", KEYWORDS.split())
def test_somebody_may_have_the_name_of_a_line_and_stands_in_quotation_marks(name: str) -> None:
    text = (
        f'book maryland\nsit "{name}" 1 500.00\nbet "{name}" 1 10.00\ncards Ks 9d 6h 7c 5c\n"{name}" draws\n'
    )
    played = read(text)
    assert played.is_over
    assert write(played) == text
    assert name_text(name) == f'"{name}"'


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("ann", "ann"),
        ("dealer", "dealer"),
        ("é", "é"),
        ("a#b", "a#b"),
        ("#a", '"#a"'),
        ("big bob", '"big bob"'),
        ("", '""'),
        ('a"b', '"a\\"b"'),
        ("a\\b", '"a\\\\b"'),
        ("\\a", '"\\\\a"'),
        ("é é", '"é é"'),
        ("a\u200bé", '"a\\u200b\\u00e9"'),
        ("a\nb", '"a\\nb"'),
    ],
)
def test_a_name_is_written_so_that_it_reads_back(name: str, text: str) -> None:
    assert name_text(name) == text
    (token,) = tokens(text)
    assert token.text == name
    assert token.quoted == text.startswith('"')


def test_a_value_of_several_words_is_quoted() -> None:
    assert value_text("8") == "8"
    assert value_text("book") == "book"
    assert value_text("[3,2]") == "[3,2]"
    assert value_text('{"a":1}') == '"{\\"a\\":1}"'
    assert value_text("no limit") == '"no limit"'
    assert value_text("£") == "£"
    assert value_text("£ \u200b") == '"\\u00a3 \\u200b"'


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("", []),
        ("  # nothing", []),
        (" \t a  b\t", ["a", "b"]),
        ("a#b c#", ["a#b", "c#"]),
        ("a # b", ["a"]),
        ('a "b # c" d', ["a", "b # c", "d"]),
        ('"a""b"', ["a", "b"]),
        ('a"b c"', ["a", "b c"]),
    ],
)
def test_a_line_is_words_up_to_its_comment(line: str, words: list[str]) -> None:
    assert [token.text for token in tokens(line)] == words


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ('a "b', "a quotation mark is not closed"),
        ('"', "a quotation mark is not closed"),
        ('"a\\q"', '"a\\q" is not a name; \\" and \\\\ stand for a quotation mark and a backslash'),
    ],
)
def test_quotation_marks_are_closed_and_hold_a_name(line: str, problem: str) -> None:
    with pytest.raises(BadInput) as refusal:
        tokens(line)
    assert str(refusal.value).startswith(problem)


# -- amounts, numbers, cards -----------------------------------------------------------------------


def test_an_amount_has_up_to_fifteen_digits_and_two_or_no_places() -> None:
    for text, amount in (("0", 0), ("12", 12_00), ("12.50", 12_50), ("9" * 15 + ".99", 10**17 - 1)):
        assert amount_of(text) == amount
    for wrong in ("", "1.5", "1.500", "-1", "+1", ".50", "1,000", "1e3", "1" * 16, "١", "1.5٠"):
        with pytest.raises(BadInput, match=r"is not an amount; write an amount as 12.50$"):
            amount_of(wrong)


def test_a_number_has_up_to_nine_digits() -> None:
    assert (number_of("0"), number_of("007"), number_of("9" * 9)) == (0, 7, 999_999_999)
    for wrong in ("", "-1", "1.0", "1" * 10, "x", "١"):
        with pytest.raises(BadInput, match=r"is not a whole number$"):
            number_of(wrong)


def test_a_card_is_a_rank_and_a_suit_or_was_not_seen() -> None:
    assert card_of("??") == UNSEEN
    assert card_of("7s") == cards("7s")[0]
    for wrong in ("", "s", "7", "7x", "1s", "???", "?"):
        with pytest.raises(BadInput) as refusal:
            card_of(wrong)
        told = "is not a card; a card is a rank of A23456789TJQK and a suit of cdhs, such as 7s"
        assert str(refusal.value) == f'"{wrong}" {told}'


def test_what_is_shown_of_a_wrong_word_is_short_and_printable() -> None:
    for word, shown in (
        ("x" * 40, "x" * 40),
        ("x" * 41, "x" * 39 + "…"),
        ("é", "é"),
        ("é\u200b", "\\u00e9\\u200b"),
    ):
        with pytest.raises(BadInput) as refusal:
            number_of(word)
        assert str(refusal.value) == f'"{shown}" is not a whole number'


@pytest.mark.parametrize(
    ("command", "plain"),
    [
        (cmd.InsertHoleCard(answer=True, **HOUSE), cmd.InsertHoleCard(**HOUSE)),
        (cmd.TurnHoleCard(card=CARDS[0], **HOUSE), cmd.TurnHoleCard(**HOUSE)),
        (cmd.DrawInError(exposed=True, card=CARDS[0], **HOUSE), cmd.DrawInError(exposed=True, **HOUSE)),
        (cmd.Deal(cards=CARDS, **HOUSE), cmd.Deal(count=1, **HOUSE)),
    ],
)
def test_what_is_read_from_a_real_shoe_is_told_by_the_line_of_cards_alone(
    command: cmd.Command, plain: cmd.Command
) -> None:
    assert without_cards(command) == plain
