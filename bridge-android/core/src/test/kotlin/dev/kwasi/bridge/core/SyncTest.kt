package dev.kwasi.bridge.core

import java.io.File
import java.io.RandomAccessFile
import kotlin.random.Random
import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertFalse
import kotlin.test.assertNull
import kotlin.test.assertTrue

/** Reading: first, changed, deleted, forgotten, revoked. Sending has [SendTest]. */
class SyncTest {
    private val source = FakeSource()
    private val server = FakeServer()
    private val clock = FakeClock()

    private fun sync(folder: File, mostBytes: Long = Sync.MOST_BYTES) =
        Sync(source, server, clock, folder, mostBytes, random = Random(1)) { PAIRED }

    private fun File.run(): SyncReport = sync(this).run().also { clock.pass(900_000) }

    private fun there(): List<Double> = server.values().values.sorted()

    @Test
    fun `the first run reads what there is, in pages, and the next one nothing`() = inFolder { folder ->
        (1..10).forEach { source.put(steps("s$it", it.toDouble(), startMs = NOW - it * DAY)) }
        val first = folder.run()
        assertEquals(Outcome.DONE, first.outcome)
        assertEquals(Triple(10, 10, mapOf("stored" to 10)), Triple(first.records, first.sent, first.verdicts))
        assertEquals((1..10).map(Int::toDouble), there())
        assertEquals(0, folder.run().sent)
        assertEquals(1, server.batches.size)
    }

    @Test
    fun `changed, shrunk and deleted records are so at the server`() = inFolder { folder ->
        source.put(steps("s", 1.0))
        source.put(beats("b", 60.0, 61.0, 62.0))
        folder.run()
        source.put(steps("s", 5.0, modifiedMs = NOW + 1))
        source.put(beats("b", 60.0, 99.0, modifiedMs = NOW + 1))
        folder.run()
        assertEquals(listOf(5.0, 60.0, 99.0), there())
        source.put(beats("b", modifiedMs = NOW + 2))
        folder.run()
        assertEquals(listOf(5.0), there(), "a record that has lost all its samples has none at the server")
        source.delete("s")
        folder.run()
        assertEquals(emptyList(), there())
    }

    @Test
    fun `a record that comes back under its id is there again, even from before by the clock`() = inFolder { folder ->
        source.put(steps("s", 1.0))
        folder.run()
        source.delete("s")
        folder.run()
        source.put(steps("s", 2.0, modifiedMs = NOW - DAY))
        folder.run()
        assertEquals(listOf(2.0), there())
        source.put(steps("s", 3.0, modifiedMs = NOW - 2 * DAY))
        folder.run()
        assertEquals(listOf(3.0), there(), "changed while the clock was set back")
        source.delete("s")
        source.put(steps("s", 4.0, modifiedMs = NOW - DAY))
        folder.run()
        assertEquals(listOf(4.0), there(), "deleted and written anew in one page")
    }

    @Test
    fun `with the token lost, changes, deletions and new records of meanwhile are found, and nothing else is sent`() = inFolder { folder ->
        (1..8).forEach { source.put(steps("s$it", it.toDouble(), startMs = NOW - it * DAY)) }
        folder.run()
        source.delete("s2")
        source.put(steps("s3", 33.0, modifiedMs = NOW + 5, startMs = NOW - 3 * DAY))
        source.put(steps("s9", 9.0, modifiedMs = NOW + 6))
        source.loseTokens()
        clock.pass(20 * DAY)
        val report = folder.run()
        assertEquals(listOf(1.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 33.0), there())
        assertEquals(3, report.sent)
    }

    @Test
    fun `a token that outlived the changes it stands for is not believed`() = inFolder { folder ->
        (1..3).forEach { source.put(steps("s$it", it.toDouble(), startMs = NOW - it * DAY)) }
        folder.run()
        source.delete("s2")
        source.put(steps("s4", 4.0))
        source.forgetChanges()
        clock.pass(30 * DAY)
        folder.run()
        assertEquals(listOf(1.0, 3.0, 4.0), there())
    }

    @Test
    fun `after months away all that was written since is read`() = inFolder { folder ->
        source.put(steps("old", 1.0))
        folder.run()
        source.loseTokens()
        (1..5).forEach { source.put(steps("s$it", 10.0 + it, modifiedMs = NOW + it * 30 * DAY, startMs = NOW + it * 30 * DAY)) }
        clock.pass(200 * DAY)
        folder.run()
        assertEquals(listOf(1.0, 11.0, 12.0, 13.0, 14.0, 15.0), there())
    }

    @Test
    fun `what Health Connect may not show any more is not taken for deleted`() = inFolder { folder ->
        source.wholeHistory = true
        (1..70 step 3).forEach { source.put(steps("s$it", it.toDouble(), startMs = NOW - it * DAY)) }
        folder.run()
        source.wholeHistory = false
        source.readableFrom = NOW - 30 * DAY
        source.delete("s4")
        source.loseTokens()
        folder.run()
        assertEquals((1..70 step 3).map(Int::toDouble) - 4.0, there())
    }

    @Test
    fun `a Health Connect that has lost everything takes nothing along`() = inFolder { folder ->
        (1..Reader.MANY).forEach { source.put(steps("s$it", it.toDouble(), startMs = NOW - it)) }
        folder.run()
        (1..Reader.MANY).forEach { source.delete("s$it") }
        source.loseTokens()
        assertTrue(folder.run().notices.any { "is kept" in it })
        assertEquals(Reader.MANY, there().size)
    }

