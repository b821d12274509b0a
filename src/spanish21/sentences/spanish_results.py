"""Why a wager was settled as it was, and what a wheel shows, in Spanish.

books/wording.py has the same in English.
"""

from spanish21.books.wording import WHY_WORDS
from spanish21.game.rules import PAY_NAMES, Rules
from spanish21.game.side_wagers.record import SideWager
from spanish21.game.side_wagers.registry import is_side_wager, side_wager
from spanish21.game.words import RescueForfeits
from spanish21.sentences.spanish_money import money_in_spanish

_SUITS = ("tréboles", "diamantes", "corazones", "picas")
_PAYS = {
    "pays_win": "una mano ganadora",
    "pays_blackjack": "un Blackjack",
    "pays_678_mixed": "6-7-8 de distintos palos",
    "pays_678_suited": "6-7-8 del mismo palo",
    "pays_678_top": "6-7-8 de TOP",
    "pays_777_mixed": "7-7-7 de distintos palos",
    "pays_777_suited": "7-7-7 del mismo palo",
    "pays_777_top": "7-7-7 de TOP",
    "pays_five_card_21": "un 21 de cinco cartas",
    "pays_six_card_21": "un 21 de seis cartas",
    "pays_seven_card_21": "un 21 de siete cartas o más",
}
_WHY = {
    "may_surrender": "rendirse cuesta la mitad de la apuesta",
    "may_rescue": "el rescate devuelve el doble y pierde la apuesta",
    "dealer_blackjack": "la banca tiene Blackjack",
    "bust": "más de 21",
    "dealer_higher": "el total de la banca es mayor",
    "tie": "con el mismo total que la banca hay empate",
    "insurance_lost": "la banca no tiene Blackjack",
    "super_bonus_small": "tres 7 del mismo palo contra un 7",
    "super_bonus_large": "tres 7 del mismo palo contra un 7",
    "envy_pays": "otro jugador ha ganado con tres 7 del mismo palo contra un 7",
    "envy_with_seven": "otro jugador ha ganado con tres 7 del mismo palo contra un 7, y un 7 aquí sube el "
    "pago",
    "second_ten": "ha salido un segundo 10 del sabot, así que la ronda queda anulada",
    "second_face_up_card": "había una segunda carta boca arriba en el sabot, así que la ronda queda anulada",
    "hole_card_seen": "se ha visto la carta tapada, así que todas las manos quedan anuladas",
    "no_cards_dealt": "la casilla no recibió cartas, así que la mano queda anulada",
    "one_card_dealt": "solo se repartió una carta y se rechazó la segunda, así que la mano queda anulada",
    "card_not_dealt": "la carta pedida no se repartió y después se rechazó, así que la mano queda anulada",
    "match_lost": "ninguna coincidencia con la carta descubierta",
    "match_down_lost": "ninguna coincidencia con la carta tapada",
    "monster_lost": "ninguna combinación ganadora de Monster Match",
    "spin_lost": "sin Blackjack no hay giro",
    "xtreme_lost": "la banca no tiene un 6 y una carta de valor diez",
    "xtreme_own_boxes": "la rueda comunitaria paga a los demás, no a las otras casillas del ganador",
}
_MATCHES = {
    "two_suited": "dos coincidencias del mismo palo",
    "suited_and_unsuited": "una coincidencia del mismo palo y otra de distinto palo",
    "suited": "una coincidencia del mismo palo",
    "two_unsuited": "dos coincidencias de distinto palo",
    "unsuited": "una coincidencia de distinto palo",
}
_LINES = {
    "match": _MATCHES,
    "match_down": _MATCHES,
    "monster": {
        "four_suited": "cuatro iguales del mismo palo",
        "four_same_color": "cuatro iguales del mismo color",
        "four": "cuatro iguales",
        "three_same_color": "tres iguales del mismo color",
        "three": "tres iguales",
        "suited_pair": "una pareja del mismo palo",
    },
    "spin": {"wheel": "un Blackjack"},
    "xtreme": {"wheel": "un 6 y una carta de valor diez"},
}
"""The lines of the house's own side wagers; one that an operator has added keeps its own words."""
_SYMBOLS = {
    "jackpot": "el bote",
    "primary": "el bote principal",
    "secondary": "el segundo bote",
}
_LAST_DOUBLE = RescueForfeits.BEFORE_LAST_DOUBLE


def why_in_spanish(rules: Rules, why: str) -> str:
    """Why a wager was settled as it was, in words.

    >>> from spanish21.books.submissions.submission import rules_of
    >>> why_in_spanish(rules_of("maryland"), "pays_blackjack")
    'un Blackjack se paga 3 a 2'
    """
    if why in _PAYS:
        over, under = rules.pays_by_kind[PAY_NAMES.index(why)]
        return f"{_PAYS[why].replace('TOP', _SUITS[rules.top_suit])} se paga {over} a {under}"
    if why in ("pays_insurance", "pays_insurance_suited"):
        over, under = getattr(rules, why)
        suited = " del mismo palo" if why.endswith("suited") else ""
        return f"el seguro contra un Blackjack{suited} se paga {over} a {under}"
    if why == "may_rescue" and rules.most_doubles > 1 and rules.rescue_forfeits == _LAST_DOUBLE:
        return "el rescate devuelve el último doble y pierde el resto"
    head, _, line = why.partition(".")
    kind, _, what = head.rpartition("_")
    if line and is_side_wager(kind):
        return _of_line(rules, side_wager(kind), what, line)
    return _WHY.get(why) or WHY_WORDS.get(why, why.replace("_", " "))


def _of_line(rules: Rules, record: SideWager, what: str, line: str) -> str:
    shown = symbol_in_spanish(rules, line.rpartition(".")[2])
    if what == "wheel":
        return f"la rueda marca {shown}"
    if what == "community" and record.has_pairs:
        return f"la rueda de otro jugador marca una pareja, que se paga como {shown}"
    if what == "community":
        return f"la rueda comunitaria marca {shown}"
    place = record.lines.index(line)
    words = _LINES.get(record.kind, {}).get(line, record.line_words[place])
    if record.pays_by != "odds":
        return words
    pays = "se pagan" if words.split(" ")[0] in ("dos", "tres", "cuatro", "two") else "se paga"
    return f"{words} {pays} {rules.sides[record.kind].pays[place]} a 1"


def symbol_in_spanish(rules: Rules, symbol: str) -> str:
    """What a wheel shows: amounts are in whole units of the currency."""
    return " y ".join(
        money_in_spanish(100 * int(part), rules.currency)
        if part.isdecimal()
        else _SYMBOLS.get(part, part.replace("_", " "))
        for part in symbol.split("+")
    )
