package dev.kwasi.bridge.core

import kotlinx.serialization.decodeFromString
import kotlinx.serialization.encodeToString
import java.io.File
import java.nio.ByteBuffer
import java.nio.channels.FileChannel
import java.nio.file.Files
import java.nio.file.StandardCopyOption.ATOMIC_MOVE
import java.nio.file.StandardCopyOption.REPLACE_EXISTING
import java.nio.file.StandardOpenOption.CREATE
import java.nio.file.StandardOpenOption.READ
import java.nio.file.StandardOpenOption.TRUNCATE_EXISTING
import java.nio.file.StandardOpenOption.WRITE

/**
 * All that changes files. When a call returns, its effect outlives a loss of power; when it throws an IOException, [append] may have
 * written a part, the others nothing.
 */
interface Disk {
    /** Adds [bytes] at the end of [file], which is made when missing. */
    fun append(file: File, bytes: ByteArray)

    /** [file] has [bytes] and nothing else, or, after a crash, what it had. */
    fun replace(file: File, bytes: ByteArray)

    /** Cuts [file] off after [length] bytes. */
    fun truncate(file: File, length: Long)

    /** [file] is gone; it may have been before. */
    fun delete(file: File)
}

/** The phone's own. */
object RealDisk : Disk {
    override fun append(file: File, bytes: ByteArray) {
        val isNew = !file.exists()
        FileChannel.open(file.toPath(), WRITE, CREATE).use { channel ->
            channel.position(channel.size())
            channel.writeWhole(bytes)
        }
        if (isNew) settle(file)
    }

    override fun replace(file: File, bytes: ByteArray) {
        val draft = File(file.path + ".new")
        FileChannel.open(draft.toPath(), WRITE, CREATE, TRUNCATE_EXISTING).use { it.writeWhole(bytes) }
        Files.move(draft.toPath(), file.toPath(), ATOMIC_MOVE, REPLACE_EXISTING)
        settle(file)
    }

    override fun truncate(file: File, length: Long) {
        FileChannel.open(file.toPath(), WRITE).use { channel ->
            channel.truncate(length)
            channel.force(true)
        }
    }

    override fun delete(file: File) {
        Files.deleteIfExists(file.toPath())
    }

    private fun FileChannel.writeWhole(bytes: ByteArray) {
        val buffer = ByteBuffer.wrap(bytes)
        while (buffer.hasRemaining()) write(buffer)
        force(true)
    }

    /** A name in a folder is on the disk once the folder is. */
    private fun settle(file: File) {
        FileChannel.open(file.absoluteFile.parentFile.toPath(), READ).use { it.force(true) }
    }
}

/**
 * What a small file of ours says; null where there is none. One that can't be read counts as none: a crash never leaves such a file, and
 * all of them can be made anew by reading and sending again.
 */
internal inline fun <reified T> read(file: File): T? =
    try {
        if (file.exists()) json.decodeFromString<T>(file.readText()) else null
    } catch (_: IllegalArgumentException) {
        null
    }

/** [value] is in the file when this returns. */
internal inline fun <reified T> Disk.write(file: File, value: T) = replace(file, json.encodeToString(value).encodeToByteArray())
