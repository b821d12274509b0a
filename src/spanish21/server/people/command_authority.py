"""Who may send which command at a live table: by role, by table and by seat; `COMMANDS` has a line for each.

Which roles the game itself accepts, here and at every other table, is in the `MOVES` of each chapter; a test
compares the two. No command voids a round: game/chapters/irregularities/voiding.py has the events that do.
"""

import msgspec

from spanish21.game import commands as cmd
from spanish21.game.table import DEALER, FLOORPERSON, HOUSE
from spanish21.server.people.roles import PLAYER

AUTOMATIC = "automatic"
"""The house itself: deals and confirms at automatic tables, and speaks for people whose time has run out."""

LONGEST_REASON = 200


class SenderRule(msgspec.Struct, frozen=True):
    """Who may send a command, and its other conditions."""

    senders: tuple[str, ...]
    needs_reason: bool = False
    needs_second: bool = False
    by_clock: bool = False
    """Whether the house may send it when time has run out, even where people deal and watch: for a person who
    does not answer or does not come back."""
    for_anybody: bool = False
    """Whether it may come from a person who is not at the table yet."""
    begins_play: bool = False
    """Whether a player's own limits and exclusion are asked first. A decision in a round never asks them: a
    round that has begun is finished."""


_PLAYER, _DEALER, _FLOOR = SenderRule((PLAYER,)), SenderRule((DEALER,)), SenderRule((FLOORPERSON,))
_TIME = SenderRule((FLOORPERSON,), by_clock=True)
_HOUSE = SenderRule(HOUSE)
_ANSWER = SenderRule((PLAYER,), by_clock=True)
_MISTAKE = SenderRule((DEALER,), needs_reason=True)
_FLOOR_ACTION = SenderRule((FLOORPERSON,), needs_reason=True)
_REPORT = SenderRule(HOUSE, needs_reason=True)


class Actor(msgspec.Struct, frozen=True):
    """Who sends a command: a person logged in, or the house itself."""

    id: str
    roles: frozenset[str]

    @property
    def is_automatic(self) -> bool:
        return self.id == AUTOMATIC


HOUSE_ITSELF = Actor(AUTOMATIC, frozenset())


class TableDuty(msgspec.Struct, frozen=True):
    """Who is at a table: its players, the people on duty with their roles, and the roles that the house fills
    automatically."""

    players: frozenset[str]
    on_duty: dict[str, str]
    automatic: frozenset[str]


COMMANDS: dict[type[cmd.Command], SenderRule] = {
    # People and chips
    cmd.Join: SenderRule((PLAYER,), for_anybody=True, begins_play=True),
    cmd.Leave: _ANSWER,
    cmd.BuyChips: SenderRule((PLAYER,), begins_play=True),
    # Opening and cards
    cmd.CheckEquipment: _FLOOR,
    cmd.InspectReader: _FLOOR,
    cmd.BeginGamingDay: _TIME,
    cmd.TellTime: _TIME,
    cmd.ReceiveDecks: _FLOOR,
    cmd.InspectDecks: _DEALER,
    cmd.ReplaceDeck: _FLOOR,
    cmd.VerifyInspection: _FLOOR,
    cmd.RemoveTens: _DEALER,
    cmd.VerifyTens: _FLOOR,
    cmd.SpreadCards: _DEALER,
    cmd.RequestFaceUp: _PLAYER,
    cmd.WashCards: _DEALER,
    cmd.ReportIdle: _HOUSE,
    cmd.ChangeDecks: _FLOOR,
    # Shuffling and cutting
    cmd.Shuffle: _HOUSE,
    cmd.TakeBatch: _DEALER,
    cmd.OfferCut: _DEALER,
    cmd.Cut: SenderRule((PLAYER, DEALER)),
    cmd.RefuseCut: _ANSWER,
    cmd.OrderRecut: _FLOOR_ACTION,
    cmd.PlaceCoverCard: _DEALER,
    cmd.LoadShoe: _DEALER,
    cmd.BurnCard: _DEALER,
    cmd.AskBurnCard: _PLAYER,
    cmd.RelieveDealer: _FLOOR,
    cmd.OrderReshuffle: _FLOOR_ACTION,
    # The inventory
    cmd.CountInventory: _DEALER,
    cmd.Fill: _FLOOR,
    cmd.Credit: _FLOOR,
    cmd.ConfirmSlip: _HOUSE,
    # Wagers
    cmd.PlaceWager: SenderRule((PLAYER,), begins_play=True),
    cmd.ConfirmCash: _HOUSE,
    cmd.WithdrawWager: _PLAYER,
    cmd.Consent: _PLAYER,
    cmd.PermitWagering: _FLOOR,
    cmd.CloseWagers: _DEALER,
    cmd.HandleCards: _PLAYER,
    # The round
    cmd.Deal: _DEALER,
    cmd.SettleMatch: _DEALER,
    cmd.Insure: _PLAYER,
    cmd.DeclineInsurance: _ANSWER,
    cmd.CloseInsurance: _DEALER,
    cmd.InsertHoleCard: _DEALER,
    cmd.Announce: _DEALER,
    cmd.Stand: _ANSWER,
    cmd.Draw: _PLAYER,
    cmd.Double: _PLAYER,
    cmd.Split: _PLAYER,
    cmd.Surrender: _PLAYER,
    cmd.Rescue: _PLAYER,
    cmd.FollowDouble: _ANSWER,
    cmd.FollowSplit: _ANSWER,
    cmd.TurnHoleCard: _DEALER,
    cmd.AnnounceDealersCard: _DEALER,
    cmd.DrawHotSpot: _DEALER,
    cmd.Spin: _DEALER,
    cmd.SpinCommunity: _DEALER,
    cmd.CheckLight: _DEALER,
    cmd.ValidatePayout: SenderRule((FLOORPERSON,), needs_reason=True, needs_second=True),
    cmd.Settle: _DEALER,
    cmd.CollectCards: _DEALER,
    # Irregularities
    cmd.FindFaceUp: _MISTAKE,
    cmd.RemoveTen: _FLOOR_ACTION,
    cmd.DrawInError: _MISTAKE,
    cmd.RefuseCard: _PLAYER,
    cmd.OverdrawDealer: _MISTAKE,
    cmd.SkipDealer: _MISTAKE,
    cmd.SkipBox: _MISTAKE,
    cmd.MissRequest: _MISTAKE,
    cmd.AnswerLateCard: _ANSWER,
    cmd.ReportInsertion: _FLOOR_ACTION,
    cmd.ReportReaderFailure: _REPORT,
    cmd.RepairReader: _FLOOR_ACTION,
    cmd.ReportShufflerJam: _REPORT,
    cmd.ReportShufflerFailure: _REPORT,
    cmd.PutShufflerAside: _FLOOR_ACTION,
    cmd.ReportCoverCard: _DEALER,
    cmd.ReportShoeEmpty: _DEALER,
}


