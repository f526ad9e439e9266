"""Long texts are read beside the event loop, short ones at once."""

import threading

from app.offload import SHORT, offloaded


async def test_a_short_text_is_read_at_once_and_a_long_one_beside_the_loop() -> None:
    here = threading.get_ident()
    assert await offloaded(threading.get_ident, characters=SHORT) == here
    assert await offloaded(threading.get_ident, characters=SHORT + 1) != here
