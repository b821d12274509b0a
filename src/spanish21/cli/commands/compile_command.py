"""`spanish21 compile`: compile the kernels before anybody waits for them."""

import click

from spanish21.cli.choosing import examples
from spanish21.compiled.ahead import ROOMS, compile_ahead, is_compiled


@click.command("compile", epilog=examples("spanish21 compile"))
def compile() -> None:
    """Compile the analyser and the simulator ahead.

    Commands then start at once. Kernels are kept in the user's cache (or in SPANISH21_CACHE) until the
    program changes.
    """
    done = compile_ahead()
    for room, name in ROOMS.items():
        if room in done:
            click.echo(f"{name} is compiled")
        elif is_compiled(room):
            click.echo(f"{name} was compiled before")
        else:
            raise click.ClickException(f"{name} could not be compiled; the lines above say why")
