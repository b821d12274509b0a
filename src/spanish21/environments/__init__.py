"""The game as environments for people and models that learn: thin layers over the engine that add no rules.

It may import everything below the server. Begin with `actions.py` (what an action is), `observation.py`
(what a person sees as numbers) and `seat.py` (one person at an automatic table); everything else is a
form of these.

    import gymnasium, spanish21.environments
    table = gymnasium.make("spanish21/Table-v0", book="players-edge")

Importing this module registers `spanish21/Table-v0` with Gymnasium where that is installed (the extra `env`).
"""

from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from spanish21.environments.gym_table import Table
    from spanish21.environments.gym_vector import Tables

TABLE_ID = "spanish21/Table-v0"

__all__ = ["TABLE_ID", "Table", "Tables"]

_HOME = {"Table": "gym_table", "Tables": "gym_vector"}


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = getattr(import_module(f"{__name__}.{_HOME[name]}"), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted(__all__)


def _register() -> None:
    from gymnasium.envs.registration import register, registry

    if TABLE_ID not in registry:
        register(
            TABLE_ID,
            entry_point=f"{__name__}.gym_table:Table",
            vector_entry_point=f"{__name__}.gym_vector:Tables",
        )


if find_spec("gymnasium") is not None:
    _register()
