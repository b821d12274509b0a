"""The catalogue in English: every sentence about the events of a table, as a dealer would say it.

How patterns are written is in language.py; which case has which sentence, in facts.py.
"""

from functools import cache, lru_cache

from spanish21.books.citing import refusal_words
from spanish21.books.wording import meter_text, symbol_text, why_text
from spanish21.game.cards import RANK_LETTERS
from spanish21.game.money import money_text
from spanish21.game.pictures.count_text import count_text
from spanish21.game.side_wagers.registry import is_side_wager, side_wager
from spanish21.sentences.language import Language

_EVENTS = {
    # the log, people and chips
    "LogContinued": "The log continues in version {version}.",
    "SeedPromised": "{Person} commit[|s] to a seed.",
    "SeedsListed": "The house commits to its part; the players' seeds are opened.",
    "SeedsOpened": "All seeds are in: neither the house nor any player alone has determined what comes.",
    "SeedsOpened.missing": "A seed is missing: what the house had drawn is thrown away and published.",
    "SeedsOpened.nobody": "No seeds are opened.",
    "TableSetUp": "The table is set up.",
    "InventorySlipWritten": "The inventory is counted<: {amount}><, {over} over><, {short} short>.",
    "InventorySlipWritten.fill": "A fill slip< for {amount}> is written.",
    "InventorySlipWritten.credit": "A credit slip< for {amount}> is written.",
    "InventoryCounted": "The count is confirmed<: {amount}><, {over} over><, {short} short>.",
    "FillAsked": "The inventory is short< by {amount}>; the table waits for a fill.",
    "InventoryFilled": "The table gets a fill< of {amount}>.",
    "InventoryCredited": "A credit< of {amount}> goes to the cage.",
    "PersonJoined": "{Person} sit[|s] down at box {seat}< with {chips}>.",
    "PersonJoined.behind": "{Person} stand[|s] behind the table< with {chips}>.",
    "PersonLeft": "{Person} leave[|s] the table< with {chips}>.",
    "ChipsBought": "{Person} buy[|s] <{amount} in >chips.",
    # opening and cards
    "EquipmentChecked": "The equipment is checked.",
    "ReaderInspected": "The card reader is inspected.",
    "GamingDayBegun": "A new gaming day begins.",
    "TimeTold": "The clock moves on by {minutes}.",
    "DecksReceived": "The decks come to the table.",
    "DecksInspected": "{Dealer} inspect[|s] the decks.",
    "DecksInspected.defect": "{Dealer} inspect[|s] the decks and find[|s] a defect in deck {defective}.",
    "DeckReplaced": "Deck {deck} is replaced.",
    "InspectionVerified": "{Floor} [verify|verifies] the inspection of the decks.",
    "TensRemoved": "{Dealer} take[|s] the 10s out of the decks.",
    "TensRemoved.torn": "{Dealer} take[|s] the 10s out of the decks and tear[|s] them in half.",
    "TensVerified": "{Floor} [verify|verifies] that every 10 is out.",
    "CardsSpread": "The cards are spread face up.",
    "CardsSpread.down": "The cards are spread face down.",
    "CardsWashed": "{Dealer} wash[|es] and stack[|s] the cards.",
    "TableIdle": "The table is idle, its cards spread face up.",
    "TableIdle.down": "The table is idle, its cards spread face down.",
    "DecksRemoved": "The decks leave the table.",
    # shuffling and cutting
    "ShoeShuffled": "The cards are shuffled.",
    "ShoeShuffled.discards": "The discards are shuffled.",
    "BatchPlaced": "The cards go into the shuffling device.",
    "BatchShuffled": "The shuffling device shuffles its batch again.",
    "BatchTaken": "A shuffled batch comes out of the device.",
    "BatchWithdrawn": "The batch in the device leaves the table.",
    "CutOffered": "[You are|{First} is] offered the cut.",
    "CutOffered.nobody": "There is no player to offer the cut to.",
    "CutRefused": "{Person} decline[|s] the cut.",
    "StackCut": "{Person} cut[|s] the cards, {depth} from the top.",
    "RecutOrdered": "{Floor} order[|s] another cut.",
    "CoverCardPlaced": "{Dealer} put[|s] the cover card in with {behind} behind it.",
    "ShoeLoaded": "The cards go into the shoe.",
    "CardBurned": "{Dealer} burn[|s] a card.",
    "BurnCardDisclosed": "{Person} see[|s] the burn card<: {card}>.",
    "DealerRelieved": "[You relieve the dealer|A new dealer comes to the table].",
    "ReshuffleOrdered": "{Floor} order[|s] a shuffle after this round.",
    "CoverCardReached": "The cover card comes out: this is the last round before the shuffle.",
    "CoverCardReached.house": "The cover card comes out.",
    # wagers
    "WagerPlaced": "{Person} wager[|s] {amount}< with a coupon for {coupon}> on box {box}.",
    "WagerPlaced.side": "{Person} wager[|s] {amount}< with a coupon for {coupon}> on {wager}, box {box}.",
    "CashOffered": "{Person} put[|s] <{amount} in >cash on box {box}.",
    "CashOffered.chips": "{Person} put[|s] down <{amount} in >cash for chips.",
    "CashConfirmed": "{By} confirm[|s] {whose} cash.",
    "CashConfirmed.changed": "{By} change[|s] {whose} {converted} in cash into chips.",
    "WagerWithdrawn": "{Person} take[|s] back {amount} from box {box}.",
    "WagerWithdrawn.side": "{Person} take[|s] back {amount} from {wager}, box {box}.",
    "WagerWithdrawn.cash": "{Person} take[|s] back <{amount} in >cash from box {box}.",
    "ConsentGiven": "{By} let[|s] {person} wager on the same box.",
    "WageringPermitted": "{Floor} let[|s] {person} wager again.",
    "WagersClosed": "No more wagers. Round {number} begins.",
    "MeterMoved": "The {meter} shows {amount}.",
    # the round
    "CardDealt": "{Dealer} draw[|s] {card}<: {announced}>.",
    "CardDealt.down": "{Dealer} take[|s] a card face down.",
    "CardDealt.box": "[You get {card}{where}|{Place} gets {card}]<: {announced}>.",
    "InsurancePlaced": "{Person} take[|s] insurance for {amount}{where}.",
    "InsuranceDeclined": "{Person} decline[|s] insurance{where}.",
    "InsuranceClosed": "Insurance is closed.",
    "ReaderAnswered": "The card reader shows a Blackjack.",
    "ReaderAnswered.none": "The card reader shows no Blackjack.",
    "BlackjackAnnounced": "[You have a Blackjack{where}|{Place} has a Blackjack].",
    "PointsAnnounced": "[You have {total}{where}|{Place} has {total}].",
    "HandStood": "{Person} stand[|s]{where}.",
    "CardAsked": "{Person} hit[|s]{where}.",
    "DoubleMade": "{Person} double[|s] for {amount}{where}.",
    "DoubleFollowed": "{Person} double[|s] too, for {amount}{where}.",
    "DoubleFollowed.declined": "{Person} do[|es] not double{where}.",
    "DoubleKept": "{Person} stand[|s]{where}.",
    "PairSplit": "{Person} split[|s] for another {amount}{where}.",
    "SplitFollowed": "{Person} cover[|s] both hands for another {amount}{where}.",
    "SplitFollowed.first": "{Person} stay[|s] on the first of the two hands{where}.",
    "SplitFollowed.second": "{Person} move[|s] to the second of the two hands{where}.",
    "HandSurrendered": "{Person} surrender[|s]{where}.",
    "DoubleRescued": "{Person} rescue[|s] the double{where} and get[|s] {returned} back.",
    "HoleCardTurned": "{Dealer} turn[|s] over the hole card, {card}<: {announced}>.",
    "DealersCardAnnounced": "{Dealer} announce[|s] that the next card is the dealer's.",
    "DealerDone": "{Dealer} [have|has] {announced}.",
    "DealerDone.bust": "{Dealer} bust[|s] with {announced}.",
    "DealerDone.unannounced": "{Dealer} draw[|s] no more cards.",
    # wheels and payouts
    "HotSpotDrawn": "[Your box|Box {box}] is drawn as the hot spot of {hot_spot}.",
    "WheelSpun": "The wheel turns for {person} and shows {symbol}.",
    "CommunityWheelSpun": "The community wheel turns for wagers of {stake} and shows {symbol}.",
    "LightChecked": "{Dealer} check[|s] {whose} light for {wager}.",
    "PayoutValidated": "{Floor} validate[|s] {whose} payout on {wager}.",
    "WagerSettled.won": "{Person} win[|s] {paid}{where}: {why}.",
    "WagerSettled.kept": "{Person} keep[|s] {returned}{where}.",
    "WagerSettled.tied": "{Person} push[|es]{where} and keep[|s] {returned}.",
    "WagerSettled.lost": "{Person} lose[|s] {collected}{where}: {why}.",
    "WagerSettled.lost_partly": "{Person} lose[|s] {collected}{where} and get[|s] {returned} back: {why}.",
    "WagerSettled.surrendered": "{Person} lose[|s] {collected}{where} and get[|s] {returned} back: {why}.",
    "WagerSettled.rescued": "{Person} forfeit[|s] {collected}{where}: {why}.",
    "WagerSettled.returned": "{Person} get[|s] {returned} back{where}: {why}.",
    "WagerSettled.side.won": "{Person} win[|s] {paid} on {wager}<, box {there}>: {why}.",
    "WagerSettled.side.kept": "{Person} keep[|s] {returned} on {wager}<, box {there}>: {why}.",
    "WagerSettled.side.lost": "{Person} lose[|s] {collected} on {wager}<, box {there}>: {why}.",
    "WagerSettled.side.missed": "{Person} win[|s] nothing on {wager}<, box {there}>: {why}.",
    "WagerSettled.side.returned": "{Person} get[|s] {returned} back on {wager}<, box {there}>: {why}.",
    "BonusPaid.super_bonus": "{Person} win[|s] a super bonus of {paid}{where}: {why}.",
    "BonusPaid.envy": "{Person} get[|s] an envy payout of {paid}{where}: {why}.",
    "BonusPaid.community": "{Person} get[|s] a community payout of {paid}{where}: {why}.",
    "HandRemoved": "The cards of {place} go into the discard rack.",
    "CardsCollected": "The cards are picked up.",
    # irregularities
    "FaceUpFound": "A card is found face up in the shoe: {card}.",
    "TenFound": "A 10 comes out of the shoe: {card}.",
    "TenTakenOut": "{Floor} take[|s] the 10 out of the game.",
    "TenTakenOut.torn": "{Floor} take[|s] the 10 out of the game and tear[|s] it in half.",
    "SettlementUndone": "{Person} get[|s] back the {returned} lost{where}: {why}.",
    "SettlementUndone.taken": "{Person} give[|s] back the {taken} won{where}: {why}.",
    "HandsCalledDead": "All hands are dead; wagers not yet decided go back.",
    "RoundVoided": "The round is void; wagers not yet decided go back.",
    "CardDrawnInError": "{Dealer} draw[|s] a card in error, and it is seen: {card}.",
    "CardDrawnInError.unseen": "{Dealer} draw[|s] a card in error; it has not been seen.",
    "CardRefused": "{Person} refuse[|s] the card{where}.",
    "CardDiscarded": "The card goes into the discard rack, unused.",
    "DealerSkipped": "[You pass over your own first card|The dealer's first card is passed over].",
    "BoxSkipped": "{Dealer} pass[|es] over box {box}.",
    "RequestMissed": "{Dealer} pass[|es] over {place}, which has asked for a card.",
    "LateCardAnswered": "[You take|{Place} takes] the card late.",
    "LateCardAnswered.declined": "[You decline|{Place} declines] the late card.",
    "HandDead": "[Your hand|The hand of {place}] is dead; its wagers go back.",
    "InsertionReported": "The hole card went into the reader out of turn, and its value was seen.",
    "InsertionReported.unseen": "The hole card went into the reader out of turn; its value was not seen.",
    "ReaderFailed": "The card reader has failed.",
    "ReaderRepaired": "The card reader works again.",
    "ShufflerJammed": "The shuffling device has jammed.",
    "ShufflerFailed": "The shuffling device has failed.",
    "ShufflerPutAside": "The shuffling device is taken away.",
    "ShufflerPutAside.covered": "The shuffling device is marked out of order.",
    "ShoeEmptied": "The shoe is empty in the middle of the round.",
}

