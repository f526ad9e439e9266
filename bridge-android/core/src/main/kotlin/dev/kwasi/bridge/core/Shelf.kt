package dev.kwasi.bridge.core

import kotlinx.serialization.Serializable
import java.io.File

/** A sample from the future: to be sent again at [dueMs], by the wall clock. */
@Serializable
internal data class Waiting(val dueMs: Long, val clientId: String, val line: String)

@Serializable
internal data class Refusals(val ever: Int = 0, val newest: List<Refusal> = emptyList())

/**
 * What is not on its way: samples that are to come later, and the newest of those that the server will not have.
 *
 * Both are bounded: of samples from the future, more than [MOST_WAITING] are refused.
 */
internal class Shelf(private val disk: Disk, folder: File) {
    private val waitingFile = File(folder, "waiting.json")
    private val refusalsFile = File(folder, "refusals.json")
    private var waiting: List<Waiting> = read(waitingFile) ?: emptyList()

    var refusals: Refusals = read(refusalsFile) ?: Refusals()
        private set

    val size: Int get() = waiting.size

    /** Keeps samples that come later; on the disk when this returns. Returns those that there is no room for. */
    fun wait(more: List<Waiting>): List<Waiting> {
        if (more.isEmpty()) return emptyList()
        val room = maxOf(0, MOST_WAITING - waiting.size)
        keep(waiting + more.take(room))
        return more.drop(room)
    }

    /** Keeps what was refused; on the disk when this returns. */
    fun refuse(more: List<Refusal>) {
        if (more.isEmpty()) return
        refusals = Refusals(refusals.ever + more.size, (refusals.newest + more).takeLast(MOST_REFUSALS))
        disk.write(refusalsFile, refusals)
    }

    /** Moves what is due by [wallMs] to the end of [queue]. The clock may have been set back: nothing waits for more than a day. */
    fun due(wallMs: Long, queue: Queue) {
        val (now, later) = waiting.partition { it.dueMs <= wallMs || it.dueMs > wallMs + LONGEST_MS }
        if (now.isEmpty()) return
        queue.add(now.groupBy { it.clientId }.map { (id, rows) -> Entry(deletes = false, id, rows.map { it.line }) })
        keep(later)
    }

    /** Forgets what was refused. */
    fun clear() {
        refusals = Refusals()
        disk.delete(refusalsFile)
    }

    private fun keep(rows: List<Waiting>) {
        waiting = rows
        disk.write(waitingFile, rows)
    }

    internal companion object {
        const val MOST_WAITING = 5_000
        const val MOST_REFUSALS = 100
        const val LONGEST_MS = 24 * 3_600_000L
        const val SOONEST_MS = 3_600_000L
    }
}
