"""The five books load, are complete, and can be cited."""

import hashlib
import re
from importlib.resources import files

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spanish21.books.clauses import (
    FOLLOWS_FROM,
    KINDS,
    PAYTABLE_CHOICES,
    Range,
    bound_text,
    bounds_text,
    fits,
    usual,
)
from spanish21.books.rulebook import BOOKS, RULEBOOKS, book_of, load_book
from spanish21.errors import BadInput, BadRules
from spanish21.game.events import EVENTS
from spanish21.game.reasons import REASONS
from spanish21.game.rules import SETTING_NAMES

# How many clauses each document has, and the SHA-256 of their ids, one a line, in the documents' order.
IDS = {
    "maryland": (331, "192a3ae24bce8be3977a758325d9da7a9b3af779be8cfc33a69368547046e112"),
    "maryland-v1": (221, "960874466cf0e2df31c35ffcb80bbf9743531b556e60cf3ed51ad0964944d681"),
    "massachusetts": (123, "59867b09dcdb73a7ec5d659ab919ca90f29fb4219e3ddc706ee0b89b2f0bfd9b"),
    "players-edge": (302, "c8b412a2f050ce75a59a2f7e3da104388249f311ba7465b5c24ec92136a77832"),
    "uk-casino": (32, "5a8fe16b9d64b8ff4c9e6edb9f04ec348ba1bdff3e5d76aa15db0b0c81bb0356"),
}

every_book = pytest.mark.parametrize("name", BOOKS)


def text_of(name: str) -> str:
    return files("spanish21").joinpath("rulebooks", f"{name}.toml").read_text("utf-8")


@pytest.mark.parametrize("name", RULEBOOKS)
def test_a_book_has_every_clause_of_its_document_in_order(name: str) -> None:
    ids = [clause.id for clause in load_book(name).clauses]
    assert (len(ids), hashlib.sha256("\n".join(ids).encode()).hexdigest()) == IDS[name]


@every_book
def test_every_clause_says_something_and_does_something(name: str) -> None:
    for clause in load_book(name).clauses:
        assert clause.says.strip(), clause.id
        assert clause.says[-1] in ".:?", clause.id
        assert clause.kinds, clause.id
        assert set(clause.kinds) <= set(KINDS)


@every_book
def test_every_name_in_a_clause_exists(name: str) -> None:
    for clause in load_book(name).clauses:
        assert set(clause.refuses) <= set(REASONS), clause.id
        assert set(clause.step) <= set(EVENTS), clause.id
        plain = {setting for setting in clause.sets if not setting.startswith("paytables.")}
        assert plain <= set(SETTING_NAMES), clause.id
        assert set(clause.allows) <= {*SETTING_NAMES, *PAYTABLE_CHOICES}, clause.id


@every_book
def test_every_setting_has_a_source_and_the_house_speaks_only_where_the_book_is_silent(name: str) -> None:
    book = load_book(name)
    ruled = {setting for ruling in book.rulings for setting in ruling.reads[ruling.default].sets}
    sources = {*book.fixed, *book.bounds, *ruled, *book.house}
    assert set(SETTING_NAMES) - set(FOLLOWS_FROM) <= sources
    assert not set(book.house) & {*book.fixed, *book.bounds, *ruled}


@every_book
def test_a_ruling_asks_gives_its_reason_and_stands_on_clauses(name: str) -> None:
    book = load_book(name)
    assert book.rulings
    for ruling in book.rulings:
        assert ruling.asks.endswith("?"), ruling.id
        assert ruling.because, ruling.id
        assert ruling.default in ruling.reads, ruling.id
        assert all(reading.says for reading in ruling.reads.values()), ruling.id
        assert all(book.clause(clause_id) for clause_id in ruling.clauses), ruling.id


