"""Salts and nonces come from the operating system, each byte once, whoever asks and however much."""

import os
from concurrent.futures import ThreadPoolExecutor

from spanish21.server.entropy import AT_A_TIME, Entropy


def counting() -> Entropy:
    """Entropy whose source counts, so that every 4 bytes of it are different."""
    numbers = iter(range(10**9))

    def source(size: int) -> bytes:
        return b"".join(next(numbers).to_bytes(4, "big") for _ in range(size // 4))

    return Entropy(source)


def test_no_byte_is_given_out_twice_even_to_many_threads() -> None:
    entropy = counting()
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda _: entropy(16), range(5_000)))
    assert len({part[i : i + 4] for part in found for i in (0, 4, 8, 12)}) == 4 * 5_000


def test_it_gives_as_much_as_is_asked_for() -> None:
    entropy = Entropy()
    for size in (0, 1, 12, 16, AT_A_TIME - 1, AT_A_TIME, AT_A_TIME + 1, 3 * AT_A_TIME):
        assert len(entropy(size)) == size


def test_a_forked_process_does_not_repeat_what_its_parent_gives_out() -> None:
    entropy = Entropy()
    entropy(16)
    ours, theirs = os.pipe()
    pid = os.fork()
    if not pid:
        os.write(theirs, entropy(16))
        os._exit(0)
    os.waitpid(pid, 0)
    assert os.read(ours, 16) != entropy(16)
