"""The chips in the inventory: what they must cover, fills and credits, counts, and cash in the drop box."""

import pytest
from books import proves

from scenes import BOOKS, DEALER, FLOORPERSON, Scene
from spanish21.dealer import open_table, play_round
from spanish21.game import commands as cmd
from spanish21.game.decide import legal
from spanish21.game.due import due
from spanish21.game.events import (
    BonusPaid,
    CashConfirmed,
    CashOffered,
    ChipsBought,
    FillAsked,
    InventoryCounted,
    InventoryCredited,
    InventoryFilled,
    InventorySlipWritten,
    WagerSettled,
)
from spanish21.game.evolve import replay
from spanish21.game.view import view

FILL = cmd.Fill(by=FLOORPERSON, amount=10_00)
CONFIRM = cmd.ConfirmSlip(by=DEALER)
every_book = pytest.mark.parametrize("book", BOOKS)


def at_settlement(book: str, inventory: int) -> Scene:
    """ann has won 10.00 and bob has lost 10.00, and nothing is settled yet."""
    scene = Scene(book, {"ann": 100_00, "bob": 100_00}, inventory=inventory)
    scene.bet("ann", 10_00).bet("bob", 10_00)
    scene.deal("Kh Kd 9c 9h 7d 9s", steps=0)  # 19 and 17 against 18
    while scene.table.phase != "settle":
        command = due(scene.table)
        if command is None:
            command = cmd.Stand(by=scene.table.boxes[scene.table.turn_box].stakes[0].person)
        scene.do(command)
    return scene


# -- what the inventory must cover -----------------------------------------------------------------


@proves("7.S", players_edge="7.T")
def test_a_winner_is_not_paid_with_the_chips_of_a_loser_but_waits_for_a_fill(book: str) -> None:
    scene = at_settlement(book, 4_00)
    assert scene.do(cmd.Settle(by=DEALER)) == [FillAsked(6_00)]
    assert scene.chips() == {"ann": 90_00, "bob": 90_00}
    assert scene.refused(cmd.Settle(by=DEALER)) == "inventory_short"
    assert scene.refused(cmd.Fill(by=FLOORPERSON, amount=5_99)) == "slip_amount"
    assert scene.refused(cmd.Fill(by=DEALER, amount=6_00)) == "not_your_office"
    assert scene.refused(cmd.Credit(by=FLOORPERSON, amount=1)) == "not_now"
    scene.do(cmd.Fill(by=FLOORPERSON, amount=6_00))
    assert scene.refused(cmd.Settle(by=DEALER)) == "inventory_short"
    assert scene.refused(cmd.ConfirmSlip(by=FLOORPERSON)) == "not_your_office"
    assert scene.do(CONFIRM) == [InventoryFilled(6_00)]
    scene.do(cmd.Settle(by=DEALER))
    assert scene.chips() == {"ann": 110_00, "bob": 90_00}
    assert scene.table.inventory == 10_00  # bob's chips lie there now
    assert {"FillAsked", "inventory_short"} <= scene.book.citations.keys()


@every_book
def test_an_inventory_that_just_covers_a_payment_pays_it(book: str) -> None:
    scene = at_settlement(book, 10_00)
    scene.do(cmd.Settle(by=DEALER))
    assert scene.happened(FillAsked) == []
    assert scene.table.inventory == 10_00


@every_book
def test_an_automatic_house_fills_an_empty_inventory_by_itself_and_on_record(book: str) -> None:
    scene = (
        Scene(book, {"ann": 100_00}, inventory=0).bet("ann", 10_00).deal("Kh 9c 9h 8s").says("ann", "stands")
    )
    assert scene.gained() == 10_00
    filled = sum(event.amount for event in scene.happened(InventoryFilled))
    assert filled == 10 * scene.rules.table_maximum
    assert scene.table.inventory == filled - 10_00
    assert replay(scene.events).inventory == scene.table.inventory


@every_book
def test_a_match_waits_for_a_fill_like_any_payment(book: str) -> None:
    scene = Scene(book, {"ann": 100_00}, inventory=1_00).bet("ann", 10_00).bet("ann", 5_00, "match")
    scene.deal("7h 7c 9h 8s", steps=0).until("match")
    scene.do(cmd.SettleMatch(by=DEALER))
    assert scene.events[-1] == FillAsked(19_00)
    scene.house()
    assert scene.settled("match")[0].paid == 20_00


@proves("7.S", players_edge="7.T")
def test_a_blackjack_that_is_paid_at_once_waits_for_a_fill(book: str) -> None:
    scene = Scene(book, {"ann": 100_00}, inventory=14_99).bet("ann", 10_00).deal("Ah 7c Kh 8s", steps=1)
    assert due(scene.table) == cmd.Announce(by=DEALER)
    assert scene.do(cmd.Announce(by=DEALER)) == [FillAsked(1)]
    assert scene.house().gained() == 15_00


