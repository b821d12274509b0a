"""What the server works out on request: the analyser's own figures, within limits, for anybody."""

import asyncio
import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any, get_args, get_type_hints

import httpx
import msgspec
import pytest

from cli.once import findings_once, use
from patience import PATIENCE
from scenes import Scene
from server.live import served
from spanish21.analysis import advise, edge, side_wagers
from spanish21.analysis.counts import index_search, judging, wager_ramps
from spanish21.analysis.counts.index_search import FoundIndex, Indices
from spanish21.analysis.report.edge_summary import analysis_of
from spanish21.analysis.worth.table_edge import pair_states
from spanish21.books.rulebook import BOOKS, load_book
from spanish21.books.submissions.submission import rules_of
from spanish21.cli.reporting import differences_in
from spanish21.errors import BadInput
from spanish21.game.rules import what_if
from spanish21.server.studies import count_study, design_study, drills, figures, hand_study, runs, study_queue
from spanish21.server.studies import session_study as sessions
from spanish21.server.studies.answers_of_numbers import IndicesFound, RampRow, RampsFound
from spanish21.server.studies.runs import Point, WatchedRun
from spanish21.server.studies.study_queue import MOST_OPEN, Questions, TooMany, Unfinished
from spanish21.server.studies.subject import StudySubject, Subject, subject_of
from spanish21.server.studies.turns import Unavailable
from spanish21.strategy import SPLIT

ASKING: dict[str, Any] = {"headers": {"X-Spanish21": "1"}, "timeout": PATIENCE}


def subject(book: str = "maryland", text: str = "") -> Subject:
    return subject_of(StudySubject(submission=text) if text else StudySubject(book=book))


def test_over_the_wire_everybody_gets_the_exact_edge_of_a_submission_and_errors_in_words(
    tmp_path: Path,
) -> None:
    async def asked() -> None:
        async with (
            served(tmp_path) as (_, address),
            httpx.AsyncClient(**ASKING) as client,
        ):
            text = 'book = "maryland"\noperator = "x"\n[choose]\ndecks = 8\n'
            while (
                answer := await _post(client, address, "study/figures", submission=text)
            ).status_code == 202:
                await asyncio.sleep(answer.json()["retry_after"])
            exact = edge(rules_of("maryland", decks=8)).expected_value
            assert answer.json()["house_edge"] == pytest.approx(-exact, abs=1e-12)
            wrong = await _post(client, address, "study/figures", submission=text.replace("8", "7"))
            assert wrong.status_code == 400
            assert "decks is 7; it must be one of 6, 8 (maryland 3.A)" in wrong.json()["error"]
            assert (await _post(client, address, "study/horoscope", book="maryland")).status_code == 404
            assert (await _post(client, address, "study/figures")).status_code == 400
            drawn = await _post(client, address, "study/hand", book="maryland", hand="2c 2d 9h Th", up="6s")
            assert (drawn.status_code, "Th appears 1 time;" in drawn.text) == (422, True)

    asyncio.run(asked())


def test_over_the_wire_the_side_wagers_of_every_book_are_priced(tmp_path: Path) -> None:
    async def asked() -> None:
        async with (
            served(tmp_path) as (_, address),
            httpx.AsyncClient(**ASKING) as client,
        ):
            for book in BOOKS:
                place = f"{address}/api/books/{book}/sidebets"
                while (answer := await client.get(place)).status_code == 202:
                    await asyncio.sleep(0.1)
                assert answer.status_code == 200, answer.text
                exact = [one.as_row() for one in side_wagers(rules_of(book))]
                assert [row["name"] for row in answer.json()] == [row["name"] for row in exact]
                assert [row["house_edge"] for row in answer.json()] == [row["house_edge"] for row in exact]

    asyncio.run(asked())


async def _post(client: httpx.AsyncClient, address: str, place: str, **body: Any) -> httpx.Response:
    return await client.post(f"{address}/api/{place}", json=body)


