"""Imports point down only."""

import ast
import re
from pathlib import Path

import pytest

SOURCE = Path(__file__).parent.parent / "src" / "spanish21"
BELOW = {
    "errors": set(),
    "display": {"errors"},
    "game": {"errors", "display"},
    "books": {"errors", "display", "game"},
    "notation": {"errors", "display", "game", "books"},
    "sentences": {"errors", "display", "game", "books", "notation"},
    "dealer": {"errors", "display", "game", "books"},
    "strategy": {"errors", "display", "game", "books"},
    "school": {"errors", "display", "game", "books", "notation", "sentences", "dealer", "strategy"},
    "compiled": {"errors", "display", "game", "strategy"},
    "analysis": {"errors", "display", "game", "books", "strategy", "compiled"},
    "simulation": {
        "errors",
        "display",
        "game",
        "books",
        "dealer",
        "strategy",
        "compiled",
    },
    "environments": {
        "sentences",
        "errors",
        "display",
        "game",
        "books",
        "notation",
        "dealer",
        "strategy",
        "compiled",
        "analysis",
        "simulation",
    },
    "client": {"errors", "game", "books", "strategy"},
    "server": {
        "errors",
        "client",
        "game",
        "books",
        "notation",
        "sentences",
        "dealer",
        "strategy",
        "school",
        "compiled",
        "analysis",
        "simulation",
    },
    "cli": {
        "errors",
        "display",
        "game",
        "books",
        "notation",
        "sentences",
        "dealer",
        "strategy",
        "school",
        "compiled",
        "analysis",
        "simulation",
        "environments",
        "client",
        "server",
    },
    "__main__": {"cli"},
}
BESIDE = {
    "simulation/run/named_strategies.py": {"analysis"},
    "compiled/ahead.py": {"books", "analysis", "simulation", "environments"},
}
"""The one place where the simulator asks the analyser: for the strategies that are asked for by name. And
what compiles everything in advance knows everything that is compiled."""
SUBPACKAGES = {
    "game": (
        *("words", "money", "settings", "reasons", "states", "cards", "hands", "options", "pays"),
        *("side_wagers", "rules", "commands", "events", "table", "round", "view", "seen"),
        *(
            "moves",
            "chapters",
            "procedure",
            "due",
            "waiting",
            "decide",
            "evolve",
            "fast_paths",
            "log",
            "pictures",
        ),
    ),
    "books": ("submissions", "explaining"),
    "cli": ("seat", "commands"),
    "analysis": (
        *("hands", "splits", "worth", "law", "sides", "sessions", "advice", "charts", "counts", "report"),
        "design",
    ),
    "simulation": ("plan", "kernel", "automaton", "in_step", "results", "run"),
    "environments": ("measuring", "learning", "text", "mcp"),
    "server": (
        "transparency",
        "log",
        "store",
        "people",
        "control",
        "money",
        "fairness",
        "table",
        "rounds",
        "audit",
        "studies",
        "cluster",
        "web",
    ),
}
"""The subpackages of a package, and modules with a place among them, from the lowest to the highest: each may
import those before it. The other modules of the package are below them all."""
SHOWN = {
    "game/rules.py": {"pictures"},
    "game/table.py": {"pictures"},
    "analysis/worth/table_edge.py": {"law", "report"},
    "analysis/law/distribution.py": {"report"},
    "analysis/sides/side_prices.py": {"report"},
}
"""Values that show themselves in a notebook ask for their picture when they are shown."""
MOST_MODULES = 20
MOST_IMPORTS = 36
"""A module that imports from more is taken apart; but a table's life brings everything together."""
LIFE_OF_A_TABLE = SOURCE / "server" / "table" / "host.py"
FORBIDDEN_BELOW = {
    "random",
    "time",
    "datetime",
    "secrets",
    "socket",
    "subprocess",
    "threading",
    "numpy",
    "numba",
}


def modules() -> list[Path]:
    return sorted(
        path for path in SOURCE.rglob("*.py") if path.name != "__init__.py" or path.parent != SOURCE
    )


