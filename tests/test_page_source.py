"""What the page's JavaScript promises its readers and its type checker."""

import json
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "src" / "spanish21" / "server" / "page"
MOST_FILES = 20


def test_no_finding_is_silenced() -> None:
    for path in PAGE.rglob("*.js"):
        text = path.read_text("utf-8")
        assert "@ts-nocheck" not in text, path
        assert "@ts-ignore" not in text, path
        assert "@ts-expect-error" not in text, path
        assert "biome-ignore" not in text, path


def test_lines_have_at_most_120_characters() -> None:
    """The formatter breaks code; strings and comments are broken by hand."""
    for path in PAGE.rglob("*.js"):
        for number, line in enumerate(path.read_text("utf-8").splitlines(), start=1):
            assert len(line) <= 120, f"{path.relative_to(ROOT)}:{number}"


def test_a_folder_has_at_most_twenty_files() -> None:
    folders = [path for path in (PAGE, *PAGE.rglob("*")) if path.is_dir()]
    counts = {folder: sum(path.is_file() for path in folder.iterdir()) for folder in folders}
    assert {
        str(folder.relative_to(PAGE)): count for folder, count in counts.items() if count > MOST_FILES
    } == {}


def test_the_checker_is_strict_and_writes_nothing() -> None:
    options = json.loads((ROOT / "tsconfig.json").read_text("utf-8"))["compilerOptions"]
    assert options["strict"] is options["checkJs"] is options["noEmit"] is True
