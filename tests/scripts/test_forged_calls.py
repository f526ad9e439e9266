"""A seeded share of the calls and taps that no vendor made: none is accepted, and none breaks anything."""

from scripts.prove.forged_calls import KINDS, run


async def test_nothing_forged_is_heard_and_nothing_answers_5xx() -> None:
    rows = await run(100, seed=7)
    assert len(rows) == len(KINDS)
    assert [row for row in rows if not row.is_good] == []
    assert sum(sum(row.answers.values()) for row in rows) == 100
    refused = {row.kind: set(row.answers) for row in rows}
    for kind in ("unsigned", "wrongly signed", "altered", "of another door", "too old"):
        assert refused[kind] <= {400, 401, 403, 429}
    for kind in ("another number", "replayed tap", "of another user", "of another action"):
        assert refused[kind] == {200}
