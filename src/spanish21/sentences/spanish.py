"""The catalogue in Spanish: every sentence about what happens at a table, in the words of the trade.

The words are those of the glossary in docs/spanish.md. Spanish leaves out "you" where the verb says it, so a
sentence has two forms where English has a letter more or less; see language.py.
"""

from functools import cache, lru_cache

from spanish21.game.cards import RANK_LETTERS
from spanish21.game.side_wagers.registry import is_side_wager, side_wager
from spanish21.sentences.language import Language
from spanish21.sentences.spanish_money import money_in_spanish
from spanish21.sentences.spanish_reasons import meter_in_spanish, refusal_in_spanish
from spanish21.sentences.spanish_results import symbol_in_spanish, why_in_spanish

_EVENTS = {
    # the log, people and chips
    "LogContinued": "El registro continúa en la versión {version}.",
    "SeedPromised": "[Te comprometes|{Person} se compromete] con una semilla.",
    "SeedsListed": "La casa se compromete con su parte; se abren las semillas de los jugadores.",
    "SeedsOpened": "Están todas las semillas: ni la casa ni ningún jugador ha decidido por su cuenta lo que "
    "sale.",
    "SeedsOpened.missing": "Falta una semilla: lo que había sacado la casa se descarta y se publica.",
    "SeedsOpened.nobody": "No se abre ninguna semilla.",
    "TableSetUp": "La mesa está montada.",
    "InventorySlipWritten": "Se cuentan las fichas<: {amount}><, sobran {over}><, faltan {short}>.",
    "InventorySlipWritten.fill": "Se extiende un vale de reposición< de {amount}>.",
    "InventorySlipWritten.credit": "Se extiende un vale de devolución a caja< de {amount}>.",
    "InventoryCounted": "El recuento queda confirmado<: {amount}><, sobran {over}><, faltan {short}>.",
    "FillAsked": "Faltan fichas en la bandeja<: {amount}>; la mesa espera una reposición.",
    "InventoryFilled": "La mesa recibe una reposición< de {amount}>.",
    "InventoryCredited": "Se devuelven fichas a caja<: {amount}>.",
    "PersonJoined": "[Te sientas|{Person} se sienta] en la casilla {seat}< con {chips}>.",
    "PersonJoined.behind": "[Te colocas|{Person} se coloca] detrás de la mesa< con {chips}>.",
    "PersonLeft": "[Dejas|{Person} deja] la mesa< con {chips}>.",
    "ChipsBought": "[Compras|{Person} compra] fichas< por {amount}>.",
    # opening and cards
    "EquipmentChecked": "Se comprueba el material.",
    "ReaderInspected": "Se revisa el lector de cartas.",
    "GamingDayBegun": "Empieza un nuevo día de juego.",
    "TimeTold": "El reloj avanza {minutes}.",
    "DecksReceived": "Llegan las barajas a la mesa.",
    "DecksInspected": "[Revisas|{Dealer} revisa] las barajas.",
    "DecksInspected.defect": "[Revisas|{Dealer} revisa] las barajas y [encuentras|encuentra] un defecto en "
    "la baraja {defective}.",
    "DeckReplaced": "Se sustituye la baraja {deck}.",
    "InspectionVerified": "[Verificas|{Floor} verifica] la revisión de las barajas.",
    "TensRemoved": "[Retiras|{Dealer} retira] los dieces de las barajas.",
    "TensRemoved.torn": "[Retiras|{Dealer} retira] los dieces de las barajas y los [rompes|rompe] por la "
    "mitad.",
    "TensVerified": "[Verificas|{Floor} verifica] que no queda ningún 10.",
    "CardsSpread": "Se extienden las cartas boca arriba.",
    "CardsSpread.down": "Se extienden las cartas boca abajo.",
    "CardsWashed": "[Mezclas y apilas|{Dealer} mezcla y apila] las cartas.",
    "TableIdle": "La mesa está sin juego, con las cartas extendidas boca arriba.",
    "TableIdle.down": "La mesa está sin juego, con las cartas extendidas boca abajo.",
    "DecksRemoved": "Las barajas salen de la mesa.",
    # shuffling and cutting
    "ShoeShuffled": "Se barajan las cartas.",
    "ShoeShuffled.discards": "Se barajan los descartes.",
    "BatchPlaced": "Las cartas van a la barajadora.",
    "BatchShuffled": "La barajadora vuelve a barajar su lote.",
    "BatchTaken": "Sale de la barajadora un lote barajado.",
    "BatchWithdrawn": "El lote de la barajadora sale de la mesa.",
    "CutOffered": "[Se te ofrece el corte|Se ofrece el corte a {First}].",
    "CutOffered.nobody": "No hay ningún jugador a quien ofrecer el corte.",
    "CutRefused": "[Renuncias|{Person} renuncia] a cortar.",
    "StackCut": "[Cortas|{Person} corta] las cartas, a {depth} de la parte superior.",
    "RecutOrdered": "[Ordenas|{Floor} ordena] otro corte.",
    "CoverCardPlaced": "[Colocas|{Dealer} coloca] la carta separadora, con {behind} por detrás.",
    "ShoeLoaded": "Las cartas van al sabot.",
    "CardBurned": "[Quemas|{Dealer} quema] una carta.",
    "BurnCardDisclosed": "[Ves|{Person} ve] la carta quemada<: {card}>.",
    "DealerRelieved": "[Relevas al crupier|Llega un nuevo crupier a la mesa].",
    "ReshuffleOrdered": "[Ordenas|{Floor} ordena] barajar después de esta ronda.",
    "CoverCardReached": "Sale la carta separadora: es la última ronda antes de barajar.",
    "CoverCardReached.house": "Sale la carta separadora.",
    # wagers
    "WagerPlaced": "[Apuestas|{Person} apuesta] {amount}< con un cupón de {coupon}> en la casilla {box}.",
    "WagerPlaced.side": "[Apuestas|{Person} apuesta] {amount}< con un cupón de {coupon}> a {wager}, "
    "casilla {box}.",
    "CashOffered": "[Pones|{Person} pone] <{amount} en >efectivo en la casilla {box}.",
    "CashOffered.chips": "[Entregas|{Person} entrega] <{amount} en >efectivo para fichas.",
    "CashConfirmed": "[Confirmas|{By} confirma] el efectivo< {whose}>.",
    "CashConfirmed.changed": "[Cambias|{By} cambia] en fichas el efectivo< {whose}>: {converted}.",
    "WagerWithdrawn": "[Retiras|{Person} retira] {amount} de la casilla {box}.",
    "WagerWithdrawn.side": "[Retiras|{Person} retira] {amount} de {wager}, casilla {box}.",
    "WagerWithdrawn.cash": "[Retiras|{Person} retira] <{amount} en >efectivo de la casilla {box}.",
    "ConsentGiven": "[Abres tu|{By} abre su] casilla para {person}.",
    "WageringPermitted": "[Vuelves|{Floor} vuelve] a abrir las apuestas para {person}.",
    "WagersClosed": "No va más. Empieza la ronda {number}.",
    "MeterMoved": "El {meter} marca {amount}.",
    # the round
    "CardDealt": "[Sacas|{Dealer} saca] {card}<: {announced}>.",
    "CardDealt.down": "[Te das|{Dealer} se da] una carta tapada.",
    "CardDealt.box": "[Recibes {card}{where}|{Place} recibe {card}]<: {announced}>.",
    "InsurancePlaced": "[Tomas|{Person} toma] seguro por {amount}{where}.",
    "InsuranceDeclined": "[Rechazas|{Person} rechaza] el seguro{where}.",
    "InsuranceClosed": "Se cierra el seguro.",
    "ReaderAnswered": "El lector de cartas indica un Blackjack.",
    "ReaderAnswered.none": "El lector de cartas indica que no hay Blackjack.",
    "BlackjackAnnounced": "[Tienes Blackjack{where}|{Place} tiene Blackjack].",
    "PointsAnnounced": "[Tienes {total}{where}|{Place} tiene {total}].",
    "HandStood": "[Te plantas|{Person} se planta]{where}.",
    "CardAsked": "[Pides|{Person} pide] carta{where}.",
    "DoubleMade": "[Doblas|{Person} dobla] por {amount}{where}.",
    "DoubleFollowed": "[Doblas también|{Person} dobla también], por {amount}{where}.",
    "DoubleFollowed.declined": "[No doblas|{Person} no dobla]{where}.",
    "DoubleKept": "[Te plantas|{Person} se planta]{where}.",
    "PairSplit": "[Separas|{Person} separa] por otros {amount}{where}.",
    "SplitFollowed": "[Cubres|{Person} cubre] las dos manos por otros {amount}{where}.",
    "SplitFollowed.first": "[Te quedas|{Person} se queda] en la primera de las dos manos{where}.",
    "SplitFollowed.second": "[Pasas|{Person} pasa] a la segunda de las dos manos{where}.",
    "HandSurrendered": "[Te rindes|{Person} se rinde]{where}.",
    "DoubleRescued": "[Rescatas|{Person} rescata] el doble{where} y [recuperas|recupera] {returned}.",
    "HoleCardTurned": "[Descubres|{Dealer} descubre] la carta tapada, {card}<: {announced}>.",
    "DealersCardAnnounced": "[Anuncias|{Dealer} anuncia] que la carta siguiente es para la banca.",
    "DealerDone": "[Tienes|{Dealer} tiene] {announced}.",
    "DealerDone.bust": "[Te pasas|{Dealer} se pasa] con {announced}.",
    "DealerDone.unannounced": "[No sacas|{Dealer} no saca] más cartas.",
    # wheels and payouts
    "HotSpotDrawn": "[Tu casilla sale|La casilla {box} sale] elegida como «hot spot» de {hot_spot}.",
    "WheelSpun": "La rueda gira para {person} y marca {symbol}.",
    "CommunityWheelSpun": "La rueda comunitaria gira para las apuestas de {stake} y marca {symbol}.",
    "LightChecked": "[Compruebas|{Dealer} comprueba] la luz< {whose}> para {wager}.",
    "PayoutValidated": "[Validas|{Floor} valida] el pago< {whose}> por {wager}.",
    "WagerSettled.won": "[Ganas|{Person} gana] {paid}{where}: {why}.",
    "WagerSettled.kept": "[Conservas|{Person} conserva] {returned}{where}.",
    "WagerSettled.tied": "[Empatas|{Person} empata]{where} y [conservas|conserva] {returned}.",
    "WagerSettled.lost": "[Pierdes|{Person} pierde] {collected}{where}: {why}.",
    "WagerSettled.lost_partly": "[Pierdes|{Person} pierde] {collected}{where} y [recuperas|recupera] "
    "{returned}: {why}.",
    "WagerSettled.surrendered": "[Pierdes|{Person} pierde] {collected}{where} y [recuperas|recupera] "
    "{returned}: {why}.",
    "WagerSettled.rescued": "[Pierdes|{Person} pierde] {collected}{where}: {why}.",
    "WagerSettled.returned": "[Recuperas|{Person} recupera] {returned}{where}: {why}.",
    "WagerSettled.side.won": "[Ganas|{Person} gana] {paid} con {wager}<, casilla {there}>: {why}.",
    "WagerSettled.side.kept": "[Conservas|{Person} conserva] {returned} de {wager}<, casilla {there}>: "
    "{why}.",
    "WagerSettled.side.lost": "[Pierdes|{Person} pierde] {collected} con {wager}<, casilla {there}>: {why}.",
    "WagerSettled.side.missed": "[No ganas|{Person} no gana] nada con {wager}<, casilla {there}>: {why}.",
    "WagerSettled.side.returned": "[Recuperas|{Person} recupera] {returned} de {wager}<, casilla {there}>: "
    "{why}.",
    "BonusPaid.super_bonus": "[Ganas|{Person} gana] un superbono de {paid}{where}: {why}.",
    "BonusPaid.envy": "[Recibes|{Person} recibe] un bono de envidia de {paid}{where}: {why}.",
    "BonusPaid.community": "[Recibes|{Person} recibe] un premio comunitario de {paid}{where}: {why}.",
    "HandRemoved": "Las cartas de {place} van a los descartes.",
    "CardsCollected": "Se recogen las cartas.",
    # irregularities
    "FaceUpFound": "Hay una carta boca arriba en el sabot: {card}.",
    "TenFound": "Sale un 10 del sabot: {card}.",
    "TenTakenOut": "[Retiras|{Floor} retira] el 10 del juego.",
    "TenTakenOut.torn": "[Retiras|{Floor} retira] el 10 del juego y lo [rompes|rompe] por la mitad.",
    "SettlementUndone": "[Recuperas|{Person} recupera] los {returned} que había perdido{where}: {why}.",
    "SettlementUndone.taken": "[Devuelves|{Person} devuelve] los {taken} que había ganado{where}: {why}.",
    "HandsCalledDead": "Todas las manos quedan anuladas; se devuelven las apuestas aún sin decidir.",
    "RoundVoided": "La ronda queda anulada; se devuelven las apuestas aún sin decidir.",
    "CardDrawnInError": "[Sacas|{Dealer} saca] una carta por error, y se ha visto: {card}.",
    "CardDrawnInError.unseen": "[Sacas|{Dealer} saca] una carta por error; no se ha visto.",
    "CardRefused": "[Rechazas|{Person} rechaza] la carta{where}.",
    "CardDiscarded": "La carta va a los descartes sin usarse.",
    "DealerSkipped": "[Te saltas tu primera carta|Queda saltada la primera carta de la banca].",
    "BoxSkipped": "[Te saltas|{Dealer} se salta] la casilla {box}.",
    "RequestMissed": "[No atiendes|{Dealer} no atiende] la petición de carta de {place}.",
    "LateCardAnswered": "[Aceptas|{Place} acepta] la carta tardía.",
    "LateCardAnswered.declined": "[Rechazas|{Place} rechaza] la carta tardía.",
    "HandDead": "[Tu mano|{Place}] queda anulada; sus apuestas se devuelven.",
    "InsertionReported": "La carta tapada ha entrado en el lector antes de tiempo, y se ha visto su valor.",
    "InsertionReported.unseen": "La carta tapada ha entrado en el lector antes de tiempo; no se ha visto "
    "su valor.",
    "ReaderFailed": "El lector de cartas ha fallado.",
    "ReaderRepaired": "El lector de cartas vuelve a funcionar.",
    "ShufflerJammed": "La barajadora se ha atascado.",
    "ShufflerFailed": "La barajadora ha fallado.",
    "ShufflerPutAside": "Se retira la barajadora.",
    "ShufflerPutAside.covered": "La barajadora queda señalada como fuera de servicio.",
    "ShoeEmptied": "El sabot se ha quedado vacío en plena ronda.",
}

