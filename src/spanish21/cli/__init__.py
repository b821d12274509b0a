"""The command line: thin commands, each imported when it runs.

It may import every package but display. Begin with `COMMANDS` below, then with the command's module in
commands/; seat/terminal_seat.py is the table in the terminal.
"""

import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Any, NamedTuple, NoReturn

import click

from spanish21 import __version__
from spanish21.cli.signs import plain_where_needed
from spanish21.errors import Spanish21Error, how_to_install

INTERRUPTED = 130
BAD_INPUT = 2
OUR_FAULT = 1


class CommandListing(NamedTuple):
    """A command that is not imported before it runs: its module, its line in the help, the extra it needs."""

    module: str
    says: str
    extra: str = ""


COMMANDS = {
    "play": CommandListing("play_command", "Play Spanish 21 in the terminal, at an automatic table."),
    "deal": CommandListing(
        "deal_command", "Learn to deal: you are the dealer, and the table asks you what the book requires."
    ),
    "serve": CommandListing("live_commands", "Open live tables for anyone with a browser.", "server"),
    "witness": CommandListing(
        "live_commands",
        "Watch that a house never takes back what it has signed, and cosign its checkpoints.",
        "server",
    ),
    "bot": CommandListing("live_commands", "Play rounds as a guest at a live table.", "client"),
    "user": CommandListing(
        "user_command", "List, add and erase accounts, set passwords, give and take roles.", "server"
    ),
    "rekey": CommandListing(
        "signing_command",
        "Replace the key that signs a house's checkpoints; the old key announces the new one.",
        "server",
    ),
    "audit": CommandListing(
        "records_command",
        "Derive every table, balance, meter, role and shoe of a server again from its logs alone.",
        "server",
    ),
    "verify": CommandListing(
        "records_command",
        "Check the public record of a table or of one shoe, or the proof of a round, without any other file.",
        "server",
    ),
    "export": CommandListing(
        "records_command", "Write the rounds that were played, as everyone could see them.", "server"
    ),
    "backup": CommandListing(
        "copies_command", "Copy a server's database to a new file while the server runs.", "server"
    ),
    "restore": CommandListing(
        "copies_command",
        "Restore a backup into a new, empty database; copy the keys next to it yourself.",
        "server",
    ),
    "move": CommandListing(
        "copies_command",
        "Copy a database to another one, such as PostgreSQL, with every hash and balance compared.",
        "server",
    ),
    "rules": CommandListing("rules_command", "Show a rulebook, or compare several."),
    "clauses": CommandListing("clauses_command", "List every clause of the rulebooks, and how it is proved."),
    "settle": CommandListing(
        "settle_command", "Play a round from a file and show the result of every wager, and why."
    ),
    "submission": CommandListing("submission_command", "Write, check and compare Rules Submissions."),
    "check": CommandListing(
        "check_command", "Check a Rules Submission against its book, and show the table it describes."
    ),
    "edge": CommandListing(
        "price_commands",
        "The exact price of a table: house edge, standard deviation, every bonus.",
        "analysis",
    ),
    "strategy": CommandListing(
        "strategy_command", "The best chart for a table, or the exact price of a given chart.", "analysis"
    ),
    "prices": CommandListing(
        "price_commands",
        "The worth of each rule, permitted choice and ruling, in basis points of the wager.",
        "analysis",
    ),
    "sidebets": CommandListing(
        "price_commands", "The exact price of every side wager, at every paytable of the book.", "analysis"
    ),
    "grid": CommandListing(
        "laboratory.design_commands", "Price every combination of settings' values, exactly.", "analysis"
    ),
    "design": CommandListing(
        "laboratory.design_commands",
        "Find the rules, or a side wager's paytable, that meet a target: every solution, ranked, exact.",
        "analysis",
    ),
    "session": CommandListing(
        "laboratory.session_commands",
        "The exact distribution of a session's result: chances, quantiles, the theoretical win.",
        "analysis",
    ),
    "exposure": CommandListing(
        "laboratory.session_commands",
        "The expected win of a full table, and the most that it can lose in a round and in an evening.",
        "analysis",
    ),
    "removal": CommandListing(
        "counting.count_commands",
        "The exact effect of each card's removal on the main wager, insurance and every side wager.",
        "analysis",
    ),
    "count": CommandListing(
        "counting.count_commands",
        "The best tags for BOOK, or the worth of the count in FILE there and the wagers to make by it.",
        "analysis",
    ),
    "indices": CommandListing(
        "counting.count_commands",
        "The true counts at which decisions change for the count in FILE, by the gain of each per round.",
        "analysis",
    ),
    "report": CommandListing(
        "report_command", "Write a report on a table as one HTML file, or verify one.", "analysis"
    ),
    "simulate": CommandListing(
        "simulate_command", "Play many rounds of BOOK and measure the house's share.", "simulation"
    ),
    "evaluate": CommandListing(
        "models.environment_commands",
        "Measure a policy: its edge, its regret by kind of hand, the hands that cost most.",
        "analysis",
    ),
    "questions": CommandListing(
        "models.question_commands",
        "Draw questions about the clauses of the books, or score answers to them.",
        "analysis",
    ),
    "mcp": CommandListing(
        "models.environment_commands", "Serve the books, a practice table and the analyser to a model.", "mcp"
    ),
    "compile": CommandListing(
        "setup_commands", "Compile the analyser and the simulator ahead.", "simulation"
    ),
    "completion": CommandListing("setup_commands", "Print a completion script for your shell."),
    "help": CommandListing("help_command", "Explain a topic, such as start, or a command."),
}
_EXTRA_MODULES = {"numpy", "numba", "llvmlite", "scipy", "distributed", "dask", "pyarrow"} | {
    "gymnasium",
    "pettingzoo",
    "PIL",
    "mcp",
    "sqlalchemy",
    "litestar",
    "uvicorn",
    "structlog",
    "cryptography",
    "argon2",
    "httpx",
    "websockets",
}

