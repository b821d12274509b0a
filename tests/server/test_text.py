"""Text from outside is printable, normalised and bounded, wherever it comes in; names of all scripts pass."""

import asyncio
import json
import sys
import unicodedata
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
import sqlalchemy as sa

from server.api import all_routes, somebody
from server.live import seated, served, staff, table_of
from server.streams import Sender
from spanish21.errors import BadInput
from spanish21.server.outside_text import cleaned, cleaned_query, is_plain, line
from spanish21.server.people.accounts import checked_name, folded
from spanish21.server.people.roles import ROLES
from spanish21.server.store import schema
from spanish21.server.web.desk import FrontDesk

BAD = (
    "\0",
    "a\0b",
    "\x07",
    "\x7f",
    "\x85",
    "a\u202eb",
    "\u2066",
    "\ufeff",
    "\u200b",
    "\ue000",
    "\uffff",
    "a\u200db",
)
NAMES = {
    "Latin": "Jürgen Müller",
    "Vietnamese": "Nguyễn Thị Ánh",
    "Greek": "Γιώργος",
    "Cyrillic": "Йосип Ґалаґан",
    "Armenian": "Արամ",
    "Hebrew": "דָּוִד",
    "Arabic": "مُحَمَّد",
    "Persian": "علی\u200cرضا",
    "Hindi": "कृष्णा",
    "Marathi": "सर\u094d\u200dय",
    "Bengali": "অনিন্দ্য",
    "Tamil": "கார்த்திக்",
    "Malayalam": "അനൂപ്",
    "Sinhala": "ශ\u0dca\u200dරී",
    "Thai": "สมชาย ใจดี",
    "Khmer": "សុខា",
    "Burmese": "အောင်",
    "Tibetan": "བཀྲཤས",
    "Georgian": "გიორგი",
    "Amharic": "አበበ",
    "Chinese": "李小龍",
    "Japanese": "さくら ガ",
    "Korean": "김민수",
    "Irish": "Seán O'Brien-Ní",
}


@pytest.mark.parametrize("script", NAMES)
def test_names_of_all_scripts_are_good_names_however_they_are_composed(script: str) -> None:
    name = NAMES[script]
    kept = checked_name(name)
    for form in ("NFC", "NFD", "NFKC", "NFKD"):
        assert checked_name(unicodedata.normalize(form, name)) == kept
    assert checked_name(kept) == kept
    assert unicodedata.is_normalized("NFC", kept)


@pytest.mark.parametrize("name", ["Ann\ufe0f", "An\u034fn", "\u3164\u3164", "A\u0301\u200dnn", "Ann\u200c"])
def test_a_name_with_letters_that_do_not_show_is_refused(name: str) -> None:
    with pytest.raises(BadInput):
        checked_name(name)


def test_names_that_differ_by_a_joiner_are_one() -> None:
    assert folded(NAMES["Persian"]) == folded(NAMES["Persian"].replace("\u200c", ""))


def test_of_all_of_unicode_nothing_passes_that_is_not_printable_or_a_blank() -> None:
    for code in range(sys.maxunicode + 1):
        letter = chr(code)
        try:
            found = line(f"a{letter}b")
        except BadInput:
            assert unicodedata.category(letter) in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"), hex(code)
        else:
            assert unicodedata.is_normalized("NFC", found)
            assert all(unicodedata.category(one)[0] != "C" for one in found), hex(code)
            found.encode()


@pytest.mark.parametrize("text", BAD)
def test_what_cannot_be_printed_is_refused_wherever_it_is(text: str) -> None:
    for value in (text, [text], {"a": text}, {text: 1}, {"a": [{"b": text}]}, {"text": text}):
        with pytest.raises(BadInput, match=r"U\+[0-9A-F]{4,6} is not a printable character"):
            cleaned(value)
    with pytest.raises(BadInput):
        cleaned_query(f"after={quote(text)}".encode())


def test_texts_are_normalised_and_bounded_and_only_texts_of_many_lines_have_breaks() -> None:
    assert cleaned({"reason": "e\u0301"}) == {"reason": "é"}
    assert cleaned_query(b"name=e%CC%81&x=") == b"name=%C3%A9&x="
    assert cleaned_query(b"from=1&to=%41") == b"from=1&to=%41"
    assert cleaned({"submission": "a = 1\r\n\tb = 2"}) == {"submission": "a = 1\r\n\tb = 2"}
    assert cleaned({"n": 1, "x": None, "l": [True, 1.5]}) == {"n": 1, "x": None, "l": [True, 1.5]}
    with pytest.raises(BadInput, match=r"reason: U\+000A"):
        cleaned({"reason": "a\nb"})
    for most, value in ((1_000, {"reason": "x" * 1_001}), (65_536, {"text": "x\n" * 40_000})):
        with pytest.raises(BadInput, match=f"has at most {most} characters"):
            cleaned(value)
    with pytest.raises(BadInput, match="at most"):
        line("\u0390" * 10 + "\U0001d160" * 996)  # it grows when it is normalised


