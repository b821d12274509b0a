"""Match-Down: a match with the dealer's second card, at the paytable and within the limits of the match."""

from spanish21.game.side_wagers.match import LINE_WORDS, LINES, MATCH, match_line
from spanish21.game.side_wagers.record import SideWager


def line(low: int, high: int, up: int, hole: int) -> int:
    return match_line(low, high, hole)


MATCH_DOWN = SideWager(
    kind="match_down",
    title="Match the Hole Card",
    short="Down",
    word="match-down",
    spoken="the Match-Down wager",
    key="k",
    sees=("player", "hole"),
    line=line,
    lines=LINES,
    line_words=LINE_WORDS,
    lost_words="no match with the hole card",
    pays_by="odds",
    like="match",
    moment="settlement",
    parts=MATCH.parts,
)