_OWN_EXTRAS = {"pyarrow": "rounds", "distributed": "cluster", "dask": "cluster"}
"""Packages that belong to another extra than the command's."""


class LazyGroup(click.Group):
    """Imports a command when it runs, and turns every error into one line."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        listed = COMMANDS.get(cmd_name)
        if listed is None:
            return None
        name = f"{__name__}.commands.{listed.module}"
        try:
            command = getattr(import_module(name), cmd_name)
        except ModuleNotFoundError as error:
            if error.name == name:
                raise click.UsageError(f"{cmd_name} is not part of this installation") from None
            raise
        assert isinstance(command, click.Command)
        return command

    def resolve_command(self, ctx: click.Context, args: list[str]) -> Any:
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            names = ", ".join(COMMANDS)
            raise click.UsageError(f"there is no command {args[0]!r}; the commands are {names}")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, listed.says) for name, listed in COMMANDS.items()])

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        **extra: Any,
    ) -> NoReturn:
        """Run a command; every error is one line on the standard error and an exit code."""
        for stream in (sys.stdout, sys.stderr):
            if hasattr(stream, "reconfigure"):
                stream.reconfigure(errors="replace")
        arguments = list(sys.argv[1:] if args is None else args)
        with plain_where_needed():
            self._run(arguments, prog_name, complete_var, **extra)

    def _run(
        self, arguments: list[str], prog_name: str | None, complete_var: str | None, **extra: Any
    ) -> NoReturn:
        try:
            code = super().main(arguments, prog_name or "spanish21", complete_var, False, **extra)
            sys.stdout.flush()
        except click.UsageError as error:
            where = error.ctx.command_path if error.ctx is not None else "spanish21"
            says = error.format_message().rstrip(".").replace(". Did you mean", "; did you mean")
            fail(f"{says} See {where} --help" if says.endswith("?") else f"{says}; see {where} --help")
        except click.ClickException as error:
            fail(error.format_message())
        except Spanish21Error as error:
            fail(str(error))
        except click.Abort:
            sys.exit(INTERRUPTED)
        except BrokenPipeError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
            sys.exit(OUR_FAULT)
        except ModuleNotFoundError as error:
            fail(_what_is_missing(error, arguments))
        except OSError as error:
            fail(f"{error.filename or 'a file'}: {error.strerror or error}")
        except Exception as error:
            if os.environ.get("SPANISH21_TRACEBACK"):
                raise
            again = "run again with SPANISH21_TRACEBACK=1 and report what it prints"
            fail(f"internal error, {type(error).__name__}: {error}; {again}", OUR_FAULT)
        sys.exit(code if isinstance(code, int) else 0)


def fail(message: str, code: int = BAD_INPUT) -> NoReturn:
    """One line on the standard error, and out."""
    line = " ".join("".join(letter if letter.isprintable() else " " for letter in message).split())
    click.echo(f"spanish21: {line}", err=True)
    sys.exit(code)


def _what_is_missing(error: ModuleNotFoundError, arguments: list[str]) -> str:
    package = (error.name or "").partition(".")[0]
    name = next((word for word in arguments if word in COMMANDS), "")
    extra = COMMANDS[name].extra if name else ""
    if package in _EXTRA_MODULES and extra:
        return f"{name} needs {package}: run {how_to_install(_OWN_EXTRAS.get(package, extra))}"
    return f"{name or 'this'} needs a package that is not installed: {package}"


def _without_colours(ctx: click.Context) -> None:
    if os.environ.get("NO_COLOR"):
        ctx.color = False


@click.group(
    cls=LazyGroup,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="\b\nExamples:\n  spanish21 play maryland\n  spanish21 rules uk-casino maryland --differences\n"
    "  spanish21 settle round.txt\n  spanish21 edge maryland",
)
@click.version_option(__version__, message="spanish21 %(version)s")
@click.pass_context
def main(ctx: click.Context) -> None:
    """Spanish 21: seven rulebooks, a table to play at, and what its rules are worth.

    BOOK is the name of a rulebook, or the path of a file that holds one. Every command takes --help, and all
    that show something take --json. spanish21 help lists topics; spanish21 help start is the first to read.
    """
    _without_colours(ctx)
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())
