package dev.kwasi.bridge.core

import kotlinx.serialization.Serializable
import kotlinx.serialization.decodeFromString
import kotlinx.serialization.encodeToString
import java.io.File

/** A part of one record, ready to send: the JSON of its samples, or the JSON of its deletion. Without lines it is a note to ourselves. */
internal class Entry(val deletes: Boolean, val clientId: String, val lines: List<String>) {
    fun bytes(): ByteArray = (listOf(if (deletes) "D" else "S", clientId) + lines).joinToString("\n").encodeToByteArray()

    companion object {
        /** Written before the entries of a page, and gone with them. */
        fun note(note: Note) = Entry(deletes = false, json.encodeToString(note), emptyList())

        fun of(bytes: ByteArray): Entry {
            val parts = bytes.decodeToString().split('\n')
            return Entry(parts[0] == "D", parts[1], parts.subList(2, parts.size))
        }
    }
}

/** Of the page of number [page] of [kind]: none of its entries is of a version above [highest]. */
@Serializable
internal data class Note(val kind: Kind, val page: Long, val highest: Long)

/** Some entries from the front of the queue, and the place after them. */
internal class Front(val entries: List<Entry>, val end: Place)

/** A place in the queue: the number of a segment and an offset in it. */
@Serializable
internal data class Place(val segment: Long, val offset: Long)

/**
 * What is to be sent, in the order it was read, in files of about a mebibyte.
 *
 * An entry is on the disk when [add] returns and stays until [advance] has passed it; after a crash some may be sent again, none is
 * forgotten. One process at a time.
 */
internal class Queue(private val disk: Disk, private val folder: File) {
    private val headFile = File(folder, "head.json")
    private var head = read(headFile) ?: Place(1, 0)
    private val segments = java.util.TreeMap<Long, Journal>()

    /** Items (samples and deletions) that wait here. */
    var items = 0
        private set

    /** The newest note of each kind that waited here when the queue was opened. */
    val notes = HashMap<Kind, Note>()

    /** True where a file was found damaged in its midst: what followed there is lost, and is to be read from the source again. */
    var isDamaged = false
        private set

    init {
        for (file in folder.listFiles().orEmpty()) {
            val number = NAME.matchEntire(file.name)?.groupValues?.get(1)?.toLong() ?: continue
            if (number < head.segment) disk.delete(file) else segments[number] = Journal(disk, file)
        }
        segments.forEach { (number, journal) ->
            journal.scan(startOf(number)) { payload, _ -> true.also { count(Entry.of(payload)) } }
            if (number != segments.lastKey() && journal.isTorn()) isDamaged = true
        }
    }

    private fun count(entry: Entry) {
        items += entry.lines.size
        if (entry.lines.isNotEmpty()) return
        val note = json.decodeFromString<Note>(entry.clientId)
        notes.merge(note.kind, note) { one, other -> if (one.page > other.page) one else other }
    }

    /** Bytes that wait here. */
    val bytes: Long get() = segments.entries.sumOf { (number, journal) -> journal.length() - startOf(number) }

    /** Keeps [entries]; they are on the disk when this returns. */
    fun add(entries: List<Entry>) {
        if (entries.isEmpty()) return
        writable().append(entries.map(Entry::bytes))
        items += entries.sumOf { it.lines.size }
    }

    /** The front of the queue up to about [mostItems] and [mostBytes], at least one entry; null when it is empty. */
    fun front(mostItems: Int, mostBytes: Int): Front? {
        val entries = ArrayList<Entry>()
        var count = 0
        var size = 0
        var end = head
        for ((number, journal) in segments) {
            var isFull = false
            journal.scan(startOf(number)) { payload, after ->
                val entry = Entry.of(payload)
                isFull = entries.isNotEmpty() && (count + entry.lines.size > mostItems || size + payload.size > mostBytes)
                if (!isFull) {
                    entries += entry
                    count += entry.lines.size
                    size += payload.size
                    end = Place(number, after)
                }
                !isFull
            }
            if (isFull) break
        }
        return if (entries.isEmpty()) null else Front(entries, end)
    }

    /** All up to the end of [front] has been dealt with. */
    fun advance(front: Front) {
        val isEmptied = front.end.segment == segments.lastKey() && front.end.offset == segments.getValue(front.end.segment).length()
        head = if (isEmptied) Place(front.end.segment + 1, 0) else front.end
        disk.write(headFile, head)
        items -= front.entries.sumOf { it.lines.size }
        segments.headMap(head.segment).let { passed ->
            passed.values.forEach { disk.delete(it.file) }
            passed.clear()
        }
    }

    private fun startOf(number: Long): Long = if (number == head.segment) head.offset else 0

    private fun writable(): Journal {
        val last = segments.lastEntry()
        if (last != null && last.value.length() < SEGMENT_BYTES) return last.value
        val number = if (last == null) head.segment else last.key + 1
        return segments.getOrPut(number) { Journal(disk, File(folder, "queue-$number.log")) }
    }

    private companion object {
        const val SEGMENT_BYTES = 1L shl 20
        val NAME = Regex("queue-([0-9]+)\\.log")
    }
}
