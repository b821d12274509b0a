"""Which clauses stand behind a payment, a refusal or a step of the game."""

import re
from collections.abc import Iterator

from spanish21.books.paytables import is_in_use, tables_of
from spanish21.books.rulebook import FOLLOWS_FROM, Rulebook, load_book
from spanish21.errors import Refused
from spanish21.game.cards import SUIT_NAMES
from spanish21.game.reasons import REASONS
from spanish21.game.rules import MATCH_LINES, PAY_NAMES, Rules

_IN_AMOUNTS = frozenset(
    (
        "below_minimum",
        "above_maximum",
        "not_in_chips",
        "not_enough_chips",
        "side_wager_amount",
        "coupon_amount",
        "slip_amount",
        "insurance_too_high",
        "double_amount",
    )
)
"""Reasons whose detail speaks of amounts."""


STEPS: dict[str, str] = {
    "Join": "PersonJoined",
    "Leave": "PersonLeft",
    "BuyChips": "ChipsBought",
    "CheckEquipment": "EquipmentChecked",
    "InspectReader": "ReaderInspected",
    "BeginGamingDay": "GamingDayBegun",
    "TellTime": "TimeTold",
    "ReceiveDecks": "DecksReceived",
    "InspectDecks": "DecksInspected",
    "ReplaceDeck": "DeckReplaced",
    "VerifyInspection": "InspectionVerified",
    "RemoveTens": "TensRemoved",
    "VerifyTens": "TensVerified",
    "SpreadCards": "CardsSpread",
    "RequestFaceUp": "CardsSpread",
    "WashCards": "CardsWashed",
    "ReportIdle": "TableIdle",
    "ChangeDecks": "DecksRemoved",
    "Shuffle": "ShoeShuffled",
    "TakeBatch": "BatchTaken",
    "OfferCut": "CutOffered",
    "OrderRecut": "RecutOrdered",
    "PlaceCoverCard": "CoverCardPlaced",
    "LoadShoe": "ShoeLoaded",
    "BurnCard": "CardBurned",
    "AskBurnCard": "BurnCardDisclosed",
    "RelieveDealer": "DealerRelieved",
    "OrderReshuffle": "ReshuffleOrdered",
    "CountInventory": "InventoryCounted",
    "Fill": "InventoryFilled",
    "Credit": "InventoryCredited",
    "ConfirmCash": "CashConfirmed",
    "Consent": "ConsentGiven",
    "PermitWagering": "WageringPermitted",
    "CloseWagers": "WagersClosed",
    "Deal": "CardDealt",
    "CloseInsurance": "InsuranceClosed",
    "InsertHoleCard": "ReaderAnswered",
    "Announce": "BlackjackAnnounced",
    "TurnHoleCard": "HoleCardTurned",
    "AnnounceDealersCard": "DealersCardAnnounced",
    "Spin": "WheelSpun",
    "DrawHotSpot": "HotSpotDrawn",
    "SpinCommunity": "CommunityWheelSpun",
    "CheckLight": "LightChecked",
    "ValidatePayout": "PayoutValidated",
    "CollectCards": "CardsCollected",
    "FindFaceUp": "FaceUpFound",
    "RemoveTen": "TenTakenOut",
    "DrawInError": "CardDrawnInError",
    "OverdrawDealer": "CardDiscarded",
    "SkipDealer": "DealerSkipped",
    "SkipBox": "BoxSkipped",
    "MissRequest": "RequestMissed",
    "ReportInsertion": "InsertionReported",
    "ReportReaderFailure": "ReaderFailed",
    "RepairReader": "ReaderRepaired",
    "ReportShufflerJam": "ShufflerJammed",
    "ReportShufflerFailure": "ShufflerFailed",
    "PutShufflerAside": "ShufflerPutAside",
    "ReportCoverCard": "CoverCardReached",
    "ReportShoeEmpty": "ShoeEmptied",
    "Stand": "HandStood",
    "Draw": "CardAsked",
    "Double": "DoubleMade",
    "Split": "PairSplit",
    "Surrender": "HandSurrendered",
    "Rescue": "DoubleRescued",
    "Insure": "InsurancePlaced",
    "DeclineInsurance": "InsuranceDeclined",
    "FollowDouble": "DoubleFollowed",
    "FollowSplit": "SplitFollowed",
    "PlaceWager": "WagerPlaced",
    "WithdrawWager": "WagerWithdrawn",
    "Cut": "StackCut",
    "RefuseCut": "CutRefused",
    "RefuseCard": "CardRefused",
    "AnswerLateCard": "LateCardAnswered",
}
"""The event that a command would bring about. Settling is not among them: its clauses are of many wagers."""

