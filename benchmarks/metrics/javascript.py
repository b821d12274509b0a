"""The page's JavaScript: files and lines, and how many of the lines no type checker reads."""

from collections.abc import Iterator

from benchmarks.metrics.checkout import Checkout

UNCHECKED = "// @ts-nocheck"


def figures(tree: Checkout) -> Iterator[str]:
    """Lines of the page, and of those files that begin with `@ts-nocheck`, or all without a tsconfig.json."""
    texts = [path.read_text("utf-8") for path in sorted(tree.source.glob("server/page/**/*.js"))]
    has_checker = (tree.root / "tsconfig.json").exists()
    unchecked = [one for one in texts if not has_checker or one.startswith(UNCHECKED)]
    lines, missed = (sum(len(one.splitlines()) for one in some) for some in (texts, unchecked))
    yield f"{len(texts)} files, {lines} lines; unchecked: {len(unchecked)} files, {missed} lines"