_CALLS = {
    "ChipsBought": "<Cambio: {amount}.>",
    "CashConfirmed.changed": "<Cambio: {converted}.>",
    "ShoeShuffled": "Se baraja.",
    "CutOffered": "Corte, por favor.",
    "WagersClosed": "No va más.",
    "CardDealt": "<{announced}.>",
    "CardDealt.box": "<{announced}.>",
    "InsuranceClosed": "Seguro cerrado.",
    "ReaderAnswered.none": "No hay Blackjack.",
    "BlackjackAnnounced": "¡Blackjack!",
    "PointsAnnounced": "{total}.",
    "HandSurrendered": "Se rinde.",
    "DoubleRescued": "Rescate.",
    "HoleCardTurned": "<{announced}.>",
    "DealersCardAnnounced": "Carta para la banca.",
    "DealerDone": "Banca: {announced}.",
    "DealerDone.bust": "{announced}. Se pasa la banca.",
    "CoverCardReached": "Última ronda antes de barajar.",
    "CoverCardReached.house": "Última ronda antes de barajar.",
    "WagerSettled.tied": "Empate.",
}

_RANKS = {"A": "el as", "T": "el 10", "J": "la jota", "Q": "la dama", "K": "el rey"}
_SUITS = {"c": "tréboles", "d": "diamantes", "h": "corazones", "s": "picas"}
_CARDS = {
    rank + suit: f"{_RANKS.get(rank, f'el {rank}')} de {of}"
    for rank in RANK_LETTERS
    for suit, of in _SUITS.items()
}


