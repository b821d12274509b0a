"""X-Forwarded-For is believed from proxies that were named, and only as far as they wrote it."""

import pytest

from spanish21.errors import BadInput
from spanish21.server.web.forwarded import Proxies


def client(proxies: Proxies, peer: str, *lines: str) -> str:
    return proxies.client_of(peer, [(b"x-forwarded-for", line.encode("latin-1")) for line in lines])


@pytest.mark.parametrize("peer", ["127.0.0.1", "::1", "10.0.0.1", "203.0.113.9", ""])
def test_nobody_is_believed_who_was_not_named(peer: str) -> None:
    assert client(Proxies(), peer, "198.51.100.7") == peer


def test_a_proxy_says_whose_request_it_passes_on() -> None:
    proxies = Proxies(["10.0.0.0/24", "2001:db8::/32"])
    assert client(proxies, "10.0.0.7", "198.51.100.7") == "198.51.100.7"
    assert client(proxies, "2001:db8::5", "2a00::1") == "2a00::1"
    assert client(proxies, "::ffff:10.0.0.7", "198.51.100.7") == "198.51.100.7"
    assert client(proxies, "10.0.1.7", "198.51.100.7") == "10.0.1.7"
    assert client(proxies, "10.0.0.7") == "10.0.0.7"


def test_what_the_client_wrote_into_the_header_is_not_believed() -> None:
    proxies = Proxies(["10.0.0.0/24"])
    assert client(proxies, "10.0.0.7", "1.2.3.4, 198.51.100.7") == "198.51.100.7"
    assert client(proxies, "10.0.0.7", "1.2.3.4", "198.51.100.7") == "198.51.100.7"
    assert client(proxies, "10.0.0.7", "10.0.0.9, 198.51.100.7, 10.0.0.8") == "198.51.100.7", "two proxies"
    assert client(proxies, "10.0.0.7", "198.51.100.7, 10.0.0.8") == "198.51.100.7"


@pytest.mark.parametrize(
    "text", ["", ",", "unknown", "198.51.100.7:80", "<script>", "1.2.3", "é", "9" * 5_000]
)
def test_what_is_no_address_is_passed_over(text: str) -> None:
    assert client(Proxies(["10.0.0.0/24"]), "10.0.0.7", text) == "10.0.0.7"
    assert client(Proxies(["10.0.0.0/24"]), "10.0.0.7", f"{text}, 10.0.0.8") == "10.0.0.8"


@pytest.mark.parametrize("text", ["10.0.0.1/24", "proxy.example", "", "10.0.0.0/33"])
def test_what_is_not_a_network_is_one_clear_line(text: str) -> None:
    with pytest.raises(BadInput, match=r"--trusted-proxy is .* it should be"):
        Proxies([text])
