"""Each query once. Repositories know SQL that both engines read, and no engine."""

from dataclasses import dataclass
from typing import get_type_hints

from app.memory.ports import Database
from app.memory.repositories.accounts import Accounts
from app.memory.repositories.alert_rules import AlertRules
from app.memory.repositories.audit import Audit
from app.memory.repositories.calendar_events import CalendarEvents
from app.memory.repositories.context import Contexts
from app.memory.repositories.controls import Controls
from app.memory.repositories.deliveries import Deliveries
from app.memory.repositories.documents import Documents
from app.memory.repositories.embeddings import Embeddings
from app.memory.repositories.encoder_readings import EncoderReadings
from app.memory.repositories.facts import Facts
from app.memory.repositories.health_backfills import HealthBackfills
from app.memory.repositories.health_days import HealthDays
from app.memory.repositories.health_figures import HealthFigures
from app.memory.repositories.health_samples import HealthSamples
from app.memory.repositories.health_senders import HealthSenders
from app.memory.repositories.health_set_aside import HealthSetAside
from app.memory.repositories.inbox import Inbox
from app.memory.repositories.intentions import Intentions
from app.memory.repositories.journal import Journal
from app.memory.repositories.kept_pages import KeptPages
from app.memory.repositories.last_heard import LastHeard
from app.memory.repositories.learnings import Learnings
from app.memory.repositories.leases import Leases
from app.memory.repositories.ledger import Ledger
from app.memory.repositories.link_codes import LinkCodes
from app.memory.repositories.loop_runs import LoopRuns
from app.memory.repositories.loop_switches import LoopSwitches
from app.memory.repositories.mail_outbox import MailOutbox
from app.memory.repositories.mails import Mails
from app.memory.repositories.marks import Marks
from app.memory.repositories.model_states import ModelStates
from app.memory.repositories.news_looks import NewsLooks
from app.memory.repositories.news_topics import NewsTopics
from app.memory.repositories.notes import Notes
from app.memory.repositories.occurrences import Occurrences
from app.memory.repositories.outbox import Outbox
from app.memory.repositories.overview import Overview
from app.memory.repositories.page_sessions import PageSessions
from app.memory.repositories.pending import PendingActions
from app.memory.repositories.placeholders import Placeholders
from app.memory.repositories.places import Places
from app.memory.repositories.plans import Plans
from app.memory.repositories.read_later import ReadLater
from app.memory.repositories.reminders import Reminders
from app.memory.repositories.reservations import Reservations
from app.memory.repositories.scheduled_tasks import ScheduledTasks
from app.memory.repositories.scores import Scores
from app.memory.repositories.seen_news import SeenNews
from app.memory.repositories.sessions import Sessions
from app.memory.repositories.sources import Sources
from app.memory.repositories.summaries import Summaries
from app.memory.repositories.synced_lists import SyncedLists
from app.memory.repositories.tasks import Tasks
from app.memory.repositories.turns import Turns
from app.memory.repositories.usage import UsageBook
from app.memory.repositories.users import Users
from app.memory.repositories.vault_keys import VaultKeys
from app.memory.repositories.vault_secrets import VaultSecrets
from app.memory.repositories.worker_messages import WorkerMessages
from app.memory.repositories.workers import Workers


@dataclass(frozen=True, slots=True)
class Repositories:
    """All of them, over one database: what is written through several inside one `transaction` is kept together."""

    users: Users
    inbox: Inbox
    turns: Turns
    places: Places
    notes: Notes
    tasks: Tasks
    reminders: Reminders
    occurrences: Occurrences
    facts: Facts
    contexts: Contexts
    journal: Journal
    read_later: ReadLater
    kept_pages: KeptPages
    marks: Marks
    summaries: Summaries
    sessions: Sessions
    sources: Sources
    learnings: Learnings
    intentions: Intentions
    scheduled_tasks: ScheduledTasks
    workers: Workers
    worker_messages: WorkerMessages
    alert_rules: AlertRules
    news_topics: NewsTopics
    news_looks: NewsLooks
    seen_news: SeenNews
    health_samples: HealthSamples
    health_days: HealthDays
    health_figures: HealthFigures
    health_senders: HealthSenders
    health_backfills: HealthBackfills
    health_set_aside: HealthSetAside
    pending: PendingActions
    ledger: Ledger
    audit: Audit
    usage: UsageBook
    reservations: Reservations
    controls: Controls
    link_codes: LinkCodes
    page_sessions: PageSessions
    plans: Plans
    scores: Scores
    outbox: Outbox
    deliveries: Deliveries
    last_heard: LastHeard
    placeholders: Placeholders
    leases: Leases
    loop_runs: LoopRuns
    loop_switches: LoopSwitches
    documents: Documents
    embeddings: Embeddings
    vault_secrets: VaultSecrets
    vault_keys: VaultKeys
    accounts: Accounts
    calendar_events: CalendarEvents
    synced_lists: SyncedLists
    mails: Mails
    mail_outbox: MailOutbox
    model_states: ModelStates
    overview: Overview
    encoder_readings: EncoderReadings


def repositories(db: Database) -> Repositories:
    """The repositories of one database."""
    return Repositories(**{name: of(db) for name, of in get_type_hints(Repositories).items()})
