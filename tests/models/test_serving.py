"""The frames between a process and its child. (The rest of it runs in test_child.)"""

import json

from app.models.serving import LENGTHS, packed


def test_a_frame_is_two_lengths_a_head_and_a_body() -> None:
    frame = packed({"said": "Grüße"}, b"\0bytes")
    head, body = LENGTHS.unpack_from(frame)
    rest = frame[LENGTHS.size :]
    assert json.loads(rest[:head]) == {"said": "Grüße"}
    assert (rest[head:], body) == (b"\0bytes", 6)