def test_a_hand_laid_out_is_worth_what_advice_at_a_table_says() -> None:
    rules = rules_of("maryland")
    found = hand_study.hand(subject(), hand_study.Laid("8c 8d", "6s"))
    opened = hand_study.open_table(rules, {hand_study.WHO: 1_000 * rules.table_minimum}, random.Random(1))[0]
    cards = hand_study.cards("8c 8d")
    table = hand_study._played(
        hand_study._stacked(hand_study._with_wager(opened), cards, hand_study.cards("6s")[0])
    )
    said = {type(one.command).__name__: one for one in advise(table, hand_study.WHO).options}
    assert found["options"][0]["command"] == "Split"
    assert {one["command"] for one in found["options"]} == set(said)
    for one in found["options"]:
        assert one["value"] == pytest.approx(said[one["command"]].per_wager, abs=1e-12)


@pytest.mark.parametrize("book", BOOKS)
def test_any_book_lays_hands_in_its_own_order_of_dealing(book: str) -> None:
    for hand, up in (("5c 4d 3h 2s", "Ah"), ("Ks 6s", "Kd"), ("Ac 7d", "2c")):
        found = hand_study.hand(subject(book), hand_study.Laid(hand, up))
        assert found["hand"]["cards"] == hand.split()
        assert {"Draw", "Stand"} <= {one["command"] for one in found["options"]}


def test_cards_that_are_gone_change_the_values_and_too_many_are_refused() -> None:
    full = hand_study.hand(subject(), hand_study.Laid("Kc 6d", "9s"))
    thin = hand_study.hand(subject(), hand_study.Laid("Kc 6d", "9s", "5c 5c 5d 5d 5h 5h 4s 4s 4s"))
    assert full["unseen"] - thin["unseen"] == 9
    values = [{one["command"]: one["value"] for one in found["options"]} for found in (full, thin)]
    assert values[1]["Draw"] < values[0]["Draw"]
    with pytest.raises(BadInput, match="9s appears 7 times; 6 decks have 6"):
        hand_study.hand(subject(), hand_study.Laid("9s 9s", "9s", "9s 9s 9s 9s"))


def test_a_hand_from_a_split_is_valued_as_the_analyser_values_it_at_a_table() -> None:
    found = hand_study.hand(subject("uk-casino"), hand_study.Laid("8s 3c", "6c", split=True))
    scene = Scene("uk-casino").bet("ann", 50_00).deal("8s 6c 8s 3c").says("ann", "splits")
    table = scene.table
    assert [len(hand.cards) for hand in table.boxes[0].hands] == [2, 1]
    exact = {type(one.command).__name__: one.per_wager for one in advise(table, "ann").options}
    assert {one["command"]: one["value"] for one in found["options"]} == pytest.approx(exact, abs=1e-12)
    assert found["unseen"] == len(table.pool) - 4
    alone, split = (
        hand_study.hand(subject(), hand_study.Laid("8s 3c", "6c", split=one)) for one in (False, True)
    )
    offered = [{one["command"] for one in found["options"]} for found in (alone, split)]
    assert offered[0] - offered[1] == {"Surrender"}
    with pytest.raises(BadInput, match="8s appears 7 times; 6 decks have 6"):
        hand_study.hand(subject("maryland"), hand_study.Laid("8s 8s 8s", "6c", "8s 8s 8s", split=True))


def test_a_doubled_hand_can_be_rescued_and_at_some_tables_doubled_again() -> None:
    found = hand_study.hand(subject("players-edge"), hand_study.Laid("5c 6d 2h", "Js", doubled=1))
    assert {one["command"] for one in found["options"]} == {"Stand", "Rescue", "Double"}


def test_the_values_behind_a_cell_agree_with_the_chart_where_one_hand_alone_decides() -> None:
    document = figures.strategy(subject())
    pairs = next(table for table in document["tables"] if table["screen"] == "pairs")
    eights = next(row for row in pairs["rows"] if row["label"] == "8-8")
    cell = eights["cells"][document["columns"].index("6")]
    analysis = analysis_of(rules_of("maryland")).edge
    (state,) = pair_states(8)
    exact = analysis.option[SPLIT, state, 6] / analysis.no_blackjack[state, 6]
    assert cell["values"]["split"] == pytest.approx(exact)
    for table in document["tables"]:
        for row in table["rows"]:
            for one in row["cells"]:
                assert list(one["values"].values()) == sorted(one["values"].values(), reverse=True)