_CALLS = {
    "ChipsBought": "<Changing {amount}.>",
    "CashConfirmed.changed": "<Changing {converted}.>",
    "ShoeShuffled": "Shuffle.",
    "CutOffered": "Cut, please.",
    "WagersClosed": "No more bets.",
    "CardDealt": "<{announced}.>",
    "CardDealt.box": "<{announced}.>",
    "InsuranceClosed": "Insurance is closed.",
    "ReaderAnswered.none": "No Blackjack.",
    "BlackjackAnnounced": "Blackjack!",
    "PointsAnnounced": "{total}.",
    "HandSurrendered": "Surrender.",
    "DoubleRescued": "Rescue.",
    "HoleCardTurned": "<{announced}.>",
    "DealersCardAnnounced": "Dealer's card.",
    "DealerDone": "Dealer has {announced}.",
    "DealerDone.bust": "{announced}. Dealer busts.",
    "CoverCardReached": "Last round before the shuffle.",
    "CoverCardReached.house": "Last round before the shuffle.",
    "WagerSettled.tied": "Push.",
}

_RANKS = {"A": "ace", "T": "10", "J": "jack", "Q": "queen", "K": "king"}
_SUITS = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}
_CARDS = {
    rank + suit: f"the {_RANKS.get(rank, rank)} of {of}"
    for rank in RANK_LETTERS
    for suit, of in _SUITS.items()
}


