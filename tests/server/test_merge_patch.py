"""A patch turns the old value into the new one and names nothing that has not changed."""

from hypothesis import given
from hypothesis import strategies as st

from spanish21.client.patching import merge_patch, merged

VALUES = st.recursive(
    st.booleans() | st.integers(0, 3) | st.text("ab", max_size=2),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.sampled_from("abc"), inner, max_size=3),
    max_leaves=8,
)
OBJECTS = st.dictionaries(st.sampled_from("abc"), VALUES, max_size=3)


@given(OBJECTS, OBJECTS)
def test_a_patch_makes_the_new_out_of_the_old(old: dict[str, object], new: dict[str, object]) -> None:
    patch = merge_patch(old, new)
    assert merged(old, patch) == new
    assert all(name not in new or patch[name] is not None for name in patch)
    assert set(patch) == {name for name in {*old, *new} if old.get(name) != new.get(name)}


def test_only_what_has_changed_inside_is_named() -> None:
    old = {"a": {"x": 1, "y": [1, 2]}, "b": None, "c": 3}
    assert merge_patch(old, {"a": {"x": 2, "y": [1, 2]}, "c": 3}) == {"a": {"x": 2}}
    assert merge_patch(old, old) == {}
    assert merged([1], {"a": 1}) == {"a": 1}
    assert merged({"a": 1}, 7) == 7