def test_figures_and_differences_say_of_which_table_they_are(empty_cache: Path) -> None:
    six, eight = (
        subject("uk-casino"),
        subject(text='book = "uk-casino"\noperator = "x"\n[choose]\ndecks = 8\n'),
    )
    found = figures.figures(six)
    limits = (six.rules.table_minimum, six.rules.table_maximum)
    assert (found["title"], found["currency"]) == (load_book("uk-casino").title, "£")
    assert (found["minimum"], found["maximum"], found["book"]) == (*limits, "uk-casino")
    exact = [-analysis_of(one.rules).expected_value for one in (six, eight)]
    assert found["house_edge"] == pytest.approx(exact[0])
    compared = figures.differences(six, eight)
    rows = {one["setting"]: (one["here"], one["there"]) for one in compared["differences"]}
    assert rows["decks"] == ("6", "8")
    assert [one["house_edge"] for one in compared["tables"]] == pytest.approx(exact)
    assert [one["title"] for one in compared["tables"]] == [load_book("uk-casino").title] * 2


HIGH_LOW: dict[str, Any] = {"tags": dict.fromkeys("23456", 1) | dict.fromkeys("AJQK", -1)}
MATCH = design_study.AskedDesign(wager="match", vary={"suited": "5..9"}, targets={"house_edge": "2%..4%"})
ASKED: dict[Callable[..., Any], tuple[Any, ...]] = {
    figures.figures: (),
    figures.strategy: (),
    figures.side_bets: (),
    figures.priced_submission: (),
    figures.differences: (subject("uk-casino"),),
    sessions.session: (100,),
    hand_study.hand: (hand_study.Laid("8c 8d", "As"),),
    drills.drill: ((), 2, 3),
    drills.example: ("pairs", 5),
    count_study.removal: (),
    count_study.counts: (),
    count_study.count: (count_study.AskedCount(**HIGH_LOW),),
    count_study.ramp: (count_study.AskedRamp(**HIGH_LOW, bankroll=10_000_00),),
    design_study.ranges: (),
    design_study.grid: (design_study.AskedGrid(vary={"decks": "6,8"}, target="..0.4%"),),
    design_study.design: (MATCH,),
}


@pytest.mark.parametrize("work", ASKED, ids=lambda work: work.__name__)
def test_a_study_answers_what_its_type_says(work: Callable[..., Any]) -> None:
    """The page's types are written from the annotations; nothing else checks what comes from the analyser."""
    answer = json.loads(msgspec.json.encode(work(subject(), *ASKED[work])))
    hint = get_type_hints(work)["return"]
    kind = next(one for one in get_args(hint) or (hint,) if one is not Unfinished)
    assert set(answer) <= {field.name for field in msgspec.inspect.type_info(kind).fields}  # type: ignore[attr-defined]
    msgspec.convert(answer, kind, strict=True)


def test_a_session_of_one_round_has_the_law_of_a_round() -> None:
    found, law = sessions.session(subject(), 1), analysis_of(rules_of("maryland")).law
    assert found["mean"] == pytest.approx(law.mean)
    assert found["ahead"] == pytest.approx(float(law.probabilities[law.results > 0].sum()), abs=1e-9)
    many = sessions.session(subject(), 400)
    assert many["quantiles"]["0.05"] < many["mean"] < many["quantiles"]["0.95"]
    chances = [one["chance"] for one in many["ruin"]]
    assert chances == sorted(chances, reverse=True)
    assert [one["rounds"] for one in found["path"]] == [1]
    assert [one["rounds"] for one in many["path"]] == [round(400 * at / 24) for at in range(1, 25)]
    assert {name: many["path"][-1][name] for name in many["quantiles"]} == many["quantiles"]
    for one in (found, many):
        assert one["ahead"] + one["even"] + one["behind"] == pytest.approx(1.0)
        assert one["standard_deviation"] == pytest.approx(law.standard_deviation * one["rounds"] ** 0.5)
    shown = many["bars"]
    assert sum(one["chance"] for one in shown) == pytest.approx(1.0, abs=1e-3)
    assert sum(one["result"] * one["chance"] for one in shown) == pytest.approx(many["mean"], abs=0.3)
    assert shown[1]["result"] - shown[0]["result"] == 2.0
    assert [(one["result"], one["chance"]) for one in found["round"]] == [
        (float(result), float(chance))
        for result, chance in zip(law.results, law.probabilities, strict=True)
        if chance > 1e-300
    ]
    for rounds in (0, 5_001):
        with pytest.raises(BadInput, match="a session has 1 to 5,000 rounds"):
            sessions.session(subject(), rounds)


