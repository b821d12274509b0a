"""What players forbid themselves holds at once, and what they allow themselves waits a day."""

import random

import pytest
import sqlalchemy as sa

from explore import Walk, chips_brought, some_rules
from scenes import BOOKS
from server.people_at_work import DAY, HOUR, NOW, account, guest, source
from spanish21.errors import BadInput
from spanish21.game import events as ev
from spanish21.server.log.play_fold import winnings
from spanish21.server.log.seals import MasterKey
from spanish21.server.people.limits import (
    FOR_EVER,
    LOSS,
    TIME,
    exclude,
    is_excluded,
    limit_of,
    set_limit,
    why_not_play,
)
from spanish21.server.people.quotas import (
    Quotas,
    count_from,
    origin_of,
    why_not_from,
    why_not_guest,
    why_not_seat,
    why_not_table,
)
from spanish21.server.people.sessions import begin_session, new_token
from spanish21.server.store import schema
from spanish21.server.store.play_records import add_play, lost_and_seconds, sweep_played

ANN = "p1"


def test_a_first_limit_and_a_lower_one_hold_at_once(connection: sa.Connection) -> None:
    assert limit_of(connection, ANN, LOSS, NOW) is None
    assert set_limit(connection, ANN, LOSS, 500, NOW) == NOW
    assert limit_of(connection, ANN, LOSS, NOW) == 500
    assert set_limit(connection, ANN, LOSS, 300, NOW + 1) == NOW + 1
    assert limit_of(connection, ANN, LOSS, NOW + 1) == 300
    assert limit_of(connection, ANN, TIME, NOW + 1) is None


@pytest.mark.parametrize("higher", [800, None])
def test_a_higher_limit_and_none_wait_24_hours(connection: sa.Connection, higher: int | None) -> None:
    set_limit(connection, ANN, LOSS, 500, NOW)
    assert set_limit(connection, ANN, LOSS, higher, NOW) == NOW + DAY
    assert limit_of(connection, ANN, LOSS, NOW + DAY - 1) == 500
    assert limit_of(connection, ANN, LOSS, NOW + DAY) == higher


def test_a_lower_limit_takes_back_a_higher_one_that_waits(connection: sa.Connection) -> None:
    set_limit(connection, ANN, LOSS, 500, NOW)
    set_limit(connection, ANN, LOSS, 800, NOW)
    set_limit(connection, ANN, LOSS, 400, NOW + HOUR)
    assert limit_of(connection, ANN, LOSS, NOW + 10 * DAY) == 400


def test_asking_again_begins_the_waiting_again(connection: sa.Connection) -> None:
    set_limit(connection, ANN, LOSS, 500, NOW)
    set_limit(connection, ANN, LOSS, 800, NOW)
    set_limit(connection, ANN, LOSS, 900, NOW + HOUR)
    assert limit_of(connection, ANN, LOSS, NOW + DAY) == 500
    assert limit_of(connection, ANN, LOSS, NOW + DAY + HOUR) == 900


def test_what_is_not_a_limit_is_refused(connection: sa.Connection) -> None:
    with pytest.raises(BadInput, match="'drinks' is not a limit"):
        set_limit(connection, ANN, "drinks", 3, NOW)
    for amount in (-1, 2**60):
        with pytest.raises(BadInput, match="from 0 on"):
            set_limit(connection, ANN, LOSS, amount, NOW)


def test_the_limit_of_loss_counts_what_stands_on_the_layout(connection: sa.Connection) -> None:
    set_limit(connection, ANN, LOSS, 500, NOW)
    assert why_not_play(connection, ANN, NOW, 500) == ""
    assert (
        why_not_play(connection, ANN, NOW, 501) == "your own limit leaves you 500 to lose in these 24 hours"
    )
    add_play(connection, {ANN: (-300, 60)}, NOW)
    assert why_not_play(connection, ANN, NOW, 200) == ""
    assert (
        why_not_play(connection, ANN, NOW, 201) == "your own limit leaves you 200 to lose in these 24 hours"
    )
    add_play(connection, {ANN: (50, 60)}, NOW)
    assert why_not_play(connection, ANN, NOW, 250) == ""
    add_play(connection, {ANN: (-400, 60)}, NOW)
    assert "leaves you 0 to lose" in why_not_play(connection, ANN, NOW)


def test_the_limit_of_time_counts_24_hours_back(connection: sa.Connection) -> None:
    set_limit(connection, ANN, TIME, 3_600, NOW)
    add_play(connection, {ANN: (0, 3_599)}, NOW)
    assert why_not_play(connection, ANN, NOW) == ""
    add_play(connection, {ANN: (0, 1)}, NOW + HOUR)
    assert why_not_play(connection, ANN, NOW + HOUR) == (
        "you have played as long as your own limit allows in 24 hours"
    )
    assert lost_and_seconds(connection, ANN, NOW + DAY) == (0, 3_600)
    assert lost_and_seconds(connection, ANN, NOW + DAY + HOUR) == (0, 1)
    assert why_not_play(connection, ANN, NOW + DAY + HOUR) == ""
    assert sweep_played(connection, NOW + DAY + HOUR) == 1