OF_ANY_MOVE = frozenset(
    (
        "not_now",
        "not_your_turn",
        "answer_first",
        "insurance_first",
        "no_wager",
        "not_in_chips",
        "not_enough_chips",
    )
)
"""Reasons that moves of many kinds have; only clauses that speak of the move itself are cited for them."""


_WHEEL_LINES = {
    "spin_wheel": ("paytables.spin", "paytables.spin_community"),
    "spin_community": ("paytables.spin_community",),
    "xtreme_wheel": ("paytables.xtreme",),
    "xtreme_community": ("paytables.xtreme_community",),
}
"""Where the books hold what a wheel pays, its paytable and symbol after the name: `spin_wheel.B.1000`."""


def refusal_text(rules: Rules, refused: Refused, command: object = None) -> str:
    """A refusal in words, with its clauses."""
    says = REASONS.get(refused.reason, refused.reason.replace("_", " "))
    detail = refused.detail
    if refused.reason in _IN_AMOUNTS:
        detail = re.sub(r"\d+", lambda found: f"{int(found[0]) // 100}.{int(found[0]) % 100:02}", detail)
    clauses = refusal_clauses(rules, refused, command)
    where = f"{rules.book} {', '.join(clauses[:3])}{', …' if len(clauses) > 3 else ''}"
    if not clauses:
        where = f"house: {_why_the_house(rules, refused, command)}"
    return f"{says}{f' ({detail})' if detail else ''} [{where}]"


def refusal_clauses(rules: Rules, refused: Refused, command: object = None) -> tuple[str, ...]:
    """The clauses of a refusal. For a reason that any move can have, they are those that speak of this move:
    under that reason, or else as a step that comes at another time."""
    book = load_book(rules.book)
    clauses = citations(book, rules, refused.reason)
    if command is None or refused.reason not in OF_ANY_MOVE:
        return clauses
    step = STEPS.get(type(command).__name__, "")
    of_step = citations(book, rules, step) if step else ()
    return tuple(one for one in clauses if one in of_step) or of_step


def _why_the_house(rules: Rules, refused: Refused, command: object) -> str:
    """Why there is no clause: the book does not have the move, or the reason is the house's own."""
    step = STEPS.get(type(command).__name__, "") if refused.reason in OF_ANY_MOVE else ""
    return HOUSE.get((rules.book, step)) or HOUSE.get((rules.book, refused.reason), "its own rule")


def citations(book: Rulebook, rules: Rules, why: str) -> tuple[str, ...]:
    """The ids of the clauses behind a name: why a wager was settled, a reason, an event, a setting."""
    found: dict[str, None] = {}
    for name in _sources(book, rules, why):
        found.update(dict.fromkeys(book.cite(name)))
    return tuple(found)


def _sources(book: Rulebook, rules: Rules, why: str) -> Iterator[str]:
    """Under which names the book holds the clauses of `why`; of a paytable's line, in the table in use."""
    setting, _, line = why.partition(".")
    if not line:
        yield why
        return
    if setting in _WHEEL_LINES:
        yield from (f"{head}.{line}" for head in _WHEEL_LINES[setting])
        return
    heads = FOLLOWS_FROM.get(setting, ())
    in_use = [
        f"{head}.{table}"
        for head in heads
        for table in tables_of(book.fixed, head.removeprefix("paytables."))
        if is_in_use(book.fixed, setting, table, rules, "match_suited" in book.bounds)
    ]
    for table in in_use:
        yield from _line_sources(book, table, line)


