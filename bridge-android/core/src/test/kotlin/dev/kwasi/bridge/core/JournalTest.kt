package dev.kwasi.bridge.core

import java.io.File
import kotlin.random.Random
import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertFalse
import kotlin.test.assertTrue

class JournalTest {
    private fun payloads(file: File): List<String> =
        ArrayList<String>().also { found -> Journal(RealDisk, file).scan(0) { one, _ -> found.add(one.decodeToString()) } }

    @Test
    fun `what was added is found again in its order`() = inFolder { folder ->
        val file = File(folder, "log")
        Journal(RealDisk, file).append(listOf("one", "", "three").map(String::encodeToByteArray))
        Journal(RealDisk, file).append(listOf("four".encodeToByteArray()))
        assertEquals(listOf("one", "", "three", "four"), payloads(file))
    }

    @Test
    fun `torn at any byte, it has every frame before that, and takes the next one`() = inFolder { folder ->
        val whole = File(folder, "whole")
        val words = listOf("alpha", "beta", "gamma")
        Journal(RealDisk, whole).append(words.map(String::encodeToByteArray))
        val bytes = whole.readBytes()
        val ends = words.runningFold(0) { at, word -> at + 8 + word.length }
        for (length in 0..bytes.size) {
            val torn = File(folder, "torn").apply { writeBytes(bytes.copyOf(length)) }
            val left = words.take(ends.count { it <= length } - 1)
            assertEquals(left, payloads(torn), "cut at $length")
            val journal = Journal(RealDisk, torn)
            assertEquals(length !in ends, journal.isTorn())
            journal.append(listOf("next".encodeToByteArray()))
            assertEquals(left + "next", payloads(torn), "added after a cut at $length")
        }
    }

    @Test
    fun `with any one bit turned, nothing wrong is read`() = inFolder { folder ->
        val file = File(folder, "log")
        val words = listOf("alpha", "beta", "gamma")
        Journal(RealDisk, file).append(words.map(String::encodeToByteArray))
        val bytes = file.readBytes()
        for (bit in 0 until bytes.size * 8) {
            val turned = bytes.copyOf().also { it[bit / 8] = (it[bit / 8].toInt() xor (1 shl bit % 8)).toByte() }
            val damaged = File(folder, "damaged").apply { writeBytes(turned) }
            val found = payloads(damaged)
            assertEquals(words.take(found.size), found, "bit $bit")
            assertTrue(found.size < words.size)
        }
    }

    @Test
    fun `garbage is an empty journal`() = inFolder { folder ->
        val file = File(folder, "log").apply { writeBytes(Random(5).nextBytes(300)) }
        assertEquals(emptyList(), payloads(file))
        assertTrue(Journal(RealDisk, file).isTorn())
        assertFalse(Journal(RealDisk, File(folder, "none")).isTorn())
    }
}
