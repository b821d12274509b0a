"""The analyser against published figures, with their sources in published.toml."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from spanish21.analysis.distribution import round_law
from spanish21.analysis.shoe import full_shoe
from spanish21.analysis.side_laws import odds_law
from spanish21.analysis.terms import FixedMoney
from spanish21.analysis.worth import edge
from spanish21.books.submission import rules_of
from spanish21.game.rules import Rules, what_if
from spanish21.game.side_wagers.match import MATCH

FIGURES = tomllib.loads(Path(__file__).with_name("published.toml").read_text("utf-8"))


def game(figure: dict[str, Any]) -> Rules:
    """The published game: bonuses are paid on split hands, too."""
    return what_if(rules_of("maryland"), bonus_on_split=True, decks=figure["decks"])


@pytest.mark.parametrize("figure", FIGURES["edge"], ids=lambda figure: figure["source"])
def test_house_edge(figure: dict[str, Any]) -> None:
    found = edge(what_if(game(figure), **figure.get("settings", {})))
    assert -100 * found.expected_value == pytest.approx(figure["printed"], abs=figure["off"])


@pytest.mark.parametrize("figure", FIGURES["cost"], ids=lambda figure: figure["source"])
def test_cost_of_a_rule(figure: dict[str, Any]) -> None:
    given = what_if(game(figure), **figure.get("given", {}))
    with_it = edge(what_if(given, **figure["settings"])).expected_value
    without = edge(given).expected_value
    assert 100 * (without - with_it) == pytest.approx(figure["printed"], abs=figure["off"])


@pytest.mark.parametrize("figure", FIGURES["match"], ids=lambda figure: figure["source"])
def test_match_the_dealer(figure: dict[str, Any]) -> None:
    law = odds_law(MATCH, full_shoe(figure["decks"]), tuple(figure["pays"]))
    mean = sum(result * chance for result, chance in law.items())
    assert -100 * float(mean) == pytest.approx(figure["house_edge"], abs=0.005)
    if "hit_rate" in figure:
        assert 100 * float(1 - law[-1]) == pytest.approx(figure["hit_rate"], abs=0.0005)  # type: ignore[index]
        spread = sum(result**2 * chance for result, chance in law.items()) - mean**2
        assert float(spread) ** 0.5 == pytest.approx(figure["standard_deviation"], abs=0.0005)


@pytest.mark.parametrize("figure", FIGURES["super_bonus"], ids=lambda figure: figure["source"])
def test_super_bonus(figure: dict[str, Any]) -> None:
    rules = what_if(game(figure), odd_money="exact", smallest_chip=1)
    law = round_law(edge(rules, money=FixedMoney(figure["wager"])))
    gross = 100 * law.super_bonus * rules.super_bonus_small / figure["wager"]
    assert gross == pytest.approx(figure["printed"], abs=figure["off"])