def test_an_answer_is_found_again_for_the_same_tables_and_no_others(empty_cache: Path) -> None:
    one, two, three = (subject(book) for book in ("maryland", "uk-casino", "massachusetts"))
    asked = [(one, None), (one, two), (one, three), (two, one), (two, None)]
    for _ in range(2):
        found = [
            figures.cached_study("test", table, lambda number=number: number, other)  # type: ignore[misc]
            for number, (table, other) in enumerate(asked)
        ]
        assert found == [0, 1, 2, 3, 4]
    assert figures.cached_study("test", one, lambda: 9) == 0


def test_the_report_that_the_server_makes_is_verified(monkeypatch: pytest.MonkeyPatch) -> None:
    """The rules that it is verified by are made anew; only for the very same rules are figures used again."""
    use(monkeypatch, findings_once())
    text = 'book = "uk-casino"\noperator = "A casino"\n'
    made = figures.report(subject(text=text))
    assert differences_in(made["html"], made["name"], 1, lambda _: None) == []


def test_drills_and_examples_are_hands_of_the_kinds_that_were_asked_for() -> None:
    found = drills.drill(subject("players-edge"), ("pairs", "redouble"), 6, 3)
    assert len(found["hands"]) == 6
    for hand in found["hands"]:
        assert min(one["cost"] for one in hand["options"]) == 0
        held = hand["hands"][0]
        assert any(held.doubles) or held.cards[0][0] == held.cards[1][0] or held.total == 20
    example = drills.example(subject(), "pairs", 5)
    assert example["steps"][0]["options"]
    assert example["steps"][-1]["text"].startswith("You ")


def test_parts_of_a_run_add_up_and_the_estimate_lies_near_the_exact_edge() -> None:
    run = WatchedRun("somebody", 400)
    for edge_of_part in (0.1, 0.3):
        run.add(Point(200, edge_of_part, 0.02))
    assert run.points[-1].rounds == 400
    assert run.points[-1].edge == pytest.approx(0.2)
    assert run.points[-1].error == pytest.approx(0.02 / 2**0.5)
    rules = rules_of("maryland")
    exact, _ = runs.exact_edge(rules)
    part = runs.played_part(rules, 200_000, 7)
    assert abs(part.edge - exact) < 4.5 * part.error


def test_one_asker_has_so_many_questions_open_and_a_known_answer_costs_nothing() -> None:
    async def asked() -> None:
        questions = Questions()
        try:
            found = [questions.answer("ann", f"{one}", len, [one]) for one in range(MOST_OPEN)]
            with pytest.raises(TooMany):
                questions.answer("ann", "another", len, [])
            assert questions.answer("ann", "0", len, [0]) is found[0]
            questions.answer("bob", "his own", len, [])
            assert await asyncio.gather(*found) == [1] * MOST_OPEN
            await questions.answer("ann", "another", len, [])
        finally:
            questions.close()

    asyncio.run(asked())


def in_parts(upto: int, so_far: list[int] | None = None) -> list[int] | Unfinished:
    """Work that is done one number at a time."""
    found = [*(so_far or ()), len(so_far or ())]
    return found if len(found) == upto else Unfinished(found, len(found), upto)


