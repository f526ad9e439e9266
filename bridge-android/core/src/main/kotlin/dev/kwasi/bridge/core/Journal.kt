package dev.kwasi.bridge.core

import java.io.DataInputStream
import java.io.File
import java.nio.ByteBuffer
import java.util.zip.CRC32

/**
 * A file of frames that is only added to: length, CRC-32 of the payload, payload.
 *
 * A crash while adding leaves a frame that doesn't check at the end; it and what follows were never promised, are not read, and are cut
 * off before the next frame is added.
 */
internal class Journal(private val disk: Disk, val file: File) {
    /** The bytes that check, once known; only this object adds to the file. */
    private var sound = -1L

    /** How many bytes of the file are whole frames. */
    fun length(): Long {
        if (sound < 0) sound = scan(0) { _, _ -> true }
        return sound
    }

    /** True where the file holds more than its whole frames: a torn end, or damage. */
    fun isTorn(): Boolean = file.length() != length()

    /** Adds payloads with one write; all of them are on the disk when this returns. */
    fun append(payloads: List<ByteArray>) {
        if (payloads.isEmpty()) return
        if (isTorn()) disk.truncate(file, sound)
        val frames = frames(payloads)
        val before = sound
        sound = -1 // until the write is through, only the file itself knows
        disk.append(file, frames)
        sound = before + frames.size
    }

    /** The file holds [payloads] and nothing else, or, after a crash, what it held. */
    fun replace(payloads: List<ByteArray>) {
        sound = -1
        disk.replace(file, frames(payloads))
    }

    /** The file is gone. */
    fun delete() {
        sound = -1
        disk.delete(file)
    }

    /** The size of the first payload, 0 where there is none. */
    fun first(): Int = if (length() == 0L) 0 else DataInputStream(file.inputStream()).use { it.readInt() }

    /** Every payload from [offset] on, with the offset after it, until [each] returns false. Returns the offset after the last. */
    fun scan(offset: Long, each: (ByteArray, Long) -> Boolean): Long {
        if (!file.exists()) return 0
        var at = offset
        val end = file.length()
        DataInputStream(file.inputStream().apply { channel.position(offset) }.buffered(BUFFER)).use { input ->
            while (end - at >= HEADER) {
                val size = input.readInt()
                val expected = input.readInt()
                if (size < 0 || size > end - at - HEADER) break
                val payload = ByteArray(size).also(input::readFully)
                if (checksum(payload) != expected) break
                at += HEADER + size
                if (!each(payload, at)) break
            }
        }
        return at
    }

    private fun frames(payloads: List<ByteArray>): ByteArray {
        val frames = ByteBuffer.allocate(payloads.sumOf { HEADER + it.size })
        payloads.forEach { frames.putInt(it.size).putInt(checksum(it)).put(it) }
        return frames.array()
    }

    private fun checksum(payload: ByteArray): Int = CRC32().apply { update(payload) }.value.toInt()

    private companion object {
        const val HEADER = 8
        const val BUFFER = 1 shl 16
    }
}
