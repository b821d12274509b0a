"""The rooms beside the tables, on the real server, set up so that there is something to see in each."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace
from playwright.sync_api import Page, expect

from page.real import SLOW, Real
from patience import moments
from spanish21.client.client import Client, TableClient
from spanish21.game import commands as cmd
from spanish21.game.due import due
from spanish21.game.table import DEALER, FLOORPERSON

BY_PEOPLE = replace(SLOW, house="person", floor="person", ready_seconds=3_000)
DEALT = replace(SLOW, house="person", ready_seconds=3_000)
Room = tuple[str, str, str, Callable[[Page], None]]
"""A picture's name, the address after #, whose page it is, and what is done on it first."""


class Staff:
    """A dealer and a floorperson who do what is due at tables, over the socket."""

    def __init__(self, house: Real, dealer: str, floor: str) -> None:
        self.house = house
        self.tokens = {DEALER: dealer, FLOORPERSON: floor}
        self.open: list[tuple[TableClient, Client]] = []

    def work(self, table: str, until: Callable[[Any], bool], **filled: Any) -> None:
        """Do what is due at a table until it is so."""
        self.house.run(self._work(table, until, filled))

    async def _work(self, table: str, until: Callable[[Any], bool], filled: dict[str, Any]) -> None:
        host = self.house.desk.hall.hosts[table]
        sockets: dict[str, TableClient] = {}
        for role, token in self.tokens.items():
            client = Client(self.house.url)
            client._http.cookies.set("spanish21", token)
            await client.request("POST", f"/tables/{table}/duty", {"role": role})
            sockets[role] = client.at(table, role)
            await sockets[role].__aenter__()
            self.open.append((sockets[role], client))
        async for _ in moments(lambda: host.table.phase):
            if until(host.table):
                break
            step = due(host.table)
            if step is not None and step.by in sockets:
                socket = sockets[step.by]
                await socket.until(lambda state: state["seq"] >= host.log.seq)
                shown = socket.state.get("due")
                if shown is not None and shown["to"] == step.by:
                    command = dict(shown["command"])
                    await socket.command(command.pop("type"), **command)
            for player in self.house.players.values():
                is_here = player.table_id == table and player.state["you"] in player.state["waits_for"]
                if is_here and player.state["view"]["phase"] == "cut":
                    await player.command("RefuseCut")
        for socket, client in self.open:
            await socket.__aexit__(None, None, None)
            await client.__aexit__(None, None, None)
        self.open.clear()


def nothing(page: Page) -> None:
    """Nothing has to be done first."""


def wagers(table: Any) -> bool:
    return bool(table.phase == "wagers")


def furnished(house: Real) -> list[Room]:
    """Tables, people and rounds; every room with its address."""
    people = {
        "admin": house.staff("Ada Byron", "administrator"),
        "dealer": house.staff("Dora", "dealer"),
        "floor": house.staff("Fred", "floorperson"),
        "auditor": house.staff("Audrey", "auditor"),
        "ann": house.staff("Ann"),
    }
    house.staff("Bernard of Chartres")
    staff = Staff(house, people["dealer"], people["floor"])
    opening = house.table("maryland", "The corner table", BY_PEOPLE)
    played = house.table("maryland", "The long table", DEALT, "9c Kd 6h 5s 8d 7c 4h Qd 3s 9h")
    for seat, name in ((2, "Bea"), (4, "Cid"), (6, "Eve")):
        house.sit(name, played, seat)
    staff.work(played, wagers)
    for seat, name in ((2, "Bea"), (4, "Cid"), (6, "Eve")):
        house.says(name, "PlaceWager", box=seat, amount=2_500)
    staff_deals(house, staff, played)
    real_shoe = house.table("uk-casino", "Real cards", replace(DEALT, real_shoe=True))
    house.sit("Hal", real_shoe, 3)
    house.sit("Ivy", real_shoe, 5)
    staff.work(real_shoe, wagers)
    house.says("Hal", "PlaceWager", box=3, amount=1_000)
    house.says("Ivy", "PlaceWager", box=5, amount=5_000)
    house.run(closed(house, real_shoe, people["dealer"]))

    paid = house.table("players-edge", "The monster", DEALT, "7s 7s 7s 7s Qc 5d")
    monster(house, staff, paid)
    audited = house.table("maryland", "The round table")
    house.sit("Joan", audited, 3)
    house.sit("Kit", audited, 5)
    for number in range(4):
        if number == 2:
            house.run(reshuffled(house, audited, people["floor"]))
        play_round(house, audited, {"Joan": 3, "Kit": 5})

    def floor_duty(page: Page) -> None:
        page.wait_for_selector(".due, .duty-not")
        if page.locator(".duty-not").count():
            page.get_by_role("button", name="Go on duty as floorperson").click()

    def validate(page: Page) -> None:
        page.get_by_role("button", name="Validate the payout").click()

    def see_irregularities(page: Page) -> None:
        page.get_by_role("tab", name="Irregularities").click()
        page.locator(".trouble summary").first.click()
        page.locator(".trouble .button").first.click()

    def learn(page: Page) -> None:
        page.get_by_role("button", name="Begin").click()
        for _ in range(9):
            page.wait_for_selector(".lesson-asks")
            asked = page.locator(".lesson-asks").text_content()
            if page.locator(".lesson-typed").is_visible():
                page.locator(".lesson-typed input").fill("3")
                page.keyboard.press("Enter")
            else:
                page.keyboard.press("a")
            expect(page.locator(".lesson-asks")).not_to_have_text(asked or "")

    def see(tab: str, button: str = "") -> Callable[[Page], None]:
        def open_tab(page: Page) -> None:
            page.get_by_role("tab", name=tab).click()
            if button:
                page.get_by_role("button", name=button).first.click()

        return open_tab

    def check_shoe(page: Page) -> None:
        page.get_by_role("tab", name="Shoes").click()
        page.get_by_role("button", name="Check shoe 1 here").click()
        page.locator(".shoe-order summary").click()

    def see_account(page: Page) -> None:
        page.get_by_role("button", name="Audit everything").click()
        page.get_by_role("button", name="chips/").first.click()

    return [
        ("account-stranger", "account", "", nothing),
        ("account", "account", people["ann"], nothing),
        ("people", "people", people["admin"], nothing),
        ("floor", "floor", people["floor"], nothing),
        ("floor-checklist", f"watch/{opening}", people["floor"], floor_duty),
        ("floor-table", f"watch/{played}", people["floor"], nothing),
        (
            "floor-orders",
            f"watch/{played}",
            people["floor"],
            lambda page: page.get_by_role("tab", name="Orders").click(),
        ),
        ("floor-payout", f"watch/{paid}", people["floor"], validate),
        ("dealer", f"deal/{played}", people["dealer"], nothing),
        ("dealer-irregularity", f"deal/{played}", people["dealer"], see_irregularities),
        ("dealer-real-cards", f"deal/{real_shoe}", people["dealer"], nothing),
        ("school", "school", people["dealer"], nothing),
        ("school-lesson", "school", people["dealer"], learn),
        ("audit", "audit", people["auditor"], see_account),
        ("audit-log", f"audit/{audited}", people["auditor"], see("Log", "Check the chain")),
        ("audit-shoe", f"audit/{audited}", people["auditor"], check_shoe),
        ("audit-rounds", f"audit/{audited}", people["auditor"], see("Rounds")),
    ]


