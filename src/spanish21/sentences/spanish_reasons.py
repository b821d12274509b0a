"""Why a command is refused, what would be right, and the names of meters, in Spanish.

game/reasons.py and game/moves/bounds.py have the same in English.
"""

from spanish21.books.citing import is_in_money, refusal_words
from spanish21.errors import Refused
from spanish21.game.moves.bounds import Bounds
from spanish21.game.reasons import Reason
from spanish21.game.rules import Rules
from spanish21.game.side_wagers.registry import side_wagers
from spanish21.sentences.spanish_money import money_in_spanish

REASONS = {
    # who and when
    "not_at_the_table": "esa persona no está en la mesa",
    "not_your_office": "eso le corresponde a otra persona",
    "table_not_open": "la mesa no está abierta para apuestas",
    "table_is_halted": "no se reparten cartas hasta que se repare o sustituya el lector de cartas",
    "ten_must_be_removed": "antes, un jefe de mesa debe retirar el 10 del sabot",
    "inventory_short": "las fichas de la bandeja no cubren lo que hay que pagar: antes hace falta una "
    "reposición",
    "slip_not_confirmed": "antes hay que confirmar un recuento o un traspaso de fichas",
    "not_now": "el procedimiento no está en ese paso",
    "not_your_turn": "le toca a otro jugador, o en esta casilla decide otra persona",
    "answer_first": "no han respondido todos los que debían",
    "name_taken": "ese nombre ya se usa o está reservado para la casa",
    # opening, shuffling, cutting
    "checklist_incomplete": "la lista de comprobación del material no está completa",
    "reader_not_inspected": "el lector de cartas no se ha revisado en este día de juego",
    "inspection_not_verified": "el jefe de mesa no ha verificado la revisión de las cartas",
    "deck_is_defective": "antes hay que sustituir la baraja defectuosa",
    "wrong_decks": "estas no son las barajas que exige el reglamento",
    "decks_not_approved": "las barajas que llegan revisadas y barajadas necesitan una autorización",
    "tens_not_removed": "no se han retirado los dieces de las barajas",
    "cards_not_seen_by_player": "el primer jugador no ha podido ver las cartas",
    "not_a_shuffle_of_the_cards": "el mazo barajado no contiene las cartas en juego",
    "shuffler_in_the_way": "antes hay que tapar, señalar o retirar la barajadora averiada",
    "cut_too_near_the_end": "el corte está demasiado cerca de un extremo del mazo",
    "cover_card_too_near_the_back": "la carta separadora está demasiado cerca del final del mazo",
    "cut_not_offered": "el corte se le ofrece a otra persona",
    "recut_too_late": "ya no se puede ordenar otro corte",
    "decks_too_old": "hay que cambiar las barajas antes de la próxima ronda",
    "cover_card_reached": "ha salido la carta separadora: hay que barajar antes de la próxima ronda",
    "no_burn_disclosure": "en este reglamento la carta quemada no se enseña",
    "inventory_not_counted": "hay que contar las fichas de la bandeja antes de la primera ronda",
    "slip_amount": "no se puede reponer, devolver ni contar por ese importe",
    # wagers
    "no_such_box": "la mesa no tiene esa casilla",
    "box_is_taken": "en esa casilla ya hay otra persona o una apuesta suya",
    "box_is_full": "en esa casilla no puede apostar nadie más",
    "place_is_kept": "el último puesto de esa casilla se reserva a la persona que está sentada en ella",
    "too_many_shared_boxes": "en esta mesa no se pueden compartir más casillas",
    "no_consent": "la primera persona que apostó en la casilla no ha dado su permiso",
    "too_many_boxes": "una persona no puede apostar en tantas casillas",
    "not_adjacent": "las casillas de una persona deben estar juntas",
    "barred_until_reshuffle": "quien ha dejado pasar una ronda no puede apostar hasta que se baraje",
    "below_minimum": "la apuesta está por debajo del mínimo",
    "above_maximum": "la apuesta está por encima del máximo",
    "not_in_chips": "ese importe no se puede formar con fichas",
    "not_enough_chips": "la persona no tiene tantas fichas",
    "main_wager_first": "una apuesta adicional necesita una apuesta a la mano",
    "side_wager_not_offered": "esa apuesta adicional no se ofrece en esta mesa",
    "side_wager_amount": "esa apuesta adicional debe ser de otro importe",
    "no_cash_wagers": "aquí no se admiten apuestas en efectivo",
    "no_coupons": "aquí no se admiten apuestas con cupón",
    "coupon_amount": "un cupón acompaña a una apuesta de al menos su valor",
    "no_wager": "no existe esa apuesta",
    "wagers_are_closed": "las apuestas se hacen antes de la primera carta de una ronda",
    "wager_is_locked": "una apuesta se queda como está hasta que se decide",
    "cards_are_not_handled": "los jugadores no tocan las cartas",
    # decisions
    "insurance_first": "primero el seguro: tómalo o recházalo",
    "insurance_is_closed": "el seguro ya no se puede tomar ni rechazar",
    "insurance_not_offered": "el seguro solo se ofrece cuando la carta descubierta es un as",
    "insurance_too_high": "el seguro es como máximo la mitad de la apuesta",
    "surrender_not_offered": "en este reglamento no es posible rendirse",
    "no_surrender": "con esta mano no es posible rendirse",
    "no_draw": "esta mano no puede pedir otra carta",
    "no_stand": "esta mano tiene pocos puntos para plantarse",
    "no_double": "esta mano no se puede doblar",
    "double_amount": "el doble debe ser de otro importe",
    "rescue_not_offered": "en este reglamento no hay rescate",
    "no_rescue": "esta mano no se puede rescatar",
    "no_split": "esta mano no se puede separar",
    "no_more_cards": "quien ha rechazado la carta expuesta no recibe más cartas en esta ronda",
    "card_not_in_shoe": "esa carta ya no puede estar en el sabot",
    "card_must_be_read": "con un sabot real hay que nombrar cada carta al sacarla",
    "card_comes_from_the_shoe": "las cartas de este sabot se conocen y no hay que nombrarlas",
    "wheel_stop": "la rueda no tiene esa posición",
    "light_not_checked": "el crupier no ha comprobado la luz del sistema progresivo",
    "not_validated": "el jefe de mesa no ha validado el premio progresivo",
}
BOUNDS = {
    "at_most": "como máximo {0}",
    "at_least": "al menos {0}",
    "multiples_of": "múltiplos de {0}",
    "from_to": "de {0} a {1}",
    "from_to_minutes": "de {0} a {1} minutos",
    "from_to_cards_behind": "con entre {0} y {1} cartas por detrás",
    "none_or_up_to": "{none}, o hasta {0}",
    "one_of": "uno de {all}",
    "waits_for": "se espera {names}",
    "missing": "{names}",
    "not_on_list": "no está en la lista: {names}",
    "more_than_once": "más de una vez: {names}",
    "stops": "posiciones de {0} a {1}",
    "first_or_second_hand": "la primera mano es {0}; la segunda, {1}",
    "whole_decks": "{0} barajas de 48 cartas, o de 52 antes de retirar los dieces",
    "deck_or_none": "barajas de la 1 a la {0}, o 0 para ninguna",
    "defective_deck": "la defectuosa es la baraja {0}",
    "ten_in_decks": "solo puede faltar un 10 que esté en las barajas",
}
WAITS = {
    "closed": "la apertura",
    "spread": "que se vean las cartas",
    "stack": "que se baraje",
    "batch": "la barajadora",
    "cut": "el corte",
    "player_to_cut": "que un jugador corte o renuncie",
    "cover": "la carta separadora",
    "load": "que se cargue el sabot",
    "burn": "que se queme la primera carta",
    "next_round": "la próxima ronda",
}


