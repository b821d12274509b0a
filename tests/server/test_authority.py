"""Who may send which command and ask for what: a closed list, held against the game itself."""

import random
from collections import defaultdict
from typing import Any

import msgspec
import pytest

from explore import Walk, everybody, some_rules
from scenes import Scene
from spanish21.books.rulebook import BOOKS, GUIDED_BOOKS, RULEBOOKS
from spanish21.game import commands as cmd
from spanish21.game.cards import FULL_DECK
from spanish21.game.decide import legal
from spanish21.game.due import due
from spanish21.game.table import DEALER, FLOORPERSON, HOUSE, Table
from spanish21.server.people.command_authority import (
    COMMANDS,
    HOUSE_ITSELF,
    LONGEST_REASON,
    Actor,
    TableDuty,
    why_not_authorised,
)
from spanish21.server.people.permissions import REQUESTS, UNPROVEN, why_not_asked
from spanish21.server.people.roles import ADMINISTRATOR, AUDITOR, PLAYER, ROLES

ANN = Actor("p-ann", frozenset((PLAYER,)))
BOB = Actor("p-bob", frozenset((PLAYER,)))
DORA = Actor("p-dora", frozenset((PLAYER, DEALER)))
FRED = Actor("p-fred", frozenset((PLAYER, FLOORPERSON)))
AUDREY = Actor("p-audrey", frozenset((AUDITOR,)))
ADA = Actor("p-ada", frozenset((ADMINISTRATOR,)))
EVERYBODY = (ANN, BOB, DORA, FRED, AUDREY, ADA)

STAFFED = TableDuty(frozenset((ANN.id,)), {DORA.id: DEALER, FRED.id: FLOORPERSON}, frozenset())
AUTOMATIC = TableDuty(frozenset((ANN.id,)), {}, frozenset(HOUSE))
ELSEWHERE = TableDuty(frozenset((BOB.id,)), {}, frozenset())

VALUES: dict[str, Any] = {
    "person": "p-ann",
    "kind": "main",
    "cards": (),
    "items": (),
    "takes": True,
    "covers": True,
}


def a_command_of(kind: type[cmd.Command], by: str) -> cmd.Command:
    fields = [field for field in msgspec.structs.fields(kind) if field.required and field.name != "by"]
    return kind(by=by, **{field.name: VALUES.get(field.name, 1) for field in fields})


def may(actor: Actor, duty: TableDuty, kind: type[cmd.Command], by: str) -> bool:
    second = DORA if actor != DORA else FRED
    return not why_not_authorised(actor, duty, a_command_of(kind, by), "a reason", second)


def test_every_command_has_a_line_and_every_line_a_command() -> None:
    assert set(COMMANDS) == set(cmd.COMMANDS.values())


@pytest.mark.parametrize("kind", cmd.COMMANDS.values(), ids=lambda kind: kind.__name__)
def test_every_command_by_every_role(kind: type[cmd.Command]) -> None:
    """At a staffed table the dealer and the floorperson on duty and the players may each do their own."""
    senders = COMMANDS[kind].senders
    for actor in EVERYBODY:
        assert may(actor, STAFFED, kind, DEALER) == (actor == DORA and DEALER in senders)
        assert may(actor, STAFFED, kind, FLOORPERSON) == (actor == FRED and FLOORPERSON in senders)
        for name in (ANN.id, BOB.id, actor.id):
            is_joining = kind is cmd.Join and actor == BOB
            expected = name == actor.id and PLAYER in senders and (actor == ANN or is_joining)
            assert may(actor, STAFFED, kind, name) == expected, (actor, name)


@pytest.mark.parametrize("kind", cmd.COMMANDS.values(), ids=lambda kind: kind.__name__)
def test_nobody_has_a_duty_at_a_table_where_they_are_not_on_duty(kind: type[cmd.Command]) -> None:
    for actor in EVERYBODY:
        for by in HOUSE:
            assert not may(actor, ELSEWHERE, kind, by)
            assert not may(actor, AUTOMATIC, kind, by)
    assert may(DORA, ELSEWHERE, kind, DORA.id) == (kind is cmd.Join)


@pytest.mark.parametrize("kind", cmd.COMMANDS.values(), ids=lambda kind: kind.__name__)
def test_the_house_itself_fills_the_roles_that_no_person_fills(kind: type[cmd.Command]) -> None:
    line = COMMANDS[kind]
    for by in HOUSE:
        assert may(HOUSE_ITSELF, AUTOMATIC, kind, by) == (by in line.senders)
        assert may(HOUSE_ITSELF, STAFFED, kind, by) == (by in line.senders and line.by_clock)
    for duty in (AUTOMATIC, STAFFED):
        assert may(HOUSE_ITSELF, duty, kind, ANN.id) == (PLAYER in line.senders and line.by_clock)
        assert not may(HOUSE_ITSELF, duty, kind, BOB.id)


