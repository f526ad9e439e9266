package dev.kwasi.bridge.core

/** A single run over an open [Store]; makes the report. */
internal class Run(
    private val source: RecordSource,
    transport: Transport,
    private val clock: Clock,
    private val store: Store,
    private val settings: Settings,
    private val stop: () -> Boolean,
) {
    private val sender = Sender(settings, transport, clock, store.queue, store.shelf)
    private val notices = LinkedHashSet<String>()
    private var failure: Failure? = null
    private var maySend = false
    private var isFull = false
    private var records = 0
    private var deleted = 0

    /** Sends what is kept, reads what is new, sends that. */
    fun whole(trigger: Trigger): SyncReport {
        meetServer()
        maySend = trigger == Trigger.PERSON || store.backOff.remainingMs(clock.elapsedMs()) == 0L
        val wasWaiting = !maySend
        store.shelf.due(clock.wallMs(), store.queue)
        send()
        val source = read()
        send()
        return report(outcome(source.first, wasWaiting), source.second)
    }

    /** Another server, or another person at it, has nothing of what was read before. So it is when files of ours were damaged. */
    private fun meetServer() {
        val server = fingerprint(settings)
        if (store.marks.server != server) {
            store.forget(server)
            store.backOff.succeeded()
        }
        if (store.queue.isDamaged) store.forget()
    }

    /** Once it has failed, not again in this run. */
    private fun send() {
        if (!maySend) return
        val problem = sender.drain(stop)
        if (problem == null) {
            if (sender.sent > 0) store.backOff.succeeded()
            return
        }
        failure = problem
        maySend = false
        store.backOff.failed(clock.elapsedMs(), problem.retryAfterMs)
    }

    /** Reads every kind that may be read; an outcome where there is something to say, and the detail of it. */
    private fun read(): Pair<Outcome?, String> {
        val grants = when (val answer = source.grants()) {
            is Answer.Got -> answer.value
            is Answer.Unavailable -> return Outcome.SOURCE_UNAVAILABLE to answer.reason
            else -> Grants(emptySet(), wholeHistory = false)
        }
        noteRevoked(grants.kinds)
        if (grants.kinds.isEmpty()) return Outcome.NO_PERMISSION to ""
        var problem: Pair<Outcome?, String> = null to ""
        for (kind in Kind.entries.filter { it in grants.kinds }) {
            when (val end = readOne(kind, grants.wholeHistory)) {
                is ReadEnd.Unavailable -> problem = Outcome.SOURCE_UNAVAILABLE to end.reason
                ReadEnd.Full -> return Outcome.FULL to ""
                ReadEnd.Stopped -> return Outcome.STOPPED to ""
                ReadEnd.Done, ReadEnd.Revoked -> Unit
            }
        }
        return problem
    }

    private fun readOne(kind: Kind, wholeHistory: Boolean): ReadEnd {
        val reader = Reader(source, store.queue, store.marks, store.known(kind), kind, clock::wallMs, ::mayGoOn)
        val end = reader.read(wholeHistory)
        records += reader.records
        deleted += reader.deleted
        reader.doubt?.let(notices::add)
        return end
    }

    /** Between pages: what has piled up is sent, so that the queue stays small even when years are read. */
    private fun mayGoOn(): ReadEnd? {
        if (store.queue.bytes >= SEND_AT_BYTES) send()
        return when {
            stop() -> ReadEnd.Stopped
            store.queue.bytes >= store.mostBytes -> ReadEnd.Full
            else -> null
        }
    }

    private fun noteRevoked(granted: Set<Kind>) {
        for (kind in Kind.entries - granted) {
            val mark = store.marks[kind]
            if (mark.token != null || mark.reading != null) store.marks[kind] = mark.copy(revoked = true)
        }
        store.marks.save()
    }

    private fun outcome(source: Outcome?, wasWaiting: Boolean): Outcome =
        failure?.outcome
            ?: source
            ?: when {
                stop() -> Outcome.STOPPED
                wasWaiting && store.queue.items > 0 -> Outcome.WAITING
                else -> Outcome.DONE
            }

    private fun report(outcome: Outcome, detail: String): SyncReport {
        sender.notice?.let(notices::add)
        val revoked = store.marks.revoked
        if (revoked.isNotEmpty()) notices += revokedSentence(revoked)
        return SyncReport(
            outcome = outcome,
            sentence = sentence(outcome, failure?.detail ?: detail, store.queue.items),
            notices = notices.toList(),
            atMs = clock.wallMs(),
            records = records,
            deleted = deleted,
            sent = sender.sent,
            verdicts = sender.verdicts.toMap(),
            queued = store.queue.items + store.shelf.size,
            waiting = store.shelf.size,
            refusedEver = store.shelf.refusals.ever,
            refusals = store.shelf.refusals.newest,
            revoked = revoked,
            nextAttemptMs = store.backOff.remainingMs(clock.elapsedMs()),
        )
    }

    private companion object {
        const val SEND_AT_BYTES = 2L * 1024 * 1024
    }
}
