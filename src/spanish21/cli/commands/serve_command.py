"""`spanish21 serve`: live tables on this machine."""

import click

from spanish21.cli.choosing import examples


@click.command(
    epilog=examples(
        "spanish21 serve",
        "spanish21 serve --port 8080 --database house.db",
        "spanish21 serve --database postgresql://house@localhost/spanish21",
        "spanish21 serve --submission casino.toml",
        "spanish21 serve --host 0.0.0.0 --origin https://cards.example.org",
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
@click.option("--key", metavar="FILE", help="The master key.  [default: beside the SQLite file]")
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
def serve(
    port: int,
    host: str,
    database: str | None,
    key: str | None,
    origins: tuple[str, ...],
    advertise: str | None,
    submissions: tuple[str, ...],
    guests: int | None,
) -> None:
    """Open live tables that anybody with a browser can play at.

    The address is printed. Everything is kept in the database: an interrupt ends the server, and the next
    one goes on where it stopped, in the middle of a round too. Several servers may share one PostgreSQL and
    one key: each has tables of its own, any of them answers for all, and when one dies the others take over.
    """
    from msgspec.structs import replace

    from spanish21.server.logging import logs_as_json
    from spanish21.server.people.quotas import Quotas
    from spanish21.server.web.serving import Service, default_database, submitted
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
            submitted=tuple(map(submitted, submissions)),
        ),
        lambda text: click.echo(text, err=True),
    )
