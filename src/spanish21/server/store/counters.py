"""Counts that run out: how often something was tried under a name or from an address."""

import ipaddress
from functools import lru_cache

import sqlalchemy as sa

from spanish21.server.store.schema import counters


def count_under(connection: sa.Connection, digest: bytes) -> tuple[int, int]:
    """The count under a digest, and the moment to which it refers."""
    row = connection.execute(sa.select(counters).where(counters.c.digest == digest)).one_or_none()
    return (0, 0) if row is None else (row.times, row.until)


def count_to(connection: sa.Connection, digest: bytes, count: int, until: int) -> None:
    """Put a count under a digest."""
    of_digest = counters.c.digest == digest
    changed = connection.execute(sa.update(counters).where(of_digest).values(times=count, until=until))
    if not changed.rowcount:
        connection.execute(sa.insert(counters).values(digest=digest, times=count, until=until))


def sweep_counters(connection: sa.Connection, before: int) -> int:
    """Forget the counts that refer to a moment before; how many there were."""
    return connection.execute(sa.delete(counters).where(counters.c.until < before)).rowcount


@lru_cache(4_096)
def network_of(address: str) -> str:
    """The unit that counts as one address: for IPv6, the whole network of 64 bits that a customer gets."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv6Address):
        if found.ipv4_mapped is not None:
            return str(found.ipv4_mapped)
        return str(ipaddress.ip_network((found, 64), strict=False))
    return str(found)


@lru_cache(4_096)
def neighbourhood_of(address: str) -> str:
    """The wider network around an address, as one customer or firm may have it: 256 addresses of IPv4, the 48
    bits of a site of IPv6."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv6Address) and found.ipv4_mapped is not None:
        found = found.ipv4_mapped
    return str(ipaddress.ip_network((found, 24 if found.version == 4 else 48), strict=False))