def _line_sources(book: Rulebook, table: str, line: str) -> Iterator[str]:
    """A line, or the lines that it adds up where the book pays for each matching card."""
    if book.cite(f"{table}.{line}"):
        yield f"{table}.{line}"
    else:
        parts = line.replace("two_", "").split("_and_")
        yield from (f"{table}.{part}" for part in ("suited", "unsuited") if part in parts)


# -- where the books are silent --------------------------------------------------------------------

_EVERY = ("maryland", "maryland-v1", "massachusetts", "players-edge", "uk-casino")
_US = _EVERY[:4]
_HOUSE: tuple[tuple[str, tuple[str, ...], str], ...] = (
    (
        "no clause says how people come, go and are named",
        _EVERY,
        "not_at_the_table name_taken table_not_open TableSetUp PersonJoined PersonLeft",
    ),
    ("the log's own form, of which no clause speaks", _EVERY, "LogContinued"),
    (
        "no clause says how people buy chips",
        ("maryland", "maryland-v1", "massachusetts", "uk-casino"),
        "ChipsBought",
    ),
    (
        "the house's own accounting: two people count and move its chips",
        _EVERY,
        "InventorySlipWritten InventoryCounted InventoryFilled InventoryCredited slip_not_confirmed "
        "slip_amount inventory_not_counted",
    ),
    (
        "the house pays from its inventory, and fills it first when it is short",
        ("massachusetts", "uk-casino"),
        "FillAsked inventory_short",
    ),
    ("the clock by which clauses about hours are applied", (*_US[:3], "uk-casino"), "TimeTold"),
    ("every clause names who acts; none says that others may not", _EVERY, "not_your_office"),
    (
        "one step is finished before the next begins",
        ("maryland", "maryland-v1", "players-edge", "uk-casino"),
        "answer_first",
    ),
    ("one step is finished before the next begins", _EVERY, "insurance_first not_now"),
    (
        "the book offers it; this table is outside the book",
        _US,
        "surrender_not_offered rescue_not_offered",
    ),
    (
        "cards are read from a real shoe only, and a wheel has only its own stops",
        _EVERY,
        "card_not_in_shoe card_must_be_read card_comes_from_the_shoe wheel_stop",
    ),
    ("the operator's own limit", _US, "above_maximum below_minimum"),
    (
        "the books lock a wager only when wagers close",
        _EVERY,
        "WagerWithdrawn",
    ),
    (
        "the book does not say that the burn card is shown",
        ("maryland", "maryland-v1", "players-edge", "uk-casino"),
        "no_burn_disclosure BurnCardDisclosed",
    ),
    (
        "the book shows the burn card to anybody who asks",
        ("massachusetts",),
        "no_burn_disclosure",
    ),
    (
        "the book allows one person on a box",
        ("maryland", "maryland-v1", "players-edge", "uk-casino"),
        "no_consent too_many_shared_boxes place_is_kept ConsentGiven DoubleFollowed SplitFollowed",
    ),
    (
        "the book allows one person on a box",
        ("maryland", "maryland-v1", "uk-casino"),
        "box_is_taken box_is_full",
    ),
    (
        "the book has neither coupons nor these announcements",
        ("maryland", "maryland-v1", "players-edge", "uk-casino"),
        "coupon_amount PointsAnnounced DealersCardAnnounced",
    ),
    (
        "the book has no such wager",
        ("maryland", "maryland-v1", "massachusetts", "uk-casino"),
        "match_down_lost monster_lost",
    ),
    (
        "the book has no such wager",
        ("maryland-v1", "massachusetts", "players-edge", "uk-casino"),
        "spin_lost xtreme_lost HotSpotDrawn WheelSpun CommunityWheelSpun",
    ),
    (
        "the book has no progressive wager",
        ("maryland-v1", "massachusetts", "uk-casino"),
        "MeterMoved PayoutValidated not_validated",
    ),
    ("a side wager has the amount of its paytable", ("maryland-v1",), "side_wager_amount"),
    (
        "the house's own checklist for the clauses on equipment",
        ("massachusetts", "players-edge"),
        "checklist_incomplete EquipmentChecked",
    ),
    (
        "the book has no clause about it",
        ("massachusetts",),
        "reader_not_inspected decks_not_approved decks_too_old no_such_box table_is_halted "
        "ReaderInspected GamingDayBegun DecksRemoved",
    ),
    ("one person's boxes need not be adjacent", ("massachusetts",), "not_adjacent"),
    (
        "the book does not ask for a check of the progressive light",
        ("maryland", "maryland-v1", "massachusetts", "uk-casino"),
        "light_not_checked LightChecked",
    ),
    (
        "the book does not mention a second batch in a shuffling device",
        ("massachusetts", "uk-casino"),
        "BatchPlaced BatchShuffled BatchTaken BatchWithdrawn",
    ),
    ("the book pays a Blackjack with the other hands", ("massachusetts",), "BlackjackAnnounced HandRemoved"),
    ("the book has no separate clause about a missing second card", ("massachusetts",), "one_card_dealt"),
    (
        "the poster tells players how to play; the procedure is the house's own",
        ("uk-casino",),
        "table_is_halted ten_must_be_removed checklist_incomplete reader_not_inspected "
        "inspection_not_verified deck_is_defective decks_not_approved cards_not_seen_by_player "
        "not_a_shuffle_of_the_cards shuffler_in_the_way cut_too_near_the_end "
        "cover_card_too_near_the_back cut_not_offered recut_too_late decks_too_old cover_card_reached "
        "no_such_box not_adjacent too_many_boxes barred_until_reshuffle not_in_chips not_enough_chips "
        "no_cash_wagers no_coupons cards_are_not_handled no_more_cards EquipmentChecked ReaderInspected "
        "GamingDayBegun DecksReceived DecksInspected DeckReplaced InspectionVerified TensRemoved "
        "TensVerified CardsSpread CardsWashed TableIdle DecksRemoved ShoeShuffled CutOffered CutRefused "
        "StackCut RecutOrdered CoverCardPlaced ShoeLoaded CardBurned DealerRelieved ReshuffleOrdered "
        "CoverCardReached CashOffered CashConfirmed WageringPermitted ReaderAnswered "
        "BlackjackAnnounced HoleCardTurned HandRemoved",
    ),
    (
        "the poster says nothing about irregularities; the house follows the other books",
        ("uk-casino",),
        "second_ten second_face_up_card hole_card_seen no_cards_dealt one_card_dealt card_not_dealt "
        "FaceUpFound TenFound TenTakenOut RoundVoided SettlementUndone CardDrawnInError CardRefused "
        "CardDiscarded DealerSkipped BoxSkipped RequestMissed LateCardAnswered HandDead InsertionReported "
        "ReaderFailed ReaderRepaired ShufflerJammed ShufflerFailed ShufflerPutAside ShoeEmptied",
    ),
    (
        "the poster offers neither surrender nor rescue",
        ("uk-casino",),
        "may_surrender may_rescue no_surrender no_rescue surrender_not_offered rescue_not_offered "
        "HandSurrendered DoubleRescued",
    ),
)