def test_a_plain_message_is_one_that_stays_as_it_is() -> None:
    for text in ('{"id":"1","seq":3,"command":{"type":"Join"}}', '{"a": "b c"}'):
        assert is_plain(text)
        assert cleaned(json.loads(text)) == json.loads(text)
    for text in ('{"a":"\\u0000"}', '{"a":"\x7f"}', '{"a":"é"}', '{"a":"' + "x" * 1_000 + '"}'):
        assert not is_plain(text)


def test_a_password_is_hashed_as_it_is() -> None:
    assert cleaned({"password": "e\u0301\x07"}) == {"password": "e\u0301\x07"}


def texts_in(example: Any, bad: str) -> list[Any]:
    """An example of a body with one of its texts after the other made a bad one."""
    if isinstance(example, dict):
        found = []
        for name, value in example.items():
            put = [bad] if isinstance(value, str) else texts_in(value, bad)
            found += [{**example, name: one} for one in put]
        return found
    return []


def stored_texts(connection: sa.Connection) -> list[str]:
    """Every text in the store."""
    rows = (
        tuple(row) for table in schema.metadata.sorted_tables for row in connection.execute(sa.select(table))
    )
    return [value for row in rows for value in row if isinstance(value, str)]


def test_no_route_lets_a_bad_text_in_or_fails_over_one(tmp_path: Path, address: str) -> None:
    """Every text of every body, every part of every path and every parameter of every query."""

    async def tried(desk: FrontDesk, at: str) -> int:
        row, count = await table_of(desk), 0
        clients = [await somebody(desk, at), await somebody(desk, at, *ROLES)]
        for route in all_routes():
            parameters = [one for one in route.parameters if one["in"] == "query"]
            for bad in ("\0", "\u202ex"):
                odd = quote(bad)
                requests: list[tuple[str, Any]] = [
                    (route.filled(table_id=row.id), body) for body in texts_in(route.example, bad)
                ]
                places = [one["name"] for one in route.parameters if one["in"] == "path"]
                requests += [(route.filled(**{name: odd}), route.example) for name in places]
                requests += [
                    (f"{route.filled(table_id=row.id)}?{one['name']}={odd}", None) for one in parameters
                ]
                for path, body in requests if route.method != "SOCKET" else ():
                    for client in clients:
                        content = b"" if body is None else json.dumps(body).encode()
                        path = path.removeprefix("/api")
                        said = await client._http.request(route.method, path, content=content)
                        assert said.status_code < 500, (route.name, path, body, said.text)
                        if body is None or bad in json.dumps(body, ensure_ascii=False):
                            assert said.status_code >= 400, (route.name, path, body)
                        count += 1
        for client in clients:
            await client.__aexit__(None, None, None)
        assert all(line(text, breaks=True, most=10**9) == text for text in await desk.reading(stored_texts))
        return count

    async def main() -> None:
        async with served(tmp_path, database=address) as (desk, at):
            assert await tried(desk, at) > 200

    asyncio.run(main())


def test_escapes_in_a_submission_are_no_way_round(tmp_path: Path) -> None:
    text = 'book = "uk-casino"\noperator = "Pier\\u0000"\n[choose]\ndecks = 8\n'

    async def main() -> None:
        async with served(tmp_path) as (desk, at):
            client = await somebody(desk, at, "player")
            said = await client._http.post("/tables", json={"submission": text, "name": "x"})
            assert (said.status_code, "U+0000 is not a printable" in said.text) == (422, True)
            said = await client._http.post("/submissions/check", json={"text": text})
            assert "U+0000 is not a printable" in said.text
            decomposed = unicodedata.normalize("NFD", "Café")
            said = await client._http.put(
                f"/me/submissions/{quote(decomposed)}", json={"text": "# " + decomposed}
            )
            assert said.status_code == 204
            [kept] = (await client._http.get("/me/submissions")).json()
            assert (kept["name"], kept["text"]) == ("Café", "# Café")
            await client.__aexit__(None, None, None)

    asyncio.run(main())


def test_a_reason_is_clean_and_a_player_gives_none(tmp_path: Path, address: str) -> None:
    async def main() -> None:
        async with served(tmp_path, database=address) as (desk, at):
            row = await table_of(desk)
            async with seated(at, row.id, 0) as [socket]:
                sender, seq = Sender(socket), desk.hall.hosts[row.id].log.seq
                join = {
                    "type": "command",
                    "id": "1",
                    "seq": seq,
                    "command": {"type": "Join", "chips": 5, "seat": 1},
                }
                for reason in ("\0", "because"):
                    [answer] = await sender.send([{**join, "reason": reason}])
                    assert answer["reason"] == "malformed"
                [answer] = await sender.send([{**join, "reason": ""}])
                assert answer["ok"]
            chief = await staff(desk, at, "floorperson")
            said = await chief._http.post(f"/tables/{row.id}/close", json={"reason": "worn\0out"})
            assert (said.status_code, said.json()["error"]) == (
                400,
                "reason: U+0000 is not a printable character",
            )
            assert not desk.hall.hosts[row.id].stopped
            await chief.__aexit__(None, None, None)

    asyncio.run(main())