def _possessive(name: str) -> str:
    return f"del {name[3:]}" if name.startswith("el ") else f"de {name}"


@lru_cache(maxsize=4096)
def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


@cache
def _place(box: int, hand: int) -> str:
    return f"la mano {hand + 1} de la casilla {box}" if hand else f"la casilla {box}"


@cache
def _where(box: int, hand: int) -> str:
    places = [f"casilla {box}"] if box else []
    places += [f"mano {hand + 1}"] if hand else []
    return f" en la {', '.join(places)}" if places else ""


_WAGERS = {
    "main": "la apuesta",
    "insurance": "el seguro",
    "super_bonus": "superbono",
    "envy": "bono de envidia",
    "community": "premio comunitario",
}


def _wager(kind: str) -> str:
    return side_wager(kind).title if is_side_wager(kind) else _WAGERS.get(kind, kind.replace("_", " "))


def _count(number: int, noun: str) -> str:
    return f"{number} {noun if number == 1 else noun + 's'}"


SPANISH = Language(
    code="es",
    events=_EVENTS,
    calls=_CALLS,
    called="«{call}»",
    you="ti",
    your="",
    dealer="el crupier",
    floorperson="el jefe de mesa",
    possessive=_possessive,
    capital=_capital,
    money=lru_cache(maxsize=4096)(money_in_spanish),
    minutes=lambda count: _count(count, "minuto"),
    cards=lambda count: _count(count, "carta"),
    card=_CARDS.__getitem__,
    place=_place,
    where=_where,
    spot=lambda box, hand: f"casilla {box}, mano {hand}" if hand else f"casilla {box}",
    wager=_wager,
    meter=meter_in_spanish,
    symbol=symbol_in_spanish,
    main="Apuesta",
    second=", segundo",
    at_soft_17=("el crupier se planta con todo 17", "el crupier pide con 17 blando"),
    why=why_in_spanish,
    refusal=refusal_in_spanish,
)
