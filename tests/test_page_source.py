"""What the page's JavaScript promises its readers and its type checker."""

import json
import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "src" / "spanish21" / "server" / "page"
MOST_FILES = 20
SCRIPTS = {path.relative_to(PAGE): path.read_text("utf-8") for path in sorted(PAGE.rglob("*.js"))}
STYLES = {path.relative_to(PAGE): path.read_text("utf-8") for path in sorted(PAGE.rglob("*.css"))}


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


def test_a_name_that_a_script_exports_is_used_by_another() -> None:
    """Or by a test, which asks a function for what the page shows."""
    tests = "\n".join(path.read_text("utf-8") for path in (ROOT / "tests").rglob("*.py"))
    exported = [
        (path, name)
        for path, text in SCRIPTS.items()
        for name in re.findall(r"^export (?:async )?(?:function|const|let|class) (\w+)", text, re.M)
    ]
    unused = [
        f"{path}: {name}"
        for path, name in exported
        if not any(re.search(rf"\b{name}\b", text) for other, text in SCRIPTS.items() if other != path)
        if not re.search(rf"\b{name}\b", tests)
    ]
    assert unused == []


def test_a_class_of_a_style_sheet_is_given_to_a_node() -> None:
    """By its name, or by one that is put together: `suit-${suit}` gives `suit-h`."""
    made = "\n".join((*SCRIPTS.values(), *(path.read_text("utf-8") for path in PAGE.rglob("*.html"))))
    beginnings = tuple(re.findall(r"([a-z-]+-)\$\{", made))
    unused = []
    for path, text in STYLES.items():
        rules = re.sub(r"/\*.*?\*/|url\([^)]*\)|\"[^\"]*\"", "", text, flags=re.S)
        for name in sorted(set(re.findall(r"\.([a-z][\w-]*)", rules))):
            is_named = re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", made)
            if not is_named and not name.startswith(beginnings):
                unused.append(f"{path}: {name}")
    assert unused == []


def test_a_text_of_a_room_is_shown() -> None:
    """Each key of a catalogue is read by a script that imports the catalogue, or by the frame of all
    rooms."""
    unused = []
    for path, text in SCRIPTS.items():
        imports = re.compile(rf"import\b[^;]*?/{re.escape(path.name)}'")
        readers = [other for at, other in SCRIPTS.items() if at == path or imports.search(other)]
        read = "\n".join((*readers, SCRIPTS[Path("parts/rooms/room.js")]))
        for name, catalogue in re.findall(r"^export const (\w+) = await spoken\((\w+),", text, re.M):
            if re.search(rf"\b{name}\[|: {name}\b(?!\.)", read):
                continue  # its keys are names of the server
            body = re.search(rf"^(?:export )?const {catalogue} = [^\n]*\{{\n(.*?)^\}}", text, re.M | re.S)
            assert body, f"{path}: {name}"
            for key in re.findall(r"^  (\w+):", body[1], re.M):
                if not re.search(rf"\.{key}\b", read):
                    unused.append(f"{path}: {key}")
    assert unused == []
