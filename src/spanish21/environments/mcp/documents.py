"""The pages of the documentation that a model may read: they are packaged with the program."""

from importlib.resources import files
from pathlib import Path

from spanish21.errors import BadInput

DOCUMENTS = {
    "how-to-play": "How to play: the game from the first wager to the last payment",
    "glossary": "The words of the game, of its arithmetic and of this program",
    "rulings": "Our decisions where a book is silent or contradicts itself",
    "notation": "The notation of rounds, which settle_round reads",
    "models": "Models that read and write: the text table, the clause questions, this server",
}
"""The pages by name, and what they are about. pyproject.toml puts them into the wheel."""
_CHECKOUT = Path(__file__).parents[4] / "docs"


def document(name: str) -> str:
    """A page of the documentation, as Markdown."""
    if name not in DOCUMENTS:
        raise BadInput(f"there is no document {name!r}; the documents are {', '.join(DOCUMENTS)}")
    packaged = files("spanish21").joinpath("documents", f"{name}.md")
    if packaged.is_file():
        return packaged.read_text("utf-8")
    return (_CHECKOUT / f"{name}.md").read_text("utf-8")


def list_of_documents() -> str:
    """The documents, a line for each."""
    return "".join(f"spanish21://documents/{name}  {says}\n" for name, says in DOCUMENTS.items())
