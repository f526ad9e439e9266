package dev.kwasi.bridge.core

import kotlinx.serialization.Serializable
import java.io.File

/**
 * A reading of everything that is under way. [token] was asked for before it began, so what changes meanwhile is in the changes after it.
 *
 * @property fromMs where it began, and [nextMs] where it goes on: all that starts earlier is kept.
 * @property compareFromMs from here on, what is known but isn't found is gone.
 * @property old whether what lies before [fromMs] is being read, after the rest.
 */
@Serializable
internal data class Reading(
    val token: String,
    val fromMs: Long,
    val nextMs: Long,
    val compareFromMs: Long,
    val beganMs: Long,
    val old: Boolean = false,
)

/**
 * How far one kind has been read.
 *
 * @property token from which changes go on; null where everything has to be read first.
 * @property watermarkMs all that was written before is kept, by the wall clock then.
 * @property highest the highest version that anything was sent as.
 * @property floor up to here, a version may have been used for a record without our knowing: it was deleted, or a crash came between.
 * @property pages how many pages were kept.
 * @property drifted whether a version was ever not the time of modification, because the clock had been set back.
 * @property readings how often everything was read.
 * @property historyRead whether what is older than the usual thirty days was read.
 * @property revoked whether reading was refused after it had been allowed.
 */
@Serializable
internal data class Mark(
    val token: String? = null,
    val watermarkMs: Long? = null,
    val highest: Long = 0,
    val floor: Long = -1,
    val pages: Long = 0,
    val drifted: Boolean = false,
    val readings: Int = 0,
    val historyRead: Boolean = false,
    val revoked: Boolean = false,
    val reading: Reading? = null,
)

@Serializable
private data class MarksFile(val server: String = "", val marks: Map<Kind, Mark> = emptyMap())

/** The marks of every kind, in one small file that is replaced as a whole. */
internal class Marks(private val disk: Disk, folder: File) {
    private val file = File(folder, "marks.json")
    private var kept = read<MarksFile>(file) ?: MarksFile()
    private var written = kept

    /** Which server (and whose) the marks are about. */
    val server: String get() = kept.server

    /** The kinds that were ever readable and are refused now. */
    val revoked: Set<Kind> get() = kept.marks.filterValues { it.revoked }.keys

    operator fun get(kind: Kind): Mark = kept.marks[kind] ?: Mark()

    /** Changes a mark; on the disk with the next [save]. */
    operator fun set(kind: Kind, mark: Mark) {
        kept = kept.copy(marks = kept.marks + (kind to mark))
    }

    /** On the disk when this returns. */
    fun save() {
        if (kept == written) return
        disk.write(file, kept)
        written = kept
    }

    /** Pages that are in the queue, while a crash kept them from the mark: they are read again, and what changes then has to be above them. */
    fun recover(notes: Map<Kind, Note>) {
        notes.filter { (kind, note) -> note.page > this[kind].pages }.forEach { (kind, note) ->
            val highest = maxOf(this[kind].highest, note.highest)
            this[kind] = this[kind].copy(highest = highest, floor = highest, pages = note.page)
        }
        save()
    }

    /**
     * Everything is to be read anew, for [server]. Versions stay: they go on rising. Where some were ahead of the clock, what comes
     * now has to be above all of them.
     */
    fun forget(server: String = kept.server) {
        val fresh = kept.marks.mapValues { (_, mark) ->
            Mark(
                highest = mark.highest,
                floor = if (mark.drifted) mark.highest else mark.floor,
                pages = mark.pages,
                drifted = mark.drifted,
                readings = mark.readings,
            )
        }
        kept = MarksFile(server, fresh)
        save()
    }
}
