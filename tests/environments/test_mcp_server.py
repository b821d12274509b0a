"""The server for models, asked by the protocol's own client."""

import asyncio
import json
import random
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from mcp import Client, StdioServerParameters

from explore import with_unseen_shuffled
from spanish21.analysis import edge
from spanish21.books.rulebook import BOOKS, load_book
from spanish21.books.submissions.submission import rules_of
from spanish21.dealer import open_table, play_round
from spanish21.environments.actions import Action
from spanish21.environments.mcp.documents import DOCUMENTS
from spanish21.environments.mcp.mcp_server import INSTRUCTIONS, mcp_server
from spanish21.environments.mcp.practice import Practice
from spanish21.game import commands as cmd
from spanish21.game.log.log_text import written_log
from spanish21.game.rules import what_if
from spanish21.game.table import Table

PROJECT = Path(__file__).parents[2]

Asks = Callable[[Client], Awaitable[Any]]


def asked(asks: Asks, practice: Practice | None = None) -> Any:
    """What a client does at a server in this process."""

    async def run() -> Any:
        async with Client(mcp_server(lambda: practice) if practice else mcp_server()) as client:
            return await asks(client)

    return asyncio.run(run())


async def told(client: Client, tool: str, **arguments: Any) -> Any:
    """The answer of a tool, which has to be one."""
    answer = await client.call_tool(tool, arguments)
    assert not answer.is_error, answer.content
    structured = answer.structured_content
    assert structured is not None
    return structured.get("result", structured)


async def refused(client: Client, tool: str, **arguments: Any) -> str:
    """The words with which a tool refuses."""
    answer = await client.call_tool(tool, arguments)
    assert answer.is_error
    return str(answer.content[0].text)  # type: ignore[union-attr]


def test_a_scripted_client_plays_ten_rounds() -> None:
    async def play(client: Client) -> list[int]:
        now = await told(client, "open_table", book="players-edge")
        rounds: list[int] = []
        while len(rounds) < 10:
            before = now["won_before"]
            answer = next(
                words
                for words in ("decline insurance", "stand", "go on to the next round")
                if words in now["legal"].values()
            )
            now = await told(client, "act", table=now["table"], action=answer)
            if "round_won" in now:
                rounds.append(now["round_won"])
                assert now["won_before"] == before + now["round_won"]
        assert (await told(client, "close_table", table=now["table"]))["won"] == sum(rounds)
        return rounds

    practice = Practice(random.Random(4))
    assert len(set(asked(play, practice))) > 1


def test_clauses_rules_and_prices_are_those_of_the_books() -> None:
    async def look_up(client: Client) -> None:
        named = [one["book"] for one in await told(client, "books")]
        assert "uk-casino" in named
        found = await told(client, "clauses", book="maryland", search="split aces")
        clause = await told(client, "clause", book="maryland", clause_id=found[0]["id"])
        assert clause["says"] == load_book("maryland").clause(found[0]["id"]).says
        assert (await told(client, "rules", book="maryland", setting="decks"))["decks"] == 6
        priced = await told(client, "edge", book="maryland", changes={"decks": 8})
        assert priced["house_edge"] == -edge_of_eight()
        read = await client.read_resource(f"spanish21://clauses/maryland/{found[0]['id']}")
        assert json.loads(read.contents[0].text)["id"] == found[0]["id"]  # type: ignore[union-attr]
        book = await client.read_resource("spanish21://books/maryland")
        assert clause["says"] in book.contents[0].text  # type: ignore[union-attr]

    asked(look_up)


def edge_of_eight() -> float:
    return edge(rules_of("maryland", decks=8)).expected_value


ROUND = "book maryland\nsit ann 1 500.00\nbet ann 1 10.00\ncards 6s 9d 7s Kc 8s\nann draws\n"


