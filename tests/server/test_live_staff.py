"""What the people of the house are told over HTTP and the socket: what is due, the floor, the books."""

import asyncio
import hashlib
from pathlib import Path
from typing import Any, get_args

import pytest

from patience import moments
from server.live import QUICK, decline_cut, seated, served, staff, table_of
from spanish21.client.client import Client, ServerSaid, TableClient
from spanish21.school.questions import TOPICS
from spanish21.server.table.policy import Policy
from spanish21.server.web.routes.school import TopicWord


async def does_what_is_due(socket: TableClient, **filled: Any) -> None:
    """Send the command that is due, as the prompt has it."""
    due = socket.state["due"]
    command = dict(due["command"]) | filled
    answer = await socket.command(command.pop("type"), **command)
    assert answer.ok, (due, answer)


def test_a_dealer_is_prompted_through_a_round_with_the_clauses(tmp_path: Path) -> None:
    async def main() -> None:
        async with served(tmp_path) as (desk, address):
            row = await table_of(desk, "maryland", Policy(house="person", wager_seconds=600))
            dealer = await staff(desk, address, "dealer")
            async with dealer, seated(address, row.id, 1) as [ann]:
                await dealer.request("POST", f"/tables/{row.id}/duty", {"role": "dealer"})
                async with dealer.at(row.id, "dealer") as deals:
                    says = []
                    async for _ in moments(lambda: deals.state):
                        if deals.state["view"]["phase"] == "wagers" and not deals.state["view"]["boxes"]:
                            break
                        due = deals.state.get("due")
                        if due is not None and due["to"] == "dealer":
                            says.append(due["says"])
                            assert all(clause.startswith("maryland ") for clause in due["clauses"])
                            await does_what_is_due(deals)
                        elif ann.state["you"] in ann.state["waits_for"]:
                            await ann.command("RefuseCut")
                    assert "Put the stack into the shoe." in says
                    offer = next(line for line in says if line.startswith("Offer the stack"))
                    assert ann.state["names"][ann.state["you"]] in offer  # by name, not by pseudonym
                    assert "due" not in ann.state

    asyncio.run(main())


def test_the_floor_and_the_irregularities_are_told(tmp_path: Path) -> None:
    async def main() -> None:
        async with served(tmp_path) as (desk, address):
            row = await table_of(desk, "maryland", Policy(house="person", floor="person"))
            async with await staff(desk, address, "floorperson") as client:
                await client.request("POST", f"/tables/{row.id}/duty", {"role": "floorperson"})
                [table] = await client.request("GET", "/floor")
                assert table["due"] == {"to": "floorperson", "says": table["due"]["says"]}
                assert table["due"]["says"].startswith("Check the equipment")
                assert [one["role"] for one in table["on_duty"]] == ["floorperson"]
                assert (await client.me())["duties"] == [{"table": row.id, "role": "floorperson"}]
                wrong = await client.request("GET", f"/tables/{row.id}/irregularities")
                seen = next(one for one in wrong if one["name"] == "seen_card")
                assert (seen["command"], seen["fields"]) == ("DrawInError", {"exposed": True})
                assert all(clause.startswith("maryland ") and says for clause, says in seen["clauses"])

    asyncio.run(main())


