"""One-time links in two parts: the person who asked for one has the link, the second person a word for it.

Neither can use it alone; the recipient is told both.
"""

import hashlib
import os

from spanish21.server.answers import LinkPart
from spanish21.server.control.approvals import Approval
from spanish21.server.log.seals import MasterKey
from spanish21.server.people.sessions import new_token

IN_PARTS = "2"
"""A link that begins with this takes a word as well."""
WORD_SIZE = 10
"""Bytes: the store keeps a digest of the whole link, so whoever asked for one and has a backup can try words
on it."""


def parts_of(master: MasterKey, approval: Approval) -> LinkPart:
    """The parts of the link that a request makes: they follow from it, so that both can be told theirs."""
    secret = master.counter_digest("link", f"{approval.id} {approval.digest}")
    word = hashlib.sha256(b"word" + secret).digest()[:WORD_SIZE].hex()
    return {"token": IN_PARTS + hashlib.sha256(b"token" + secret).hexdigest(), "word": word}


def whole_link() -> LinkPart:
    """A link without a word, in a house of one person."""
    return {"token": "1" + new_token(os.urandom), "word": ""}


def token_of(link: LinkPart) -> str:
    """The text that opens a link: both parts together."""
    return link["token"] + link["word"]
