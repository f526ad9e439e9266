"""Who does which kind of schedule: one row a kind, one module a job."""

from app.conversation.event import Jobs
from app.conversation.event_jobs.routine import routine_job
from app.conversation.event_jobs.task import do_task
from app.conversation.event_jobs.worker import wake_worker
from app.timetable.feeds import NOTHING_CONNECTED, Feeds


def build_jobs(feeds: Feeds = NOTHING_CONNECTED) -> Jobs:
    """All of them, over what is connected."""
    return {
        "task": do_task,
        "worker": wake_worker,
        "routine": routine_job(feeds),
    }