def imports_of(path: Path) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module)
            if node.module.startswith("spanish21"):
                found.update(f"{node.module}.{name.name}" for name in node.names)
        elif isinstance(node, ast.Import):
            found.update(name.name for name in node.names)
    return found


def layer_of(module: str) -> str:
    return module.split(".")[1] if module.startswith("spanish21.") else ""


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(SOURCE)))
def test_imports_point_down_only(path: Path) -> None:
    layer = path.relative_to(SOURCE).parts[0].removesuffix(".py")
    reached = {layer_of(module) for module in imports_of(path)} - {"", "__version__"}
    allowed = BELOW[layer] | {layer} | BESIDE.get(str(path.relative_to(SOURCE)), set())
    assert reached <= allowed, f"{layer} may not import {sorted(reached - allowed)}"


def subpackage_of(module: str, package: str) -> str:
    """The subpackage that a module of a package is in; nothing for a module of the package itself."""
    spanish21, *names = module.split(".")
    is_inside = spanish21 == "spanish21" and len(names) > 1 and names[0] == package
    return names[1] if is_inside and names[1] in SUBPACKAGES[package] else ""


@pytest.mark.parametrize("package", SUBPACKAGES)
def test_every_folder_of_a_package_has_its_place_in_the_order(package: str) -> None:
    folders = {path.parent.name for path in (SOURCE / package).glob("*/__init__.py")}
    assert folders <= set(SUBPACKAGES[package])
    modules = {path.stem for path in (SOURCE / package).glob("*.py")}
    assert set(SUBPACKAGES[package]) <= folders | modules


@pytest.mark.parametrize("package", SUBPACKAGES)
def test_imports_between_subpackages_point_down_only(package: str) -> None:
    order = ("", *SUBPACKAGES[package])
    wrong = []
    door = SOURCE / package / "__init__.py"
    for path in sorted({*(SOURCE / package).rglob("*.py")} - {door}):
        shown = SHOWN.get(str(path.relative_to(SOURCE)), set())
        folder = path.relative_to(SOURCE / package).parts[0].removesuffix(".py")
        own = order.index(folder if folder in order else "")
        for module in imports_of(path):
            reached = subpackage_of(module, package)
            if order.index(reached) > own and reached not in shown:
                wrong.append(f"{path.relative_to(SOURCE)} imports {module}")
    assert wrong == []


def test_a_folder_has_at_most_twenty_modules_and_says_where_to_begin() -> None:
    for place in SOURCE.rglob("__init__.py"):
        modules_here = [path for path in place.parent.glob("*.py") if path != place]
        assert len(modules_here) <= MOST_MODULES, place
        if place.parent != SOURCE:
            said = ast.get_docstring(ast.parse(place.read_text("utf-8"))) or ""
            assert "may import" in said, place
            assert "Begin with" in said, place


def test_a_module_imports_from_few_others() -> None:
    for path in set(modules()) - {LIFE_OF_A_TABLE}:
        body = ast.parse(path.read_text("utf-8")).body
        found = [node for node in body if isinstance(node, ast.Import | ast.ImportFrom)]
        assert len(found) <= MOST_IMPORTS, path.relative_to(SOURCE)


def test_a_row_of_the_store_is_read_by_the_names_of_its_fields() -> None:
    by_place = re.compile(r"\brow\[-?\d*:-?\d*\]")
    server = SOURCE / "server"
    assert [path.name for path in server.rglob("*.py") if by_place.search(path.read_text("utf-8"))] == []


def test_the_places_to_begin_with_and_the_modules_that_a_folder_lists_exist() -> None:
    wrong = []
    for door in SOURCE.rglob("__init__.py"):
        said = ast.get_docstring(ast.parse(door.read_text("utf-8"))) or ""
        begin = re.findall(r"[\w/]+\.py", said.partition("Begin with")[2])
        listed = [f"{name}.py" for name in re.findall(r"^(\w+) {2,}\S", said, re.MULTILINE)]
        named = begin if door.parent == SOURCE else begin + listed
        wrong += [
            f"{door}: {name}" for name in named if not any((p / name).exists() for p in (door.parent, SOURCE))
        ]
    assert wrong == []


