"""The audit log, on both engines."""

from app.memory.repositories import Repositories
from app.memory.repositories.audit import AuditDraft
from tests.memory.databases import NOON


async def test_the_audit_log_keeps_order(house: Repositories) -> None:
    drafts = [AuditDraft(f"tool{number}", {"n": number}, "run", "ok") for number in range(205)]
    await house.audit.add_many("ana", "t1", drafts, NOON)
    await house.audit.add_many("ana", "t1", [], NOON)
    recent = await house.audit.recent("ana", 2)
    assert [(one.tool, one.arguments) for one in recent] == [("tool204", {"n": 204}), ("tool203", {"n": 203})]


async def test_no_secret_and_no_long_text_is_written_down(house: Repositories) -> None:
    house.audit.hide("held by this process")
    given = {
        "headers": {"Authorization": "Bearer abcdefgh12345678", "accept": "text/html"},
        "body": "the wifi password is hunter2hunter2. " + "word " * 1_000,
        "note": "it is held by this process, and nobody else",
    }
    drafts = [AuditDraft("fetch", given, "run", "failed: token=abcdefgh12345678")]
    await house.audit.add_many("ana", "t1", drafts, NOON)
    [row] = await house.audit.of_turn("ana", "t1")
    for secret in ("abcdefgh12345678", "hunter2hunter2", "held by this process"):
        assert secret not in repr(row)
    assert row.arguments["headers"] == {"Authorization": "[hidden]", "accept": "text/html"}
    assert row.arguments["body"].endswith("… (5,037 characters)")
    assert row.arguments["note"] == "it is [hidden], and nobody else"