def test_a_round_in_notation_is_settled_with_the_clause_of_each_payment() -> None:
    async def settle(client: Client) -> None:
        (settled,) = await told(client, "settle_round", text=ROUND)
        assert (settled["person"], settled["result"], settled["paid"]) == ("ann", "won", "30.00")
        assert settled["clauses"] == ["12.B(3)"]
        assert "6-7-8 of spades pays 3 to 1" in settled["why"]
        assert "round:4" in await refused(client, "settle_round", text=ROUND.replace("9d", "9x"))
        for files in (
            "book maryland\nsubmission casino.toml\n",
            "book /etc/passwd.toml\n",
            'book "a/b.toml"\n',
        ):
            said = await refused(client, "settle_round", text=files)
            assert "there is no book" in said or "cannot be named here" in said, said
        assert "it may have 200,000" in await refused(client, "settle_round", text="#" * 200_001)
        assert "there is no book" in await refused(client, "open_table", book="./pyproject.toml")
        assert "there is no book" in await refused(client, "clause", book="./x.toml", clause_id="1")

    asked(settle)


def stands(table: Table) -> cmd.Command:
    return cmd.DeclineInsurance(by="ann", box=1) if table.phase == "insurance" else cmd.Stand(by="ann")


def test_a_log_is_verified_round_by_round() -> None:
    chance = random.Random(3)
    table, events = open_table(rules_of("uk-casino"), {"ann": 500_00}, chance)
    for _ in range(3):
        wager = cmd.PlaceWager(by="ann", box=1, amount=10_00)
        table, more = play_round(table, [wager], stands, chance)
        events += more
    log = b"".join(written_log(events)).decode()

    async def verify(client: Client) -> None:
        found = await told(client, "verify_log", log=log)
        assert found == {"events": len(events), "rounds": 3, "book": "uk-casino", "verified": True}
        changed = log.replace('"amount":1000', '"amount":1500')
        assert changed != log
        assert "Error" in await refused(client, "verify_log", log=changed)

    asked(verify)


def test_prices_and_side_wagers_are_those_of_the_analyser() -> None:
    async def price(client: Client) -> None:
        priced = {
            one["change"]: one["basis_points"] for one in await told(client, "prices", book="red-dragon")
        }
        table = rules_of("red-dragon")
        without = edge(what_if(table, may_surrender=False)).expected_value
        assert priced["may surrender: false"] == pytest.approx(
            10_000 * (without - edge(table).expected_value)
        )
        sides = {one["name"]: one for one in await told(client, "side_wagers", book="uk-casino")}
        assert (sides["match"]["paytable"], round(sides["match"]["house_edge"], 5)) == ("6", 0.03055)

    asked(price)


def test_documents_can_be_read_and_are_packaged() -> None:
    packaged = (PROJECT / "pyproject.toml").read_text("utf-8")

    async def read(client: Client) -> None:
        listed = (await client.read_resource("spanish21://documents")).contents[0].text  # type: ignore[union-attr]
        assert len(listed.splitlines()) == len(DOCUMENTS)
        for name in DOCUMENTS:
            assert f'"docs/{name}.md" = "spanish21/documents/{name}.md"' in packaged
            assert f"spanish21://documents/{name}  " in listed
            found = (await client.read_resource(f"spanish21://documents/{name}")).contents[0]
            assert found.text == (PROJECT / "docs" / f"{name}.md").read_text("utf-8")  # type: ignore[union-attr]
        with pytest.raises(Exception, match="there is no document 'secrets'"):
            await client.read_resource("spanish21://documents/secrets")

    asked(read)


def test_a_decision_may_be_named_as_players_or_as_the_books_name_it() -> None:
    practice = Practice(random.Random(5))

    async def act(client: Client) -> None:
        for words in ("draw", "Hit", "1"):
            table = await table_with(client, practice, Action.HIT)
            assert not (await client.call_tool("act", {"table": table, "action": words})).is_error

    asked(act, practice)