def refusal_in_spanish(rules: Rules, refused: Refused) -> str:
    """A refusal in words, without its clauses; in English for a reason of an operator's own wager.

    >>> from spanish21.books.submissions.submission import rules_of
    >>> from spanish21.game.moves.bounds import at_most
    >>> refusal_in_spanish(rules_of("maryland"), Refused("above_maximum", at_most(500_00)))
    'la apuesta está por encima del máximo (como máximo 500\\xa0$)'
    """
    says = REASONS.get(refused.reason)
    if says is None:
        return refusal_words(rules, refused)
    if refused.reason == Reason.INSURANCE_TOO_HIGH:
        says += f", {'hasta' if rules.insurance_rounds_up else 'sin pasar de'} una ficha entera"
    bounds = _bounds(rules, refused.bounds, is_in_money(refused.reason))
    return f"{says} ({bounds})" if bounds else says


def _bounds(rules: Rules, bounds: Bounds | None, in_money: bool) -> str:
    if bounds is None:
        return ""

    def number(amount: int) -> str:
        return money_in_spanish(amount, rules.currency) if in_money else str(amount)

    return bounds.text(number, BOUNDS, WAITS)


def meter_in_spanish(name: str) -> str:
    """A progressive meter in words.

    >>> meter_in_spanish("spin"), meter_in_spanish("xtreme_secondary")
    ('bote de Bonus Spin', 'segundo bote de Xtreme 16')
    """
    for record in side_wagers():
        if name in record.meters:
            return f"{'segundo ' if record.meters.index(name) else ''}bote de {record.title}"
    return f"bote {name.replace('_', ' ')}"
