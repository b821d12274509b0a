"""`spanish21 bot`: a guest who plays a strategy at a live table."""

import asyncio
from typing import TYPE_CHECKING

import click

from spanish21.cli.choosing import BOOK, USUAL_BOOK, examples, text_of_file
from spanish21.cli.printing import json_line, signed
from spanish21.game.count_text import count_text

if TYPE_CHECKING:
    from spanish21.client.bot import Choose


@click.command(
    epilog=examples(
        "spanish21 bot --url http://127.0.0.1:8021 --rounds 100",
        "spanish21 bot --url http://127.0.0.1:8021 --rounds 10 --book uk-casino --strategy chart",
        "spanish21 bot --url http://127.0.0.1:8021 --table 'Maryland Spanish 21'",
    )
)
@click.option("--url", required=True, help="The address of the server.")
@click.option("--rounds", type=click.IntRange(1), default=10, show_default=True)
@click.option("--book", type=BOOK, help=f"The book of the table.  [default: {USUAL_BOOK}]")
@click.option("--table", metavar="NAME", help="The name or the id of an open table to play at.")
@click.option(
    "--strategy",
    default="simple",
    show_default=True,
    metavar="simple|chart|optimal|FILE",
    help="A plain rule, the best chart, the best play by composition, or a chart in a file.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def bot(url: str, rounds: int, book: str | None, table: str | None, strategy: str, as_json: bool) -> None:
    """Play rounds as a guest at a live table.

    It plays at the table of --table, and by its book. Without one it opens a table of its own if the server
    lets it, else it takes a free seat. It goes on after a restart of the server.
    """
    from spanish21.client.bot import play, table_named
    from spanish21.errors import BadInput

    if not url.startswith(("http://", "https://")):
        raise BadInput(f"--url is {url!r}; it should be an address such as http://127.0.0.1:8021")
    table_id = ""
    if table is not None:
        found = asyncio.run(table_named(url, table))
        if book not in (None, found["book"]):
            raise BadInput(f"the table {table!r} plays {found['book']}, not {book}; leave --book out")
        table_id, book = str(found["id"]), str(found["book"])
    book = book or USUAL_BOOK
    choose = _chosen(strategy, book)
    try:
        said = lambda text: click.echo(text, err=True)  # noqa: E731
        played = asyncio.run(play(url, rounds, book, choose, said, table_id))
    except TimeoutError:
        raise BadInput(f"the table at {url} has not gone on for too long") from None
    if as_json:
        json_line({"rounds": played.rounds, "won": played.won, "table": played.table})
    else:
        click.echo(f"{count_text(played.rounds, 'round')} at table {played.table}: {signed(played.won)}")


def _chosen(strategy: str, book: str) -> "Choose":
    from spanish21.books.submission import rules_of
    from spanish21.client.bot import by_strategy, simple
    from spanish21.simulation.run.named_strategies import NAMES, strategy_named
    from spanish21.strategy import chart_of

    rules = rules_of(book)
    if strategy == "simple":
        return simple
    if strategy in NAMES:
        return by_strategy(strategy_named(strategy, rules), rules.top_suit)
    return by_strategy(chart_of(text_of_file(strategy)), rules.top_suit)
