package dev.kwasi.bridge.core

import kotlinx.serialization.Serializable
import java.io.File
import kotlin.random.Random

/** A failure that has to be waited out: [failures] in a row, [delayMs] from [atElapsedMs] on. */
@Serializable
internal data class Wait(val failures: Int, val delayMs: Long, val atElapsedMs: Long)

/**
 * How long the server is left alone after failures: a minute, then twice as long each time up to four hours, each shortened by chance
 * by up to half, so that phones don't all come at once; never shorter than the server asked for.
 *
 * Goes by the time since the phone started, which nobody sets; after a restart one attempt is free.
 */
internal class BackOff(private val disk: Disk, folder: File, private val random: Random) {
    private val file = File(folder, "backoff.json")
    private var wait: Wait? = read(file)

    /** Milliseconds until the next attempt; 0: now. */
    fun remainingMs(elapsedMs: Long): Long {
        val now = wait ?: return 0
        val passed = elapsedMs - now.atElapsedMs
        return if (passed < 0) 0 else maxOf(0, now.delayMs - passed)
    }

    /** An attempt failed; the server asked for [atLeastMs], which is believed up to a day. */
    fun failed(elapsedMs: Long, atLeastMs: Long = 0) {
        val failures = (wait?.failures ?: 0) + 1
        val longest = minOf(MOST_MS, FIRST_MS shl minOf(failures - 1, DOUBLINGS))
        val delay = longest / 2 + random.nextLong(longest / 2 + 1)
        keep(Wait(failures, maxOf(delay, atLeastMs.coerceIn(0, MOST_ASKED_MS)), elapsedMs))
    }

    /** The server answered as it should. */
    fun succeeded() {
        if (wait == null) return
        wait = null
        disk.delete(file)
    }

    private fun keep(next: Wait) {
        wait = next
        disk.write(file, next)
    }

    internal companion object {
        const val FIRST_MS = 60_000L
        const val MOST_MS = 4 * 3_600_000L
        const val MOST_ASKED_MS = 24 * 3_600_000L
        private const val DOUBLINGS = 20
    }
}
