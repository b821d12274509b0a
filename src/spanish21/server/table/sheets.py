"""The data for drawing a table, and for a list of tables: the rules as plain data."""

from spanish21 import __version__
from spanish21.books.rulebook import load_book
from spanish21.game.cards import CARD_TEXT, SPANISH_DECK
from spanish21.game.rules import Rules, settings_of
from spanish21.sentences.english import ENGLISH
from spanish21.sentences.language import Language
from spanish21.server.answers import Book, Felt, Listed, Needs, Sheet
from spanish21.server.people.command_authority import COMMANDS
from spanish21.server.table.felt import chips_of, layout_of, meters_shown, seats_taken, short_titles
from spanish21.server.table.host import Host
from spanish21.server.table.takeover import TableRow


def list_entry(row: TableRow, host: Host, edge: float | None, language: Language = ENGLISH) -> Listed:
    """A table as a list shows it."""
    rules, table = host.table.rules, host.table
    return {
        "id": row.id,
        "name": row.name,
        "book": rules.book,
        "title": load_book(rules.book).title,
        "currency": rules.currency,
        "minimum": rules.table_minimum,
        "maximum": rules.table_maximum,
        "decks": rules.decks,
        "boxes": rules.boxes,
        "taken": len(seats_taken(table)),
        "seats": seats_taken(table),
        "round": table.round_number,
        "sides": short_titles(rules),
        "decide_seconds": row.policy.decide_seconds,
        "phase": "stopped" if host.stopped else table.phase,
        "meters": meters_shown(table, language),
        "play_chips": row.policy.play_chips,
        "house": row.policy.house,
        "edge": edge,
    }


def table_sheet(row: TableRow, host: Host, language: Language = ENGLISH) -> Sheet:
    """The data of the drawing that does not change while the table is open."""
    return {
        "id": row.id,
        "name": row.name,
        **felt_sheet(host.table.rules, language),
        "needs": needs_shown(),
        "policy": {
            "house": row.policy.house,
            "floor": row.policy.floor,
            "real_shoe": row.policy.real_shoe,
            "wager_seconds": row.policy.wager_seconds,
            "ready_seconds": row.policy.ready_seconds,
            "decide_seconds": row.policy.decide_seconds,
            "bank_seconds": row.policy.bank_seconds,
            "seat_seconds": row.policy.seat_seconds,
            "play_chips": row.policy.play_chips,
        },
        "rules_digest": row.rules_digest,
        "version": __version__,
    }


def felt_sheet(rules: Rules, language: Language = ENGLISH) -> Felt:
    """The data of a felt, from the rules alone."""
    return {
        "book": rules.book,
        "title": load_book(rules.book).title,
        "currency": rules.currency,
        "chips": chips_of(rules),
        "boxes": rules.boxes,
        "minimum": rules.table_minimum,
        "maximum": rules.table_maximum,
        "decks": rules.decks,
        "layout": layout_of(rules, language),
    }


def needs_shown() -> Needs:
    """Which commands need a reason, and which a second person."""
    return {
        "reason": sorted(kind.__name__ for kind, line in COMMANDS.items() if line.needs_reason),
        "second": sorted(kind.__name__ for kind, line in COMMANDS.items() if line.needs_second),
    }


def book_sheet(name: str, rules: Rules, language: Language = ENGLISH) -> Book:
    """A book: its settings as its sample has them, its inscriptions, its side wagers, and its clauses."""
    book, layout = load_book(name), layout_of(rules, language)
    return {
        "book": name,
        "title": book.title,
        "edition": book.edition,
        "currency": rules.currency,
        "cards": [CARD_TEXT[card] for card in SPANISH_DECK],
        "settings": dict(settings_of(rules)),
        "inscriptions": list(rules.inscriptions),
        "signs": layout["signs"],
        "side_wagers": layout["wagers"][1:],
        "clauses": [{"clause": one.id, "says": one.says} for one in book.clauses],
    }