def test_a_super_bonus_and_the_envy_beside_it_wait_for_one_fill() -> None:
    scene = Scene("maryland", {"ann": 100_00, "bob": 100_00}, inventory=500_00)
    scene.bet("ann", 5_00).bet("bob", 5_00).deal("7h 9c 7c 7h 9d 8s 7h Kd")
    scene.says("ann", "draws").says("bob", "stands")
    assert sum(event.paid for event in scene.happened(BonusPaid)) == 1_050_00
    assert len(scene.happened(FillAsked)) == 1
    assert scene.table.inventory >= 0


@every_book
def test_a_whole_round_at_once_fills_as_step_by_step(book: str) -> None:
    scene = Scene(book, {"ann": 100_00}, inventory=0).stack("Kh 9c 9h 8s")
    wager = cmd.PlaceWager(by="ann", box=1, amount=10_00)
    table, events = play_round(scene.table, [wager], lambda table: cmd.Stand(by="ann"), scene.chance)
    scene.do(wager)
    scene.deal().says("ann", "stands")
    assert events == scene.events[-len(events) :]
    assert table == scene.table


# -- fills, credits and counts ---------------------------------------------------------------------


@every_book
def test_a_fill_takes_effect_when_the_dealer_confirms_it(book: str) -> None:
    scene = Scene(book, inventory=100_00)
    assert scene.refused(cmd.Fill(by="ann", amount=1)) == "not_your_office"
    assert scene.refused(cmd.Fill(by=FLOORPERSON, amount=0)) == "slip_amount"
    assert scene.do(FILL) == [InventorySlipWritten("fill", 10_00, 0)]
    assert scene.table.inventory == 100_00
    assert scene.refused(cmd.PlaceWager(by="ann", box=1, amount=10_00)) == "slip_not_confirmed"
    assert due(scene.table) == CONFIRM
    scene.do(CONFIRM)
    assert scene.table.inventory == 110_00
    assert scene.refused(CONFIRM) == "not_now"


@every_book
def test_a_credit_takes_no_more_than_is_there(book: str) -> None:
    scene = Scene(book, inventory=100_00)
    assert scene.refused(cmd.Credit(by=DEALER, amount=1)) == "not_your_office"
    assert scene.refused(cmd.Credit(by=FLOORPERSON, amount=100_01)) == "slip_amount"
    scene.do(cmd.Credit(by=FLOORPERSON, amount=100_00))
    assert scene.do(CONFIRM) == [InventoryCredited(100_00)]
    assert scene.table.inventory == 0
    assert scene.refused(cmd.Credit(by=FLOORPERSON, amount=1)) == "not_now"


@every_book
def test_a_slip_that_is_not_confirmed_can_be_written_anew(book: str) -> None:
    scene = Scene(book, inventory=100_00)
    scene.do(cmd.Fill(by=FLOORPERSON, amount=50_00))
    scene.do(FILL)
    scene.do(CONFIRM)
    assert scene.table.inventory == 110_00


@every_book
def test_the_opening_count_comes_before_the_first_round_and_its_difference_is_on_record(book: str) -> None:
    scene = Scene(book, opened=False, inventory=100_00)
    assert not scene.table.inventory_counted
    assert scene.refused(cmd.CountInventory(by=FLOORPERSON, amount=100_00)) == "not_your_office"
    assert scene.refused(cmd.CountInventory(by=DEALER, amount=-1)) == "slip_amount"
    scene.do(cmd.CountInventory(by=DEALER, amount=99_50))
    assert scene.refused(CONFIRM) == "not_your_office"
    assert scene.do(cmd.ConfirmSlip(by=FLOORPERSON)) == [InventoryCounted("opening", 99_50, -50)]
    assert scene.table.inventory == 99_50


@every_book
def test_a_closing_count_ends_the_play_until_the_next_opening_count(book: str) -> None:
    scene = Scene(book, {"ann": 100_00}, inventory=100_00)
    scene.do(cmd.CountInventory(by=DEALER, amount=100_00))
    assert scene.do(cmd.ConfirmSlip(by=FLOORPERSON)) == [InventoryCounted("closing", 100_00, 0)]
    scene.bet("ann", 10_00)
    assert scene.refused(cmd.CloseWagers(by=DEALER)) == "inventory_not_counted"
    assert due(scene.table) == cmd.CountInventory(by=DEALER, amount=100_00)
    scene.house()
    assert scene.events[-1] == InventoryCounted("opening", 100_00, 0)
    assert scene.refused(cmd.CountInventory(by=DEALER, amount=100_00)) == "not_now"  # a wager lies there
    scene.do(cmd.CloseWagers(by=DEALER))


# -- cash ------------------------------------------------------------------------------------------


