"""`spanish21 completion`: the script that lets a shell complete commands and options."""

import click
from click.shell_completion import get_completion_class

from spanish21.cli.choosing import examples

SHELLS = ("bash", "zsh", "fish")


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
