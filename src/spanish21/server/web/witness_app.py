"""A witness over HTTP (C2SP tlog-witness): add-checkpoint, and its newest checkpoint of each log."""

import re
import time
from collections.abc import Callable
from typing import Any

import httpx
import msgspec

from spanish21.errors import BadInput
from spanish21.server.transparency.checkpoint import checkpoint_in
from spanish21.server.transparency.note import Note, hash_from, note_from, signatures_from, verifier_key
from spanish21.server.transparency.witnessing import CosignRequest, Witness, WitnessReply

MOST_BODY = 64 * 1024
PATIENCE = 20.0
Say = Callable[[str], None]


class WitnessApp:
    """An ASGI application of one witness."""

    def __init__(self, witness: Witness, say: Say) -> None:
        self._witness, self._say = witness, say

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "http":
            return
        answer = WitnessReply(404, "not found\n")
        found = re.fullmatch(r"/([0-9a-f]{64})/checkpoint", scope["path"])
        if scope["path"] == "/add-checkpoint" and scope["method"] == "POST":
            answer = await self._add(receive)
        elif found is not None and scope["method"] == "GET":
            note = self._witness.checkpoint_at(found[1])
            answer = WitnessReply(200, note) if note else answer
        if answer.alarm:
            self._say(f"ALARM: {answer.alarm}")
        headers = [(b"content-type", answer.kind.encode())]
        await send({"type": "http.response.start", "status": answer.status, "headers": headers})
        await send({"type": "http.response.body", "body": answer.body.encode()})

    async def _add(self, receive: Any) -> WitnessReply:
        body, is_more = b"", True
        while is_more:
            message = await receive()
            body += message.get("body", b"")
            is_more = message.get("more_body", False)
            if len(body) > MOST_BODY:
                return WitnessReply(413, "a request has at most 64 KiB\n")
        return self._witness.add(body, round(time.time()))


class _Tree(msgspec.Struct):
    """The needed part of a house's list of trees."""

    incarnation: int
    origin: str
    checkpoint: str
    handovers: tuple[str, ...] = ()


def looked_at(witness: Witness, client: httpx.Client, url: str) -> str:
    """Look at a house's newest checkpoint, cosign it and send the cosignature; the alarm, or nothing."""
    *before, newest = _trees(client, url)
    for tree in (*before, newest):
        for text in tree.handovers:
            note = note_from(text.encode())
            if witness.announces(note):
                _added(witness, client, f"{url}/api/tree/{tree.incarnation}", note)
    note = note_from(newest.checkpoint.encode())
    answer = _added(witness, client, f"{url}/api/tree/{newest.incarnation}", note, is_newest=True)
    if answer.status == 200:
        cosigned = Note(note.text, (*note.signatures, *signatures_from(answer.body)))
        body = {"text": str(cosigned)}
        left = client.post(f"{url}/api/tree/cosignatures", json=body, headers={"X-Spanish21": "1"})
        if left.status_code != 200:
            raise BadInput(f"{url} does not take the cosignature: {left.text.strip()[:200]}")
    elif not answer.alarm:
        raise BadInput(f"{url}: {answer.status} {answer.body.strip()}")
    return answer.alarm


def _added(
    witness: Witness, client: httpx.Client, tree: str, note: Note, is_newest: bool = False
) -> WitnessReply:
    """A witness's reply to a checkpoint, with the proof that it extends the last one."""
    found = checkpoint_in(note)
    last = witness.last(found.origin)
    old = last.size if last is not None else 0
    proof: tuple[bytes, ...] = ()
    if 0 < old < found.size:
        lines = client.get(f"{tree}/consistency", params={"old": old, "size": found.size}).json()
        proof = tuple(hash_from(str(line)) for line in lines) if isinstance(lines, list) else ()
    return witness.add(str(CosignRequest(old, proof, note)).encode(), round(time.time()), is_newest)


def _trees(client: httpx.Client, url: str) -> list[_Tree]:
    try:
        answer = client.get(f"{url}/api/tree")
        answer.raise_for_status()
        trees = msgspec.json.decode(answer.content, type=list[_Tree])
    except (httpx.HTTPError, msgspec.DecodeError) as error:
        raise BadInput(f"{url} does not answer as a house does: {error}") from None
    if not trees:
        raise BadInput(f"{url} has no tree yet")
    return trees


def trusted(witness: Witness, keys: tuple[str, ...]) -> None:
    """Have a witness watch the logs of these public keys."""
    for text in keys:
        witness.trust(verifier_key(text))


def watch(witness: Witness, urls: tuple[str, ...], say: Say) -> int:
    """Look at every house once; how many alarms there were."""
    alarms = 0
    with httpx.Client(timeout=PATIENCE) as client:
        for url in urls:
            try:
                alarm = looked_at(witness, client, url.rstrip("/"))
            except (BadInput, httpx.HTTPError) as error:
                say(str(error) or type(error).__name__)
                continue
            alarms += bool(alarm)
            say(f"ALARM: {alarm}" if alarm else f"{url}: cosigned")
    return alarms
