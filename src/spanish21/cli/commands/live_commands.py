"""The commands of live tables: `spanish21 serve`, `bot`, a guest who plays, and `witness`, who watches."""

import asyncio
from collections.abc import Callable
from importlib.util import find_spec
from typing import TYPE_CHECKING

import click

from spanish21.cli.choosing import BOOK, USUAL_BOOK, examples, text_of_file
from spanish21.cli.printing import json_line, signed
from spanish21.game.pictures.count_text import count_text

if TYPE_CHECKING:
    from spanish21.client.bot import Choose
    from spanish21.environments.mcp.model_app import Answers
    from spanish21.server.web.models import Models


@click.command(
    epilog=examples(
        "spanish21 serve",
        "spanish21 serve --port 8080 --database house.db",
        "spanish21 serve --database postgresql://house@localhost/spanish21",
        "spanish21 serve --submission casino.toml",
        "spanish21 serve --origin https://cards.example.org --trusted-proxy 127.0.0.1",
    )
)
@click.option(
    "--port", type=click.IntRange(0, 65535), default=8021, show_default=True, help="0 takes any free port."
)
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen at.")
@click.option(
    "--database",
    metavar="URL",
    help="A path, sqlite:///path or postgresql://…  [default: a SQLite file in your data folder]",
)
@click.option("--key", metavar="FILE", help="The master key.  [default: next to the SQLite file]")
@click.option("--origin", "origins", multiple=True, help="An origin whose pages may talk to this server.")
@click.option(
    "--advertise",
    metavar="URL",
    help="Where other servers on the same PostgreSQL find this one.  [default: the address it listens at]",
)
@click.option(
    "--submission",
    "submissions",
    multiple=True,
    metavar="FILE",
    help="Open a table from this Rules Submission, named after its operator, unless it is open; may be "
    "repeated.",
)
@click.option(
    "--guests", type=click.IntRange(1), help="New guests an hour from one network address.  [default: 30]"
)
@click.option(
    "--connections",
    type=click.IntRange(1),
    help="Connections that one network address may have open.  [default: 200]",
)
@click.option(
    "--trusted-proxy",
    "trusted_proxies",
    multiple=True,
    metavar="NETWORK",
    help="The address or network of a proxy in front of this server, whose X-Forwarded-For is believed, and "
    "no one else's; may be repeated.",
)
@click.option(
    "--witness",
    "witnesses",
    multiple=True,
    metavar="URL",
    help="A witness to cosign the house's checkpoints; may be repeated.",
)
@click.option(
    "--witness-key",
    "witness_keys",
    multiple=True,
    metavar="KEY",
    help="The public key of a witness whose cosignatures are kept and shown; may be repeated.",
)
def serve(
    port: int,
    host: str,
    database: str | None,
    key: str | None,
    origins: tuple[str, ...],
    advertise: str | None,
    submissions: tuple[str, ...],
    guests: int | None,
    connections: int | None,
    trusted_proxies: tuple[str, ...],
    witnesses: tuple[str, ...],
    witness_keys: tuple[str, ...],
) -> None:
    """Open live tables for anyone with a browser.

    The address is printed. Everything is stored in the database: an interrupt ends the server, and the next
    start resumes where it stopped, even in the middle of a round. Several servers may share one PostgreSQL
    and one key: each owns some of the tables, any of them answers for all, and when one fails the others
    take over.
    """
    from msgspec.structs import replace

    from spanish21.server.logging import logs_as_json
    from spanish21.server.people.quotas import Quotas
    from spanish21.server.transparency.note import verifier_key
    from spanish21.server.web.doors import CONNECTIONS_OF_ADDRESS
    from spanish21.server.web.first_tables import submitted
    from spanish21.server.web.serving import Service, default_database
    from spanish21.server.web.serving import serve as run

    logs_as_json()
    quotas = Quotas() if guests is None else replace(Quotas(), guests_of_address=guests)
    run(
        Service(
            database or default_database(),
            port,
            host,
            key or "",
            origins,
            quotas,
            advertise=(advertise or "").rstrip("/"),
            connections_of_address=connections or CONNECTIONS_OF_ADDRESS,
            trusted_proxies=trusted_proxies,
            witnesses=witnesses,
            witness_keys=tuple(map(verifier_key, witness_keys)),
            models=_model_app(),
            submitted=tuple(map(submitted, submissions)),
        ),
        lambda text: click.echo(text, err=True),
    )


