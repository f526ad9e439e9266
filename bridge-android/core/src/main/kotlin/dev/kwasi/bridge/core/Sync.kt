package dev.kwasi.bridge.core

import java.io.File
import java.io.IOException
import java.io.RandomAccessFile
import java.nio.channels.OverlappingFileLockException
import java.security.MessageDigest
import kotlin.random.Random

/** Who asked for a run. */
enum class Trigger {
    /** The periodic job: waits out a back-off. */
    JOB,

    /** The person, with a button: tries at once. */
    PERSON,
}

/**
 * One run: reads what is new, keeps it on disk, sends what is kept. See [run].
 *
 * @param source Health Connect.
 * @param transport [UrlTransport] in the app.
 * @param state a folder of our own in the app's private files (never in backups); it is made when missing.
 * @param settings asked once a run; null while the phone is not paired.
 * @param mostBytes how much is kept for sending at most; beyond it nothing more is read.
 */
class Sync(
    private val source: RecordSource,
    private val transport: Transport,
    private val clock: Clock,
    private val state: File,
    private val mostBytes: Long = MOST_BYTES,
    private val disk: Disk = RealDisk,
    private val random: Random = Random.Default,
    private val settings: () -> Settings?,
) {
    private val reportFile = File(state, "report.json")

    /**
     * Blocks until everything is read and sent, or something stands in the way; throws nothing. Any thread but the main one; two runs
     * at once are kept apart. [stop] is asked between steps (a step is one page or one request): true ends the run cleanly.
     */
    fun run(trigger: Trigger = Trigger.JOB, stop: () -> Boolean = { false }): SyncReport {
        val server = settings() ?: return SyncReport(Outcome.NOT_PAIRED, sentence(Outcome.NOT_PAIRED), atMs = clock.wallMs())
        return alone { kept(Run(source, transport, clock, Store(disk, state, random, mostBytes), server, stop).whole(trigger)) }
    }

    /** Asks the server whether address and secret are right, sending nothing. The report's outcome is DONE when they are. */
    fun tryConnection(settings: Settings): SyncReport =
        alone {
            val store = Store(disk, state, random, mostBytes)
            val sender = Sender(settings, transport, clock, store.queue, store.shelf)
            val failure = sender.knock()
            val words = if (failure == null) "The server answers and knows this phone." else sentence(failure.outcome, failure.detail)
            SyncReport(failure?.outcome ?: Outcome.DONE, words, listOfNotNull(sender.notice), clock.wallMs())
        }

    /** What the last run said, null before the first; for the screen. */
    fun lastReport(): SyncReport? =
        try {
            read(reportFile)
        } catch (_: IOException) {
            null
        }

    /** Forgets what was read and what was refused, so that the next run reads everything anew; what is queued stays queued. */
    fun readAgain(): SyncReport =
        alone {
            Store(disk, state, random, mostBytes).apply { forget() }.shelf.clear()
            SyncReport(Outcome.DONE, "Everything will be read and sent again with the next sync.", atMs = clock.wallMs())
        }

    /** The report as [lastReport] gives it; a disk that can't take it has been told of already. */
    private fun kept(report: SyncReport): SyncReport {
        disk.write(reportFile, report)
        return report
    }

    /** [work] while no other run is under way; storage that fails ends it with a report. */
    private fun alone(work: () -> SyncReport): SyncReport =
        try {
            if (!state.isDirectory && !state.mkdirs()) throw IOException("no folder")
            RandomAccessFile(File(state, "lock"), "rw").channel.use { channel ->
                val lock = try {
                    channel.tryLock()
                } catch (_: OverlappingFileLockException) {
                    null
                }
                if (lock == null) report(Outcome.ALREADY_RUNNING) else work()
            }
        } catch (_: IOException) {
            report(Outcome.STORAGE)
        }

    private fun report(outcome: Outcome) = SyncReport(outcome, sentence(outcome), atMs = clock.wallMs(), nextAttemptMs = RETRY_MS)

    companion object {
        /** The bound of what is kept for sending: about a year of a busy watch. */
        const val MOST_BYTES = 128L * 1024 * 1024
        internal const val RETRY_MS = 60_000L
    }
}

/** What is kept in the state folder. Opening it clears away what an earlier crash left behind. */
internal class Store(private val disk: Disk, private val folder: File, random: Random, val mostBytes: Long) {
    val queue = Queue(disk, folder)
    val shelf = Shelf(disk, folder)
    val marks = Marks(disk, folder)
    val backOff = BackOff(disk, folder, random)

    init {
        marks.recover(queue.notes)
    }

    fun known(kind: Kind) = Known(disk, folder, kind)

    /** Everything is to be read anew, for [server]. First what is known, then the marks: in between, nothing counts as missing. */
    fun forget(server: String = marks.server) {
        Kind.entries.forEach { known(it).clear() }
        marks.forget(server)
    }
}

/** Names a server and a person at it, without giving the secret away. */
internal fun fingerprint(settings: Settings): String =
    MessageDigest.getInstance("SHA-256")
        .digest("${settings.serverUrl}\n${settings.secret}".encodeToByteArray())
        .joinToString("") { "%02x".format(it) }
