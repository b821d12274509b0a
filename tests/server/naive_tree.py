"""The Merkle tree of RFC 6962 word for word, over a list: what the tree in tiles is held against."""

import hashlib
from functools import cache


class NaiveTree:
    """MTH, PATH and PROOF as section 2.1 of RFC 6962 defines them, by recursion over the entries."""

    def __init__(self, entries: list[bytes]) -> None:
        self.leaves = [hashlib.sha256(b"\0" + entry).digest() for entry in entries]
        self.mth = cache(self._mth)

    def _mth(self, start: int, end: int) -> bytes:
        if start == end:
            return hashlib.sha256().digest()
        if end - start == 1:
            return self.leaves[start]
        k = largest_power_of_two_below(end - start)
        return hashlib.sha256(b"\1" + self.mth(start, start + k) + self.mth(start + k, end)).digest()

    def path(self, m: int, start: int, end: int) -> list[bytes]:
        n = end - start
        if n == 1:
            return []
        k = largest_power_of_two_below(n)
        if m < k:
            return [*self.path(m, start, start + k), self.mth(start + k, end)]
        return [*self.path(m - k, start + k, end), self.mth(start, start + k)]

    def proof(self, m: int, n: int) -> list[bytes]:
        return self._subproof(m, 0, n, True) if m else []

    def _subproof(self, m: int, start: int, end: int, is_complete: bool) -> list[bytes]:
        n = end - start
        if m == n:
            return [] if is_complete else [self.mth(start, end)]
        k = largest_power_of_two_below(n)
        if m <= k:
            return [*self._subproof(m, start, start + k, is_complete), self.mth(start + k, end)]
        return [*self._subproof(m - k, start + k, end, False), self.mth(start, start + k)]


def largest_power_of_two_below(n: int) -> int:
    k = 1
    while k * 2 < n:
        k *= 2
    return k