def test_an_auditor_reads_a_log_whose_chain_holds_and_the_hands_in_the_rack(tmp_path: Path) -> None:
    async def main() -> None:
        async with served(tmp_path) as (desk, address):
            row = await table_of(desk, "uk-casino", QUICK)
            async with seated(address, row.id, 1) as [ann], await staff(desk, address, "auditor") as reader:
                await decline_cut([ann])
                assert (await ann.command("PlaceWager", box=1, amount=1_000)).ok
                async for _ in moments(lambda: ann.state):
                    if ann.state["view"]["phase"] == "wagers" and not ann.state["view"]["boxes"]:
                        break
                    if ann.state["you"] in ann.state["waits_for"]:
                        is_asked = ann.state["view"]["phase"] == "insurance"
                        await (ann.command("DeclineInsurance", box=1) if is_asked else ann.command("Stand"))
                head = await reader.request("GET", f"/tables/{row.id}/head")
                log = await reader.request("GET", f"/tables/{row.id}/log")
                chain = bytes.fromhex(head["before"])
                for one in log:
                    leaf = bytes.fromhex(one["leaf"])
                    if one["body"] is not None:
                        salted = bytes.fromhex(one["salt"]) + one["body"].encode()
                        assert hashlib.sha256(salted).digest() == leaf
                    place = b"".join(one[name].to_bytes(8, "big") for name in ("seq", "at", "shoe"))
                    chain = hashlib.sha256(chain + place + leaf + bytes.fromhex(one["note"])).digest()
                    assert chain.hex() == one["chain"]
                assert (head["seq"], head["chain"]) == (log[-1]["seq"], chain.hex())
                asked = await reader.request("GET", f"/tables/{row.id}/commands")
                assert {one["command"] for one in asked} >= {"Join", "PlaceWager"}
                rack = await reader.request("GET", f"/tables/{row.id}/rounds/1/rack")
                assert [one["box"] for one in rack["hands"]] == [1, 0]
                assert all(one["rack"] == one["dealt"] for one in rack["hands"])
                purse = f"purse/{ann.state['you']}"
                assert purse in {one["account"] for one in await reader.request("GET", "/ledger?part=purse")}
                moves = await reader.request("GET", f"/ledger/moves?account={purse}")
                assert sum(one["amount"] for one in moves) == desk.quotas.chips_of_guest - 50_000
                assert (await reader.request("POST", "/audit"))["ok"]

    asyncio.run(main())


def test_a_lesson_is_held_question_by_question_and_an_exam_ends_with_a_certificate(tmp_path: Path) -> None:
    async def main() -> None:
        async with served(tmp_path) as (_, address), Client(address) as trainee:
            lesson = await trainee.request("POST", "/lessons", {"book": "maryland", "boxes": 2})
            assert lesson["question"]["asks"]
            assert "right" not in lesson["question"]
            assert lesson["learned"] == {}
            path = f"/lessons/{lesson['lesson']}"
            hint = (await trainee.request("POST", f"{path}/hint"))["hint"]
            assert hint
            seen = await trainee.request("GET", path)
            assert seen["question"] == lesson["question"]
            exam = {"book": "uk-casino", "boxes": 1, "exam": True, "questions": 2}
            state = await trainee.request("POST", "/lessons", exam)
            path = f"/lessons/{state['lesson']}"
            while not state["is_over"]:
                typed = "a" if state["question"]["options"] else "1"
                state = await trainee.request("POST", f"{path}/answer", {"answer": typed})
                assert state["mark"] is None  # corrections come at the end
                assert state["is_over"] or state["learned"] == {}
            assert sum(one["asked"] for one in state["learned"].values()) == state["score"]["asked"]
            paper = await trainee._http.get(f"{path}/certificate?name=<b>Ann")
            assert "&lt;b&gt;Ann" in paper.text
            assert paper.headers["content-disposition"].startswith("attachment")
            with pytest.raises(ServerSaid, match="nothing is asked any more"):
                await trainee.request("POST", f"{path}/answer", {"answer": "a"})
            with pytest.raises(ServerSaid, match="this lesson is over"):
                await trainee.request("GET", "/lessons/none")

    asyncio.run(main())


def test_a_lesson_asks_about_the_topics_that_were_chosen_and_says_what_was_learned(tmp_path: Path) -> None:
    async def main() -> None:
        async with served(tmp_path) as (_, address), Client(address) as trainee:
            wanted: dict[str, Any] = {"book": "uk-casino", "boxes": 2, "only": ["totals"]}
            state = await trainee.request("POST", "/lessons", wanted)
            path = f"/lessons/{state['lesson']}/answer"
            for _ in range(4):
                assert state["question"]["topic"] == "Totals"
                state = await trainee.request("POST", path, {"answer": "5"})
            assert {one["topic"] for one in state["learned"].values()} == {"totals"}
            assert sum(one["asked"] for one in state["learned"].values()) == 4
            known = {name: one["running"] for name, one in state["learned"].items()}
            again = await trainee.request("POST", "/lessons", wanted | {"known": known})
            assert again["learned"] == {}
            with pytest.raises(ServerSaid, match="topics belong to a lesson"):
                await trainee.request("POST", "/lessons", wanted | {"exam": True})
            with pytest.raises(ServerSaid):
                await trainee.request("POST", "/lessons", {"book": "maryland", "only": ["cooking"]})

    asyncio.run(main())


def test_the_topics_of_the_route_are_those_of_the_school() -> None:
    assert get_args(TopicWord) == tuple(TOPICS)