HOUSE = {(book, name): reason for reason, books, names in _HOUSE for book in books for name in names.split()}
"""Where no clause stands behind a name of the game, the reason why the house does it all the same."""


# -- why, in words ---------------------------------------------------------------------------------

_PAY_WORDS = {
    "pays_win": "a winning hand",
    "pays_blackjack": "a Blackjack",
    "pays_678_mixed": "6-7-8 of mixed suits",
    "pays_678_suited": "6-7-8 of one suit",
    "pays_678_top": "6-7-8 of TOP",
    "pays_777_mixed": "7-7-7 of mixed suits",
    "pays_777_suited": "7-7-7 of one suit",
    "pays_777_top": "7-7-7 of TOP",
    "pays_five_card_21": "a 21 of five cards",
    "pays_six_card_21": "a 21 of six cards",
    "pays_seven_card_21": "a 21 of seven or more cards",
}
_LINE_WORDS = {
    "two_suited": "two suited matches",
    "suited_and_unsuited": "a suited and an unsuited match",
    "suited": "a suited match",
    "two_unsuited": "two unsuited matches",
    "unsuited": "an unsuited match",
    "four_suited": "four of a kind in one suit",
    "four_same_color": "four of a kind in one colour",
    "four": "four of a kind",
    "three_same_color": "three of a kind in one colour",
    "three": "three of a kind",
    "suited_pair": "a suited pair",
}
WHY_WORDS = {
    "may_surrender": "surrendered: half the wager is lost",
    "may_rescue": "rescued: the double came back, the wager is lost",
    "dealer_blackjack": "the dealer has a Blackjack",
    "bust": "over 21",
    "dealer_higher": "the dealer's total is higher",
    "tie": "a tie with the dealer: nobody wins",
    "insurance_lost": "the dealer has no Blackjack",
    "match_lost": "no match with the up card",
    "match_down_lost": "no match with the hole card",
    "monster_lost": "no winning line of Monster Match",
    "spin_lost": "no Blackjack, no spin",
    "xtreme_lost": "the dealer does not have a 6 and a ten-value card",
    "super_bonus_small": "three suited 7s against a 7",
    "super_bonus_large": "three suited 7s against a 7",
    "envy_pays": "somebody else's three suited 7s won against a 7",
    "envy_with_seven": "somebody else's three suited 7s won against a 7, and these first two cards hold a 7",
    "second_ten": "a second 10 came out of the shoe: the round is void",
    "second_face_up_card": "a second card lay face up in the shoe: the round is void",
    "hole_card_seen": "the hole card was seen: all hands are dead",
    "no_cards_dealt": "no cards were dealt to the box: the hand is dead",
    "one_card_dealt": "only one card was dealt, and the second was declined: the hand is dead",
    "card_not_dealt": "the card asked for was not dealt and was later declined: the hand is dead",
}
"""Why a wager was settled as it was, where it is no pay."""


