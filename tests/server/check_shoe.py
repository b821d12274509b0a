"""Checks a shoe of a public record with nothing but Python: python check_shoe.py record.json NUMBER"""

import hashlib
import hmac
import json
import sys

with open(sys.argv[1]) as file:
    record, number = json.load(file), int(sys.argv[2])
shoe = next(one for one in record["shoes"] if one["number"] == number)
assert hashlib.sha256(f"{shoe['salt']} {shoe['cards']}".encode()).hexdigest() == shoe["commitment"]
promised, listed, order, out = {}, None, None, 0
for row in record["events"]:
    event = json.loads(row.get("body") or "{}")
    kind = event.get("type", "")
    if kind == "SeedPromised":
        promised[event["person"]] = event["promise"]
    elif kind == "SeedsListed" and event["purpose"] == "shoe" and event["number"] == number:
        assert event["commitment"] == shoe["commitment"], "another commitment"
        listed = dict(zip(event["people"], event["promises"], strict=True))
        assert listed == {person: promised[person] for person in listed}, "not as promised"
    elif kind == "SeedsOpened" and listed is not None and order is None and not event["missing"]:
        lines = [f"spanish21 shoe {record['table']} {number}\n"]
        for person, seed, words in zip(event["people"], event["seeds"], event["words"], strict=True):
            text = f"{seed} {words}" if words else seed
            assert hashlib.sha256(text.encode()).hexdigest() == listed[person], "not the seed of the promise"
            lines.append(f"{person} {text}\n")
        key = hashlib.sha256("".join(lines).encode()).digest()
        numbers = (int.from_bytes(hmac.digest(key, str(block).encode(), "sha256")[at : at + 2], "big")
                   for block in range(10_000) for at in range(0, 32, 2))  # fmt: skip
        order = shoe["cards"].split()
        for last in range(len(order) - 1, 0, -1):
            at = next(n for n in (n % (1 << last.bit_length()) for n in numbers) if n <= last)
            order[last], order[at] = order[at], order[last]
    elif row["shoe"] == number and kind == "StackCut":
        order = order[event["at"] :] + order[: event["at"]]
    elif row["shoe"] == number and kind in ("CardBurned", "CardDealt", "CardDiscarded"):
        assert "_A23456789TJQK"[event["card"] >> 2] + "cdhs"[event["card"] & 3] == order[out], f"card {out}"
        out += 1
print(f"shoe {number}: {len(listed)} seeds, {out} cards as they were drawn")
