package dev.kwasi.bridge.core

import java.io.File
import kotlin.random.Random
import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith
import kotlin.test.assertNull
import kotlin.test.assertTrue

class QueueTest {
    private fun entry(number: Int, lines: Int = 1) = Entry(number % 5 == 0, "record-$number", List(lines) { "{\"n\":$number.$it}" })

    private fun drained(queue: Queue): List<String> = generateSequence { queue.front(10, 1_000)?.also(queue::advance) }
        .flatMap { it.entries }.map { it.clientId }.toList()

    @Test
    fun `it gives what it took, in order, also when opened anew`() = inFolder { folder ->
        Queue(RealDisk, folder).add((1..25).map(::entry))
        val again = Queue(RealDisk, folder)
        assertEquals(25, again.items)
        assertEquals((1..25).map { "record-$it" }, drained(again))
        assertEquals(0, again.items)
        assertEquals(0, again.bytes)
        assertNull(Queue(RealDisk, folder).front(10, 1_000))
    }

    @Test
    fun `an entry keeps what it is`() = inFolder { folder ->
        Queue(RealDisk, folder).add(listOf(Entry(true, "é", listOf("{}", "{\"a\":\"b\"}"))))
        val found = Queue(RealDisk, folder).front(10, 1_000)!!.entries.single()
        assertEquals(Triple(true, "é", listOf("{}", "{\"a\":\"b\"}")), Triple(found.deletes, found.clientId, found.lines))
    }

    @Test
    fun `a front holds no more than asked, but always one entry`() = inFolder { folder ->
        val queue = Queue(RealDisk, folder)
        queue.add(listOf(entry(1, 4), entry(2, 4), entry(3, 40)))
        assertEquals(listOf("record-1", "record-2"), queue.front(10, 100_000)!!.entries.map { it.clientId })
        assertEquals(1, queue.front(10, 1)!!.entries.size)
        queue.advance(queue.front(10, 100_000)!!)
        assertEquals(40, queue.front(10, 100_000)!!.entries.single().lines.size)
    }

    @Test
    fun `files are given back as it empties`() = inFolder { folder ->
        val queue = Queue(RealDisk, folder)
        repeat(30) { queue.add(listOf(Entry(false, "big-$it", listOf("x".repeat(200_000))))) }
        assertTrue(folder.listFiles()!!.count { it.name.startsWith("queue-") } > 3)
        assertEquals((0 until 30).map { "big-$it" }, drained(queue))
        assertEquals(0, folder.listFiles()!!.count { it.name.startsWith("queue-") })
    }

    @Test
    fun `damage in the midst is noticed, and what follows in other files is kept`() = inFolder { folder ->
        val queue = Queue(RealDisk, folder)
        repeat(20) { queue.add(listOf(Entry(false, "big-$it", listOf("x".repeat(200_000))))) }
        val first = folder.listFiles()!!.filter { it.name.startsWith("queue-") }.minBy { it.name }
        first.writeBytes(first.readBytes().also { it[300_000] = 7 })
        val again = Queue(RealDisk, folder)
        assertTrue(again.isDamaged)
        assertTrue("big-19" in drained(again))
    }

    @Test
    fun `a head that can't be read sends again rather than never`() = inFolder { folder ->
        val queue = Queue(RealDisk, folder)
        queue.add((1..4).map(::entry))
        queue.advance(queue.front(2, 1_000)!!)
        File(folder, "head.json").writeText("{\"seg")
        assertEquals((1..4).map { "record-$it" }, drained(Queue(RealDisk, folder)))
    }

    @Test
    fun `power that fails at any write loses nothing that was promised`() {
        for (seed in 1..4) {
            for (failsAt in 1..60) inFolder { folder -> life(folder, Random(seed), failsAt) }
        }
    }

    /** Adds and sends until the power fails, then opens anew: all that was added and not sent has to be there, in order. */
    private fun life(folder: File, random: Random, failsAt: Int) {
        val promised = ArrayDeque<String>()
        var adding = emptyList<String>()
        var passing = 0
        assertFailsWith<PowerFailed> {
            val queue = Queue(FragileDisk(failsAt), folder)
            var number = 0
            while (true) {
                if (random.nextInt(3) > 0) {
                    val entries = List(random.nextInt(1, 4)) { entry(++number) }
                    adding = entries.map { it.clientId }
                    queue.add(entries)
                    promised += adding
                    adding = emptyList()
                } else {
                    val front = queue.front(3, 1_000) ?: continue
                    passing = front.entries.size
                    queue.advance(front)
                    repeat(passing) { promised.removeFirst() }
                    passing = 0
                }
            }
        }
        val found = drained(Queue(RealDisk, folder))
        val whole = listOf(promised.toList(), promised.drop(passing)) // being passed, they may be gone or not
        val begun = (0..adding.size).map(adding::take) // being added, they may be there or not
        assertTrue(whole.any { sure -> begun.any { found == sure + it } }, "power failed at write $failsAt: $found, not $whole")
    }
}