def test_work_in_parts_says_how_far_it_is_and_ends_when_nobody_waits(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def asked() -> None:
        questions = Questions()
        seen = []

        async def work(_asker: str, work: Callable[..., Any], *given: Any) -> Any:
            await asyncio.sleep(0)
            progress = questions.progress("four")
            seen.append((progress.done, progress.of) if progress else None)
            return work(*given)

        monkeypatch.setattr(questions, "work", work)
        assert await questions.answer("ann", "four", in_parts, 4) == [0, 1, 2, 3]
        assert seen == [(0, 0), (1, 4), (2, 4), (3, 4)]
        await asyncio.sleep(0)
        assert questions.progress("four") is None
        monkeypatch.setattr(study_queue, "WATCHED_SECONDS", -1.0)
        with pytest.raises(Unavailable, match="no longer awaited"):
            await questions.answer("ann", "five", in_parts, 5)

    asyncio.run(asked())


def test_a_grid_in_parts_is_the_grid_in_one_and_has_the_rules_that_meet_a_target(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    question = design_study.AskedGrid(vary={"decks": "5,6,8", "may_rescue": "yes,no"}, target="0.3%..0.42%")
    whole = design_study.grid(subject(), question)
    monkeypatch.setattr(design_study, "RULESETS_OF_PART", 2)
    part, parts = design_study.grid(subject(), question), []
    while isinstance(part, Unfinished):
        parts.append((part.done, part.of))
        part = design_study.grid(subject(), question, part.so_far)
    assert (part, parts) == (whole, [(2, 6), (4, 6)])
    exact = {
        (str(decks), str(rescue).lower()): edge(
            what_if(rules_of("maryland"), decks=decks, may_rescue=rescue)
        ).house_edge
        for decks in (5, 6, 8)
        for rescue in (True, False)
    }
    found = {tuple(row["values"].values()): row["house_edge"] for row in part["rows"]}
    assert found == pytest.approx(exact)
    meets = {key for key, one in exact.items() if 0.003 <= one <= 0.0042}
    assert {tuple(row["values"].values()) for row in part["solutions"]} == meets
    assert 0 < len(meets) < 6


def test_what_a_ramp_is_worth_is_what_the_analyser_says() -> None:
    asked = count_study.AskedRamp(**HIGH_LOW, bankroll=10_000_00, enter_at=0)
    found = count_study.ramp(subject(), asked)
    shoes = count_study._shoes(subject())
    assert count_study._shoes(subject()) is shoes  # priced once for all counts
    [worth] = judging.judge_at(shoes, count_study.count_of(asked), (0.75,), second=False)
    exact = wager_ramps.ramp(worth, 10_000_00, enter_at=0)
    assert (found["score"], found["risk_of_ruin"]) == pytest.approx((exact.score, exact.risk_of_ruin))
    assert [row["wager"] for row in found["ramp"]] == [step.wager / 100 for step in exact.steps]


def test_ramps_are_found_a_number_of_decks_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    row = dict.fromkeys(RampRow.__annotations__, 1) | {"other": "left out"}
    given = []

    def ramp_grid(
        _rules: Any, _count: Any, bankroll: int, decks: Any, depths: Any, *_: Any, **__: Any
    ) -> Any:
        given.append((bankroll, decks, depths))
        return [row | {"decks": decks[0], "penetration": depth} for depth in depths]

    monkeypatch.setattr(wager_ramps, "ramp_grid", ramp_grid)
    asked = count_study.AskedRamps(**HIGH_LOW, bankroll=5, decks=(8, 6, 8), penetrations=(0.9, 0.5))
    part = count_study.ramps(subject(), asked)
    assert isinstance(part, Unfinished)
    assert (part.done, part.of) == (2, 4)
    whole = count_study.ramps(subject(), asked, part.so_far)
    assert not isinstance(whole, Unfinished)
    msgspec.convert(whole, RampsFound)
    assert [(one["decks"], one["penetration"]) for one in whole["rows"]] == [
        (6, 0.5),
        (6, 0.9),
        (8, 0.5),
        (8, 0.9),
    ]
    assert given == [(5, [6], [0.5, 0.9]), (5, [8], [0.5, 0.9])]


def test_indices_are_those_of_the_analyser(monkeypatch: pytest.MonkeyPatch) -> None:
    found = FoundIndex("hard 16", "10", "hit", "stand", 2, None, 1.7, 1e-3, 0.01)
    counted = count_study.count_of(count_study.AskedCount(**HIGH_LOW))

    def indices_of(shoes: Any, count: Any, penetration: float, second: bool) -> Indices:
        assert (count, penetration, second) == (counted, 0.8, True)
        return Indices(shoes.rules, count, penetration, shoes.chart, (found,))

    monkeypatch.setattr(index_search, "indices_of", indices_of)
    asked = count_study.AskedCount(**HIGH_LOW, penetration=0.8, second=True)
    told = msgspec.convert(count_study.indices(subject(), asked), IndicesFound)
    assert (told["gain"], told["indices"][0]["at_least"]) == (1e-3, 2)


def test_what_is_too_much_or_no_count_is_refused_before_anything_is_priced() -> None:
    for work, question, why in (
        (count_study.count, {"tags": {"T": 1}}, "'T' is not a rank"),
        (count_study.count, HIGH_LOW | {"penetration": 7.0}, "penetration"),
        (count_study.ramp, HIGH_LOW | {"bankroll": 1}, "bankroll is 0.01"),
        (
            count_study.ramps,
            HIGH_LOW
            | {"bankroll": 1, "decks": [*range(1, 9)], "penetrations": [0.5, 0.6, 0.7, 0.75, 0.8, 0.9]},
            "48 combinations of decks and penetrations; at most 40",
        ),
        (design_study.grid, {"vary": {"decks": "2..9", "most_hands": "1..999"}}, "has 7,992 rulesets"),
        (design_study.grid, {"vary": {"colour": "red"}}, "colour is not a setting"),
        (design_study.grid, {"vary": {"decks": "6"}, "target": "low"}, "write a figure"),
        (
            design_study.design,
            {"wager": "match", "vary": {"suited": "0..2000", "unsuited": "0..2000"}, "targets": {}},
            "hold 4,004,001 candidates; at most 1,000,000",
        ),
        (design_study.design, {"wager": "moon", "vary": {}, "targets": {}}, "has no side wager 'moon'"),
    ):
        kind = get_type_hints(work)["asked"]
        with pytest.raises(BadInput, match=why):
            work(subject(), msgspec.convert(question, kind, strict=False))


def test_submissions_are_saved_by_their_owner_alone(tmp_path: Path) -> None:
    async def saved() -> None:
        async with served(tmp_path) as (_, address):
            ann, bob = (httpx.AsyncClient(**ASKING, base_url=f"{address}/api/") for _ in range(2))
            async with ann, bob:
                await _save(ann, bob)

    asyncio.run(saved())


async def _save(ann: httpx.AsyncClient, bob: httpx.AsyncClient) -> None:
    assert (await ann.get("me/submissions")).status_code == 401
    for client in (ann, bob):
        await client.post("guest", json={})
    assert (await ann.put("me/submissions/Mine", json={"text": "book ="})).status_code == 204
    assert [one["name"] for one in (await ann.get("me/submissions")).json()] == ["Mine"]
    assert (await bob.get("me/submissions")).json() == []
    for number in range(19):
        await ann.put(f"me/submissions/No {number}", json={"text": "x"})
    assert "delete one first" in (await ann.put("me/submissions/Other", json={"text": "x"})).text
    assert (await ann.request("DELETE", "me/submissions/Mine", json={})).status_code == 204
    assert len((await ann.get("me/submissions")).json()) == 19


def test_a_submission_is_checked_in_place(tmp_path: Path) -> None:
    async def checked() -> None:
        async with served(tmp_path) as (_, address), httpx.AsyncClient(**ASKING) as client:
            document = {"book": "maryland", "operator": "x", "choose": {"decks": 7, "boxes": 70}}
            found = (await _post(client, address, "submissions/check", document=document)).json()
            assert not found["fits"]
            assert {one["place"] for one in found["problems"]} == {"choose.decks", "choose.boxes"}
            right = {**document, "choose": {"decks": 8}}
            assert (await _post(client, address, "submissions/check", document=right)).json()["fits"]
            for text in ("book =", 'book = "/etc/passwd"', 'book = "../x.toml"'):
                assert not (await _post(client, address, "submissions/check", text=text)).json()["fits"]

    asyncio.run(checked())