@pytest.mark.parametrize(
    ("name", "clauses"),
    [
        ("wager_is_locked", ("6.E",)),
        ("dealer_hits_soft_17", ("7.M",)),
        ("decks", ("3.A",)),
        ("shuffling", ("5.A", "5.J")),
        ("blackjack_paid", ("7.H(1)(a)", "7.H(1)(b)", "7.H(1)(b)(i)")),
        ("dealer_blackjack_takes", ("10.E", "11.E")),
        ("hard total", ("1.B(3)",)),
        ("hard_total", ("1.B(3)",)),
        ("dealers_blackjack", ("7.G(3)", "7.Q")),
        ("discard_rack", ("2.G",)),
        ("layout", ("2.B",)),
        ("ReaderInspected", ("2.F",)),
        ("odd_money", ("12.A(2)", "12.B")),
        ("odd-money", ("12.A(2)", "12.B")),
        ("paytables.match.6.suited", ("12.A(4)(a)(i)",)),
        ("paytables.match.8", ("12.A(4)(b)(i)", "12.A(4)(b)(ii)")),
        ("paytables.spin.C.40", ("12.D(3)(j)#2",)),
        ("paytables.spin_community.D.500+100", ("12.D(10)(b)(i)",)),
        ("paytables.xtreme.A.reset_least", ("12.E(3)(b)(i)",)),
        ("match_pays", ("12.A(4)(a)(i)", "12.A(4)(a)(ii)", "12.A(4)(b)(i)", "12.A(4)(b)(ii)")),
        ("currency", ()),
        ("no such name", ()),
    ],
)
def test_a_name_is_cited_by_its_clauses(name: str, clauses: tuple[str, ...]) -> None:
    assert load_book("maryland").cite(name) == clauses


def test_version_one_is_maryland_without_its_progressives() -> None:
    now, before = load_book("maryland"), load_book("maryland-v1")
    shared = {clause.id: clause for clause in now.clauses}
    for clause in before.clauses:
        assert clause.sets == shared[clause.id].sets, clause.id
    assert now.cite("spin_offered") == ("6.G(2)",)
    assert before.cite("spin_offered") == ()
    assert before.house["spin_offered"] is False


def test_a_clause_and_a_ruling_are_found_by_id() -> None:
    book = load_book("maryland")
    assert book.clause("12.B(9)").sets == {"pays_seven_card_21": [3, 1], "seven_card_21_exactly": False}
    assert book.ruling("odd-money").default == "up"
    with pytest.raises(BadRules, match=r"maryland has no clause '99\.Z'"):
        book.clause("99.Z")
    with pytest.raises(BadRules, match="maryland has no ruling 'none'; it has two-card-21-after-split"):
        book.ruling("none")


def test_an_unknown_book_is_refused_with_the_list_of_books() -> None:
    with pytest.raises(BadRules, match="there is no book 'nevada'; the books are maryland, maryland-v1"):
        load_book("nevada")


def test_a_bound_tells_numbers_from_truth() -> None:
    assert fits((6, 8), 8)
    assert not fits((6, 8), 7)
    assert not fits((0, 1), True)
    assert not fits((False, True), 1)
    assert fits(Range(least=1, most=7, usual=3), 7)
    assert not fits(Range(least=1, most=7, usual=3), 8)
    assert not fits(Range(least=0, usual=0), True)
    assert fits(Range(least=0, usual=0), 10**9)
    assert bound_text((False, True)) == "one of false, true"
    assert bounds_text((("hand", "device"), ("device", "continuous"))) == "one of hand, device, continuous"
    assert bounds_text(((0,), Range(least=2, usual=4))) == "only 0 or at least 2"