def monster(house: Real, staff: Staff, table: str) -> None:
    """Somebody wins a progressive payout, up to where a floorperson validates it."""
    house.sit("Mona", table, 4)
    staff.work(table, wagers)
    house.says("Mona", "PlaceWager", box=4, amount=1_000)
    wager = house.desk.hall.hosts[table].table.rules.sides["monster"].wager
    house.says("Mona", "PlaceWager", box=4, kind="monster", amount=wager)
    house.run(closed(house, table, staff.tokens[DEALER]))

    def is_over(now: Any) -> bool:
        step = due(now)
        return step is None or isinstance(step, cmd.ValidatePayout)

    for _ in range(3):
        staff.work(table, is_over)
        if due(house.desk.hall.hosts[table].table) is None:
            house.says("Mona", "Stand")


async def reshuffled(house: Real, table: str, floor: str) -> None:
    """The floorperson has the cards shuffled after the round, so that a shoe is over."""
    client = Client(house.url)
    client._http.cookies.set("spanish21", floor)
    async with client:
        await client.request("POST", f"/tables/{table}/duty", {"role": FLOORPERSON})
        async with client.at(table, FLOORPERSON) as socket:
            order: dict[str, Any] = {"seq": socket.state["seq"], "command": {"type": "OrderReshuffle"}}
            answer = await socket.say("command", **order, reason="a player asked for new cards")
            assert answer["ok"], answer
        await client.request("DELETE", f"/tables/{table}/duty")


def play_round(house: Real, table: str, seats: dict[str, int]) -> None:
    """Everybody wagers, and stands or says no to whatever is asked."""
    host = house.desk.hall.hosts[table]
    number = host.table.round_number

    async def play() -> None:
        async for _ in moments(lambda: host.table.phase):
            if host.table.round_number > number and wagers(host.table):
                return
            for name, seat in seats.items():
                player = house.players[name]
                offered = {one["command"] for one in player.state["legal"]}
                has_wager = any(box["number"] == seat for box in player.state["view"]["boxes"])
                if player.state["view"]["phase"] == "wagers" and not has_wager:
                    await player.command("PlaceWager", box=seat, amount=1_500)
                elif "DeclineInsurance" in offered:
                    await player.command("DeclineInsurance", box=seat)
                elif player.state["you"] in player.state["waits_for"]:
                    await player.command("RefuseCut" if "RefuseCut" in offered else "Stand")

    house.run(play())


async def closed(house: Real, table: str, dealer: str) -> None:
    """The dealer closes the wagers."""
    client = Client(house.url)
    client._http.cookies.set("spanish21", dealer)
    async with client, client.at(table, DEALER) as socket:
        assert (await socket.command("CloseWagers")).ok


def staff_deals(house: Real, staff: Staff, table: str) -> None:
    """The wagers are closed and the first cards dealt, up to the first decision."""
    house.run(closed(house, table, staff.tokens[DEALER]))
    staff.work(table, lambda now: due(now) is None)