@pytest.mark.parametrize(
    ("action", "reason"),
    [
        ("rescue", "this hand may not be rescued [maryland 10."),
        ("split", "this hand may not be split [maryland 11."),
        ("insure", "[maryland 8."),
        ("decline insurance", "[maryland 8."),
        ("double for less", "[maryland 10."),
        ("draw", "[maryland 7."),
    ],
)
def test_a_refused_decision_comes_with_its_reason_and_clause(action: str, reason: str) -> None:
    practice = Practice(random.Random(6))

    async def act(client: Client) -> None:
        table = await table_without(client, practice, action)
        said = await refused(client, "act", table=table, action=action)
        assert f"'{action}' is not legal now: " in said
        assert reason in said
        assert "; legal are " in said

    asked(act, practice)


async def table_with(client: Client, practice: Practice, action: int) -> int:
    """A practice table at which an action is legal on a hand."""
    for _ in range(60):
        now = await told(client, "open_table", book="maryland")
        if not now["round_is_over"] and str(int(action)) in now["legal"]:
            return int(now["table"])
        await told(client, "close_table", table=now["table"])
    raise AssertionError("no such hand came")


async def table_without(client: Client, practice: Practice, action: str) -> int:
    """A practice table at which an action is not legal, while a hand waits for a decision."""
    if action in ("draw", "double for less"):  # a doubled hand waits for its rescue, or for nothing less
        table = await table_with(client, practice, Action.DOUBLE)
        practice.seats[table].take(Action.DOUBLE)
        if practice.seats[table].table.boxes and not practice.seats[table].is_over:
            return table
        return await table_without(client, practice, action)
    for _ in range(60):
        table = await table_with(client, practice, Action.STAND)
        if action not in practice.legal(table).values():
            return table
    raise AssertionError("no such hand came")


def test_the_instructions_name_every_book() -> None:
    assert f"under {len(BOOKS)} rulebooks" in INSTRUCTIONS
    assert all(book in INSTRUCTIONS for book in BOOKS)


def test_what_cannot_be_is_refused_in_words() -> None:
    async def try_it(client: Client) -> None:
        assert "there is no book 'nowhere'" in await refused(client, "open_table", book="nowhere")
        assert "there is no table 9" in await refused(client, "view_table", table=9)
        assert "has no clause '99'" in await refused(client, "clause", book="maryland", clause_id="99")
        assert "bingo" in await refused(client, "edge", book="maryland", changes={"bingo": 1})
        assert "decks" in await refused(client, "edge", book="maryland", changes={"decks": "many"})
        assert "table" in await refused(client, "act", table="first", action="hit")
        now = await told(client, "open_table", book="maryland")
        said = await refused(client, "act", table=now["table"], action="dance")
        assert "'dance' is not legal now; legal are" in said
        assert (await told(client, "view_table", table=now["table"]))["seen"] == now["seen"]
        assert "line 1" in await refused(client, "verify_log", log="nothing")

    asked(try_it, Practice(random.Random(1)))


def test_a_model_sees_nothing_that_the_person_in_its_seat_would_not() -> None:
    practice = Practice(random.Random(2))

    async def look(client: Client) -> None:
        chance, compared = random.Random(3), 0
        for _ in range(12):
            now = await told(client, "open_table", book="maryland")
            seat = practice.seats[now["table"]]
            if seat.is_over:
                continue
            ours = [await told(client, "view_table", table=now["table"])]
            ours.append(await told(client, "advise", table=now["table"]))
            seat.table = with_unseen_shuffled(seat.table, chance.shuffle)
            other = [await told(client, "view_table", table=now["table"])]
            other.append(await told(client, "advise", table=now["table"]))
            for seen in (ours, other):
                seen.append(await refused(client, "act", table=now["table"], action="rescue"))
            assert json.dumps(ours) == json.dumps(other)
            compared += 1
        assert compared > 5

    asked(look, practice)


def test_the_command_speaks_on_the_standard_input_and_output() -> None:
    async def run() -> list[str]:
        server = StdioServerParameters(command=sys.executable, args=["-m", "spanish21", "mcp"])
        async with Client(server) as client:
            return [tool.name for tool in (await client.list_tools()).tools]

    names = asyncio.run(run())
    assert {"open_table", "act", "advise", "settle_round", "edge", "clause"} <= set(names)
