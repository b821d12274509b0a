"""The Merkle tree of RFC 6962, kept in tiles: its root, proofs of inclusion and consistency, their checks.

A tile holds up to 256 neighbouring hashes of one height; those of level 1 are the roots of the full tiles of
level 0, and so on (C2SP tlog-tiles). The last tile of each level grows, all others are final. So a proof
reads a few tiles of a tree of any size, and to append takes the last tile of each level.
"""

import hashlib
from collections.abc import Callable, Iterable, Sequence

HASH_SIZE = 32
TILE_HEIGHT = 8
TILE_WIDTH = 1 << TILE_HEIGHT
EMPTY_ROOT = hashlib.sha256(b"").digest()

Tiles = Callable[[int, int], bytes]
"""The hashes of a tile, by its level and its number."""


def leaf_hash(entry: bytes) -> bytes:
    """The hash of an entry of the log."""
    return hashlib.sha256(b"\x00" + entry).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    """The hash of two subtrees."""
    return hashlib.sha256(b"\x01" + left + right).digest()


class Tree:
    """A growing tree. `tiles` may hold only the last tile of each level: that is enough to append."""

    def __init__(self, size: int = 0, tiles: dict[tuple[int, int], bytes] | None = None) -> None:
        self.size, self.tiles = size, tiles or {}
        self.changed: set[tuple[int, int]] = set()
        """The changed tiles; for the caller to clear."""

    def append(self, leaf: bytes) -> None:
        """Add the hash of an entry."""
        self._add(0, self.size // TILE_WIDTH, leaf)
        self.size += 1

    def _add(self, level: int, number: int, found: bytes) -> None:
        tile = self.tiles.get((level, number), b"") + found
        self.tiles[level, number] = tile
        self.changed.add((level, number))
        if len(tile) == TILE_WIDTH * HASH_SIZE:
            self._add(level + 1, number // TILE_WIDTH, _folded(tile))

    def tile(self, level: int, number: int) -> bytes:
        """A tile of this tree."""
        return self.tiles[level, number]

    @property
    def root(self) -> bytes:
        """The root of the whole tree."""
        return root_of(self.tile, self.size)


def tree_of(leaves: Iterable[bytes]) -> Tree:
    """The tree over the hashes of entries."""
    tree = Tree()
    for leaf in leaves:
        tree.append(leaf)
    return tree


def last_tiles(size: int) -> list[tuple[int, int]]:
    """The tiles that a tree of a size would add to: level and number."""
    found, level = [], 0
    while size:
        if size % TILE_WIDTH:
            found.append((level, size // TILE_WIDTH))
        size //= TILE_WIDTH
        level += 1
    return found


def _folded(hashes: bytes) -> bytes:
    """The root of neighbouring subtrees whose number is a power of two."""
    row = [hashes[at : at + HASH_SIZE] for at in range(0, len(hashes), HASH_SIZE)]
    while len(row) > 1:
        row = [node_hash(*row[at : at + 2]) for at in range(0, len(row), 2)]
    return row[0]


def _subtree(tiles: Tiles, height: int, index: int) -> bytes:
    """The root of a full subtree of a height."""
    level, within = divmod(height, TILE_HEIGHT)
    first, count = index << within, 1 << within
    number, offset = divmod(first, TILE_WIDTH)
    hashes = tiles(level, number)[offset * HASH_SIZE : (offset + count) * HASH_SIZE]
    if len(hashes) != count * HASH_SIZE:
        raise ValueError(f"tile {number} of level {level} does not have hash {offset + count - 1}")
    return _folded(hashes)


def _span(tiles: Tiles, start: int, end: int) -> bytes:
    """The root over the entries from `start` up to `end`, as RFC 6962 divides a tree."""
    count = end - start
    if count & (count - 1) == 0:
        height = count.bit_length() - 1
        return _subtree(tiles, height, start >> height)
    middle = start + _left(count)
    return node_hash(_span(tiles, start, middle), _span(tiles, middle, end))


def _left(count: int) -> int:
    """How many of the entries are in the left subtree: the largest power of two below."""
    return 1 << ((count - 1).bit_length() - 1)


# -- roots and proofs ----------------------------------------------------------------------------------


def root_of(tiles: Tiles, size: int) -> bytes:
    """The root of the first entries of a tree."""
    return _span(tiles, 0, size) if size else EMPTY_ROOT


def inclusion_proof(tiles: Tiles, index: int, size: int) -> list[bytes]:
    """The hashes that lead from an entry to the root of the first `size` entries."""
    if not 0 <= index < size:
        raise ValueError(f"entry {index} is not in a tree of size {size}")
    found: list[bytes] = []
    start, end = 0, size
    while end - start > 1:
        middle = start + _left(end - start)
        if index < middle:
            found.append(_span(tiles, middle, end))
            end = middle
        else:
            found.append(_span(tiles, start, middle))
            start = middle
    return found[::-1]


def consistency_proof(tiles: Tiles, old: int, size: int) -> list[bytes]:
    """The hashes that show that the tree of `size` entries begins with the tree of `old`."""
    if not 0 <= old <= size:
        raise ValueError(f"a tree of size {size} does not begin with one of size {old}")
    if old in (0, size):
        return []
    found: list[bytes] = []
    start, end = 0, size
    while old != end:
        middle = start + _left(end - start)
        if old <= middle:
            found.append(_span(tiles, middle, end))
            end = middle
        else:
            found.append(_span(tiles, start, middle))
            start = middle
    if start:
        found.append(_span(tiles, start, end))
    return found[::-1]


def is_included(leaf: bytes, index: int, size: int, root: bytes, proof: Sequence[bytes]) -> bool:
    """Whether a proof leads from an entry's hash to the root of a tree."""
    if not 0 <= index < size:
        return False
    place, last, found = index, size - 1, leaf
    for step in proof:
        if not last:
            return False
        if place & 1 or place == last:
            found = node_hash(step, found)
            while not place & 1 and place:
                place, last = place >> 1, last >> 1
        else:
            found = node_hash(found, step)
        place, last = place >> 1, last >> 1
    return not last and found == root


def is_consistent(old: int, old_root: bytes, size: int, root: bytes, proof: Sequence[bytes]) -> bool:
    """Whether a proof shows that the tree with `root` begins with the tree with `old_root`."""
    if not 0 <= old <= size:
        return False
    if old == 0:
        return not proof and old_root == EMPTY_ROOT
    if old == size:
        return not proof and old_root == root
    steps = list(proof)
    if old & (old - 1) == 0:
        steps.insert(0, old_root)
    if not steps:
        return False
    place, last = old - 1, size - 1
    while place & 1:
        place, last = place >> 1, last >> 1
    before = after = steps[0]
    for step in steps[1:]:
        if not last:
            return False
        if place & 1 or place == last:
            before, after = node_hash(step, before), node_hash(step, after)
            while not place & 1 and place:
                place, last = place >> 1, last >> 1
        else:
            after = node_hash(after, step)
        place, last = place >> 1, last >> 1
    return not last and before == old_root and after == root
