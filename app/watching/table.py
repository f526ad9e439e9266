"""THE table of what can be watched: one row a source. An integration adds its row here; the alert loop does not change."""

from collections.abc import Mapping
from datetime import timedelta

from app.watching import checkins, code, health, mail, news, tasks, tickets, weather
from app.watching.watch import Watch

_DAY = timedelta(days=1)
_ROWS: tuple[Watch, ...] = (
    Watch("overdue task", "any task more than 2 hours overdue", tasks.read, tasks.say, tasks.find, cooldown=_DAY / 4),
    Watch("check-in", "no journal entry by 9 pm", checkins.read, checkins.say, checkins.find, cooldown=_DAY / 24),
    Watch(
        "health",
        "resting heart rate above 80",
        health.read,
        health.say,
        health.find,
        cooldown=_DAY / 4,
        service="health",
        has=health.has,
    ),
    Watch(
        "mail",
        "mail from Ama about the invoice",
        mail.read,
        mail.say,
        mail.find,
        cooldown=_DAY / 288,
        service="mail",
        has=mail.has,
    ),
    Watch(
        "code",
        "the build of my site fails",
        code.read,
        code.say,
        code.find,
        cooldown=_DAY / 288,
        service="github",
        has=code.has,
    ),
    Watch(
        "tickets",
        "PROJ-12 moves",
        tickets.read,
        tickets.say,
        tickets.find,
        cooldown=_DAY / 288,
        service="jira",
        has=tickets.has,
    ),
    Watch("weather", "rain tomorrow morning", weather.read, weather.say, weather.find, cooldown=_DAY / 4),
    Watch(
        "news",
        "news about cocoa prices",
        news.read,
        news.say,
        news.find,
        cooldown=_DAY / 12,
        told=news.told,
    ),
)
WATCHES: Mapping[str, Watch] = {row.source: row for row in _ROWS}