LAST_BONUS = """sets.bonus_on_double = false
sets.bonus_on_split = false
"""


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        (
            LAST_BONUS,
            "sets.bonus_on_double = true\n",
            r"clause 12\.C\(4\): sets bonus_on_double to True, another",
        ),
        ("sets.hole_card = true\n", "", "settings without a source: hole_card"),
        (
            "sets.hole_card = true",
            "sets.hole_cart = true",
            r"clause 7\.E\(4\): there is no setting 'hole_cart'",
        ),
        ("sets.hole_card = true", 'sets.hole_card = "yes"', "hole_card is 'yes': Expected `bool`, got `str`"),
        ("sets.hole_card = true", "sets.match_pays = [1]", "there is no setting 'match_pays'"),
        ('"face_down"', '"sideways"', "idle_spread is 'sideways'; it must be one of face_down, face_up"),
        (
            'refuses = ["wager_is_locked"]',
            'refuses = ["because"]',
            r"clause 6\.E: there is no reason 'because'",
        ),
        ('refuses = ["wager_is_locked"]', "", r"clause 6\.E: has none of sets, allows"),
        ('step = ["TableIdle"]', 'step = ["TableIdol"]', r"clause 5\.H: there is no event 'TableIdol'"),
        ('only_if = "match_offered"', 'only_if = "matched"', "there is no setting 'matched'"),
        ("allows.decks = [6, 8]", "allows.decks = []", r"clause 3\.A: decks allows nothing"),
        ("allows.decks = [6, 8]", "allows.decks = 6", "allows"),
        ("usual = 3 }", "usual = 9 }", "adjacent_boxes is usually 9, outside its own bound"),
        ("usual = 3 }", "usual = 3, middle = 4 }", "unknown field middle"),
        ("[house]", "[house]\ndecks = 6", "decks has a value from the house or operator, but"),
        ("[operator]", "[operator]\ndecks = [6]", r"\[operator\] decks: a clause already allows it"),
        (
            "[operator]",
            "[operator]\nenvy_pays = [1]",
            "envy_pays has a value from the house or operator, but",
        ),
        (
            'default = "each_person"',
            'default = "nobody"',
            "ruling envy: its default 'nobody' is not one of its",
        ),
        ('clauses = ["12.C(3)"]', 'clauses = ["12.Z"]', r"ruling envy: there is no clause '12\.Z'"),
        (
            "may_double_21 = false",
            "hole_card = false",
            "ruling double-on-21: hole_card is False by default and",
        ),
        ('id = "6.F"', 'id = "6.E"', r"clause 6\.E: appears twice"),
        ('id = "second-ten"', 'id = "envy"', "ruling envy: appears twice"),
        ('id = "second-ten"', 'id = "second_ten"', "ruling second_ten: a setting has that name"),
        (
            "sets.paytables.match.6.suited",
            "sets.paytables.match.6.royal",
            "a match paytable has no line 'royal'",
        ),
        ("sets.paytables.match.6.suited", "sets.paytables.keno.6.suited", "is not a line of a paytable"),
        ("match.6.suited = 9", "match.6.suited = -9", "an amount, or"),
        (
            'says = "A wager stays as it is',
            'tells = "A wager stays as it is',
            "clause[6-9]*.*says|unknown field",
        ),
        ('says = "Players keep their hands off the cards."', 'says = " "', r"clause 7\.U: says nothing"),
        ('edition = "', 'edition = "\x00', "this is not TOML"),
    ],
)
def test_a_book_with_a_mistake_does_not_load_and_says_where(old: str, new: str, complaint: str) -> None:
    text = text_of("maryland")
    assert old in text
    with pytest.raises(BadInput, match=complaint) as refusal:
        book_of(text.replace(old, new), "maryland.toml")
    assert str(refusal.value).startswith("maryland.toml: ")
    assert len(str(refusal.value).splitlines()) == 1


FAKE = """
[[clause]]
id = "99"
says = "A clause that no book has."
"""


@pytest.mark.parametrize(
    ("lines", "complaint"),
    [
        (
            "sets.paytables.match.6 = 3",
            "paytables.match.6 is not a line of a paytable (match, monster, spin,",
        ),
        ("sets.paytables.match.6.suited.x = 3", "paytables.match.6.suited.x is not a line of a paytable"),
        ("sets.paytables.match.6.wager = 3", "paytables.match.6.wager: a match paytable has no line 'wager'"),
        ("sets.paytables.monster.A.suited = 3", "a monster paytable has no line 'suited'"),
        ("sets.paytables.monster.A.four = true", "paytables.monster.A.four is True; an amount, or"),
        ("sets.paytables.monster.A.four = [3]", "paytables.monster.A.four is [3]; an amount, or"),
        ("sets.paytables.monster.A.four = -1", "paytables.monster.A.four is -1; an amount, or"),
        ('sets.paytables.spin.Z.1 = "much"', "paytables.spin.Z.1 is 'much'; an amount, or"),
        ("sets.paytables.spin.Z.reset_least = [1, -1]", "reset_least is [1, -1]; an amount, or"),
        ('sets.paytables.spin.Z.reset_least = "much"', "reset_least is 'much'; an amount, or"),
        ('by_approval.decks = [5]\nterm = "x"', "an approval comes from an office"),
        ('by_approval.decks = []\noffice = ["layout"]', "decks allows nothing"),
        ('by_approval.dice = [1]\noffice = ["layout"]', "there is no setting 'dice'"),
        ('by_approval.decks = ["x"]\noffice = ["layout"]', "decks is 'x': Expected `int`, got `str`"),
        (
            "allows.shuffling = { least = 0, usual = 2 }",
            "shuffling is 2; it must be one of hand, device, continuous",
        ),
        ("allows.dice = { least = 1, usual = 1 }", "there is no setting 'dice'"),
        ("allows.boxes = { least = 2, usual = 1 }", "boxes is usually 1, outside its own bound"),
        (
            'allows.shuffling = ["hand", "feet"]',
            "shuffling is 'feet'; it must be one of hand, device, continuous",
        ),
        ('inscription = "x"\nterm = "x"', "an inscription goes with equipment"),
        ('equipment = ["x"]\nonly_if = ["match_offered", "x: dice = six"]', "there is no setting 'dice'"),
        ("", "has none of sets, allows, refuses, step, term, equipment, office"),
    ],
)
def test_a_clause_that_says_what_cannot_be_is_named(lines: str, complaint: str) -> None:
    with pytest.raises(BadRules) as refusal:
        book_of(text_of("players-edge") + FAKE + lines, "book.toml")
    assert str(refusal.value).startswith("book.toml: clause 99: "), str(refusal.value)
    assert complaint in str(refusal.value)
    assert "\n" not in str(refusal.value)


