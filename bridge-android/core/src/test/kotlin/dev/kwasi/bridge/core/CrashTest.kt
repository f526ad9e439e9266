package dev.kwasi.bridge.core

import java.io.File
import kotlin.random.Random
import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertTrue

/** The power fails at every single write of a run, and at random ones of a longer life. */
class CrashTest {
    private val clock = FakeClock()

    private fun truth(source: FakeSource): List<Double> = source.records.values
        .flatMap { samplesOf(it, 0) }.map { it.value!! }.sorted()

    private fun life(source: FakeSource, server: FakeServer, folder: File, disk: Disk = quickDisk()): Boolean =
        try {
            Sync(source, server, clock, folder, disk = disk, random = Random(1)) { PAIRED }.run(Trigger.PERSON)
            true
        } catch (_: PowerFailed) {
            false
        }

    private fun filled() = FakeSource().apply {
        (1..12).forEach { put(steps("s$it", it.toDouble(), startMs = NOW - it * DAY)) }
        put(beats("b", 60.5, 61.5, 62.5))
    }

    @Test
    fun `the power fails at each write of the first run`() {
        var failsAt = 0
        do {
            failsAt++
            val isDone = inFolder { folder ->
                val source = filled()
                val server = FakeServer()
                life(source, server, folder, FragileDisk(failsAt)).also {
                    assertTrue(life(source, server, folder))
                    assertEquals(truth(source), server.values().values.sorted(), "the power failed at write $failsAt")
                }
            }
        } while (!isDone)
        assertTrue(failsAt > 15, "$failsAt writes")
    }

    @Test
    fun `the power fails at each write of a run that has to find out what was deleted`() {
        var failsAt = 0
        do {
            failsAt++
            val isDone = inFolder { folder ->
                val source = filled()
                val server = FakeServer()
                life(source, server, folder)
                source.delete("s3")
                source.delete("b")
                source.put(steps("s4", 44.0, modifiedMs = NOW + 1, startMs = NOW - 4 * DAY))
                source.put(steps("s13", 13.0, modifiedMs = NOW + 1))
                source.loseTokens()
                life(source, server, folder, FragileDisk(failsAt)).also {
                    assertTrue(life(source, server, folder))
                    assertEquals(truth(source), server.values().values.sorted(), "the power failed at write $failsAt")
                }
            }
        } while (!isDone)
        assertTrue(failsAt > 10, "$failsAt writes")
    }

    @Test
    fun `hundreds of lives with changes, deletions, lost tokens, lost answers and power failures`() {
        (1..25).forEach { seed -> inFolder { folder -> lives(Random(seed), folder, seed) } }
    }

    private fun lives(random: Random, folder: File, seed: Int) {
        val source = FakeSource()
        val server = FakeServer()
        var number = 0
        repeat(40) {
            clock.pass(900_000 - if (random.nextInt(15) == 0) DAY else 0)
            repeat(random.nextInt(4)) {
                val old = source.records.values.randomOrNull(random)
                when (random.nextInt(4)) {
                    0 -> old?.let { source.delete(it.meta.id) }
                    1 -> old?.let { source.put(again(it, ++number)) }
                    else -> source.put(steps("s${++number}", number + 0.5, clock.wall + number, NOW + number * 1_000L))
                }
            }
            if (random.nextInt(12) == 0) source.loseTokens()
            source.granted = if (random.nextInt(10) == 0) emptySet() else setOf(Kind.STEPS)
            if (random.nextInt(3) == 0) server.instead += Reply.Failed("timeout")
            life(source, server, folder, if (random.nextBoolean()) FragileDisk(random.nextInt(1, 12)) else quickDisk())
            server.instead.clear()
        }
        source.granted = setOf(Kind.STEPS)
        assertTrue(life(source, server, folder))
        assertEquals(truth(source), server.values().values.sorted(), "seed $seed")
    }

    /** With another value, written now: later than before, unless the clock was set back. */
    private fun again(record: HealthRecord, number: Int) =
        steps(record.meta.id, -number - 0.5, clock.wall + number, record.meta.startMs)
}