@proves("6.B", massachusetts="5(c)")
def test_the_cash_of_a_wager_goes_into_the_drop_box_and_its_chips_come_from_the_inventory(book: str) -> None:
    scene = Scene(book, {"ann": 100_00}, inventory=15_00)
    scene.bet("ann", 20_00, instrument="cash")
    assert (scene.table.inventory, scene.table.drop_box) == (15_00, 0)
    scene.house(steps=2 if book == "massachusetts" else 1)
    assert scene.events[-1] == FillAsked(5_00)
    scene.house()
    assert [event.converted for event in scene.happened(CashConfirmed, False)][-1] == 20_00
    assert scene.table.drop_box == 20_00
    assert scene.table.inventory == 15_00 + 10 * scene.rules.table_maximum - 20_00
    assert scene.chips() == {"ann": 100_00}


@every_book
def test_chips_are_bought_for_cash_from_the_inventory(book: str) -> None:
    scene = Scene(book, {"ann": 100_00}, inventory=50_00)
    assert scene.do(cmd.BuyChips(by="ann", amount=50_00)) == [ChipsBought("ann", 50_00)]
    assert (scene.table.inventory, scene.table.drop_box, scene.chips()["ann"]) == (0, 50_00, 150_00)
    assert scene.do(cmd.BuyChips(by="ann", amount=10_00)) == [CashOffered("ann", 0, "chips", 10_00)]
    assert scene.refused(cmd.BuyChips(by="ann", amount=10_00)) == "answer_first"
    scene.house()
    assert (scene.table.drop_box, scene.chips()["ann"]) == (60_00, 160_00)
    assert scene.table.offers == ()


@every_book
def test_chips_bought_in_mid_round_are_there_before_the_next_decision(book: str) -> None:
    scene = Scene(book, {"ann": 10_00}, inventory=0).bet("ann", 10_00).deal("5h 9c 6h 8s")
    scene.do(cmd.BuyChips(by="ann", amount=10_00))
    scene.house()
    assert scene.table.phase == "play"
    scene.do(cmd.Double(by="ann", amount=10_00))


# -- who sees it -----------------------------------------------------------------------------------


@every_book
def test_only_the_house_sees_inventory_and_drop_box(book: str) -> None:
    scene = Scene(book, {"ann": 100_00, "bob": 100_00}, inventory=50_00)
    scene.do(cmd.BuyChips(by="ann", amount=20_00))
    for who in (DEALER, FLOORPERSON):
        assert (view(scene.table, who).inventory, view(scene.table, who).drop_box) == (30_00, 20_00)
    for who in ("ann", "bob", "nobody"):
        assert (view(scene.table, who).inventory, view(scene.table, who).drop_box) == (None, None)


@every_book
def test_everybody_sees_that_the_table_waits_for_chips_but_only_the_house_for_how_many(book: str) -> None:
    scene = Scene(book, {"ann": 100_00})
    assert view(scene.table, "ann").slip == ""
    scene.do(FILL)
    assert (view(scene.table, "ann").slip, view(scene.table, "ann").slip_amount) == ("fill", None)
    assert (view(scene.table, DEALER).slip, view(scene.table, DEALER).slip_amount) == ("fill", 10_00)


@every_book
def test_what_a_player_may_do_does_not_tell_what_is_in_the_inventory(book: str) -> None:
    full, empty = (Scene(book, {"ann": 100_00}, inventory=chips).table for chips in (10**9, 0))
    assert legal(full, "ann") == legal(empty, "ann")


def test_a_table_opens_with_the_inventory_that_is_asked_for() -> None:
    scene = Scene("maryland")
    table, events = open_table(scene.rules, {"ann": 100_00}, scene.chance, 7_00)
    assert table.inventory == 7_00
    assert [event for event in events if isinstance(event, InventoryCounted)] == [
        InventoryCounted("opening", 7_00, 0)
    ]
    assert not any(isinstance(event, WagerSettled) for event in events)


# -- a void round ----------------------------------------------------------------------------------


@proves("13.B", massachusetts="15(a)")
def test_a_void_round_whose_losses_the_inventory_lacks_is_filled_first(book: str) -> None:
    scene = Scene(book, {"ann": 100_00, "bob": 100_00}, inventory=20_00)
    for name in ("ann", "bob"):
        scene.bet(name, 10_00).bet(name, 5_00, "match")
    scene.deal("7h 8c 7c 9h 6d 8s")  # ann has a match and is paid 20.00, bob has none
    assert scene.table.inventory == 5_00
    scene.do(cmd.Credit(by=FLOORPERSON, amount=5_00))
    scene.do(CONFIRM)
    scene.do(cmd.Draw(by=scene.table.boxes[scene.table.turn_box].stakes[0].person))
    for _ in range(2):
        scene.do(cmd.FindFaceUp(by=DEALER))
    assert scene.table.trouble.void == "second_face_up_card"
    assert [event.amount for event in scene.happened(InventoryFilled)] == [5_00]
    assert scene.chips() == {"ann": 100_00, "bob": 100_00}
    assert scene.table.inventory == 20_00  # the credit went, the fill came
