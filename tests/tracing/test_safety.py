"""The tracer contract: one that raises, hangs, lies, dies or is flooded changes nothing: the same answers, the same time, no more memory, and an
end within two seconds. The senders here are ours, and bad on purpose; they are real processes."""

import asyncio
import sys
import threading
from pathlib import Path

import pytest

from app.messages import Attachment
from app.tracing.sending import CHILD, MOST, Sending
from app.tracing.spans import Span, content, present_trace, span, trace
from app.tracing.tracing import Tracing
from tests.house import open_house, settings_in, tell
from tests.interfaces.telegram.house import until
from tests.tracing.collector import collector

SAID = ("my name is Esi", "add milk and eggs to my list", "what's on my list?", "remind me tomorrow at 9 to call mum")
BAD = {
    "ends at once": "raise SystemExit(3)",
    "never reads": "import time; time.sleep(60)",
    "reads and hangs": "import sys, time; sys.stdin.readline(); time.sleep(60)",
    "lies": 'import sys\nfor line in sys.stdin: print(\'{"scored": [1], "trouble": {}}\\n[[[\\n\\x00\'); sys.stdout.flush()',
    "says too much": "import sys\nfor line in sys.stdin: sys.stdout.write('x' * 300000); sys.stdout.flush()",
    "chatters": 'import sys\nwhile True: print(\'{"trouble": "x"}\')',
    "ignores its end": "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); time.sleep(60)",
    "isn't there": "",
}


async def replies(folder: Path, tracing: Tracing | None) -> list[str]:
    async with open_house(folder, settings=settings_in(folder), **({"tracing": tracing} if tracing else {})) as house:
        return [(await tell(house, words)).text for words in SAID]


@pytest.mark.slow
@pytest.mark.parametrize("name", BAD)
async def test_a_bad_sender_changes_no_answer_and_holds_nothing_up(tmp_path: Path, name: str) -> None:
    command = (sys.executable, "-c", BAD[name]) if BAD[name] else (tmp_path / "nothing",)
    sending = Sending(command, {"otlp": {"endpoint": "http://127.0.0.1:9/v1/traces"}})
    traced = await replies(tmp_path / "traced", Tracing(sending))  # it was closed at its end
    assert traced == await replies(tmp_path / "plain", None)
    assert not [task for task in asyncio.all_tasks() if task.get_name().startswith("traces")]


async def test_what_takes_spans_may_raise_and_lie(tmp_path: Path) -> None:
    class Broken(Tracing):
        @property
        def record(self):  # noqa: ANN202 - a function
            return self._raise

        def _raise(self, span: Span) -> None:
            span.attributes.clear()
            raise RuntimeError("no")

    assert await replies(tmp_path / "traced", Broken()) == await replies(tmp_path / "plain", None)


async def test_a_flood_is_bounded_and_counted() -> None:
    sending = Sending((sys.executable, "-c", BAD["never reads"]), {})
    for _ in range(20 * MOST):
        with trace(sending.record, "turn", words="x" * 10_000):
            pass
    assert len(sending._waiting) <= MOST
    assert sending.dropped >= 19 * MOST
    await sending.close()


async def test_a_server_that_never_answers_is_left_at_the_end() -> None:
    with collector(hangs=threading.Event()) as told:
        sending = Sending((sys.executable, "-P", CHILD), {"otlp": {"endpoint": f"{told.url}/v1/traces", "headers": {}}})
        for words in SAID:
            with trace(sending.record, "turn", words=words):
                pass
        await asyncio.sleep(1)
        async with asyncio.timeout(10):
            await sending.close()


async def test_a_score_that_nobody_takes_is_not_taken() -> None:
    sending = Sending((sys.executable, "-c", BAD["reads and hangs"]), {})
    assert not await sending.score({"id": 1, "name": "user_approval"}, patience=0.3)
    await sending.close()


def test_a_span_holds_what_it_is_told_within_bounds() -> None:
    kept: list[Span] = []
    with trace(kept.append, "turn", "ab" * 16) as whole:
        whole.set(a=1, b="x" * 5_000, c=object(), d=["y"] * 500, gen__model="m")
        with span("part") as part:
            assert present_trace() == "ab" * 16
            part.set(**content(words="said"))
    part, whole = kept
    assert (whole.parent_id, part.parent_id) == ("", whole.span_id)
    assert len(whole.attributes["b"]) == 1_500  # type: ignore[arg-type]
    assert len(whole.attributes["d"]) == 64  # type: ignore[arg-type]
    assert "c" not in whole.attributes
    assert whole.attributes["gen.model"] == "m"
    assert part.attributes == {}
    with span("outside") as nothing:
        nothing.set(a=1)
    assert (present_trace(), nothing.attributes) == ("", {})


def test_what_fails_is_told_by_its_kind_and_never_by_its_words() -> None:
    kept: list[Span] = []
    with pytest.raises(ValueError, match="secret"), trace(kept.append, "turn"):
        raise ValueError("secret words of a vendor")
    assert (kept[0].status, kept[0].attributes) == ("error", {"error.type": "ValueError"})


async def test_a_sender_that_chatters_is_ended_and_told_of_a_few_times(caplog: pytest.LogCaptureFixture) -> None:
    sending = Sending((sys.executable, "-c", BAD["chatters"]), {})
    with trace(sending.record, "turn"):
        pass
    async with asyncio.timeout(20):
        while not any(getattr(one, "event", "") == "trace.chatter" for one in caplog.records):
            await asyncio.sleep(0.05)
    await sending.close()
    assert len(caplog.records) < 40


async def test_half_a_letter_ends_no_tracing() -> None:
    with collector() as told:
        sending = Sending((sys.executable, "-P", CHILD), {"otlp": {"endpoint": f"{told.url}/v1/traces", "headers": {}}})
        for words in ("half \ud83d a letter", "whole"):
            with trace(sending.record, "turn", words=words):
                pass
        await until(lambda: any(one["attributes"].get("words") == "whole" for one in told.named("turn")), seconds=30)
        await sending.close()


async def test_only_the_kinds_of_what_was_read_stand_in_a_trace_without_content(tmp_path: Path) -> None:
    spans: list[Span] = []

    class Kept(Tracing):
        @property
        def record(self):  # noqa: ANN202 - a function
            return spans.append

    async with open_house(tmp_path, settings=settings_in(tmp_path), tracing=Kept()) as house:
        file = Attachment("Biopsy of Ama.txt", "text/plain", b"all is well")
        await tell(house, "what does it say?", files=(file,))
    [turn] = [one for one in spans if one.name == "turn"]
    assert turn.attributes["turn.tainted_by"] == ["file"]
    assert all("Biopsy" not in str(one.attributes) for one in spans)