def test_the_clock_only_gives_answers_that_put_no_more_money_on_the_layout() -> None:
    answers = {kind.__name__ for kind, line in COMMANDS.items() if line.by_clock and PLAYER in line.senders}
    assert answers == {
        "AnswerLateCard",
        "DeclineInsurance",
        "FollowDouble",
        "FollowSplit",
        "Leave",
        "RefuseCut",
        "Stand",
    }


def test_limits_are_asked_before_somebody_sits_down_buys_chips_or_wagers_and_never_in_a_round() -> None:
    asked = {kind for kind, line in COMMANDS.items() if line.begins_play}
    assert asked == {cmd.Join, cmd.BuyChips, cmd.PlaceWager}


def test_floor_actions_carry_a_reason() -> None:
    for kind, line in COMMANDS.items():
        by = line.senders[-1]
        actor = {PLAYER: ANN, DEALER: DORA, FLOORPERSON: FRED}[by]
        command = a_command_of(kind, actor.id if by == PLAYER else by)
        second = DORA if actor == FRED else FRED
        without = why_not_authorised(actor, STAFFED, command, "  ", second)
        assert without == ("that needs a reason" if line.needs_reason else "")
        long = why_not_authorised(actor, STAFFED, command, "x" * (LONGEST_REASON + 1), second)
        assert long == "a reason has at most 200 characters, not 201"
    reasons = {kind.__name__ for kind, line in COMMANDS.items() if line.needs_reason}
    assert {"OrderRecut", "OrderReshuffle", "ValidatePayout", "RemoveTen", "ReportInsertion"} <= reasons
    assert not reasons & {"Deal", "Draw", "Settle", "ReportCoverCard", "RefuseCard"}


def test_a_progressive_payout_needs_a_second_person() -> None:
    pay = a_command_of(cmd.ValidatePayout, FLOORPERSON)

    def why(second: Actor | None) -> str:
        return why_not_authorised(FRED, STAFFED, pay, "light on, 6-10", second)

    assert why(DORA) == ""
    assert why(Actor("p-other", frozenset((FLOORPERSON,)))) == ""
    assert why(None) == why(FRED) == why(HOUSE_ITSELF) == "that needs a second person"
    assert why(ANN) == "the second person must not play at the table"
    assert why(BOB) == why(AUDREY) == "the second person must be a dealer or a floorperson"
    assert [kind for kind, line in COMMANDS.items() if line.needs_second] == [cmd.ValidatePayout]


def test_nobody_plays_where_they_are_on_duty() -> None:
    assert "on duty" in why_not_authorised(DORA, STAFFED, cmd.Join(by=DORA.id, chips=100))
    seated = TableDuty(frozenset((DORA.id,)), {DORA.id: DEALER}, frozenset())
    assert "own table" in why_not_authorised(DORA, seated, cmd.Deal(by=DEALER))


def test_a_role_that_was_taken_away_ends_the_duty() -> None:
    former = Actor(DORA.id, frozenset((PLAYER,)))
    assert why_not_authorised(former, STAFFED, cmd.Deal(by=DEALER)) == (
        "only the dealer on duty at this table may do that"
    )


SELDOM = {"HandleCards", "FollowSplit", "SpinCommunity"}
"""The first is always refused; the others do not come on every walk."""


def test_whatever_the_game_accepts_has_a_sender_who_may_send_it() -> None:
    """What is legal on walks through all books is in the table, and for the same senders and no others."""
    accepted: defaultdict[str, set[str]] = defaultdict(set)

    def look(table: Table) -> None:
        for who in (*everybody(table), "zoe"):
            for one in legal(table, who):
                accepted[one.command].add(who if who in HOUSE else PLAYER)

    for seed, book in enumerate((*RULEBOOKS * 12, *GUIDED_BOOKS * 2)):
        chance = random.Random(seed)
        walk = Walk(some_rules(book, chance), chance, real=seed % 4 == 3)
        for _ in range(250):
            walk.step(0.2)
            look(walk.table)
    for book in BOOKS:  # few walks open a table with decks whose 10s are still in them
        scene = Scene(book, opened=False)
        while (step := due(scene.table)) is not None and scene.table.phase != "stack":
            full = isinstance(step, cmd.ReceiveDecks)
            scene.do(msgspec.structs.replace(step, cards=FULL_DECK * scene.rules.decks) if full else step)
            look(scene.table)
    listed = {kind.__name__: set(line.senders) for kind, line in COMMANDS.items()}
    assert {
        name: senders - listed[name] for name, senders in accepted.items() if senders - listed[name]
    } == {}
    never = {name: senders - accepted[name] for name, senders in listed.items() if senders - accepted[name]}
    assert set(never) <= SELDOM, never


