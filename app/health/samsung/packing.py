"""Batches as bytes, from the process that reads to the one that writes. JSON: nothing in it can be more than data.

What comes back is believed to be no more than that: a field of another kind is a broken answer, never a row.
"""

import json
from collections import Counter
from typing import Any

from app.health.metrics import BY_NAME
from app.health.samsung.batches import Batch, Group, Place

Head = dict[str, Any]


def packed(batch: Batch) -> tuple[Head, bytes]:
    """A batch as a head and a body."""
    head = {
        "place": list(batch.place),
        "counts": [batch.read, batch.known, batch.refused],
        "reasons": [[table, code, count] for (table, code), count in batch.reasons.items() if count],
        "table": batch.table,
        "files": [batch.done, batch.total],
        "percent": batch.percent,
    }
    groups = [
        [g.client_id, g.version, g.device, g.app, g.metric, g.zone_offset, g.values, g.detail] for g in batch.groups
    ]
    return head, json.dumps(groups, separators=(",", ":")).encode("utf-8", "replace")


def unpacked(head: Head, body: bytes) -> Batch:
    """The batch again. Raises ValueError, KeyError or TypeError for what none of ours would send."""
    (table, line, item), (read, known, refused) = head["place"], head["counts"]
    batch = Batch(Place(int(table), int(line), int(item)), read=int(read), known=int(known), refused=int(refused))
    batch.reasons = Counter({(str(name), str(code)): int(count) for name, code, count in head["reasons"]})
    batch.table, (batch.done, batch.total), batch.percent = str(head["table"]), head["files"], float(head["percent"])
    batch.groups = [_group(*fields) for fields in json.loads(body)]
    batch.size = sum(len(group.values) for group in batch.groups)
    return batch


def _group(
    client_id: str, version: int, device: str, app: str, metric: str, offset: int, values: list[Any], detail: Any
) -> Group:
    if metric not in BY_NAME or not isinstance(values, list) or not isinstance(detail, dict | None):
        raise ValueError(metric)
    texts = (_text(client_id), int(version), _text(device), _text(app))
    numbers = [(int(start), int(end), float(number)) for start, end, number in values]
    return Group(*texts, metric, int(offset), numbers, detail)


def _text(text: object) -> str:
    """Text that both databases take."""
    return str(text).replace("\0", "").encode("utf-8", "replace").decode()[:300]
