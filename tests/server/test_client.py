"""The client of one table, without a server: what is said while the connection is lost goes out later."""

import asyncio
from typing import Any, cast

import msgspec
import pytest

from spanish21.client.client import Client, TableClient
from spanish21.client.protocol import PROTOCOL
from spanish21.errors import Spanish21Error


class Socket:
    """A connection that notes what is sent on it."""

    def __init__(self) -> None:
        self.sent: list[dict[str, Any]] = []

    async def send(self, text: str) -> None:
        self.sent.append(msgspec.json.decode(text))


async def hears(table: TableClient, **message: Any) -> None:
    await table._hear(msgspec.json.encode(message))


def test_a_command_said_while_the_connection_is_lost_goes_out_with_the_next_and_is_answered() -> None:
    async def main() -> None:
        table = TableClient(cast(Client, None), "t1")
        table._task = asyncio.current_task()  # type: ignore[assignment]
        table.state = {"seq": 3}
        asked = asyncio.create_task(table.command("Stand"))
        await asyncio.sleep(0)
        assert not asked.done()
        table._socket = socket = cast(Any, Socket())
        await hears(table, type="whole", protocol=PROTOCOL, seq=4, you="p1", events=[1])
        assert table.state == {"seq": 4, "you": "p1"}
        [sent] = socket.sent
        assert (sent["type"], sent["seq"], sent["command"]) == ("command", 3, {"type": "Stand"})
        await hears(table, type="answer", id="another", ok=False)
        assert not asked.done()
        await hears(table, type="answer", id=sent["id"], ok=True, seq=5)
        assert (await asked).seq == 5
        assert table._pending == {}

    asyncio.run(main())


def test_changes_are_merged_and_a_farewell_is_kept() -> None:
    async def main() -> None:
        table = TableClient(cast(Client, None), "t1")
        heard: list[str] = []
        table.heard = lambda message, raw: heard.append(message["type"])
        await hears(table, type="whole", protocol=PROTOCOL, seq=1, view={"phase": "cut", "boxes": [1]})
        await hears(table, type="change", seq=2, steps=[{"patch": {"view": {"phase": "wagers"}}}], then={})
        assert table.state == {"seq": 2, "view": {"phase": "wagers", "boxes": [1]}}
        await hears(table, type="bye", text="log in again")
        assert table.said_bye == "log in again"
        assert heard == ["whole", "change", "bye"]

    asyncio.run(main())


@pytest.mark.parametrize(
    "message",
    [
        {"type": "whole", "seq": 1, "view": {}},  # from before there were numbers
        {"type": "whole", "protocol": PROTOCOL - 1, "seq": 1, "view": {}},
        {"type": "whole", "protocol": PROTOCOL + 1, "seq": 1, "view": {}},
        {"type": "bye", "protocol": PROTOCOL + 1, "text": "reload"},
    ],
)
def test_a_server_of_another_version_is_refused_in_words(message: dict[str, Any]) -> None:
    async def main() -> None:
        table = TableClient(cast(Client, None), "t1")
        await hears(table, **message)
        assert table.state == {}
        with pytest.raises(Spanish21Error, match="different versions; install the server's version"):
            await table.until(lambda state: True)

    asyncio.run(main())
