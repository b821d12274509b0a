"""The automaton of a plan: grown once, and cached for the next run of the same rules and strategy."""

from io import BytesIO

import numpy

from spanish21.compiled.cache import cached_result, digest_of_kernels
from spanish21.simulation.automaton.card_automaton import MOST_LEVELS, MOST_PAGES, Automaton
from spanish21.simulation.automaton.companions import Companions, companions_of
from spanish21.simulation.automaton.growth import Growth
from spanish21.simulation.plan.run_plan import Prepared

_NUMBERS = ("pages", "ends", "start", "rest", "dealt", "first_deal")


def automaton_of(ready: Prepared) -> Automaton | None:
    """The automaton of a run of one box; `None` where the run needs the kernel for every round."""
    if ready.boxes != 1 or ready.may_insure:
        return None
    companions = companions_of(ready)
    if (
        companions is None
        or len(companions.page_from) >= MOST_PAGES
        or len(companions.level_from) >= MOST_LEVELS
    ):
        return None
    kept = cached_result(
        "automaton", _asked(ready), lambda: _packed(Growth(ready, companions)), digest_of_kernels
    )
    return _unpacked(kept, companions)


def _asked(ready: Prepared) -> bytes:
    """Everything of a plan that decides its automaton."""
    setup = ready.setup.copy()
    setup["seed"] = setup["cover"] = setup["size"] = setup["unshuffled"] = setup["limits"] = 0
    tables = (ready.tables.steps, ready.tables.starts, ready.tables.finals)
    return b"".join([setup.tobytes(), *(array.tobytes() for array in tables)])


def _packed(growth: Growth) -> bytes:
    """A grown automaton in its stored form; empty if it is too large."""
    grown = growth.automaton()
    if grown is None:
        return b""
    packed = BytesIO()
    numbers = [getattr(grown, name) for name in _NUMBERS]
    numpy.savez(packed, states=grown.states, terminals=grown.terminals, numbers=numpy.array(numbers))
    return packed.getvalue()


def _unpacked(packed: bytes, companions: Companions) -> Automaton | None:
    if not packed:
        return None
    with numpy.load(BytesIO(packed), allow_pickle=False) as kept:
        numbers = dict(zip(_NUMBERS, kept["numbers"].tolist(), strict=True))
        return Automaton(states=kept["states"], terminals=kept["terminals"], companions=companions, **numbers)