@pytest.mark.parametrize(
    "lines",
    [
        'equipment = ["x"]\nonly_if = "x: shuffling = hand"',
        'equipment = ["x"]\ninscription = "x"',
        'by_approval.decks = { least = 6, most = 6, usual = 6 }\noffice = ["layout"]',
        'sets.paytables.spin.Z.a = "meter"\nsets.paytables.spin.Z.b = "secondary meter"',
        'sets.paytables.spin.Z.c = "prize"\nsets.paytables.spin.Z.d = 0',
        "sets.paytables.xtreme.Z.reset_least = [0, 5]",
        "sets.paytables.match.9.decks = 9",
        "sets.paytables.monster.Z.reset_least = 1",
        'allows.match_paytable = ["Z"]',
        "allows.match_suited = { least = 0, usual = 0 }",
        "sets.hole_card = true",
    ],
)
def test_a_clause_may_say_what_other_books_say(lines: str) -> None:
    assert book_of(text_of("players-edge") + FAKE + lines, "book.toml").clauses[-1].id == "99"


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("[house]", "[house]\ndice = 3", "there is no setting 'dice'"),
        (
            "[house]",
            "[house]\nhole_card = true",
            "hole_card has a value from the house or operator, but a clause",
        ),
        ("[house]", '[house]\nodd_money = "up"', "odd_money has a value from the house or operator, but a"),
        ("[operator]", '[operator]\nodd_money = ["up"]', "odd_money has a value from the house or operator"),
        ("[operator]", "[operator]\ndice = [3]", "there is no setting 'dice'"),
        ("[operator]", "[operator]\nhole_card = [true]", "hole_card has a value from the house or operator"),
    ],
)
def test_what_the_house_or_the_operator_may_not_say(old: str, new: str, complaint: str) -> None:
    with pytest.raises(BadRules) as refusal:
        book_of(text_of("maryland").replace(old, new, 1), "book.toml")
    assert str(refusal.value).startswith(f"book.toml: {complaint}")


def test_a_ruling_that_sets_what_cannot_be_is_named() -> None:
    ruling = """
[[ruling]]
id = "dicing"
asks = "With dice?"
clauses = ["1.A"]
default = "no"
because = "Nobody does."
reads.no.says = "No."
reads.yes.says = "Yes."
"""
    text = text_of("maryland") + ruling
    assert book_of(text, "book.toml").ruling("dicing").reads["yes"].sets == {}
    for lines, complaint in (
        ("reads.yes.sets.dice = 2\n", "there is no setting 'dice'"),
        ("reads.yes.sets.paytables.keno.A.x = 2\n", "paytables.keno.A.x is not a line of a paytable"),
        ("reads.no.sets.decks = 2\nreads.yes.sets.hole_card = 3\n", "hole_card is 3: Expected `bool`"),
    ):
        with pytest.raises(BadRules) as refusal:
            book_of(text + lines, "book.toml")
        assert str(refusal.value).startswith(f"book.toml: ruling dicing: {complaint}")


def test_a_name_is_cited_once_and_a_ruling_cites_after_the_clauses() -> None:
    for name in BOOKS:
        book = load_book(name)
        for cited, clauses in book.citations.items():
            assert clauses, cited
            assert len(set(clauses)) == len(clauses), cited
        for ruling in book.rulings:
            assert set(ruling.clauses) <= set(book.cite(ruling.id))
            for reading in ruling.reads.values():
                for setting in reading.sets:
                    assert set(ruling.clauses) <= set(book.cite(setting)), setting


@every_book
def test_whatever_a_clause_names_is_cited_by_it(name: str) -> None:
    book = load_book(name)
    for clause in book.clauses:
        names = {*clause.allows, *clause.by_approval, *clause.refuses, *clause.step, *clause.sets}
        names |= {*clause.equipment, *clause.office, *clause.decides}
        if clause.term:
            names |= {clause.term, re.sub("[- ]", "_", re.sub("'", "", clause.term.lower()))}
        for one in names:
            assert clause.id in book.cite(one), (clause.id, one)


