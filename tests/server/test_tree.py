"""The tree, held against the words of RFC 6962 and against known roots."""

import random

import pytest

from server.naive_tree import NaiveTree
from spanish21.server.transparency.tiles import tile_at, tile_path
from spanish21.server.transparency.tree import (
    EMPTY_ROOT,
    Tree,
    consistency_proof,
    inclusion_proof,
    is_consistent,
    is_included,
    last_tiles,
    leaf_hash,
    root_of,
    tree_of,
)

MOST = 300
ENTRIES = [f"entry {n}".encode() for n in range(MOST)]
KNOWN_ENTRIES = [
    bytes.fromhex(text)
    for text in (
        "",
        "00",
        "10",
        "2021",
        "3031",
        "40414243",
        "5051525354555657",
        "606162636465666768696a6b6c6d6e6f",
    )
]
KNOWN_ROOTS = (
    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
)
"""The roots over the first 0 to 8 of these entries, as the tests of the reference implementation of
Certificate Transparency have them."""


def test_the_roots_are_those_of_the_reference_implementation() -> None:
    tree = Tree()
    found = [tree.root.hex()]
    for entry in KNOWN_ENTRIES:
        tree.append(leaf_hash(entry))
        found.append(tree.root.hex())
    assert tuple(found) == KNOWN_ROOTS


def test_roots_and_proofs_of_all_pairs_of_sizes_are_those_of_the_definition() -> None:
    tree, naive = tree_of(map(leaf_hash, ENTRIES)), NaiveTree(ENTRIES)
    for size in range(MOST + 1):
        root = root_of(tree.tile, size)
        assert root == naive.mth(0, size)
        is_made = size < 40 or size % 16 == 0 or 254 <= size <= 260  # to make one from tiles takes its time
        for index in range(size):
            proof = naive.path(index, 0, size)
            assert is_included(naive.leaves[index], index, size, root, proof)
            assert not is_made or inclusion_proof(tree.tile, index, size) == proof
        for old in range(size + 1):
            proof = naive.proof(old, size)
            assert is_consistent(old, naive.mth(0, old), size, root, proof)
            assert not is_made or consistency_proof(tree.tile, old, size) == proof


def test_a_proof_with_anything_changed_in_it_proves_nothing() -> None:
    naive = NaiveTree(ENTRIES)
    chance = random.Random("changed proofs")
    for _ in range(2_000):
        size = chance.randrange(2, MOST + 1)
        index, old = chance.randrange(size), chance.randrange(1, size)
        root, leaf = naive.mth(0, size), naive.leaves[index]
        path, proof = naive.path(index, 0, size), naive.proof(old, size)
        assert not is_included(leaf, index, size, root, _changed(path, chance))
        assert not is_included(leaf, (index + chance.randrange(1, size)) % size, size, root, path)
        assert not is_included(chance.randbytes(32), index, size, root, path)
        assert not is_consistent(old, naive.mth(0, old), size, root, _changed(proof, chance))
        assert not is_consistent(old, chance.randbytes(32), size, root, proof)
        assert not is_consistent(old, naive.mth(0, old), size, chance.randbytes(32), proof)


def _changed(proof: list[bytes], chance: random.Random) -> list[bytes]:
    """A proof with a hash changed, left out, put in, or two exchanged."""
    found, at = list(proof), chance.randrange(len(proof))
    match chance.randrange(4):
        case 0:
            found[at] = chance.randbytes(32)
        case 1:
            del found[at]
        case 2:
            found.insert(at, chance.randbytes(32))
        case _:
            found[at], found[-1] = found[-1], found[at]
    return found if found != proof else [*found, bytes(32)]


def test_only_the_empty_tree_is_at_the_beginning_of_every_other() -> None:
    assert is_consistent(0, EMPTY_ROOT, 5, bytes(32), [])
    assert not is_consistent(0, bytes(32), 5, bytes(32), [])
    assert not is_consistent(5, EMPTY_ROOT, 4, EMPTY_ROOT, [])
    assert not is_included(bytes(32), 0, 0, EMPTY_ROOT, [])


def test_a_tree_goes_on_from_the_last_tile_of_each_level() -> None:
    leaves = [leaf_hash(str(n).encode()) for n in range(66_000)]
    whole = tree_of(leaves)
    for start in (1, 255, 256, 65_535, 65_536):
        begun = tree_of(leaves[:start])
        tree = Tree(start, {place: begun.tiles[place] for place in last_tiles(start)})
        for leaf in leaves[start : start + 300]:
            tree.append(leaf)
        assert tree.root == root_of(whole.tile, start + 300)
        assert all(begun.tiles.get(place) != tree.tiles[place] for place in tree.changed)
    with pytest.raises(ValueError, match="does not have hash"):
        root_of(lambda level, number: whole.tile(level, number)[:-64], 66_000)


def test_the_names_of_tiles_are_read_as_they_are_written() -> None:
    chance = random.Random("tiles")
    for _ in range(500):
        place = (
            chance.randrange(8),
            chance.randrange(10 ** chance.randrange(1, 13)),
            chance.randrange(1, 257),
        )
        assert tile_at(tile_path(*place)) == place
    for path in (
        "",
        "0/1",
        "0/x001",
        "00/000",
        "64/000",
        "0/000.p/0",
        "0/000.p/256",
        "0/000.p/007",
        "0/x000/001",
    ):
        assert tile_at(path) is None, path