    @Test
    fun `the older history is read once it is allowed`() = inFolder { folder ->
        source.readableFrom = NOW - 30 * DAY
        listOf(1, 100, 900).forEach { source.put(steps("s$it", it.toDouble(), startMs = NOW - it * DAY)) }
        folder.run()
        assertEquals(listOf(1.0), there())
        source.wholeHistory = true
        assertEquals(2, folder.run().sent)
        assertEquals(listOf(1.0, 100.0, 900.0), there())
        source.asked.clear()
        folder.run()
        assertTrue(source.asked.none { it.startsWith("read") }, "only once")
    }

    @Test
    fun `a kind that may not be read doesn't hold up the others, and nothing of it is missed`() = inFolder { folder ->
        source.put(steps("s1", 1.0))
        source.put(beats("b1", 60.0))
        folder.run()
        source.granted = setOf(Kind.STEPS)
        source.put(steps("s2", 2.0, modifiedMs = NOW + 1, startMs = NOW))
        source.put(beats("b2", 61.0, modifiedMs = NOW + 1, startMs = NOW))
        source.delete("b1")
        val report = folder.run()
        assertEquals(listOf(1.0, 2.0, 60.0), there())
        assertEquals(setOf(Kind.HEART_RATE), report.revoked)
        assertTrue(report.notices.any { "heart rate" in it })
        source.granted = setOf(Kind.STEPS, Kind.HEART_RATE)
        assertEquals(emptySet(), folder.run().revoked)
        assertEquals(listOf(1.0, 2.0, 61.0), there())
    }

    @Test
    fun `nothing to read, nowhere to send`() = inFolder { folder ->
        source.granted = emptySet()
        assertEquals(Outcome.NO_PERMISSION, folder.run().outcome)
        source.unavailable = "Health Connect is being updated."
        assertEquals("Health Connect is being updated.", folder.run().sentence)
        val unpaired = Sync(source, server, clock, folder) { null }.run()
        assertEquals(Outcome.NOT_PAIRED, unpaired.outcome)
    }

    @Test
    fun `when the queue is full no more is read, and later all of it is there`() = inFolder { folder ->
        (1..60).forEach { source.put(steps("s$it", it.toDouble(), startMs = NOW - it * 1_000)) }
        repeat(3) { server.instead += Reply.Failed("no network") }
        val full = sync(folder, mostBytes = 4_000).run(Trigger.PERSON)
        assertTrue(full.queued in 1..40, "${full.queued} are queued")
        server.instead.clear()
        repeat(12) { sync(folder, mostBytes = 4_000).run(Trigger.PERSON) }
        assertEquals((1..60).map(Int::toDouble), there())
    }

    @Test
    fun `stopped at any step, the next run goes on`() {
        for (after in 0..25) {
            inFolder { folder ->
                val source = FakeSource().apply { (1..20).forEach { put(steps("s$it", it.toDouble(), startMs = NOW - it * 1_000)) } }
                val server = FakeServer()
                var left = after
                Sync(source, server, clock, folder) { PAIRED }.run { left-- <= 0 }
                Sync(source, server, clock, folder) { PAIRED }.run()
                assertEquals((1..20).map(Int::toDouble), server.values().values.sorted(), "stopped after $after")
            }
        }
    }

    @Test
    fun `another server gets everything`() = inFolder { folder ->
        source.put(steps("s", 1.0))
        folder.run()
        val other = FakeServer()
        Sync(source, other, clock, folder) { PAIRED.copy(serverUrl = "https://new.example.org") }.run()
        assertEquals(listOf(1.0), other.values().values.toList())
        sync(folder).readAgain()
        assertEquals(1, folder.run().sent)
    }

    @Test
    fun `two runs at once are kept apart`() = inFolder { folder ->
        RandomAccessFile(File(folder, "lock"), "rw").channel.use { channel ->
            channel.lock().use { assertEquals(Outcome.ALREADY_RUNNING, folder.run().outcome) }
        }
        assertEquals(Outcome.DONE, folder.run().outcome)
    }

    @Test
    fun `a full disk is said, and ends nothing`() = inFolder { folder ->
        source.put(steps("s", 1.0))
        assertEquals(Outcome.STORAGE, Sync(source, server, clock, folder, disk = FullDisk) { PAIRED }.run().outcome)
        folder.run()
        assertEquals(listOf(1.0), there())
    }

    @Test
    fun `the last report can be read again`() = inFolder { folder ->
        assertNull(sync(folder).lastReport())
        source.put(steps("s", 1.0))
        val report = folder.run()
        assertEquals(report, sync(folder).lastReport())
        File(folder, "report.json").writeText("{")
        assertNull(sync(folder).lastReport())
        assertFalse(PAIRED.secret in folder.listFiles()!!.joinToString { it.readText() }, "the secret is not in our files")
    }

    @Test
    fun `damaged small files cost work, not measurements`() {
        for (name in listOf("marks.json", "head.json", "backoff.json", "waiting.json", "refusals.json", "report.json")) {
            inFolder { folder ->
                val source = FakeSource().apply { put(steps("s", 1.0)) }
                val server = FakeServer()
                Sync(source, server, clock, folder) { PAIRED }.run()
                File(folder, name).writeText("{\"x\":")
                source.put(steps("s", 2.0, modifiedMs = NOW + 1))
                assertEquals(Outcome.DONE, Sync(source, server, clock, folder) { PAIRED }.run().outcome, name)
                assertEquals(listOf(2.0), server.values().values.toList(), name)
            }
        }
    }
}