def test_an_exclusion_holds_at_once_and_is_never_shortened(connection: sa.Connection) -> None:
    ann = account(connection, "Ann")
    assert why_not_play(connection, ann.id, NOW) == ""
    exclude(connection, ann.id, NOW + 30 * DAY, NOW)
    assert why_not_play(connection, ann.id, NOW) == "you have excluded yourself from play"
    exclude(connection, ann.id, NOW + 2 * DAY, NOW)
    assert is_excluded(connection, ann.id, NOW + 30 * DAY - 1)
    assert not is_excluded(connection, ann.id, NOW + 30 * DAY)
    exclude(connection, ann.id, FOR_EVER, NOW)
    assert is_excluded(connection, ann.id, NOW + 10_000 * DAY)
    with pytest.raises(BadInput, match="24 hours or longer"):
        exclude(connection, ann.id, NOW + HOUR, NOW)


# -- what was won ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("book", BOOKS)
def test_what_people_won_is_what_their_chips_say(book: str) -> None:
    """On random walks: chips and wagers of everybody change by what they won, brought and took."""
    won_at_all = 0
    for seed in range(6):
        chance = random.Random(seed)
        walk = Walk(some_rules(book, chance), chance)
        for _ in range(500):
            walk.step(0.1)
        while walk.table.boxes:
            walk.step(0)
        won = winnings(walk.events)
        for name in {event.person for event in walk.events if isinstance(event, ev.PersonJoined)}:
            own = [event for event in walk.events if getattr(event, "person", "") == name]
            brought = chips_brought([event for event in own if not isinstance(event, ev.InventoryCounted)])
            bought = sum(event.amount for event in own if isinstance(event, ev.ChipsBought))
            changed = sum(event.converted for event in own if isinstance(event, ev.CashConfirmed))
            chips = sum(person.chips for person in walk.table.people if person.name == name)
            assert chips == brought + bought + changed + won.get(name, 0)
            won_at_all += abs(won.get(name, 0))
    assert won_at_all > 0


# -- quotas ----------------------------------------------------------------------------------------------


MASTER = MasterKey(bytes(32))


def test_what_comes_from_one_address_is_counted_by_the_hour(connection: sa.Connection) -> None:
    origin = origin_of(MASTER, "guests", "203.0.113.77")
    for turn in range(3):
        assert why_not_from(connection, origin, 3, NOW + turn) == ""
        count_from(connection, origin, NOW + turn)
    assert why_not_from(connection, origin, 3, NOW + 3).startswith("too many guests")
    assert why_not_guest(connection, Quotas(guests_of_address=3), origin, NOW).startswith("too many guests")
    assert why_not_from(connection, origin_of(MASTER, "guests", "203.0.113.78"), 3, NOW + 3) == ""
    assert why_not_from(connection, origin_of(MASTER, "tables", "203.0.113.77"), 3, NOW + 3) == ""
    assert why_not_from(connection, origin, 3, NOW + HOUR) == ""
    count_from(connection, origin, NOW + HOUR)
    assert why_not_from(connection, origin, 3, NOW + HOUR) == ""


@pytest.mark.parametrize("network", ["203.0.113.{}", "2001:db8:7:{}::1"])
def test_so_is_what_comes_from_the_network_around_it(connection: sa.Connection, network: str) -> None:
    for turn in range(12):
        origin = origin_of(MASTER, "accounts", network.format(turn))
        assert why_not_from(connection, origin, 3, NOW) == ""
        count_from(connection, origin, NOW)
    new = origin_of(MASTER, "accounts", network.format(99))
    assert why_not_from(connection, new, 3, NOW).startswith("too many accounts")
    elsewhere = origin_of(MASTER, "accounts", "198.51.100.1")
    assert why_not_from(connection, elsewhere, 3, NOW) == ""


HERE = origin_of(MASTER, "guests", "203.0.113.77")


def test_the_house_has_room_for_so_many_guests_at_once(connection: sa.Connection) -> None:
    quotas = Quotas(guests=2)
    first, second, holder = guest(connection), guest(connection), account(connection, "Ann")
    for person in (first, first, holder, holder):
        begin_session(connection, person.id, new_token(source), "csrf", NOW)
    assert why_not_guest(connection, quotas, HERE, NOW) == ""
    begin_session(connection, second.id, new_token(source), "csrf", NOW)
    assert why_not_guest(connection, quotas, HERE, NOW).startswith("there are too many guests right now")
    assert why_not_guest(connection, quotas, HERE, NOW + DAY) == ""


def test_tables_are_counted_for_the_house_and_for_each_person(connection: sa.Connection) -> None:
    quotas = Quotas(tables=3, tables_of_guest=1, tables_of_account=2)

    def opens(number: int, person: str, state: str = "open") -> None:
        row = {"id": f"t{number}", "number": number, "book": "maryland", "name": "", "rules_digest": ""}
        connection.execute(sa.insert(schema.tables).values(**row, created=NOW, state=state, opened_by=person))

    opens(1, ANN)
    assert why_not_table(connection, quotas, ANN, is_guest=True) == (
        "you have 1 open table, which is as many as you can have"
    )
    assert why_not_table(connection, quotas, ANN, is_guest=False) == ""
    opens(2, ANN, "closed")
    opens(3, ANN, "stopped")
    assert why_not_table(connection, quotas, ANN, is_guest=False).startswith("you have 2 open tables")
    assert why_not_table(connection, quotas, "p2", is_guest=True) == ""
    opens(4, "p3")
    assert why_not_table(connection, quotas, "p2", is_guest=True).startswith("the house is full")


def test_nobody_has_too_many_seats() -> None:
    assert why_not_seat(Quotas(seats_of_person=2), 1) == ""
    assert why_not_seat(Quotas(seats_of_person=2), 2).startswith("you have 2 seats")
