"""`spanish21 help`: topics that no single command is about, and every command's own help."""

from collections.abc import Iterator
from importlib.resources import files
from typing import Any

import click

from spanish21.cli.choosing import examples
from spanish21.errors import BadInput

TOPICS = (
    "start",
    "playing",
    "coach",
    "dealing",
    "books",
    "money",
    "settings",
    "strategies",
    "notation",
    "rounds",
    "submissions",
    "server",
    "programs",
    "completion",
    "environment",
)


class Topic(click.ParamType[str]):
    """A topic or a command."""

    name = "topic"

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[Any]:
        from click.shell_completion import CompletionItem

        return [CompletionItem(name) for name in names() if name.startswith(incomplete)]


def names() -> tuple[str, ...]:
    """What help can be asked about."""
    from spanish21.cli import COMMANDS

    return (*TOPICS, *(name for name in COMMANDS if name not in TOPICS))


@click.command(
    epilog=examples("spanish21 help start", "spanish21 help notation", "spanish21 help settle"),
)
@click.argument("topic", type=Topic(), required=False)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.pass_context
def help(ctx: click.Context, topic: str | None, as_json: bool) -> None:
    """Explain a topic, such as start, or a command.

    Without one, list the topics.
    """
    from spanish21.cli.printing import json_line

    text = list_of_topics() if topic is None else text_about(topic, ctx.find_root())
    if as_json:
        json_line({"topic": topic, "text": text})
    else:
        show = click.echo_via_pager if _is_long(text) else click.echo
        show(text)


def list_of_topics() -> str:
    """The topics with their titles."""
    width = max(map(len, TOPICS))
    lines = ["Topics, for spanish21 help TOPIC:", ""]
    lines += [f"  {name:{width}}  {_read(name).partition(chr(10))[0]}" for name in TOPICS]
    return "\n".join([*lines, "", "spanish21 help COMMAND explains a command; spanish21 --help lists them."])


def text_about(topic: str, root: click.Context) -> str:
    """The text of a topic, or a command's own help."""
    from spanish21.cli import COMMANDS
    from spanish21.game.rules import unknown

    asked = topic.lower()
    if asked in TOPICS:
        return "\n".join([_read(asked).rstrip(), *_more(asked)])
    if asked not in COMMANDS:
        said = unknown(topic, names(), "topic or command")
        raise BadInput(said if said.endswith("?") else f"{said}; spanish21 help lists the topics")
    assert isinstance(root.command, click.Group)
    command = root.command.get_command(root, asked)
    assert command is not None
    return command.get_help(click.Context(command, info_name=asked, parent=root))


def _read(topic: str) -> str:
    return files("spanish21.cli").joinpath("topics", f"{topic}.txt").read_text("utf-8")


def _more(topic: str) -> Iterator[str]:
    """The program's own text about a topic."""
    from spanish21.cli.printing import text_width, wrapped

    if topic == "settings":
        from spanish21.game.rules import SETTING_NAMES, SETTINGS

        yield ""
        for name in SETTING_NAMES:
            if name != "book":
                yield wrapped(f"{name}: {SETTINGS[name].takes}", text_width(), "  ", "      ")
    if topic == "notation":
        from spanish21 import notation
        from spanish21.notation.phrases import phrases

        yield from ("", (notation.__doc__ or "").strip(), "", "After a name:", "")
        yield from (f"  {phrase}" for phrase in phrases())


def _is_long(text: str) -> bool:
    """Whether a person at a terminal would lose the beginning."""
    import shutil
    import sys

    return sys.stdout.isatty() and text.count("\n") >= shutil.get_terminal_size().lines