# -- requests ----------------------------------------------------------------------------------------

OF_EVERYBODY = {
    "see_health",
    "see_books",
    "see_tables",
    "watch_table",
    "see_round",
    "see_meters",
    "see_public_record",
    "cosign",
    "ask_analysis",
    "take_lesson",
}
OF_STRANGERS = {"come_as_guest", "open_account", "accept_invitation", "accept_reset", "log_in"}
OF_ONESELF = {
    "let_model_ask",
    "see_model_token",
    "end_model_token",
    "log_out",
    "see_own_account",
    "keep_guest",
    "change_own_password",
    "set_own_limit",
    "exclude_self",
    "erase_self",
    "prove_factor",
    "set_factor",
    "see_own_sessions",
    "end_own_session",
    "see_own_statement",
    "export_own_data",
    "see_own_rounds",
    "keep_own_submission",
}
OF_ROLE = {
    PLAYER: {"open_table", "close_own_table", "send_command"},
    DEALER: {"send_command", "go_on_duty", "see_floor", "see_approvals", "decide_approval", "see_payout"},
    FLOORPERSON: {
        "see_floor",
        "open_table",
        "close_own_table",
        "send_command",
        "go_on_duty",
        "close_table",
        "resume_table",
        "open_house_table",
        "see_approvals",
        "decide_approval",
        "see_payout",
        "ask_payout",
        "correct",
    },
    AUDITOR: {
        "see_approvals",
        "decide_approval",
        "see_whole_log",
        "see_ledger",
        "audit",
        "export_rounds",
        "see_metrics",
        "see_witnesses",
    },
    ADMINISTRATOR: {
        "see_floor",
        "open_table",
        "close_own_table",
        "close_table",
        "resume_table",
        "open_house_table",
        "see_approvals",
        "decide_approval",
        "correct",
        "audit",
        "see_metrics",
        "see_witnesses",
        "back_up",
        "see_people",
        "invite",
        "give_role",
        "take_role",
        "reset_password",
        "reset_factor",
        "end_sessions",
        "give_chips",
        "erase_person",
    },
}


OWN = OF_ONESELF | {"close_own_table"}


def test_every_request_is_of_somebody() -> None:
    assert set(REQUESTS) == OF_EVERYBODY | OF_STRANGERS | OF_ONESELF | set.union(*OF_ROLE.values())


@pytest.mark.parametrize("name", REQUESTS)
def test_every_request_by_every_role(name: str) -> None:
    for role in ROLES:
        actor = Actor("p-1", frozenset((role,)))
        of_role = OF_EVERYBODY | OF_ONESELF | OF_ROLE[role]
        about = actor.id if name in OWN else "p-2"
        assert (why_not_asked(actor, name, about, "a reason") == "") == (name in of_role)
        if name in OWN & of_role:
            assert why_not_asked(actor, name, "p-2") == "you can only do that for yourself"
    is_strangers = why_not_asked(None, name, "", "a reason") == ""
    assert is_strangers == (name in OF_EVERYBODY | OF_STRANGERS)


def test_whatever_moves_chips_or_authority_waits_for_a_second_person_and_asks_for_the_factor_again() -> None:
    waits = {name for name, request in REQUESTS.items() if request.needs_second}
    assert waits == {
        *("correct", "give_chips", "give_role", "take_role", "invite", "erase_person", "ask_payout"),
        *("reset_password", "reset_factor", "open_house_table"),
    }
    assert waits == {name for name, request in REQUESTS.items() if request.needs_proof}


def test_somebody_without_the_second_factor_of_their_account_may_only_give_it_or_leave() -> None:
    unproven = Actor("p-1", frozenset((UNPROVEN,)))
    may = {name for name in REQUESTS if not why_not_asked(unproven, name, "p-1", "a reason")}
    assert may == {"log_out", "see_own_account", "prove_factor"}


def test_one_person_alone_in_the_house_validates_a_payout_alone() -> None:
    pay = a_command_of(cmd.ValidatePayout, FLOORPERSON)
    assert why_not_authorised(FRED, STAFFED, pay, "light on", None, is_alone=True) == ""
    assert why_not_authorised(FRED, STAFFED, pay, "", None, is_alone=True) == "that needs a reason"
