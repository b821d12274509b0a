"""How many are connected: in all, from one address, and from the network around it."""

from collections import Counter

from spanish21.server.store.counters import neighbourhood_of, network_of

NEIGHBOURS = 4
"""The wider network around an address may hold as many as this many addresses."""


class Crowd:
    """Open connections and requests, counted by their origin."""

    def __init__(self, most: int, most_of_address: int) -> None:
        self.most, self.most_of_address = most, most_of_address
        self.count = 0
        self._of_address: Counter[str] = Counter()
        self._of_neighbourhood: Counter[str] = Counter()

    def enter(self, address: str, is_one_of_many: bool = False) -> str:
        """Count one more, or say why the limit is reached. Of those behind a proxy or a server of the
        house, each `one of many`, only the total is limited."""
        if self.count >= self.most:
            return "the server is full"
        if not is_one_of_many:
            own, around = network_of(address), neighbourhood_of(address)
            if self._of_address[own] >= self.most_of_address:
                return "too many connections from your address"
            if self._of_neighbourhood[around] >= NEIGHBOURS * self.most_of_address:
                return "too many connections from your network"
            self._of_address[own] += 1
            self._of_neighbourhood[around] += 1
        self.count += 1
        return ""

    def leave(self, address: str, is_one_of_many: bool = False) -> None:
        """One that was counted is over."""
        self.count -= 1
        if is_one_of_many:
            return
        for counts, name in (
            (self._of_address, network_of(address)),
            (self._of_neighbourhood, neighbourhood_of(address)),
        ):
            counts[name] -= 1
            if counts[name] <= 0:
                del counts[name]
