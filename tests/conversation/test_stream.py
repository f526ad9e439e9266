"""What a watcher sees of a running turn: in order, the newest draft, and never at the turn's expense."""

from app.conversation.stream import EventKind, Hub, TurnEvent, drain


def _event(kind: EventKind, text: str = "", *, user: str = "ana") -> TurnEvent:
    return TurnEvent(kind, user, "t1", text)


async def test_every_watcher_of_a_user_sees_each_event_in_order() -> None:
    hub = Hub()
    with hub.watch("ana") as page, hub.watch("ana") as terminal:
        hub.publish(_event("started"))
        hub.publish(_event("settled"))
        for queue in (page, terminal):
            assert [queue.get_nowait().kind for _ in range(2)] == ["started", "settled"]


async def test_nobody_sees_another_users_turn() -> None:
    hub = Hub()
    with hub.watch("ben") as queue:
        hub.publish(_event("draft", "Dear diary"))
        assert queue.empty()


async def test_a_turn_that_nobody_watches_goes_on() -> None:
    Hub().publish(_event("draft", "hello"))


async def test_who_stopped_watching_is_forgotten() -> None:
    hub = Hub()
    with hub.watch("ana") as queue:
        pass
    hub.publish(_event("started"))
    assert queue.empty()


async def test_a_watcher_that_sleeps_loses_the_oldest_and_holds_nobody_up() -> None:
    hub = Hub()
    with hub.watch("ana") as queue:
        for number in range(1_000):
            hub.publish(_event("draft", str(number)))
        hub.publish(_event("settled"))
        seen = [queue.get_nowait() for _ in range(queue.qsize())]
    assert len(seen) < 1_000
    assert [event.text for event in seen[:-1]] == [str(number) for number in range(1_001 - len(seen), 1_000)]
    assert seen[-1].kind == "settled"


async def test_of_several_drafts_the_newest_wins() -> None:
    hub = Hub()
    with hub.watch("ana") as queue:
        for event in (
            _event("started"),
            _event("draft", "H"),
            _event("draft", "He"),
            _event("activity", "looking…"),
            _event("draft", "Hel"),
            _event("draft", "Hello"),
            _event("settled"),
        ):
            hub.publish(event)
        shown = drain(queue)
        seen = [await anext(shown) for _ in range(3)]
    assert queue.empty()
    assert [(event.kind, event.text) for event in seen] == [("started", ""), ("activity", "looking…"), ("settled", "")]


async def test_a_draft_that_nothing_overtook_is_shown() -> None:
    hub = Hub()
    with hub.watch("ana") as queue:
        hub.publish(_event("draft", "H"))
        hub.publish(_event("draft", "Hello"))
        assert (await anext(aiter(drain(queue)))).text == "Hello"


async def test_what_another_process_may_have_said_makes_every_user_that_is_watched_look() -> None:
    hub = Hub()
    with hub.watch("ana") as ana, hub.watch("ben") as ben:
        hub.refresh()
        assert [(queue.get_nowait().kind, queue.empty()) for queue in (ana, ben)] == [("outbox", True)] * 2
