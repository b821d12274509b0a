"""The side wagers: which line of its paytable a hand makes. Plain functions of ints."""

# Lines of the match paytables, best first, in the order of `rules.match_pays`; 5 is no match.
TWO_SUITED, SUITED_AND_UNSUITED, ONE_SUITED, TWO_UNSUITED, ONE_UNSUITED, NO_MATCH = range(6)

# Lines of Monster Match, best first, in the order of `rules.monster_pays`; 6 is no line.
FOUR_SUITED, FOUR_SAME_COLOR, FOUR, THREE_SAME_COLOR, THREE, SUITED_PAIR, NO_LINE = range(7)


def match_line(first: int, second: int, dealers: int) -> int:
    """How two cards match the dealer's card: by rank, so that a jack matches a jack alone."""
    rank = dealers >> 2
    suited = (1 if first == dealers else 0) + (1 if second == dealers else 0)
    ranks = (1 if first >> 2 == rank else 0) + (1 if second >> 2 == rank else 0)
    unsuited = ranks - suited
    if suited == 2:
        return TWO_SUITED
    if suited == 1:
        return SUITED_AND_UNSUITED if unsuited == 1 else ONE_SUITED
    if unsuited == 2:
        return TWO_UNSUITED
    return ONE_UNSUITED if unsuited == 1 else NO_MATCH


def is_red(card: int) -> bool:
    suit = card & 3
    return suit == 1 or suit == 2


def monster_line(first: int, second: int, third: int, fourth: int) -> int:
    """The best line that four cards (two of the player's, two of the dealer's) make."""
    rank1, rank2, rank3, rank4 = first >> 2, second >> 2, third >> 2, fourth >> 2
    if rank1 == rank2 and rank2 == rank3 and rank3 == rank4:
        if first == second and second == third and third == fourth:
            return FOUR_SUITED
        red = is_red(first)
        same = is_red(second) == red and is_red(third) == red and is_red(fourth) == red
        return FOUR_SAME_COLOR if same else FOUR
    if rank2 == rank3 and rank3 == rank4:
        return three_line(second, third, fourth)
    if rank1 == rank3 and rank3 == rank4:
        return three_line(first, third, fourth)
    if rank1 == rank2 and rank2 == rank4:
        return three_line(first, second, fourth)
    if rank1 == rank2 and rank2 == rank3:
        return three_line(first, second, third)
    return SUITED_PAIR if suited_pairs(first, second, third, fourth) > 0 else NO_LINE


def three_line(first: int, second: int, third: int) -> int:
    """Three of a kind, told apart by colour."""
    red = is_red(first)
    return THREE_SAME_COLOR if is_red(second) == red and is_red(third) == red else THREE


def suited_pairs(first: int, second: int, third: int, fourth: int) -> int:
    """How many pairs of one rank and one suit lie among four cards that are no three of a kind."""
    pairs = 1 if first == second or first == third or first == fourth else 0
    return pairs + (1 if second == third or second == fourth or third == fourth else 0)


def is_six_and_ten_value(first: int, second: int) -> bool:
    """Xtreme 16: the dealer's first two cards are a 6 and a card that counts 10."""
    rank1, rank2 = first >> 2, second >> 2
    return (rank1 == 6 and rank2 > 10) or (rank2 == 6 and rank1 > 10)


def meter_step(remainder: int, wager: int, rate: tuple[int, int]) -> tuple[int, int]:
    """What a wager adds to a meter whose carried part is `remainder`, and the new carried part."""
    carried = remainder + wager * rate[0]
    return carried // rate[1], carried % rate[1]