def test_what_follows_from_a_paytable_cites_its_clauses() -> None:
    book, edge = load_book("maryland"), load_book("players-edge")
    for follows, source in (
        (book.cite("spin_tables"), book.cite("paytables.spin.B")),
        (book.cite("spin_tables"), book.cite("paytables.spin_community.B")),
        (book.cite("xtreme_tables"), book.cite("paytables.xtreme.A")),
        (book.cite("xtreme_tables"), book.cite("paytables.xtreme_community.A")),
        (book.cite("meters"), book.cite("paytables.spin.B")),
        (book.cite("meters"), book.cite("paytables.xtreme.A")),
        (edge.cite("meters"), edge.cite("paytables.monster.A")),
        (edge.cite("monster_pays"), edge.cite("paytables.monster.A")),
        (edge.cite("monster_shares"), edge.cite("paytables.monster.A")),
        (edge.cite("match_down_pays"), edge.cite("paytables.match.A")),
        (edge.cite("match_pays"), edge.cite("paytables.match.A")),
    ):
        assert source
        assert set(source) <= set(follows)
    assert not set(book.cite("spin_tables")) & set(book.cite("paytables.xtreme.A"))


def test_the_words_of_a_bound_are_written_as_they_are_asked_for() -> None:
    def in_dollars(value: int) -> str:
        return f"${value}"

    assert bound_text((1, 2), in_dollars) == "one of $1, $2"
    assert bound_text((True,)) == "only true"
    assert bound_text(("A", "B")) == "one of A, B"
    assert bound_text(Range(least=1, usual=2, most=3), in_dollars) == "from $1 to $3"
    assert bound_text(Range(least=1, usual=2), in_dollars) == "at least $1"
    assert (
        bounds_text(((1, 2), (2, 3), Range(least=5, usual=6)), in_dollars)
        == "one of $1, $2, $3 or at least $5"
    )
    assert bounds_text((Range(least=1, usual=1, most=1),)) == "from 1 to 1"
    assert usual((6, 8)) == 6
    assert usual(Range(least=1, usual=2)) == 2


def test_a_bound_ends_where_it_says() -> None:
    bound = Range(least=1, most=7, usual=3)
    assert [value for value in range(-1, 10) if fits(bound, value)] == [1, 2, 3, 4, 5, 6, 7]
    assert not fits(bound, "3")
    assert not fits(bound, 3.0)
    assert fits(([1, 4], [1, 2]), (1, 4))
    assert fits(([1, 4], [1, 2]), [1, 2])
    assert not fits(([1, 4],), (1, 5))
    assert not fits(("1",), 1)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("book = 3", "text.toml: book: Expected str, got int"),
        ("[[clause]]\nid = 3", "text.toml: clause[0].id: Expected str, got int"),
        ("", "text.toml: missing field book"),
        ("book", "text.toml: this is not TOML: "),
    ],
)
def test_a_file_of_the_wrong_form_says_where(text: str, complaint: str) -> None:
    with pytest.raises(BadInput) as refusal:
        book_of(text, "text.toml")
    assert str(refusal.value).startswith(complaint)


def complaint_on(text: str) -> str:
    """Why a text is no book; that it is one when it loads."""
    try:
        return f"mangled.toml: {book_of(text, 'mangled.toml').name!r} loads"
    except BadInput as refusal:
        return str(refusal)


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_a_mangled_book_loads_or_is_refused_in_one_line(data: st.DataObject) -> None:
    text = text_of("uk-casino")
    start = data.draw(st.integers(0, len(text)))
    length = data.draw(st.integers(0, 60))
    put = data.draw(
        st.text(max_size=12) | st.sampled_from(["[[clause]]", "= 1", "[", "{", '"', "\n", "sets."])
    )
    mangled = text[:start] + put + text[start + length :]
    complaint = complaint_on(mangled)
    assert len(complaint.splitlines()) == 1
    assert complaint.startswith("mangled.toml: ")


@settings(max_examples=100, deadline=None)
@given(st.text(max_size=200))
def test_any_text_is_no_book_and_is_refused_in_one_line(text: str) -> None:
    with pytest.raises(BadInput) as refusal:
        book_of(text, "text.toml")
    assert len(str(refusal.value).splitlines()) == 1
