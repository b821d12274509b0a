"""Seats: kept for a while after the last connection is lost, never given up with a wager on the layout."""

from scenes import Scene
from spanish21.server.table.seats import Seats

KEPT = 1_000


def test_a_seat_is_given_up_when_its_time_is_over_and_not_before() -> None:
    table, seats = Scene("maryland", {"ann": 500_00, "bob": 500_00}).table, Seats(KEPT)
    seats.begin(("ann", "bob"), now=0)
    assert seats.next_alarm(table) == KEPT
    seats.came("bob")
    assert list(seats.given_up(table, KEPT - 1)) == []
    assert list(seats.given_up(table, KEPT)) == ["ann"]
    seats.went("bob", now=500)
    assert list(seats.given_up(table, KEPT + 500)) == ["ann", "bob"]
    seats.came("ann")
    assert seats.next_alarm(table) == KEPT + 500
    assert list(seats.given_up(table, KEPT + 500)) == ["bob"]


def test_the_last_of_several_connections_counts() -> None:
    table, seats = Scene("maryland", {"ann": 500_00}).table, Seats(KEPT)
    seats.begin(("ann",), now=0)
    seats.came("ann")
    seats.came("ann")
    seats.went("ann", now=10)
    assert (seats.next_alarm(table), list(seats.given_up(table, 10**9))) == (None, [])
    seats.went("ann", now=20)
    assert seats.next_alarm(table) == KEPT + 20


def test_a_wager_keeps_a_seat_and_somebody_who_has_left_needs_none() -> None:
    seats = Seats(KEPT)
    seats.begin(("ann", "bob", "cid"), now=0)
    seats.note(("ann", "bob"))
    table = Scene("maryland", {"ann": 500_00, "bob": 500_00}).bet("ann", 10_00).table
    assert list(seats.given_up(table, KEPT)) == ["bob"]
    assert seats.next_alarm(table) == KEPT
    seats.came("bob")
    assert seats.next_alarm(table) is None
    assert "cid" not in seats._away_since


def test_at_a_table_that_closes_everyone_without_a_wager_leaves_immediately() -> None:
    table, seats = Scene("maryland", {"ann": 500_00, "bob": 500_00}).bet("ann", 10_00).table, Seats(KEPT)
    seats.came("bob")
    assert list(seats.given_up(table, 0)) == []
    seats.are_given_up = True
    assert list(seats.given_up(table, 0)) == ["bob"]
