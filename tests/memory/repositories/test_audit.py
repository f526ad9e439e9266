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