def why_text(rules: Rules, why: str) -> str:
    """Why a wager got what it got, in words."""
    if why in _PAY_WORDS:
        over, under = rules.pays_by_kind[PAY_NAMES.index(why)]
        return f"{_PAY_WORDS[why].replace('TOP', SUIT_NAMES[rules.top_suit])} pays {over} to {under}"
    if why in ("pays_insurance", "pays_insurance_suited"):
        over, under = getattr(rules, why)
        suited = "suited Blackjack" if why.endswith("suited") else "Blackjack"
        return f"insurance against a {suited} pays {over} to {under}"
    head, _, line = why.partition(".")
    if head in ("match_pays", "match_down_pays"):
        return f"{_LINE_WORDS[line]} pays {getattr(rules, head)[MATCH_LINES.index(line)]} to 1"
    if head == "monster_pays":
        return f"{_LINE_WORDS[line]}"
    symbol = line.rpartition(".")[2].replace("+", " and ")
    if head in ("spin_wheel", "xtreme_wheel"):
        return f"the wheel shows {symbol}"
    if head == "spin_community":
        return f"somebody else's wheel shows a pair, paid as {symbol}"
    if head == "xtreme_community":
        return f"the community wheel shows {symbol}"
    return WHY_WORDS.get(why, why.replace("_", " "))
