"""Whose request a proxy has passed on: X-Forwarded-For is believed from the named proxies, and from
no one else."""

import ipaddress
from collections.abc import Iterable

from spanish21.errors import BadInput

Network = ipaddress.IPv4Network | ipaddress.IPv6Network
Address = ipaddress.IPv4Address | ipaddress.IPv6Address


class Proxies:
    """The networks of the proxies in front of this server; none, unless they are named."""

    def __init__(self, networks: Iterable[str] = ()) -> None:
        self._networks = tuple(network_named(text) for text in networks)

    def is_one(self, address: str) -> bool:
        """Whether an address is a proxy's."""
        found = address_in(address) if self._networks else None
        return found is not None and any(
            found.version == network.version and found in network for network in self._networks
        )

    def client_of(self, peer: str, headers: Iterable[tuple[bytes, bytes]]) -> str:
        """Where a request comes from: the last address that no proxy of ours has, as our proxies wrote it.
        What stands before it in the header was written by the client, and may say anything."""
        if not self.is_one(peer):
            return peer
        lines = [value.decode("latin-1") for name, value in headers if name == b"x-forwarded-for"]
        for text in reversed(",".join(lines).split(",")):
            found = address_in(text.strip())
            if found is None:
                return peer
            peer = str(found)
            if not self.is_one(peer):
                return peer
        return peer


def network_named(text: str) -> Network:
    """The network of an address, or of an address with the length of its prefix; or `BadInput`."""
    try:
        return ipaddress.ip_network(text)
    except ValueError as error:
        right = "it should be an address or a network such as 10.0.0.0/24"
        raise BadInput(f"--trusted-proxy is {text!r} ({error}); {right}") from None


def address_in(text: str) -> Address | None:
    """The address that a text is; one of IPv4 in the form of IPv6 is that of IPv4."""
    try:
        found = ipaddress.ip_address(text)
    except ValueError:
        return None
    if isinstance(found, ipaddress.IPv6Address) and found.ipv4_mapped is not None:
        return found.ipv4_mapped
    return found