def _possessive(name: str) -> str:
    return f"{name}'" if name.endswith("s") else f"{name}'s"


@lru_cache(maxsize=4096)
def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


@cache
def _place(box: int, hand: int) -> str:
    return f"box {box}, hand {hand + 1}" if hand else f"box {box}"


@cache
def _where(box: int, hand: int) -> str:
    places = [f"box {box}"] if box else []
    places += [f"hand {hand + 1}"] if hand else []
    return f" on {', '.join(places)}" if places else ""


_WAGERS = {
    "main": "the wager",
    "insurance": "insurance",
    "super_bonus": "super bonus",
    "envy": "envy payout",
    "community": "community payout",
}


def _wager(kind: str) -> str:
    return side_wager(kind).title if is_side_wager(kind) else _WAGERS.get(kind, kind.replace("_", " "))


ENGLISH = Language(
    code="en",
    events=_EVENTS,
    calls=_CALLS,
    called="“{call}”",
    you="you",
    your="your",
    dealer="the dealer",
    floorperson="the floorperson",
    possessive=_possessive,
    capital=_capital,
    money=lru_cache(maxsize=4096)(money_text),
    minutes=lambda count: count_text(count, "minute"),
    cards=lambda count: count_text(count, "card"),
    card=_CARDS.__getitem__,
    place=_place,
    where=_where,
    spot=lambda box, hand: f"box {box} hand {hand}" if hand else f"box {box}",
    wager=_wager,
    meter=meter_text,
    symbol=symbol_text,
    main="Wager",
    second=", second",
    at_soft_17=("the dealer stands on all 17s", "the dealer draws to soft 17"),
    why=why_text,
    refusal=refusal_words,
)
