"""What an editor of submissions offers, and the text that it writes."""

import json
import re

import msgspec
import pytest

from spanish21.books.rulebook import BOOKS, RULEBOOKS, load_book, toml_of
from spanish21.books.submissions.open_choices import open_choices
from spanish21.books.submissions.submission import rules_of
from spanish21.books.submissions.submission_file import Misfit, sample_submission, submission_of
from spanish21.books.submissions.submission_template import offices_of, template_of, toml_value, when_needed
from spanish21.books.submissions.submission_text import submission_text
from spanish21.game.side_wagers.registry import kinds


@pytest.mark.parametrize("book", BOOKS)
def test_every_choice_of_a_template_is_a_choice_of_the_editor(book: str) -> None:
    found, template = open_choices(load_book(book)), template_of(load_book(book), book)
    for choice in (*found["choices"], *found["side_choices"]):
        assert f"#{choice['name']} = " in template
        assert choice["clauses"] or "your own choice" in template
    assert [(one["name"], one["usual"], one["because"]) for one in found["rulings"]] == [
        (one.id, one.default, one.because) for one in load_book(book).rulings
    ]
    assert all(one["usual"] in [reading["name"] for reading in one["readings"]] for one in found["rulings"])
    offers = ", ".join(f"{one['name']} ({', '.join(one['clauses'])})" for one in found["offers"])
    assert bool(offers) == (book in RULEBOOKS)
    assert (
        not offers
        or f"Side wagers on offer: any of {offers}. The requirements of each are below."
        in " ".join(template.replace("\n# ", " ").split())
    )
    assert all(f'#{one["name"]} = ""' in template for one in found["approvals"])


@pytest.mark.parametrize("book", BOOKS)
def test_every_choice_has_words_of_its_own(book: str) -> None:
    found = open_choices(load_book(book))
    for choice in (*found["choices"], *found["side_choices"]):
        said = choice["meaning"].partition(" (0: ")[0]
        assert said != choice["name"].replace("_", " ").capitalize()
        assert len(said) > 5


@pytest.mark.parametrize("book", BOOKS)
def test_choices_of_a_side_wager_stand_by_themselves(book: str) -> None:
    found = open_choices(load_book(book))
    of_table, of_sides = ({one["name"] for one in found[part]} for part in ("choices", "side_choices"))
    offers = {one["name"] for one in found["offers"]}
    assert not of_table & of_sides
    assert of_table | of_sides | {f"{name}_offered" for name in offers} == set(load_book(book).bounds)
    assert all(name.startswith(kinds()) for name in of_sides)
    assert not [name for name in of_table if name.startswith(kinds())]


@pytest.mark.parametrize("book", BOOKS)
def test_a_submission_written_from_its_tables_reads_back_the_same(book: str) -> None:
    document = json.loads(msgspec.json.encode(sample_submission(book)))
    del document["source"]
    document["operator"] = 'A "casino" \\ with\nlines'
    filled = {name: value for name, value in document.items() if value != {}}
    text = submission_text(document)
    assert toml_of(text, "it") == filled
    assert toml_of(submission_text({**document, "operator": None}), "it")["operator"] == ""
    assert not re.findall(r'^"[\w-]+" =', text, re.MULTILINE)  # quotes only where they are needed


@pytest.mark.parametrize(
    ("book", "office", "needed"),
    [
        ("maryland", "progressive_system", ["; needed with spin or xtreme"]),
        ("maryland", "continuous_shuffler", ["; needed with shuffling by continuous"]),
        ("massachusetts", "card_reader_procedure", ["; needed with card reader"]),
    ],
)
def test_an_approval_says_when_it_is_needed(book: str, office: str, needed: list[str]) -> None:
    clauses = offices_of(load_book(book))[office]
    assert [when_needed(clause, office) for clause in clauses] == needed


def test_money_is_written_so_that_its_cents_are_seen() -> None:
    document = json.loads(msgspec.json.encode(sample_submission("maryland")))
    lines = submission_text(document).split("\n")
    for line in ("initial = 10_000_00", "reset = 5_000_00", "rate = [10, 100]", "table_minimum = 5_00"):
        assert line in lines


def test_values_are_written_as_toml_writes_them() -> None:
    for value, text in ((True, "true"), ("a", '"a"'), (["A", "B"], '["A", "B"]'), ((3, 2), "[3, 2]")):
        assert toml_value(value) == text
        assert toml_of(f"it = {toml_value(value)}", "it")["it"] == (
            list(value) if isinstance(value, tuple) else value
        )
    assert [toml_value(amount, True) for amount in (5, 5_00, 1_000_00)] == ["5", "5_00", "1_000_00"]


def test_a_misfit_says_which_places_may_be_at_fault() -> None:
    with pytest.raises(Misfit) as misfit:
        rules_of("maryland", table_minimum=10_25)
    assert misfit.value.place == ("choose", "table_minimum")
    assert misfit.value.beside == (("choose", "smallest_chip"),)
    for wrong, other in (("table_minimum", "table_maximum"), ("match_minimum", "match_maximum")):
        with pytest.raises(Misfit) as misfit:
            rules_of("maryland", **{wrong: 900_00, other: 100_00})
        assert (misfit.value.place, misfit.value.beside) == (("choose", wrong), (("choose", other),))
    with pytest.raises(Misfit) as misfit:
        rules_of("maryland", table_minimum=50_00, hand_maximum=40_00)
    assert misfit.value.place == ("choose", "hand_maximum")
    assert misfit.value.beside == (("choose", "table_minimum"),)
    with pytest.raises(Misfit, match=r"^it\.toml: operator is empty; it must name the casino") as misfit:
        submission_of('book = "maryland"\noperator = " "', "it.toml")
    assert (misfit.value.place, misfit.value.instead) == (("operator",), "any")
    sample = sample_submission("maryland")
    sample.meters["spins"] = sample.meters["spin"]
    with pytest.raises(Misfit, match=r"meters\.spins is not a meter; the meters are ") as misfit:
        rules_of("maryland", sample)
    assert misfit.value.place == ("meters", "spins")
    rules_of("massachusetts", match_suited=500_000)
    with pytest.raises(Misfit, match=r"match_suited is 500001; it must be at most 500000") as misfit:
        rules_of("massachusetts", match_suited=500_001)
    assert misfit.value.place == ("choose", "match_suited")


@pytest.mark.parametrize("book", BOOKS)
def test_the_wheels_of_a_template_have_the_weights_of_the_sample(book: str) -> None:
    template, sample = template_of(load_book(book), book), sample_submission(book)
    found: dict[str, dict[str, int]] = {}
    for name, stops in re.findall(r"^#(\w+) = \[\n(.*?)^#\]", template, re.MULTILINE | re.DOTALL):
        weights = re.findall(r'symbol = "([^"]+)", weight = (\d+)', stops)
        found[name] = {symbol: int(weight) for symbol, weight in weights}
    for name, wheel in sample.wheels.items():
        in_use = sample.choose.get(f"{name.partition('_')[0]}_paytable", "[A-Z]")
        full = [one for one in found if one == name or re.fullmatch(f"{name}_{in_use}", one)]
        assert full, name
        assert all(found[one] == {stop.symbol: stop.weight for stop in wheel} for one in full), name
