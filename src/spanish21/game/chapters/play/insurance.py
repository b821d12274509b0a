"""The insurance wager: against an ace, at most half the wager, each person for themselves."""

from msgspec.structs import replace

from spanish21.game import commands as cmd
from spanish21.game import events as ev
from spanish21.game.cards import ACE
from spanish21.game.chapters.play.whose_turn import chips_of
from spanish21.game.moves.act import Act
from spanish21.game.moves.choices import Amounts
from spanish21.game.moves.move import PLAYER, Among, ChipAmounts, Field, Move, Offer, Why
from spanish21.game.pays import counted_wager, most_insurance
from spanish21.game.reasons import Reason
from spanish21.game.round.phases import after_insurance
from spanish21.game.round.with_parts import Evolves, with_chips, with_stake
from spanish21.game.rules import Rules
from spanish21.game.states import HandState, Phase
from spanish21.game.table import DEALER, Box, Stake, Table, box_index, box_of, stake_index, stake_of

_INSURANCE = frozenset((Phase.INSURANCE,))
_DEAD = HandState.DEAD

AFTER_INSURANCE = frozenset((Phase.READER, Phase.PLAY, Phase.DEALER, Phase.SETTLE, Phase.COLLECT))
"""The phases of a round in which insurance is no longer offered."""


def why_no_insurance(table: Table, who: str) -> Reason:
    """The reason why insurance is not offered in this phase."""
    if table.dealer and table.dealer[0] >> 2 != ACE:
        return Reason.INSURANCE_NOT_OFFERED
    return Reason.INSURANCE_IS_CLOSED if table.phase in AFTER_INSURANCE else Reason.NOT_NOW


def boxes_to_insure(table: Table, who: str) -> Offer:
    """The boxes on which a person has not yet insured or declined."""

    def reason(number: int) -> Reason | None:
        box = box_of(table, number)
        stake = stake_of(box, who) if box is not None and may_insure(box) else None
        if stake is None:
            return Reason.NO_WAGER
        return Reason.WAGER_IS_LOCKED if stake.answered else None

    return Among(tuple([box.number for box in table.boxes]), reason)


def insurance_amounts(table: Table, who: str, number: int) -> Offer:
    """The amounts for which a person may insure the wager on a box."""
    box = table.boxes[box_index(table, number)]
    chip = table.rules.smallest_chip
    limit = insurance_limit(box.stakes[stake_index(box, who)], table.rules)
    chips = chips_of(table, who)
    most = min(limit, chips)
    most -= most % chip
    if most < chip:
        return Why(Reason.NOT_ENOUGH_CHIPS)
    return ChipAmounts(
        Amounts(chip, most, chip),
        below=Reason.NOT_IN_CHIPS,
        above=Reason.NOT_ENOUGH_CHIPS,
        between=Reason.NOT_IN_CHIPS,
        beyond=limit,
        too_high=Reason.INSURANCE_TOO_HIGH,
    )


def insure(act: Act, command: cmd.Insure) -> None:
    act.emit(ev.InsurancePlaced(command.by, command.box, command.amount))


def decline_insurance(act: Act, command: cmd.DeclineInsurance) -> None:
    act.emit(ev.InsuranceDeclined(command.by, command.box))


def may_insure(box: Box) -> bool:
    """A box whose hand is not dead."""
    return box.hands[0].state != _DEAD


def insurance_limit(stake: Stake, rules: Rules) -> int:
    """The most that a person may insure a wager for."""
    return most_insurance(counted_wager(stake.wager, stake.coupon, rules), rules)


def all_answered(table: Table) -> bool:
    """Whether everyone has taken or declined insurance."""
    for box in table.boxes:
        if may_insure(box):
            for stake in box.stakes:
                if not stake.answered:
                    return False
    return True


def close_insurance(act: Act, command: cmd.CloseInsurance) -> None:
    act.emit(ev.InsuranceClosed())


MOVES = (
    Move(cmd.CloseInsurance, (DEALER,), _INSURANCE, close_insurance, emits=(ev.InsuranceClosed,)),
    Move(
        cmd.DeclineInsurance,
        (PLAYER,),
        _INSURANCE,
        decline_insurance,
        fields=(Field("box", boxes_to_insure),),
        out_of_phase=why_no_insurance,
        emits=(ev.InsuranceDeclined,),
    ),
    Move(
        cmd.Insure,
        (PLAYER,),
        _INSURANCE,
        insure,
        fields=(Field("box", boxes_to_insure, leads_on=True), Field("amount", insurance_amounts)),
        out_of_phase=why_no_insurance,
        emits=(ev.InsurancePlaced,),
    ),
)


# The effects of its events


def insurance_placed(table: Table, event: ev.InsurancePlaced) -> Table:
    table = with_stake(table, event.box, event.person, insurance=event.amount, answered=True)
    return replace(table, people=with_chips(table.people, event.person, -event.amount))


def insurance_declined(table: Table, event: ev.InsuranceDeclined) -> Table:
    return with_stake(table, event.box, event.person, answered=True)


def insurance_closed(table: Table, event: ev.InsuranceClosed) -> Table:
    return after_insurance(table)


EVOLVES: Evolves = {
    ev.InsurancePlaced: insurance_placed,
    ev.InsuranceDeclined: insurance_declined,
    ev.InsuranceClosed: insurance_closed,
}
