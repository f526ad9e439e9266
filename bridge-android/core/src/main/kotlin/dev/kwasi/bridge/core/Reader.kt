package dev.kwasi.bridge.core

/** How reading one kind ended. */
internal sealed interface ReadEnd {
    data object Done : ReadEnd

    data object Revoked : ReadEnd

    data class Unavailable(val reason: String) : ReadEnd

    data object Full : ReadEnd

    data object Stopped : ReadEnd
}

/**
 * Reads one kind: the changes since its token, or everything where there is no token that is good.
 *
 * Each page is kept in this order: what is to be sent, what is known, the mark. A crash in between reads the page again, and what is
 * queued twice is one at the server. How high the versions of a page are is noted ahead of it in the queue, because a deletion has to
 * be above all that was ever sent, whatever a crash kept from the mark. [mayGoOn] is asked before every page and says why not.
 */
internal class Reader(
    private val source: RecordSource,
    private val queue: Queue,
    private val marks: Marks,
    private val known: Known,
    private val kind: Kind,
    private val wallMs: () -> Long,
    private val mayGoOn: () -> ReadEnd?,
) {
    /** Records that were new or changed, and records that were gone. */
    var records = 0
        private set
    var deleted = 0
        private set

    /** A sentence for the person where what is missing was not deleted at the server, because it looked like a mistake. */
    var doubt: String? = null
        private set

    private var mark: Mark
        get() = marks[kind]
        set(value) = marks.set(kind, value)

    /** Until nothing more is there, or something stands in the way. */
    fun read(wholeHistory: Boolean): ReadEnd {
        if (mark.revoked || outlived()) mark = mark.copy(token = null, reading = null)
        if (wholeHistory && !mark.historyRead && mark.reading == null) mark = mark.copy(token = null)
        val end = everything(wholeHistory) ?: follow(wholeHistory)
        if (end == ReadEnd.Revoked) mark = mark.copy(revoked = true)
        known.tidy(anchor())
        marks.save()
        return end
    }

    /** Whether the token is older than what Health Connect remembers: it may still be answered, with what is left of the changes. */
    private fun outlived(): Boolean {
        val since = mark.reading?.beganMs ?: mark.watermarkMs ?: return false
        return wallMs() - since > TOKEN_LASTS_MS
    }

    private fun follow(wholeHistory: Boolean): ReadEnd {
        while (true) {
            mayGoOn()?.let { return it }
            val page = when (val answer = source.changes(kind, mark.token!!)) {
                is Answer.Got -> answer.value
                is Answer.Revoked -> return ReadEnd.Revoked
                is Answer.Unavailable -> return ReadEnd.Unavailable(answer.reason)
                is Answer.Expired -> {
                    mark = mark.copy(token = null, reading = null)
                    everything(wholeHistory)?.let { return it }
                    continue
                }
            }
            keep(page)
            if (!page.more) return ReadEnd.Done
        }
    }

    private fun keep(page: Changes) {
        val step = Step()
        page.deleted.map(::label).filter(String::isNotEmpty).forEach(step::delete)
        page.upserted.associateBy { label(it.meta.id) }.values.forEach(step::changed)
        val now = wallMs()
        step.commit { it.copy(token = page.next, watermarkMs = if (page.more) it.watermarkMs else now) }
    }

    /** Reads everything where that is due; null when it is done or wasn't due. */
    private fun everything(wholeHistory: Boolean): ReadEnd? {
        if (mark.token != null) return null
        if (mark.reading == null) begin(wholeHistory)?.let { return it }
        while (true) {
            val reading = mark.reading!!
            val until = if (reading.old) reading.fromMs else FAR_MS
            range(reading, until)?.let { return it }
            if (!reading.old) missing(reading)
            val goesOn = !reading.old && wholeHistory && !mark.historyRead
            if (!goesOn) return null.also { finish(reading) }
            mark = mark.copy(reading = reading.copy(old = true, nextMs = 0))
            marks.save()
        }
    }

    /** A token first: what changes while everything is read comes with it. */
    private fun begin(wholeHistory: Boolean): ReadEnd? {
        mayGoOn()?.let { return it }
        val token = when (val answer = source.token(kind)) {
            is Answer.Got -> answer.value
            is Answer.Unavailable -> return ReadEnd.Unavailable(answer.reason)
            else -> return ReadEnd.Revoked
        }
        val now = wallMs()
        val from = maxOf(0, anchor() - LOOK_BACK_MS)
        val compareFrom = when {
            wholeHistory -> from
            mark.revoked -> now - ALWAYS_READABLE_MS // the thirty days may count from when it was allowed again
            else -> anchor() - ALWAYS_READABLE_MS
        }
        mark = mark.copy(readings = mark.readings + 1, reading = Reading(token, from, from, compareFrom, now), revoked = false)
        marks.save()
        return null
    }

    /** When this kind was last read to the end: it could be read then, so what is from thirty days before can still be. */
    private fun anchor(): Long = wallMs().let { now -> minOf(now, mark.watermarkMs ?: now) }

    /** Reads on from where the reading is, to [until]; null when there. */
    private fun range(reading: Reading, until: Long): ReadEnd? {
        var page: String? = null
        do {
            mayGoOn()?.let { return it }
            val got = when (val answer = source.read(kind, reading.nextMs, until, page)) {
                is Answer.Got -> answer.value
                is Answer.Unavailable -> return ReadEnd.Unavailable(answer.reason)
                else -> return ReadEnd.Revoked
            }
            val step = Step()
            got.records.forEach(step::found)
            val next = got.records.maxOfOrNull { it.meta.startMs }
            step.commit { if (next == null) it else it.copy(reading = it.reading?.copy(nextMs = maxOf(next, it.reading.nextMs))) }
            page = got.next
        } while (page != null)
        return null
    }

    /** What was known and was not found again is gone. */
    private fun missing(reading: Reading) {
        val from = maxOf(reading.compareFromMs, reading.fromMs)
        val gone = known.missing(from, mark.readings)
        if (gone.size >= MANY && known.present(from, mark.readings) == 0) {
            doubt = "Health Connect shows no ${kind.metric.replace('_', ' ')} of the last weeks any more. What the server has is kept."
            return
        }
        for (some in gone.chunked(PAGE)) Step().also { some.forEach(it::delete) }.commit { it }
    }

    private fun finish(reading: Reading) {
        mark = mark.copy(
            token = reading.token,
            watermarkMs = reading.beganMs,
            historyRead = mark.historyRead || reading.old,
            reading = null,
        )
        marks.save()
    }

    /** What one page changes, and keeping it. */
    private inner class Step {
        private val before = mark
        private val entries = ArrayList<Entry>()
        private val seen = LinkedHashMap<String, Seen?>()
        private var highest = before.highest
        private var floor = before.floor
        private var drifted = before.drifted

        /** Every version that was sent of it is at most the highest. */
        fun delete(id: String) {
            entries += deletion(id, before.highest)
            floor = before.highest
            seen[id] = null
            deleted++
        }

        /** The source says it changed. Above the highest there is no need to look up what is known. */
        fun changed(record: HealthRecord) {
            val id = label(record.meta.id)
            if (id.isEmpty()) return
            val modified = maxOf(0, record.meta.modifiedMs)
            if (modified > before.highest) return send(record, id, modified)
            val last = if (id in seen) seen[id] else known[id]
            if (last == null || last.modifiedMs != modified) send(record, id, above(last, modified))
        }

        /** It was found in a reading of everything, and may be known. */
        fun found(record: HealthRecord) {
            val id = label(record.meta.id)
            if (id.isEmpty()) return
            val modified = maxOf(0, record.meta.modifiedMs)
            val last = if (id in seen) seen[id] else known[id]
            if (last == null || last.modifiedMs != modified) return send(record, id, above(last, modified))
            if (last.reading != before.readings) seen[id] = last.copy(reading = before.readings, startMs = record.meta.startMs)
        }

        fun commit(change: (Mark) -> Mark) {
            val pages = before.pages + 1
            if (entries.isNotEmpty()) queue.add(listOf(Entry.note(Note(kind, pages, highest))) + entries)
            known.put(seen)
            mark = change(mark.copy(highest = highest, floor = floor, pages = pages, drifted = drifted))
            if (entries.isNotEmpty() || seen.isNotEmpty()) marks.save()
        }

        /** A version above every one that this record may have had; the time of its modification where that is one. */
        private fun above(last: Seen?, modified: Long): Long = maxOf(modified, maxOf(last?.version ?: 0, floor) + 1)

        private fun send(record: HealthRecord, id: String, version: Long) {
            highest = maxOf(highest, version)
            drifted = drifted || version != maxOf(0, record.meta.modifiedMs)
            val samples = samplesOf(record, version)
            if (samples.isEmpty()) entries += deletion(id, version)
            samples.map { json.encodeToString(WireSample.serializer(), it) }.chunked(ENTRY_SAMPLES)
                .forEach { entries += Entry(deletes = false, id, it) }
            seen[id] = Seen(maxOf(0, record.meta.modifiedMs), version, record.meta.startMs, before.readings)
            records++
        }

        private fun deletion(id: String, version: Long) =
            Entry(deletes = true, id, listOf(json.encodeToString(WireDeletion.serializer(), WireDeletion(id, version))))
    }

    internal companion object {
        private const val DAY_MS = 86_400_000L

        /** How far back everything is, before what was read last; what Health Connect doesn't let us read it leaves out. */
        const val LOOK_BACK_MS = 60 * DAY_MS

        /** Without the permission for the whole history the last thirty days are always readable; a day less, for clocks. */
        const val ALWAYS_READABLE_MS = 29 * DAY_MS

        /** Changes are remembered for thirty days; a day less, for clocks. */
        const val TOKEN_LASTS_MS = 29 * DAY_MS

        /** 2100: later than any record. */
        const val FAR_MS = 4_102_444_800_000
        private const val ENTRY_SAMPLES = 250
        private const val PAGE = 1_000

        /** So many at once, and nothing left: that is a new phone rather than a decision. */
        const val MANY = 50
    }
}
