"""Moments of a game, one for each step of the procedure and each trouble: tables for the pages of answers."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from scenes import DEALER, FLOORPERSON, Scene
from spanish21.game import commands as cmd
from spanish21.game.cards import FULL_DECK, UNSEEN, card, cards
from spanish21.game.due import due

TWO = {"ann": 60_00, "bob": 1_000_00}
MOMENTS: dict[str, tuple[str, Callable[[], Scene]]] = {}
"""Scenes by the name of their page, with its title."""


def moment(title: str) -> Callable[[Callable[[], Scene]], Callable[[], Scene]]:
    def kept(scene: Callable[[], Scene]) -> Callable[[], Scene]:
        MOMENTS[scene.__name__] = (title, scene)
        return scene

    return kept


def before(scene: Scene, kind: type[cmd.Command]) -> Scene:
    """The house goes on until a command of this kind is due."""
    while not isinstance(due(scene.table), kind):
        assert scene.house(1)
    return scene


def ten_next(scene: Scene, ahead: int = 0) -> Scene:
    """A 10 that slipped in, so many cards ahead in the shoe."""
    table, ten = scene.table, card("Td")
    at = table.dealt + ahead
    shoe = (*table.shoe[:at], ten, *table.shoe[at:])
    scene.table = replace(table, pool=tuple(sorted((*table.pool, ten))), shoe=shoe)
    return scene


# -- opening ---------------------------------------------------------------------------------------


@moment("maryland: a table of which nothing is ready")
def nothing_ready() -> Scene:
    return Scene("maryland", {}, opened=False)


@moment("massachusetts: the equipment is checked, no decks have come")
def no_decks() -> Scene:
    scene = Scene("massachusetts", TWO, opened=False)
    return before(scene, cmd.ReceiveDecks)


def with_tens(book: str) -> Scene:
    scene = before(Scene(book, {"ann": 60_00}, opened=False), cmd.ReceiveDecks)
    scene.do(cmd.ReceiveDecks(by=FLOORPERSON, cards=FULL_DECK * scene.rules.decks))
    return scene


@moment("maryland: decks with their 10s wait to be inspected")
def decks_received() -> Scene:
    return with_tens("maryland")


@moment("uk-casino: the third deck is defective")
def deck_defective() -> Scene:
    scene = with_tens("uk-casino")
    scene.do(cmd.InspectDecks(by=DEALER, defective=3))
    return scene


@moment("maryland: the inspection waits to be verified")
def inspected() -> Scene:
    return before(with_tens("maryland"), cmd.VerifyInspection)


@moment("massachusetts: the 10s are to be taken out")
def tens_in_decks() -> Scene:
    return before(with_tens("massachusetts"), cmd.RemoveTens)


@moment("maryland: the 10s are out, which is to be verified")
def tens_out() -> Scene:
    return before(with_tens("maryland"), cmd.VerifyTens)


@moment("maryland: the cards are to be spread")
def to_spread() -> Scene:
    return before(with_tens("maryland"), cmd.SpreadCards)


@moment("maryland: the cards lie spread, nobody has come")
def spread_for_nobody() -> Scene:
    return Scene("maryland", {}, opened=False).until("spread")


@moment("maryland: the cards lie spread for the first player")
def spread_for_ann() -> Scene:
    return Scene("maryland", TWO, opened=False).until("spread")


@moment("massachusetts: after an idle time the cards lie face down")
def idle_face_down() -> Scene:
    scene = Scene("massachusetts", {"ann": 60_00})
    scene.do(cmd.ReportIdle(by=DEALER))
    return scene


# -- shuffling -------------------------------------------------------------------------------------


@moment("maryland: the stack is to be shuffled")
def to_shuffle() -> Scene:
    scene = Scene("maryland", TWO)
    scene.do(cmd.OrderReshuffle(by=FLOORPERSON))
    return scene


@moment("maryland: the stack is to be offered")
def cut_to_be_offered() -> Scene:
    return before(Scene("maryland", TWO, opened=False), cmd.OfferCut)


@moment("massachusetts: bob is offered the cut, which ann has declined")
def cut_offered() -> Scene:
    scene = Scene("massachusetts", TWO, opened=False).until("cut").house()
    scene.do(cmd.RefuseCut(by="ann"))
    return scene


@moment("uk-casino: nobody cares to cut")
def dealers_cut() -> Scene:
    scene = Scene("uk-casino", {"ann": 60_00}, opened=False).until("cut").house()
    scene.do(cmd.RefuseCut(by="ann"))
    return scene


@moment("massachusetts: the cover card goes in")
def cover_card() -> Scene:
    return cut_by_ann("massachusetts")


def cut_by_ann(book: str) -> Scene:
    scene = Scene(book, TWO, opened=False).until("cut").house()
    scene.do(cmd.Cut(by="ann", at=100))
    return scene


@moment("maryland: the stack goes into the shoe")
def to_load() -> Scene:
    return before(cut_by_ann("maryland"), cmd.LoadShoe)


@moment("massachusetts: the first card is to be burned")
def to_burn() -> Scene:
    return before(cut_by_ann("massachusetts"), cmd.BurnCard)


@moment("maryland: the stack is in the device, the other batch comes out")
def batch_waits() -> Scene:
    scene = Scene("maryland", TWO, shuffling="device")
    scene.do(cmd.OrderReshuffle(by=FLOORPERSON))
    return before(scene, cmd.TakeBatch)


@moment("maryland: the batch that comes next has jammed")
def batch_jammed() -> Scene:
    scene = Scene("maryland", TWO, shuffling="device")
    scene.do(cmd.ReportShufflerJam(by=DEALER))
    scene.do(cmd.OrderReshuffle(by=FLOORPERSON))
    return scene.until("batch")


@moment("maryland: the shuffling device is broken")
def shuffler_broken() -> Scene:
    scene = Scene("maryland", TWO, shuffling="device", second_batch="none")
    scene.do(cmd.OrderReshuffle(by=FLOORPERSON))
    scene.do(cmd.ReportShufflerFailure(by=FLOORPERSON))
    return scene


@moment("massachusetts: wagers at a shoe that shuffles by itself")
def continuous_shoe() -> Scene:
    return Scene("massachusetts", TWO, shuffling="continuous").bet("bob", 10_00)


# -- wagers ----------------------------------------------------------------------------------------


@moment("maryland: wagers are open and none is placed")
def no_wagers() -> Scene:
    return Scene("maryland", TWO)


@moment("maryland: ann has a wager and a match, bob offers cash")
def cash_offered() -> Scene:
    scene = Scene("maryland", TWO).bet("ann", 10_00).bet("ann", 5_00, "match")
    return scene.bet("bob", 20_00, instrument="cash")


@moment("massachusetts: bob's cash waits for the floorperson, and ann has a coupon")
def cash_half_confirmed() -> Scene:
    scene = Scene("massachusetts", TWO).bet("ann", 10_00).bet("ann", 5_00, instrument="coupon")
    scene.bet("bob", 20_00, instrument="cash")
    scene.do(cmd.ConfirmCash(by=DEALER, person="bob", box=2))
    return scene


@moment("massachusetts: ann and bob share a box, and cid may join them")
def shared_box() -> Scene:
    scene = Scene("massachusetts", {**TWO, "cid": 100_00}).bet("ann", 10_00).bet("ann", 5_00, "match")
    for name in ("bob", "cid"):
        scene.do(cmd.Consent(by="ann", person=name))
    return scene.bet("bob", 20_00, box=1)


@moment("players-edge: every side wager lies there")
def side_wagers() -> Scene:
    scene = Scene("players-edge", TWO).bet("ann", 10_00)
    for kind in ("match", "match_down", "monster"):
        scene.bet("ann", 1_00, kind)
    return scene


@moment("maryland: bob sat out a round and is barred")
def bob_is_barred() -> Scene:
    scene = Scene("maryland", TWO, mid_shoe_entry=False).bet("ann", 10_00).deal("9h 8c 9d 9s")
    return scene.says("ann", "stands")


@moment("maryland: the decks have been open too long, and the gaming day is new")
def decks_too_old() -> Scene:
    scene = Scene("maryland", {"ann": 60_00}).bet("ann", 10_00)
    scene.do(cmd.TellTime(by=FLOORPERSON, minutes=24 * 60))
    scene.do(cmd.BeginGamingDay(by=FLOORPERSON))
    return scene


# -- the deal --------------------------------------------------------------------------------------

NINES = "9h 9c 9d 9s 8h 8c"


def closed(book: str, **options: Any) -> Scene:
    scene = Scene(book, TWO, **options).bet("ann", 10_00).bet("bob", 20_00).stack(NINES)
    scene.do(cmd.CloseWagers(by=DEALER))
    return scene


@moment("maryland: the first card is due")
def first_card() -> Scene:
    return closed("maryland")


@moment("uk-casino: the dealer's first card is due")
def dealers_first_card() -> Scene:
    scene = closed("uk-casino")
    scene.do(cmd.Deal(by=DEALER, count=2))
    return scene


@moment("massachusetts: bob was passed over and is asked about his second card")
def late_card_in_deal() -> Scene:
    scene = closed("massachusetts")
    scene.do(cmd.Deal(by=DEALER, count=4))
    scene.do(cmd.SkipBox(by=DEALER))
    return scene


@moment("maryland: a 10 came out of the shoe")
def ten_to_remove() -> Scene:
    scene = ten_next(closed("maryland"), 2)
    return scene.house(1)


@moment("maryland: the match wagers are to be settled")
def match() -> Scene:
    scene = Scene("maryland", TWO).bet("ann", 10_00).bet("ann", 5_00, "match").bet("bob", 20_00)
    scene.bet("bob", 5_00, "match")
    return scene.deal("9h 8c 9d 9s 8h 7c", steps=1)


@moment("maryland: insurance is open; ann has answered")
def insurance() -> Scene:
    scene = closed("maryland").stack("9h 9c Ad 9s 8h Kc").house()
    scene.do(cmd.DeclineInsurance(by="ann", box=1))
    return scene


@moment("maryland: the hole card goes into the reader")
def reader() -> Scene:
    scene = closed("maryland").stack("9h 9c Ad 9s 8h Kc").house()
    scene.says("ann", "insures 200")
    scene.do(cmd.DeclineInsurance(by="bob", box=2))
    scene.do(cmd.CloseInsurance(by=DEALER))
    return scene


@moment("maryland: the reader is broken and nothing is dealt")
def reader_broken() -> Scene:
    scene = closed("maryland").house()
    scene.do(cmd.ReportReaderFailure(by=DEALER))
    return scene


# -- play ------------------------------------------------------------------------------------------


@moment("maryland: ann decides on a pair of 9s against a 9")
def pair_to_play() -> Scene:
    return closed("maryland").stack("9h 5c 9d 9s 6h 8c").house()


@moment("massachusetts: ann's total is to be announced")
def total_to_announce() -> Scene:
    scene = closed("massachusetts")
    scene.do(cmd.Deal(by=DEALER))
    return scene


@moment("players-edge: bob has a Blackjack that is to be announced")
def blackjack_to_announce() -> Scene:
    scene = Scene("players-edge", TWO).bet("ann", 10_00).bet("bob", 20_00).bet("bob", 5_00, "match_down")
    scene.stack("9h Ac 9d 9s Kh 8c").do(cmd.CloseWagers(by=DEALER))
    scene.do(cmd.Deal(by=DEALER))
    return scene


@moment("maryland: ann's card is due")
def card_is_due() -> Scene:
    scene = closed("maryland").stack("5h 9c 9d 6s 8h 8c 4d").house()
    scene.do(cmd.Draw(by="ann"))
    return scene


@moment("massachusetts: bob and cid are asked to follow ann's double")
def asked_to_double() -> Scene:
    scene = shared("5h 9d 6s 9s 8h 4d")
    scene.do(cmd.Double(by="ann", amount=10_00))
    return scene


@moment("massachusetts: bob and cid are asked to follow ann's split")
def asked_to_split() -> Scene:
    scene = shared("8h 9d 8s 9s 8d 4d")
    scene.do(cmd.Split(by="ann"))
    return scene


def shared(text: str) -> Scene:
    scene = Scene("massachusetts", {"ann": 60_00, "bob": 1_000_00, "cid": 15_00}).bet("ann", 10_00)
    for name in ("bob", "cid"):
        scene.do(cmd.Consent(by="ann", person=name))
        scene.bet(name, 10_00, box=1)
    return scene.deal(text)


@moment("massachusetts: ann, bob and cid have doubled together")
def doubled_together() -> Scene:
    scene = asked_to_double()
    scene.do(cmd.FollowDouble(by="bob", amount=10_00))
    scene.do(cmd.FollowDouble(by="cid", amount=5_00))
    return scene.house()


@moment("massachusetts: ann stands on the double, bob and cid may still rescue theirs")
def kept_together() -> Scene:
    scene = doubled_together()
    scene.do(cmd.Stand(by="ann"))
    return scene


@moment("players-edge: bob has doubled and may double again")
def doubled() -> Scene:
    scene = closed("players-edge").stack("9h 5c 9d 9s 6h 8c 2d").house()
    return scene.says("bob", "doubles")


@moment("maryland: ann's request was missed")
def request_missed() -> Scene:
    scene = card_is_due()
    scene.do(cmd.MissRequest(by=DEALER))
    return scene


@moment("maryland: the card of ann's double was missed")
def double_missed() -> Scene:
    scene = closed("maryland").stack("5h 9c 9d 6s 8h 8c 4d").house()
    scene.do(cmd.Double(by="ann", amount=10_00))
    scene.do(cmd.MissRequest(by=DEALER))
    return scene


@moment("maryland: a card drawn in error lies exposed")
def loose_card() -> Scene:
    scene = pair_to_play().stack("4h")
    scene.do(cmd.DrawInError(by=DEALER, exposed=True))
    return scene


@moment("maryland: one card was found face up")
def face_up_found() -> Scene:
    scene = card_is_due()
    scene.do(cmd.FindFaceUp(by=DEALER))
    return scene


# -- the dealer's hand and settling ----------------------------------------------------------------


@moment("maryland: the hole card is to be turned")
def hole_card() -> Scene:
    scene = closed("maryland").house()
    for name in TWO:
        scene.do(cmd.Stand(by=name))
    return scene


@moment("massachusetts: the dealer's second card is to be announced")
def second_card() -> Scene:
    scene = closed("massachusetts").stack("9h 9c 5d 9s 8h 8c 7d").house()
    for name in TWO:
        scene.do(cmd.Stand(by=name))
        while scene.table.phase == "play" and due(scene.table) is not None:
            scene.house(1)
    return scene


@moment("maryland: everything is to be settled")
def to_settle() -> Scene:
    return hole_card().until("settle")


@moment("maryland: the inventory is short of what must be paid")
def inventory_short() -> Scene:
    scene = Scene("maryland", TWO, inventory=5_00).bet("ann", 10_00).bet("bob", 20_00)
    scene.deal("9h Kc 6d 9s Kh Kc Kd")
    for name in TWO:
        scene.do(cmd.Stand(by=name))
    while scene.table.slip is None:
        scene.house(1)
    return scene


@moment("maryland: a fill waits to be confirmed")
def fill_written() -> Scene:
    scene = inventory_short()
    scene.do(cmd.Fill(by=FLOORPERSON, amount=50_00))
    return scene


@moment("maryland: a closing count waits to be confirmed")
def count_written() -> Scene:
    scene = Scene("maryland", TWO)
    scene.do(cmd.CountInventory(by=DEALER, amount=999_999_00))
    return scene


@moment("maryland: the cards are to be picked up")
def to_collect() -> Scene:
    return hole_card().until("collect")


@moment("maryland: the round is void, because two cards lay face up")
def round_void() -> Scene:
    scene = face_up_found()
    scene.do(cmd.FindFaceUp(by=DEALER))
    return scene


# -- wheels and meters -----------------------------------------------------------------------------


@moment("maryland: the wheel turns for bob's Blackjack")
def wheel_to_spin() -> Scene:
    scene = Scene("maryland", TWO).bet("ann", 10_00).bet("ann", 1_00, "spin")
    scene.bet("bob", 10_00).bet("bob", 1_00, "spin").deal("9h Ah 9c 9d Kh 9s", steps=0)
    scene.house()
    scene.do(cmd.Stand(by="ann"))
    return before(scene, cmd.Spin)


@moment("maryland: bob's spin waits to be validated")
def spin_to_validate() -> Scene:
    scene = wheel_to_spin()
    scene.do(cmd.Spin(by=DEALER, box=2, person="bob", kind="spin", stop=0))
    return scene


@moment("maryland: the hot spot of Xtreme 16 is to be drawn")
def hot_spot() -> Scene:
    scene = Scene("maryland", TWO).bet("ann", 10_00).bet("ann", 5_00, "xtreme")
    scene.bet("bob", 10_00).bet("bob", 5_00, "xtreme").deal("9h 9s 6c 9d 8h Kh 5d", steps=0)
    scene.house()
    for name in TWO:
        scene.do(cmd.Stand(by=name))
    return before(scene, cmd.DrawHotSpot)


@moment("maryland: the community wheel of Xtreme 16 is to be turned")
def community_wheel() -> Scene:
    scene = hot_spot()
    scene.do(cmd.DrawHotSpot(by=DEALER, box=1))
    return before(scene, cmd.SpinCommunity)


@moment("players-edge: the light of ann's Monster Match is to be checked")
def light_to_check() -> Scene:
    scene = Scene("players-edge", TWO).bet("ann", 10_00).bet("ann", 1_00, "monster").bet("bob", 10_00)
    scene.deal("9h 8c 9h 9h 8d 9h", steps=0)
    scene.house()
    for name in ("bob", "ann"):
        scene.do(cmd.Stand(by=name))
    return before(scene, cmd.CheckLight)


@moment("players-edge: ann's Monster Match waits to be validated")
def monster_to_validate() -> Scene:
    return before(light_to_check(), cmd.ValidatePayout)


# -- a real shoe -----------------------------------------------------------------------------------


def real(book: str, text: str) -> Scene:
    scene = Scene(book, TWO, real=True).bet("ann", 10_00).bet("bob", 20_00)
    scene.do(cmd.CloseWagers(by=DEALER))
    if text:
        scene.do(cmd.Deal(by=DEALER, cards=cards(text)))
    return scene


@moment("maryland: cards of a real shoe are read as they are dealt")
def real_first_cards() -> Scene:
    return real("maryland", "9h 9c")


@moment("maryland: the reader answers for a real shoe's hole card")
def real_reader() -> Scene:
    scene = real("maryland", "9h 9c Kd 9s 8h")
    scene.do(cmd.Deal(by=DEALER, cards=(UNSEEN,)))
    return scene


@moment("maryland: a real shoe's hole card is turned")
def real_hole_card() -> Scene:
    scene = real_reader()
    scene.do(cmd.InsertHoleCard(by=DEALER, answer=False))
    for name in TWO:
        scene.do(cmd.Stand(by=name))
    return scene


@moment("uk-casino: a real shoe's card is asked for")
def real_draw() -> Scene:
    scene = real("uk-casino", "5h 9c Kd 6s 8h").house()
    scene.do(cmd.Draw(by="ann"))
    return scene


# -- where books are read or set up otherwise ------------------------------------------------------


@moment("massachusetts: bob and cid are on ann's box, and its last place is hers")
def place_kept() -> Scene:
    people = {"ann": 60_00, "bob": 100_00, "cid": 100_00, "dee": 100_00}
    scene = Scene("massachusetts", people).bet("bob", 10_00, box=1)
    for name in ("cid", "dee"):
        scene.do(cmd.Consent(by="bob", person=name))
    return scene.bet("cid", 10_00, box=1)


@moment("massachusetts: one box may be shared, and one is")
def shared_enough() -> Scene:
    people = {"ann": 60_00, "bob": 100_00, "cid": 100_00}
    scene = Scene("massachusetts", people, most_shared_boxes=1).bet("ann", 10_00)
    for name in ("bob", "cid"):
        scene.do(cmd.Consent(by=name, person="ann"))
        scene.do(cmd.Consent(by="ann", person=name))
    scene.bet("bob", 10_00, box=1)
    return scene


@moment("maryland: ann's wager is on a box far from her seat")
def boxes_apart() -> Scene:
    return Scene("maryland", {"ann": 60_00}).bet("ann", 10_00, box=3)


@moment("uk-casino: wagers count as made when they are placed")
def made_when_placed() -> Scene:
    scene = Scene("uk-casino", TWO, outside={"wagers_made_when": "placed"})
    return scene.bet("ann", 10_00).bet("ann", 5_00, "match")


@moment("massachusetts: a coupon counts for the odds alone")
def coupon_for_odds() -> Scene:
    scene = Scene("massachusetts", TWO, outside={"coupon_counts": "for_the_odds"}).bet("ann", 10_00)
    return scene.bet("ann", 10_00, "match").bet("ann", 7_50, instrument="coupon").bet("bob", 6_00)


@moment("maryland: a dealer's Blackjack against a split, a double and a bust, found late")
def blackjack_found_late() -> Scene:
    scene = Scene("maryland", {"ann": 100_00, "bob": 100_00}, outside={"card_reader": False})
    scene.bet("ann", 10_00).bet("bob", 10_00).deal("8h 9c Ad 8s 6h Kd 3d Qc 9s Kc")
    scene.says("ann", "insures 400").says("bob", "declines")
    scene.says("ann", "splits", "doubles", "stands", "stands")
    scene.do(cmd.Draw(by="bob"))
    return scene


@moment("maryland: the same, when a Blackjack takes all")
def blackjack_takes_all() -> Scene:
    outside = {"card_reader": False, "dealer_blackjack_takes": "all"}
    scene = Scene("maryland", {"ann": 100_00}, outside=outside)
    scene.bet("ann", 10_00).deal("8h Kd 3s Ad Kc", steps=0).house()
    scene.do(cmd.Double(by="ann", amount=10_00))
    return scene


@moment("players-edge: three 7s of one suit against a 7, and everybody else's payout")
def three_sevens() -> Scene:
    people = {"ann": 100_00, "bob": 100_00, "cid": 100_00}
    scene = Scene("players-edge", people).bet("ann", 25_00).bet("bob", 10_00).bet("cid", 5_00)
    scene.deal("7h 9c Kc 7s 7h 7d Kh Ks 7h", steps=0).house()
    scene.do(cmd.Stand(by="cid"))
    scene.do(cmd.Stand(by="bob"))
    scene.do(cmd.Draw(by="ann"))
    return before(scene, cmd.Settle)


@moment("maryland: all that a person is paid on a hand is limited")
def payout_limited() -> Scene:
    outside = {"payout_limit": 20_00, "payout_limit_covers": "everything"}
    scene = Scene("maryland", {"ann": 200_00, "bob": 200_00}, outside=outside)
    scene.bet("ann", 10_00).bet("ann", 2_00, "match").bet("bob", 30_00)
    return scene.deal("9h Ac 9d 9s Kh 8c", steps=1)


@moment("massachusetts: ann has surrendered against a king")
def surrendered() -> Scene:
    scene = closed("massachusetts").stack("9h 9c Kd 7s 8h").house()
    return scene.says("ann", "surrenders")


@moment("uk-casino: a Blackjack waits for the dealer's hand, a double for its card")
def double_to_deal() -> Scene:
    scene = closed("uk-casino").stack("Ah 5c 9d Ks 6h 8c").house()
    scene.do(cmd.Double(by="bob", amount=20_00))
    return scene


@moment("massachusetts: the first card of the deal came in error and lies face down")
def loose_in_deal() -> Scene:
    scene = closed("massachusetts")
    scene.do(cmd.DrawInError(by=DEALER, exposed=False))
    return scene


@moment("maryland: bob was passed over twice, and the deal goes on")
def dead_in_deal() -> Scene:
    scene = closed("maryland")
    scene.do(cmd.Deal(by=DEALER, count=1))
    scene.do(cmd.SkipBox(by=DEALER))
    scene.do(cmd.Deal(by=DEALER, count=2))
    scene.do(cmd.SkipBox(by=DEALER))
    return scene


@moment("maryland: the dealer was passed over")
def dealer_skipped() -> Scene:
    scene = closed("maryland")
    scene.do(cmd.Deal(by=DEALER, count=2))
    scene.do(cmd.SkipDealer(by=DEALER))
    return scene


@moment("maryland: the cover card comes next, in the middle of a deal")
def cover_card_next() -> Scene:
    scene = closed("maryland")
    scene.table = replace(scene.table, cover=scene.table.dealt + 1)
    return scene


@moment("massachusetts: the shoe is empty in the middle of a round")
def shoe_empty() -> Scene:
    scene = closed("massachusetts")
    table = scene.table
    rack = (*table.rack, table.shoe[table.dealt + 3 :])
    scene.table = replace(table, shoe=table.shoe[: table.dealt + 3], rack=rack)
    return scene.house(1)


@moment("massachusetts: the reader is broken, and the game goes on without it")
def without_reader() -> Scene:
    scene = Scene("massachusetts", TWO, hole_card=True, card_reader=True).bet("ann", 10_00)
    scene.deal("9h Ac 9d 8h").says("ann", "declines")
    scene.do(cmd.ReportReaderFailure(by=FLOORPERSON))
    return scene


@moment("players-edge: a second 10 came out of the shoe")
def second_ten() -> Scene:
    scene = Scene("players-edge", TWO).bet("ann", 10_00).bet("ann", 5_00, "match").bet("bob", 10_00)
    scene.stack("9h 8c 9d 9s 7h 5c")
    scene.do(cmd.CloseWagers(by=DEALER))
    ten_next(ten_next(scene, 2), 5).house(3)
    return scene


@moment("maryland: the device puts the cards into the shoe, and a jam is reported")
def device_loads() -> Scene:
    scene = Scene("maryland", TWO, shuffling="device", second_batch="none", device_loads_shoe=True)
    scene.do(cmd.OrderReshuffle(by=FLOORPERSON))
    scene.until("cut").house()
    for name in scene.table.cutting.order:
        scene.do(cmd.RefuseCut(by=name))
    return scene.until("cover")


@moment("massachusetts: the shoe that shuffles by itself breaks down in a round")
def continuous_broken() -> Scene:
    scene = Scene("massachusetts", TWO, shuffling="continuous").bet("ann", 10_00).stack(NINES)
    scene.do(cmd.CloseWagers(by=DEALER))
    scene.do(cmd.ReportShufflerFailure(by=DEALER))
    return scene


@moment("players-edge: after an idle time a batch that was not kept safe waits in the device")
def batch_after_idle() -> Scene:
    scene = Scene("players-edge", TWO, shuffling="device", second_batch="not_kept_safe")
    scene.do(cmd.ReportIdle(by=FLOORPERSON))
    return scene.until("batch")


@moment("players-edge: bob has split aces, and one of them again")
def split_aces() -> Scene:
    scene = closed("players-edge").stack("9h Ac 9d 9s Ah 8c Ad Kd 9c").house()
    return scene.says("bob", "splits", "splits")


@moment("massachusetts: ann refused the exposed card, and bob has rescued his double")
def card_refused() -> Scene:
    scene = closed("massachusetts").stack("5h 6c Kd 7s 5h 4h 8d").house()
    scene.do(cmd.DrawInError(by=DEALER, exposed=True))
    scene.do(cmd.RefuseCard(by="ann"))
    return scene.house().says("bob", "doubles")


@moment("players-edge: the first cards of a table come out of the device")
def first_batch() -> Scene:
    scene = Scene("players-edge", TWO, opened=False, shuffling="device", second_batch="not_kept_safe")
    return scene.until("cut")


@moment("maryland: the second cards that go into the device are spread")
def second_decks_spread() -> Scene:
    scene = Scene("maryland", TWO, opened=False, shuffling="device").until("stack").house(1)
    return scene.until("spread")


# -- what a round before leaves, and what it does not ----------------------------------------------


def played(scene: Scene, text: str) -> Scene:
    """A round in which ann stands on her first two cards."""
    scene.bet("ann", 10_00).deal(text)
    if scene.table.phase == "insurance":
        scene.says("ann", "declines")
    return scene.says("ann", "stands")


@moment("massachusetts: after a round with the reader, a double against a king without it")
def double_without_reader() -> Scene:
    scene = played(Scene("massachusetts", TWO, hole_card=True, card_reader=True), "9h Kc 9d 9s")
    scene.do(cmd.ReportReaderFailure(by=DEALER))
    scene.bet("ann", 10_00).deal("5h Kc 6d 9s 4h")
    return scene.says("ann", "doubles")


@moment("maryland: one card was found face up in a second round")
def face_up_in_second_round() -> Scene:
    scene = played(Scene("maryland", TWO), "9h Kc 9d Ks").bet("ann", 10_00).bet("ann", 5_00, "match")
    scene.deal("9h 8c 5d 9s", steps=2)
    scene.do(cmd.Draw(by="ann"))
    scene.do(cmd.FindFaceUp(by=DEALER))
    return scene


@moment("maryland: the round in which the cover card came is over")
def stack_after_cover() -> Scene:
    scene = Scene("maryland", TWO, opened=True).bet("ann", 10_00).bet("bob", 10_00).stack(NINES)
    scene.table = replace(scene.table, cover=scene.table.dealt + 1)
    scene.do(cmd.CloseWagers(by=DEALER))
    scene.house()
    for name in TWO:
        scene.do(cmd.Stand(by=name))
    return scene.until("stack")


@moment("maryland: new decks are to come, after a shuffle was ordered")
def new_decks_after_order() -> Scene:
    scene = stack_after_cover()
    scene.do(cmd.ChangeDecks(by=FLOORPERSON))
    return scene


@moment("massachusetts: a recut is ordered, and the next in turn makes it")
def recut_by_next() -> Scene:
    scene = Scene("massachusetts", TWO, opened=False, outside={"recut_by": "next"}).until("cut").house()
    scene.do(cmd.Cut(by="ann", at=100))
    return scene


@moment("uk-casino: wagers after the dealer was relieved and the cover card came as the burn card")
def cover_card_at_burn() -> Scene:
    scene = Scene("uk-casino", TWO)
    scene.table = replace(scene.table, cover=scene.table.dealt)
    scene.do(cmd.RelieveDealer(by=FLOORPERSON))
    scene.do(cmd.BurnCard(by=DEALER))
    return scene


@moment("maryland: ann has split 8s where split hands are neither doubled nor split again")
def split_and_no_more() -> Scene:
    outside = {"may_double_after_split": False, "may_split_again": False}
    scene = Scene("maryland", TWO, outside=outside).bet("ann", 10_00).deal("8h 9c 8d 9s 8c 5d")
    return scene.says("ann", "splits")