CHAPTERS = ("floor", "shoes", "betting", "play", "payment", "irregularities")
VOIDED_BY_A_TEN = ("shoes/drawn_cards.py", "irregularities")
"""The second 10 that comes out of the shoe voids the round: the one import of a later chapter."""


def test_a_chapter_imports_only_those_before_it() -> None:
    chapters = SOURCE / "game" / "chapters"
    assert {path.parent.name for path in chapters.glob("*/__init__.py")} == set(CHAPTERS)
    upwards = {
        (str(path.relative_to(chapters)), reached[3])
        for path in chapters.rglob("*.py")
        for reached in (module.split(".") for module in imports_of(path))
        if reached[:3] == ["spanish21", "game", "chapters"] and reached[3:]
        if CHAPTERS.index(reached[3]) > CHAPTERS.index(path.parent.name)
    }
    assert upwards == {VOIDED_BY_A_TEN}


def test_nothing_outside_the_game_imports_a_chapter() -> None:
    """What others ask of a table is `legal`, `why_not`, `due`, or a function of game/round."""
    outside = {path for path in modules() if path.relative_to(SOURCE).parts[0] != "game"}
    assert {path for path in outside if any(".game.chapters" in name for name in imports_of(path))} == set()


def test_only_the_dealer_takes_the_fast_paths() -> None:
    users = {path for path in modules() if any(".fast_paths" in name for name in imports_of(path))}
    assert users == {SOURCE / "dealer.py"}


def test_a_name_is_imported_from_where_it_is_defined() -> None:
    """`import name as name` passes on another module's name; only a package's door does."""
    passed_on = [
        f"{path.relative_to(SOURCE)}: {name.name}"
        for path in modules()
        if path.name != "__init__.py"
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.ImportFrom)
        for name in node.names
        if name.asname == name.name
    ]
    assert passed_on == []


def test_a_live_table_and_the_price_of_a_table_do_not_need_the_notation() -> None:
    for path in (*(SOURCE / "server" / "table").glob("*.py"), SOURCE / "cli" / "choosing.py"):
        assert not any(layer_of(name) == "notation" for name in imports_of(path)), path


def test_the_picture_of_the_architecture_names_every_package_and_subpackage() -> None:
    picture = (SOURCE.parents[1] / "docs" / "pictures" / "architecture.svg").read_text("utf-8")
    packages = {path.parent.name for path in SOURCE.glob("*/__init__.py")} | {"dealer", "rulebooks"}
    drawn = set(re.findall(r'font-weight="bold" [^>]*>(\w+)<', picture))
    assert drawn == packages
    words = set(re.findall(r"\w+", picture))
    assert {place.parent.name for place in SOURCE.glob("*/*/__init__.py")} <= words


def test_the_design_lists_the_subpackages_in_their_order() -> None:
    design = (SOURCE.parents[1] / "docs" / "design.md").read_text("utf-8")
    block = design.partition("and where to begin:\n\n```text\n")[2].partition("```")[0]
    listed: dict[str, tuple[str, ...]] = {}
    name = ""
    for line in block.splitlines():
        name = line[:13].strip() or name
        listed[name] = (*listed.get(name, ()), *line[13:].split())
    assert listed == SUBPACKAGES


def pure_modules() -> list[Path]:
    return sorted(path for room in ("game", "books", "notation") for path in (SOURCE / room).rglob("*.py"))


@pytest.mark.parametrize("path", pure_modules(), ids=lambda path: str(path.relative_to(SOURCE)))
def test_game_books_and_notation_have_no_clock_no_chance_and_no_numpy(path: Path) -> None:
    outside = {module.split(".")[0] for module in imports_of(path)} - {"spanish21"}
    assert not outside & FORBIDDEN_BELOW


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(SOURCE)))
def test_no_code_names_a_book(path: Path) -> None:
    """But for the one that a command takes when nobody asks for another: a book is data."""
    books = {place.stem for place in (SOURCE / "rulebooks").rglob("*.toml")}
    tree = ast.walk(ast.parse(path.read_text("utf-8")))
    named = [node.value for node in tree if isinstance(node, ast.Constant) and node.value in books]
    assert named == (["maryland"] if path == SOURCE / "cli" / "choosing.py" else [])