def why_not_authorised(
    actor: Actor,
    duty: TableDuty,
    command: cmd.Command,
    reason: str = "",
    second: Actor | None = None,
    is_alone: bool = False,
) -> str:
    """Why a person may not send a command at this table; "" when they may. `is_alone`: the house has only one
    person, so that no second one can be asked.

    Whether the game accepts it now is another question, which `decide` answers.
    """
    line = COMMANDS[type(command)]
    if actor.is_automatic:
        return _why_not_automatic(line, duty, command)
    why = _why_not_on_duty(actor, line, duty, command.by) if command.by in HOUSE else ""
    if command.by not in HOUSE:
        why = _why_not_player(actor, line, duty, command.by)
    why = why or why_not_reason(line.needs_reason, reason)
    if why or is_alone or not line.needs_second:
        return why
    return why_not_second(actor, duty, second)


def _why_not_automatic(line: SenderRule, duty: TableDuty, command: cmd.Command) -> str:
    if command.by in HOUSE:
        may = command.by in line.senders and (line.by_clock or command.by in duty.automatic)
        return "" if may else f"a person is the {command.by} at this table"
    if not line.by_clock or PLAYER not in line.senders:
        return "the house does not decide for people"
    return "" if command.by in duty.players else "this person is not at the table"


def _why_not_on_duty(actor: Actor, line: SenderRule, duty: TableDuty, role: str) -> str:
    if role not in actor.roles or duty.on_duty.get(actor.id) != role:
        return f"only the {role} on duty at this table may do that"
    if actor.id in duty.players:
        return "players cannot be on duty at their own table"
    return "" if role in line.senders else f"the {role} may not do that"


def _why_not_player(actor: Actor, line: SenderRule, duty: TableDuty, by: str) -> str:
    if PLAYER not in line.senders:
        return f"only the {' or the '.join(line.senders)} on duty at this table may do that"
    if by != actor.id:
        return "you can only act for yourself"
    if PLAYER not in actor.roles:
        return "only a player may do that"
    if actor.id in duty.on_duty:
        return "staff on duty at a table cannot play at it"
    return "" if line.for_anybody or actor.id in duty.players else "you are not at this table"


def why_not_reason(is_needed: bool, reason: str) -> str:
    """The error of the given reason; "" if it is good or not needed."""
    if is_needed and not reason.strip():
        return "that needs a reason"
    if len(reason) > LONGEST_REASON:
        return f"a reason has at most {LONGEST_REASON} characters, not {len(reason)}"
    return ""


def why_not_second(actor: Actor, duty: TableDuty, second: Actor | None) -> str:
    """Why a person cannot be the second one at a table; "" when they can."""
    if second is None or second.is_automatic or second.id == actor.id:
        return "that needs a second person"
    if second.id in duty.players:
        return "the second person must not play at the table"
    return "" if second.roles.intersection(HOUSE) else "the second person must be a dealer or a floorperson"
