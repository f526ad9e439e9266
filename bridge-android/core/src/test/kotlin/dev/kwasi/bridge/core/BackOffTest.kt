package dev.kwasi.bridge.core

import java.io.File
import kotlin.random.Random
import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertTrue

class BackOffTest {
    private fun delays(folder: File, seed: Int): List<Long> {
        val backOff = BackOff(RealDisk, folder, Random(seed))
        return List(12) {
            backOff.failed(elapsedMs = 0)
            backOff.remainingMs(0)
        }
    }

    @Test
    fun `it doubles from a minute to four hours, shortened by at most half`() {
        for (seed in 1..20) {
            inFolder { folder ->
                delays(folder, seed).forEachIndexed { index, delay ->
                    val longest = minOf(BackOff.MOST_MS, BackOff.FIRST_MS shl index)
                    assertTrue(delay in longest / 2..longest, "failure ${index + 1} waits $delay")
                }
            }
        }
    }

    @Test
    fun `phones don't come back all at once`() {
        assertTrue((1..20).map { seed -> inFolder { delays(it, seed).last() } }.toSet().size > 15)
    }

    @Test
    fun `it passes with the time since the start, outlives the process, and ends with a restart of the phone`() = inFolder { folder ->
        BackOff(RealDisk, folder, Random(1)).failed(elapsedMs = 50_000_000, atLeastMs = 600_000)
        val again = BackOff(RealDisk, folder, Random(1))
        assertEquals(600_000, again.remainingMs(50_000_000))
        assertEquals(1, again.remainingMs(50_599_999))
        assertEquals(0, again.remainingMs(50_600_000))
        assertEquals(0, again.remainingMs(10_000), "the phone was started anew")
        again.succeeded()
        assertEquals(0, BackOff(RealDisk, folder, Random(1)).remainingMs(50_000_001))
    }

    @Test
    fun `the server may ask for more, up to a day`() = inFolder { folder ->
        val backOff = BackOff(RealDisk, folder, Random(1))
        backOff.failed(0, atLeastMs = Long.MAX_VALUE)
        assertEquals(BackOff.MOST_ASKED_MS, backOff.remainingMs(0))
    }
}
