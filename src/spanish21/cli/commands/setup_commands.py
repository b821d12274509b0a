"""`spanish21 compile` and `completion`: run once, after installing."""

import click
from click.shell_completion import get_completion_class

from spanish21.cli.choosing import examples
from spanish21.compiled.ahead import ROOMS, compile_ahead, is_compiled

SHELLS = ("bash", "zsh", "fish")


@click.command("compile", epilog=examples("spanish21 compile"))
def compile() -> None:
    """Compile the analyser and the simulator ahead.

    Commands then start immediately. Kernels stay in the user's cache (or in SPANISH21_CACHE) until the
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


@click.command(
    epilog=examples(
        'eval "$(spanish21 completion bash)"',
        "spanish21 completion fish > ~/.config/fish/completions/spanish21.fish",
    )
)
@click.argument("shell", type=click.Choice(SHELLS))
@click.pass_context
def completion(ctx: click.Context, shell: str) -> None:
    """Print a completion script for your shell."""
    script = get_completion_class(shell)
    assert script is not None
    root = ctx.find_root().command
    click.echo(script(root, {}, "spanish21", "_SPANISH21_COMPLETE").source())
