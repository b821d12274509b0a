"""Digests of what the log refers to."""

import hashlib

import msgspec

from spanish21.game.rules import Rules


def rules_digest(rules: Rules) -> str:
    """The digest under which rounds name the rules that they were played by."""
    return hashlib.sha256(msgspec.json.encode(rules)).hexdigest()


def command_digest(body: bytes) -> bytes:
    """The digest that tells a repeated command from another one under the same id."""
    return hashlib.sha256(body).digest()
