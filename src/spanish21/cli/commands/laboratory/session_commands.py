"""Many rounds: `session` for a player, `exposure` for an operator."""

from typing import Any

import click

from spanish21.cli.choosing import AMOUNT, ChosenRules, FiniteRange, book_argument, examples, rules_options
from spanish21.cli.printing import fitting, json_line, line_of
from spanish21.errors import BadInput

_PACE = click.option(
    "--rounds-per-hour", type=click.IntRange(1, 1000), default=70, help="How fast the table is.  [70]"
)


@click.command(
    epilog=examples(
        "spanish21 session maryland --rounds 300",
        "spanish21 session maryland --hours 4 --wager 25 --lose 500",
    )
)
@book_argument
@rules_options
@click.option("--rounds", type=click.IntRange(1, 10**8), help="The rounds of the session.")
@click.option("--hours", type=FiniteRange(0.01, 100_000), help="The same in hours.  [4]")
@_PACE
@click.option("--wager", type=AMOUNT, help="The wager, in dollars or pounds; roundings then count.")
@click.option("--lose", type=AMOUNT, help="Also the chance of ending so far behind; needs --wager.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def session(
    rounds: int | None,
    hours: float | None,
    rounds_per_hour: int,
    wager: int | None,
    lose: int | None,
    as_json: bool,
    **options: Any,
) -> None:
    """The exact distribution of a session's result: chances, quantiles, the theoretical win.

    One box, the best play, every round from a full shoe.
    """
    from spanish21.analysis.sessions.session import QUANTILES, result_text
    from spanish21.analysis.sessions.session import session as session_of
    from spanish21.cli.commands.price_commands import tell_of_compiling

    if rounds is not None and hours is not None:
        raise BadInput("--rounds and --hours say the same; give one of them")
    if lose is not None and wager is None:
        raise BadInput("--lose needs --wager: it is an amount of money")
    chosen = ChosenRules(**options)
    number = rounds if rounds is not None else max(round((hours or 4.0) * rounds_per_hour), 1)
    tell_of_compiling()
    found = session_of(chosen.rules, number, wager=wager, rounds_per_hour=rounds_per_hour)
    document = found.summary()
    if lose is not None and wager is not None:
        document["chance_of_losing"] = {
            "amount": lose / 100,
            "probability": found.chance_of_losing(lose / wager),
        }
    if as_json:
        json_line(document)
        return
    rows = [
        ["rounds", f"{found.rounds:,}"],
        ["ahead", f"{found.chance_ahead:.4%}"],
        ["even", f"{found.chance_even:.4%}"],
        ["behind", f"{found.chance_behind:.4%}"],
        ["mean", result_text(found, round(found.mean, 6))],
        ["standard deviation", f"{found.standard_deviation:.4f} wagers"],
        ["theoretical win", f"{found.theoretical_win:.4f} wagers an hour for the house"],
    ]
    if lose is not None:
        rows.append(
            [f"{lose / 100:,.2f} behind, or more", f"{document['chance_of_losing']['probability']:.4%}"]
        )
    rows += [
        [f"{share:.1%} end at most at", result_text(found, found.quantile(share))] for share in QUANTILES
    ]
    for text in fitting(rows):
        click.echo(text)


@click.command(
    epilog=examples(
        "spanish21 exposure maryland",
        "spanish21 exposure maryland --wager 500 --boxes 7 --hours 8",
    )
)
@book_argument
@rules_options
@click.option("--wager", type=AMOUNT, help="The wager on every box.  [the table's maximum]")
@click.option("--boxes", type=click.IntRange(1, 99), help="The boxes played.  [all]")
@click.option("--hours", type=FiniteRange(0.01, 10_000), default=8.0, help="An evening.  [8]")
@_PACE
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def exposure(
    wager: int | None,
    boxes: int | None,
    hours: float,
    rounds_per_hour: int,
    as_json: bool,
    **options: Any,
) -> None:
    """The expected win of a full table, and the most that it can lose in a round and in an evening.

    The expected hold with its range, and a bound that no round can exceed, with doubles and splits, the
    super bonus, payouts to others, side wagers and meters.
    """
    from spanish21.analysis.sessions.exposure import exposure as exposure_of
    from spanish21.cli.commands.price_commands import tell_of_compiling

    chosen = ChosenRules(**options)
    tell_of_compiling()
    found = exposure_of(
        chosen.rules,
        wager,
        boxes=boxes,
        hours=hours,
        rounds_per_hour=rounds_per_hour,
        submission=chosen.submission,
    )
    if as_json:
        json_line(found.summary())
        return
    click.echo(line_of(found.heading))
    for text in fitting(found.lines()):
        click.echo(text)
