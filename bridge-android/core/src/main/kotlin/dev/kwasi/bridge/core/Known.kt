package dev.kwasi.bridge.core

import java.io.ByteArrayInputStream
import java.io.ByteArrayOutputStream
import java.io.DataInputStream
import java.io.DataOutputStream
import java.io.File

/**
 * What was last seen of a record: when it was modified there, the version it was sent as, its start, and in which reading of
 * everything it was seen.
 */
internal data class Seen(val modifiedMs: Long, val version: Long, val startMs: Long, val reading: Int)

/**
 * The records of one kind that the source had, so that what is unchanged isn't sent again and what is missing is noticed.
 *
 * Kept for [KEPT_MS] after a record's start; in memory only where it is asked for.
 */
internal class Known(disk: Disk, folder: File, kind: Kind) {
    private val journal = Journal(disk, File(folder, "known-${kind.metric}.log"))
    private var rows: HashMap<String, Seen>? = null

    operator fun get(id: String): Seen? = load()[id]

    /** Records that start at [fromMs] or later and were last seen before [reading]. */
    fun missing(fromMs: Long, reading: Int): List<String> =
        load().filter { (_, seen) -> seen.startMs >= fromMs && seen.reading < reading }.keys.sorted()

    /** How many start at [fromMs] or later and were seen in [reading]. */
    fun present(fromMs: Long, reading: Int): Int = load().values.count { it.startMs >= fromMs && it.reading == reading }

    /** Keeps what was seen, and forgets what is null; on the disk when this returns. */
    fun put(changes: Map<String, Seen?>) {
        if (changes.isEmpty()) return
        journal.append(listOf(pack(changes)))
        rows?.let { apply(it, changes) }
    }

    /** Makes the file small again when it has grown for long; [nowMs] by the wall clock. */
    fun tidy(nowMs: Long) {
        if (journal.length() < COMPACT_FROM + 2 * journal.first()) return
        val kept = load().filterValues { it.startMs >= nowMs - KEPT_MS }
        journal.replace(listOf(pack(kept)))
        rows = HashMap(kept)
    }

    /** Forgets all of it. */
    fun clear() {
        journal.delete()
        rows = null
    }

    /** Lets go of what is held in memory; the file stays. */
    fun release() {
        rows = null
    }

    private fun load(): HashMap<String, Seen> =
        rows ?: HashMap<String, Seen>().also { fresh ->
            journal.scan(0) { payload, _ -> true.also { apply(fresh, unpack(payload)) } }
            rows = fresh
        }

    private fun apply(rows: MutableMap<String, Seen>, changes: Map<String, Seen?>) {
        changes.forEach { (id, seen) -> if (seen == null) rows.remove(id) else rows[id] = seen }
    }

    private fun pack(changes: Map<String, Seen?>): ByteArray {
        val bytes = ByteArrayOutputStream(changes.size * 64)
        DataOutputStream(bytes).use { out ->
            out.writeInt(changes.size)
            for ((id, seen) in changes) {
                out.writeUTF(id)
                out.writeBoolean(seen != null)
                if (seen != null) out.write(seen)
            }
        }
        return bytes.toByteArray()
    }

    private fun DataOutputStream.write(seen: Seen) {
        writeLong(seen.modifiedMs)
        writeLong(seen.version)
        writeLong(seen.startMs)
        writeInt(seen.reading)
    }

    private fun unpack(payload: ByteArray): Map<String, Seen?> =
        DataInputStream(ByteArrayInputStream(payload)).use { input ->
            (1..input.readInt()).associate {
                input.readUTF() to if (input.readBoolean()) input.readSeen() else null
            }
        }

    private fun DataInputStream.readSeen() = Seen(readLong(), readLong(), readLong(), readInt())

    internal companion object {
        const val KEPT_MS = 75L * 86_400_000
        private const val COMPACT_FROM = 1L shl 20
    }
}
