"""What a browser remembers of a house's signed log, and what it says when the house shows another."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from playwright.sync_api import Browser, Page, Route, expect

from page.axe import serious
from page.faces import OTHER_KEY, Faces, HouseLog
from page.real import Real, real
from page.rooms import play_round
from page.serving import Served, visit
from spanish21.cli import main as command_line
from spanish21.server.fairness.cosigning import Cosigning, keep_cosigned
from spanish21.server.fairness.house_tree import newest_note, newest_origin
from spanish21.server.transparency.cosignature import cosignature
from spanish21.server.transparency.note import COSIGNATURE, Note, SigningKey, note_from
from spanish21.server.transparency.tree import (
    HASH_SIZE,
    TILE_WIDTH,
    consistency_proof,
    inclusion_proof,
    node_hash,
    root_of,
)
from spanish21.server.transparency.witnessing import witness_at

CHECKED = """async ({ included, consistent }) => {
  const { isIncluded, isConsistent } = await import('/trust/tree.js')
  const found = []
  for (const one of included) found.push(await isIncluded(...one))
  for (const one of consistent) found.push(await isConsistent(...one))
  return found
}"""


def bent(proof: list[str]) -> list[str]:
    """A proof with one hash changed."""
    return [("0" if proof[0][0] != "0" else "1") + proof[0][1:], *proof[1:]]


def even_tiles(level: int, number: int) -> bytes:
    """The tiles of a tree of any size whose leaves are all the same."""
    found = bytes(HASH_SIZE)
    for _ in range(8 * level):
        found = node_hash(found, found)
    return found * TILE_WIDTH


def test_the_pages_tree_agrees_with_the_servers_at_any_size(server: Served, browser: Browser) -> None:
    log = HouseLog(1)
    included: list[list[Any]] = []
    consistent: list[list[Any]] = []
    for size in (1, 2, 3, 7, 8, 11):
        root = root_of(log.tree.tile, size).hex()
        for index in range(size):
            leaf = log.tree.tile(0, 0)[HASH_SIZE * index : HASH_SIZE * (index + 1)].hex()
            path = [one.hex() for one in inclusion_proof(log.tree.tile, index, size)]
            included.append([leaf, index, size, root, path])
            old = root_of(log.tree.tile, index + 1).hex()
            steps = [one.hex() for one in consistency_proof(log.tree.tile, index + 1, size)]
            consistent.append([index + 1, old, size, root, steps])
    size, index = 2**33 + 5, 2**33 + 2
    path = [one.hex() for one in inclusion_proof(even_tiles, index, size)]
    included.append([bytes(HASH_SIZE).hex(), index, size, root_of(even_tiles, size).hex(), path])
    steps = [one.hex() for one in consistency_proof(even_tiles, index, size)]
    roots = [root_of(even_tiles, one).hex() for one in (index, size)]
    consistent.append([index, roots[0], size, roots[1], steps])
    page = visit(browser, server.url)
    good = page.evaluate(CHECKED, {"included": included, "consistent": consistent})
    assert all(good)
    wrong = {
        "included": [[*one[:4], bent(one[4])] for one in included if one[4]]
        + [[one[0], one[1] + 1, *one[2:]] for one in included[:-1]]
        + [[*one[:4], [*one[4], one[0]]] for one in included],
        "consistent": [[*one[:4], bent(one[4])] for one in consistent if one[4]]
        + [[one[0], one[1], one[2], one[1], one[4]] for one in consistent if one[0] != one[2]],
    }
    assert not any(page.evaluate(CHECKED, wrong))


@pytest.fixture
def watched(server: Served, browser: Browser) -> tuple[Page, Faces]:
    """The room of a house that a browser has seen at 12 leaves."""
    faces = Faces(HouseLog(12))
    page = browser.new_context(viewport={"width": 1200, "height": 860}).new_page()
    page.set_default_timeout(30_000)
    faces.show_to(page)
    page.goto(f"{server.url}#/trust")
    expect(verdict(page)).to_contain_text(re.compile("for the first time|saw last"))
    return page, faces


def verdict(page: Page) -> Any:
    return page.locator(".trust-known .verdict")


def seen_size(page: Page) -> int:
    return int(page.evaluate("JSON.parse(localStorage.getItem('spanish21.checkpoint')).seen.size"))


def banner(page: Page) -> Any:
    return page.locator(".trust-banner")


def again(page: Page) -> None:
    page.get_by_role("button", name="Check again").click()


def test_a_log_that_goes_on_is_followed_quietly(watched: tuple[Page, Faces]) -> None:
    page, faces = watched
    again(page)
    expect(verdict(page)).to_have_text("The log is what this browser saw last.")
    faces.logs = [HouseLog(25)]  # a restart in between changes nothing about it
    again(page)
    expect(verdict(page)).to_have_text("The log extends the one that this browser saw last.")
    assert seen_size(page) == 25
    expect(banner(page)).to_have_count(0)
    assert serious(page) == []


def test_a_key_that_the_last_one_announced_is_followed(watched: tuple[Page, Faces]) -> None:
    page, faces = watched
    old = HouseLog(12)
    now = HouseLog(20)
    now.key = OTHER_KEY
    forged = old.handover(OTHER_KEY).rpartition("\u2014")[0]  # without the signature of the new key
    faces.rows = [now.row() | {"handovers": [forged]}]
    again(page)
    expect(verdict(page)).to_contain_text("different key")
    page.evaluate("localStorage.clear()")
    faces.rows = [old.row()]
    again(page)
    expect(verdict(page)).to_contain_text("for the first time")
    faces.logs, faces.rows = [now], [now.row() | {"handovers": [old.handover(OTHER_KEY)]}]
    again(page)
    expect(verdict(page)).to_have_text("The log extends the one that this browser saw last.")
    expect(page.locator(".trust-facts dd").nth(2)).to_have_text(str(now.row()["key"]))
    expect(banner(page)).to_have_count(0)


def lying() -> HouseLog:
    """A restored house that says later that nothing was lost."""
    log = HouseLog(9, incarnation=2, before=HouseLog(12), restored=10)
    log.statement = log.statement.replace('"lost":2', '"lost":0')
    return log


SHOWN: dict[str, tuple[list[HouseLog], str]] = {
    "two histories of one size": ([HouseLog(12, "b")], "different past"),
    "a longer log with another past": ([HouseLog(20, "b")], "different past"),
    "a tree that was cut": ([HouseLog(11)], "shorter"),
    "another key": ([HouseLog(12, key=OTHER_KEY)], "different key"),
    "another log that names nothing": ([HouseLog(12, incarnation=2)], "no longer here"),
    "a new log that names less than was seen": (
        [HouseLog(8), HouseLog(9, incarnation=2, before=HouseLog(8))],
        "leaves out entries",
    ),
    "a new log after another past": (
        [HouseLog(12, "b"), HouseLog(9, incarnation=2, before=HouseLog(12, "b"))],
        "different past",
    ),
    "a new log whose beginning is told otherwise": ([HouseLog(10), lying()], "is not what the house says"),
}


def test_a_house_that_shows_another_log_is_told_on(watched: tuple[Page, Faces]) -> None:
    page, faces = watched
    for what, (logs, words) in SHOWN.items():
        page.evaluate("localStorage.clear()")
        faces.logs = [HouseLog(12)]
        again(page)
        expect(verdict(page), what).to_contain_text("for the first time")
        faces.logs = logs
        again(page)
        expect(verdict(page), what).to_contain_text(words)
        expect(banner(page), what).to_contain_text(words)
        assert seen_size(page) == 12, what
    assert serious(page) == []
    faces.logs = [HouseLog(13)]
    page.goto(page.url.replace("#/trust", "#/account"))
    page.reload()
    expect(banner(page)).to_contain_text(words)  # what the house signed once cannot be taken back


def test_what_is_signed_wrongly_or_not_proved_is_told(watched: tuple[Page, Faces]) -> None:
    page, faces = watched
    faces.logs, faces.is_silent = [HouseLog(20)], True
    again(page)
    expect(banner(page)).to_contain_text("did not prove")
    faces.is_silent = False
    again(page)
    expect(banner(page)).to_have_count(0)
    forged = HouseLog(21).row()
    note = str(forged["checkpoint"])
    faces.rows = [forged | {"checkpoint": note.replace("\n21\n", "\n22\n")}]
    again(page)
    expect(banner(page)).to_contain_text("not signed by the house")
    with page.expect_download() as found:
        page.get_by_role("button", name="Save the evidence").click()
    evidence = found.value.path().read_text("utf-8")
    assert HouseLog(20).checkpoint() in evidence
    assert "\n22\n" in evidence
    page.get_by_role("button", name="Keep the evidence here and go on").click()
    expect(banner(page)).to_contain_text("not signed by the house")  # as long as the house goes on like this
    faces.rows = None
    again(page)
    page.get_by_role("button", name="Keep the evidence here and go on").click()
    expect(banner(page)).to_have_count(0)
    expect(page.locator(".trust-past li")).to_have_count(2)


def test_a_restored_house_is_accepted_by_a_person(watched: tuple[Page, Faces]) -> None:
    page, faces = watched
    old = HouseLog(12)
    restored = HouseLog(9, incarnation=2, before=old, restored=10)
    faces.logs = [HouseLog(10), restored]
    again(page)
    expect(verdict(page)).to_contain_text("was restored from a backup")
    expect(page.locator(".trust-known")).to_contain_text("2 entries of the old log are lost")
    expect(banner(page)).to_have_attribute("data-kind", "restored")
    assert seen_size(page) == 12
    assert serious(page) == []
    page.get_by_role("button", name="Accept the new log").click()
    expect(banner(page)).to_have_count(0)
    expect(verdict(page)).to_have_text("The log is what this browser saw last.")
    faces.logs = [HouseLog(10), HouseLog(30, incarnation=2, before=old, restored=10)]
    again(page)
    expect(verdict(page)).to_have_text("The log extends the one that this browser saw last.")


# -- the proof of a round, in a real house


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("house")


@pytest.fixture(scope="module")
def house(folder: Path) -> Iterator[Real]:
    with real(folder) as running:
        yield running


@pytest.fixture(scope="module")
def table(house: Real) -> str:
    """A table with a round whose proof exists."""
    found = house.table("maryland", "Disputed")
    house.sit("Ann", found, 1)
    play_round(house, found, {"Ann": 1})
    house.run(house.desk.sequencer.tick())
    return found


def test_a_rounds_proof_is_checked_here_against_what_the_page_shows(
    house: Real, table: str, browser: Browser
) -> None:
    page = house.visit(browser, f"replay/{table}/1")
    result = page.locator(".round-proof")
    expect(result.locator(".verdict")).to_have_text("Proved: this round is in the house’s signed log.")
    expect(result.locator(".checks-done .is-good")).to_have_count(5)
    expect(result).to_contain_text("signed with the key that this browser knows")
    assert serious(page) == []

    def told_otherwise(route: Route) -> None:
        found = route.fetch().json()
        step = next(one for one in found["steps"] if one["event"]["type"] == "CardDealt")
        step["event"]["card"] = "Ac" if step["event"]["card"] != "Ac" else "Kc"
        route.fulfill(json=found)

    page.route("**/rounds/1", told_otherwise)
    page.reload()
    expect(result.locator(".is-bad")).to_contain_text("is different here")


def test_a_saved_proof_with_anything_changed_in_it_shows_nothing(
    house: Real, table: str, browser: Browser, tmp_path: Path
) -> None:
    page = house.visit(browser, "trust")
    honest = page.evaluate(f"fetch('/api/tables/{table}/rounds/1/proof').then(one => one.json())")
    saved, path = page.locator(".proof-result"), tmp_path / "proof.json"

    def other_card(found: Any) -> None:
        event = next(one for one in found["events"] if "CardDealt" in one.get("body", ""))
        event["body"] = event["body"].replace('"card":', '"card":1')

    def other_key(found: Any) -> None:
        found["key"] = str(OTHER_KEY.named(found["key"].partition("+")[0]).verifier())

    def left_out(found: Any) -> None:
        del found["events"][3]

    def other_place(found: Any) -> None:
        found["proof"] = found["proof"].replace("index ", "index 1", 1)

    for change, words in (
        (other_card, "does not have the hash in the log"),
        (other_key, "this key is not the one that this browser knows"),
        (left_out, "is missing"),
        (other_place, "the hashes do not lead from the entry to the root"),
    ):
        forged = json.loads(json.dumps(honest))
        change(forged)
        path.write_text(json.dumps(forged), "utf-8")
        page.get_by_label("The proof of a round").set_input_files([])
        page.get_by_label("The proof of a round").set_input_files(path)
        expect(saved.locator(".is-bad").first).to_contain_text(words)
        expect(saved.locator(".verdict")).to_have_text("This does not prove the round.")


def test_a_player_disputes_a_round_as_the_document_says(
    house: Real, table: str, folder: Path, browser: Browser, tmp_path: Path
) -> None:
    """The five steps of docs/fairness.md; then the house is caught with a log that was cut."""
    page = house.visit(browser, f"replay/{table}/1")
    with page.expect_download() as found:
        page.get_by_role("button", name="Save the proof").click()
    proof = tmp_path / "proof.json"
    found.value.save_as(proof)
    page.get_by_role("link", name="What to do with it").click()
    key = page.locator(".trust-facts dd").nth(2).text_content() or ""
    assert key == json.loads(proof.read_text("utf-8"))["key"]
    said = CliRunner().invoke(command_line, ["verify", str(proof), "--log-key", key])
    assert said.exit_code == 0, said.output
    assert "it is in the tree that was signed" in said.output
    choose = page.get_by_label("The proof of a round")
    saved = page.locator(".proof-result")
    choose.set_input_files(proof)
    expect(saved.locator(".verdict")).to_have_text("Proved: this round is in the house’s signed log.")
    assert serious(page) == []
    checkpoint = tmp_path / "checkpoint"
    checkpoint.write_text(json.loads(proof.read_text("utf-8"))["proof"].partition("\n\n")[2], "utf-8")
    audited = ["audit", "--database", str(folder / "house.db"), "--against", str(checkpoint)]
    said = CliRunner().invoke(command_line, audited)
    assert said.exit_code == 0, said.output
    checkpoint.write_text(HouseLog(3).checkpoint(), "utf-8")
    said = CliRunner().invoke(command_line, audited)
    assert said.exit_code == 1, said.output
    origin = key.partition("+")[0]

    def cut(route: Route) -> None:
        """The same house, but with a log that ends before the round."""
        rows = route.fetch().json()
        first = rows[-1]["checkpoint"].replace(f"{origin}\n{rows[-1]['size']}\n", f"{origin}\n1\n")
        rows[-1] |= {"checkpoint": first, "size": 1}
        route.fulfill(json=rows)

    page.route("**/api/tree", cut)
    choose.set_input_files([])
    choose.set_input_files(proof)
    expect(saved.locator(".is-bad")).to_contain_text("the log is shorter now")
    choose.set_input_files([])
    other = tmp_path / "other.json"
    other.write_text('{"proof": "c2sp.org/tlog-proof@v1"}', "utf-8")
    choose.set_input_files(other)
    expect(saved).to_have_text("This file is not the proof of a round.")


def test_a_browser_that_cannot_check_says_so(house: Real, table: str, browser: Browser) -> None:
    page = browser.new_context().new_page()
    page.add_init_script(
        "const real = crypto.subtle.importKey.bind(crypto.subtle);"
        "crypto.subtle.importKey = (form, key, kind, ...more) => kind === 'Ed25519'"
        " ? Promise.reject(new DOMException('no', 'NotSupportedError')) : real(form, key, kind, ...more)"
    )
    page.goto(f"{house.url}#/replay/{table}/1")
    expect(page.locator(".round-proof .verdict")).to_contain_text("the signature could not be checked here")
    expect(page.locator(".round-proof .is-open")).to_contain_text("spanish21 verify PROOF --log-key KEY")
    page = browser.new_context().new_page()
    page.add_init_script("Object.defineProperty(crypto, 'subtle', { value: undefined })")
    page.goto(f"{house.url}#/replay/{table}/1")
    expect(page.locator(".round-proof")).to_contain_text("can hash only on pages served over https")
    page.goto(f"{house.url}#/trust")
    expect(page.locator(".trust-known")).to_contain_text("can hash only on pages served over https")


def test_auditors_and_administrators_see_who_witnesses_the_log_and_who_does_not(
    house: Real, table: str, browser: Browser, tmp_path: Path
) -> None:
    desk = house.desk
    witness = witness_at(tmp_path / "witness.json", "witness.example", bytes(range(32)))
    idle = SigningKey("idle.example", bytes(range(2, 34))).verifier(COSIGNATURE)
    wanted = (witness.key.verifier(COSIGNATURE), idle)
    desk.cosigning = Cosigning(desk.store, desk.writer, ("http://witness", "http://idle"), wanted)
    desk.cosigning.troubles = {"http://idle": "422: the proof does not hold"}
    origin = house.run(desk.reading(newest_origin))
    note = note_from(house.run(desk.reading(newest_note, origin.incarnation)).encode())
    line = cosignature(note.text, witness.key, 1_795_000_000)
    cosigned = str(Note(note.text, (*note.signatures, line))).encode()
    desk.writer.run_and_wait(lambda one: keep_cosigned(one, cosigned, wanted, desk.now()))
    for address, name, role in (("audit", "Audrey", "auditor"), ("people", "Alma", "administrator")):
        page = house.visit(browser, address, house.staff(name, role))
        lines = page.locator(".witnesses li")
        expect(lines).to_have_count(4)
        expect(lines.nth(0)).to_contain_text("witness.example cosigned")
        expect(lines.nth(1)).to_have_text("idle.example has cosigned nothing of this log.")
        expect(lines.nth(2)).to_have_text("http://witness answers.")
        expect(lines.nth(3)).to_have_text("http://idle 422: the proof does not hold")
        assert serious(page) == []