def _model_app() -> "Callable[..., Models] | None":
    """What makes the application for models, where the extras are installed that it needs."""
    if find_spec("mcp") is None or find_spec("numpy") is None:
        return None

    def made(answers: "Answers") -> "Models":
        from spanish21.environments.mcp.model_app import ModelApp

        return ModelApp(answers)

    return made


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

    With --table, it plays at that table, by its book. Otherwise it opens its own table if the server allows
    that, or takes a free seat. It continues after a restart of the server.
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
        raise BadInput(f"the table at {url} has not moved for too long") from None
    if as_json:
        json_line({"rounds": played.rounds, "won": played.won, "table": played.table})
    else:
        click.echo(f"{count_text(played.rounds, 'round')} at table {played.table}: {signed(played.won)}")


def _chosen(strategy: str, book: str) -> "Choose":
    from spanish21.books.submissions.submission import rules_of
    from spanish21.client.bot import by_strategy, simple
    from spanish21.simulation.run.named_strategies import NAMES, strategy_named
    from spanish21.strategy import chart_of

    rules = rules_of(book)
    if strategy == "simple":
        return simple
    if strategy in NAMES:
        return by_strategy(strategy_named(strategy, rules), rules.top_suit)
    return by_strategy(chart_of(text_of_file(strategy)), rules.top_suit)


@click.command(
    epilog=examples(
        "spanish21 witness --url http://127.0.0.1:8021 --log-key KEY --once",
        "spanish21 witness --url http://127.0.0.1:8021 --log-key KEY --once --json",
    )
)
@click.option(
    "--file", metavar="FILE", help="The witness's own file.  [default: witness.json in your data folder]"
)
@click.option("--name", default="spanish21.witness", show_default=True, help="The name that it signs under.")
@click.option(
    "--log-key",
    "log_keys",
    multiple=True,
    metavar="KEY",
    help="The public key of a house to watch, as /api/tree shows it; again for the next incarnation of a "
    "restored house, which a person accepts so.",
)
@click.option(
    "--url",
    "urls",
    multiple=True,
    metavar="URL",
    help="A house whose checkpoints are fetched; may be repeated.",
)
@click.option("--json", "as_json", is_flag=True, help="With --once: print one JSON object with the alarms.")
@click.option("--once", is_flag=True, help="With --url: look once; the exit code is 1 after an alarm.")
@click.option(
    "--every", type=click.IntRange(1), default=10, show_default=True, help="Seconds between two looks."
)
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen at.")
@click.option("--port", type=click.IntRange(1, 65535), default=8022, show_default=True)
def witness(
    file: str | None,
    name: str,
    log_keys: tuple[str, ...],
    urls: tuple[str, ...],
    as_json: bool,
    once: bool,
    every: int,
    host: str,
    port: int,
) -> None:
    """Watch that a house never takes back what it has signed, and cosign its checkpoints.

    It runs anywhere, with a file that only its owner reads. It remembers the last checkpoint of each house
    and cosigns a checkpoint that extends it; any other one is an alarm, and the file keeps the evidence. With
    --url it fetches checkpoints, else it waits for houses to send them (serve --witness).
    """
    import os
    import sys
    import time
    from pathlib import Path

    from spanish21.compiled.cache import data_folder
    from spanish21.server.transparency.note import COSIGNATURE, checked_name, new_secret
    from spanish21.server.transparency.witnessing import witness_at
    from spanish21.server.web.witness_app import WitnessApp, trusted, watch

    def say(text: str) -> None:
        click.echo(text, err=True)

    path = Path(file) if file else data_folder() / "witness.json"
    if not file:
        path.parent.mkdir(parents=True, exist_ok=True)
    found = witness_at(path, checked_name(name), new_secret(os.urandom))
    trusted(found, log_keys)
    say(f"the public key of this witness: {found.key.verifier(COSIGNATURE)}")
    if not urls:
        import uvicorn

        say(f"listening at http://{host}:{port}/add-checkpoint")
        uvicorn.run(WitnessApp(found, say), host=host, port=port, log_config=None, lifespan="off")
        return
    while True:
        alarms = watch(found, urls, say)
        if once and as_json:
            json_line({"alarms": found.state.alarms, "new": alarms})
        if once:
            sys.exit(1 if alarms else 0)
        time.sleep(every)
