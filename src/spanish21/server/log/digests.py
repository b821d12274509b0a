"""Digests of objects that the log refers to."""

import hashlib

import msgspec

from spanish21.game.rules import Rules


class _Rules(msgspec.Struct):
    rules: msgspec.Raw


def rules_digest(rules: Rules) -> str:
    """The digest under which rounds name the rules that they were played by."""
    return hashlib.sha256(msgspec.json.encode(rules)).hexdigest()


def written_rules_digest(first_event: bytes) -> str:
    """The digest of the rules with which a log begins, in the form of the version that wrote them."""
    return hashlib.sha256(bytes(msgspec.json.decode(first_event, type=_Rules).rules)).hexdigest()


def command_digest(body: bytes) -> bytes:
    """The digest that tells a repeated command from another one under the same id."""
    return hashlib.sha256(body).digest()
