package dev.kwasi.bridge.core

import kotlinx.serialization.encodeToString
import kotlinx.serialization.json.jsonObject
import kotlinx.serialization.json.jsonPrimitive
import java.io.ByteArrayOutputStream
import java.time.Instant
import java.time.ZonedDateTime
import java.time.format.DateTimeFormatter
import java.time.format.DateTimeParseException
import java.util.zip.GZIPOutputStream

/** Why sending ended before all was sent; [detail] is for the sentence, [retryAfterMs] what the server asked for. */
internal class Failure(val outcome: Outcome, val detail: String = "", val retryAfterMs: Long = 0)

/**
 * Sends the queue from its front, batch by batch, each until every item of it has been dealt with.
 *
 * A batch that is too large is halved; so is one that the server can't read, until the one item is found that is to blame, which is
 * then refused. That is only believed of a server that has shown that it understands us.
 */
internal class Sender(
    private val settings: Settings,
    private val transport: Transport,
    private val clock: Clock,
    private val queue: Queue,
    private val shelf: Shelf,
) {
    /** What the server said of samples; how many items it has dealt with. */
    val verdicts = sortedMapOf<String, Int>()
    var sent = 0
        private set

    /** What the server wants the person to know. */
    var notice: String? = null
        private set
    private var mostItems = BATCH_ITEMS
    private var isUnderstood = false
    private var blamed = 0

    /** Until the queue is empty (null), sending fails, or [stop] says so (null as well). */
    fun drain(stop: () -> Boolean): Failure? {
        while (!stop()) {
            val front = queue.front(mostItems, BATCH_BYTES) ?: return null
            val batch = Batch()
            val items = items(front)
            if (items.isNotEmpty()) send(items, batch)?.let { return it }
            batch.settle()
            queue.advance(front)
            count(batch)
        }
        return null
    }

    /** Whether address and secret are right: an empty batch. */
    fun knock(): Failure? = Batch().let { send(emptyList(), it) }

    private fun items(front: Front): List<Item> =
        front.entries.flatMap { entry -> entry.lines.map { Item(entry.deletes, entry.clientId, it) } }

    private fun count(batch: Batch) {
        batch.verdicts.forEach { (verdict, times) -> verdicts.merge(verdict, times, Int::plus) }
        sent += batch.dealt
    }

    /** All of [items], in as many requests as it takes; null when each has its verdict in [batch]. */
    private fun send(items: List<Item>, batch: Batch): Failure? {
        val reply = transport.post(settings.serverUrl + INGEST, headers(), body(items))
        if (reply !is Reply.Answered) return Failure(Outcome.UNREACHABLE, "no_network")
        if (reply.status == OK) return taken(items, reply, batch)
        val splits = reply.status == TOO_LARGE || reply.status == UNREADABLE
        if (!splits || items.isEmpty()) return failure(reply)
        if (items.size == 1) return blame(items[0], reply, batch)
        if (reply.status == TOO_LARGE) mostItems = maxOf(1, items.size / 2)
        val half = items.size / 2
        return send(items.subList(0, half), batch) ?: send(items.subList(half, items.size), batch)
    }

    /** One item that can't be sent. A server that refuses even nothing, or twenty in a row, doesn't speak our language. */
    private fun blame(item: Item, reply: Reply.Answered, batch: Batch): Failure? {
        if (!isUnderstood) knock()?.let { return it }
        blamed++
        if (blamed > MOST_BLAMED && sent + batch.dealt - batch.refused.size == 0) return Failure(Outcome.NOT_UNDERSTOOD)
        val code = if (reply.status == TOO_LARGE) "too_large" else "malformed"
        batch.refuse(item, code, label(refused(reply).error))
        return null
    }

    private fun taken(items: List<Item>, reply: Reply.Answered, batch: Batch): Failure? {
        val receipt = receipt(reply) ?: return Failure(Outcome.UNREACHABLE, "not_ours")
        val samples = items.filterNot { it.deletes }
        val verdicts = receipt.verdicts.associateBy { it.index }
        val deletions = items.filter { it.deletes }
        val gone = receipt.deletions.associateBy { it.clientId }
        val fits = samples.indices.all { verdicts[it]?.clientId in setOf(samples[it].clientId, "") }
        if (!fits || deletions.any { it.clientId !in gone }) return Failure(Outcome.UNREACHABLE, "not_ours")
        isUnderstood = true
        notice = receipt.notice ?: notice
        samples.forEachIndexed { index, item -> batch.take(item, verdicts.getValue(index)) }
        deletions.forEach { batch.take(it, gone.getValue(it.clientId)) }
        return null
    }

    private fun receipt(reply: Reply.Answered): Receipt? =
        try {
            json.decodeFromString(Receipt.serializer(), reply.body.decodeToString())
        } catch (_: IllegalArgumentException) { // SerializationException is one
            null
        }

    private fun refused(reply: Reply.Answered): Refused =
        try {
            json.decodeFromString(Refused.serializer(), reply.body.decodeToString())
        } catch (_: IllegalArgumentException) {
            Refused()
        }

    private fun failure(reply: Reply.Answered): Failure {
        val wait = retryAfter(reply.retryAfter)
        return when (reply.status) {
            401 -> Failure(Outcome.UNAUTHORISED, retryAfterMs = maxOf(wait, UNAUTHORISED_MS))
            UNREADABLE -> Failure(Outcome.NOT_UNDERSTOOD, retryAfterMs = wait)
            429, 503 -> Failure(Outcome.BUSY, retryAfterMs = wait)
            else -> Failure(Outcome.UNREACHABLE, "status ${reply.status}", wait)
        }
    }

    /** Seconds, or a date of HTTP; 0 where it is neither. */
    private fun retryAfter(header: String?): Long {
        val text = header?.trim() ?: return 0
        text.toLongOrNull()?.let { return it.coerceIn(0, BackOff.MOST_ASKED_MS / 1000) * 1000 }
        return try {
            val at = ZonedDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant().toEpochMilli()
            (at - clock.wallMs()).coerceIn(0, BackOff.MOST_ASKED_MS)
        } catch (_: DateTimeParseException) {
            0
        }
    }

    private fun headers() = mapOf(
        "Content-Type" to "application/json",
        "Content-Encoding" to "gzip",
        "Accept" to "application/json",
        "X-Health-Secret" to settings.secret,
    )

    /** The batch. Its items are JSON already. */
    private fun body(items: List<Item>): ByteArray {
        val (deletions, samples) = items.partition { it.deletes }
        val parts = listOf(
            "\"samples\":" + samples.joinToString(",", "[", "]") { it.line },
            "\"deletions\":" + deletions.joinToString(",", "[", "]") { it.line },
            "\"sent_at\":" + json.encodeToString(Instant.ofEpochMilli(clock.wallMs()).toString()),
            "\"sender\":" + json.encodeToString(label(settings.deviceName)),
        )
        val packed = ByteArrayOutputStream()
        GZIPOutputStream(packed).use { it.write(parts.joinToString(",", "{", "}").encodeToByteArray()) }
        return packed.toByteArray()
    }

    private class Item(val deletes: Boolean, val clientId: String, val line: String)

    /** What became of a batch so far; kept once all of it is known. */
    private inner class Batch {
        val verdicts = HashMap<String, Int>()
        val refused = ArrayList<Refusal>()
        var dealt = 0
        private val later = ArrayList<Waiting>()

        fun take(item: Item, verdict: WireVerdict) {
            dealt++
            verdicts.merge(verdict.verdict, 1, Int::plus)
            when (verdict.verdict) {
                "later" -> later += Waiting(due(item), item.clientId, item.line)
                "refused" -> refused += refusal(item, label(verdict.code), label(verdict.reason))
            }
        }

        fun take(item: Item, deleted: WireDeleted) {
            dealt++
            if (deleted.code.isNotEmpty()) refused += refusal(item, label(deleted.code), label(deleted.reason))
        }

        fun refuse(item: Item, code: String, reason: String) {
            dealt++
            verdicts.merge("refused", 1, Int::plus)
            refused += refusal(item, code, reason)
        }

        fun settle() {
            val crowded = shelf.wait(later).map { Item(false, it.clientId, it.line) }
            crowded.forEach { refused += refusal(it, "future", "Too many measurements are dated in the future.") }
            shelf.refuse(refused)
        }

        private fun refusal(item: Item, code: String, reason: String) =
            Refusal(clock.wallMs(), field(item, "metric").orEmpty(), item.clientId, code, reason)

        /** When it has happened, but neither at once nor in more than a day. */
        private fun due(item: Item): Long {
            val now = clock.wallMs()
            val ends = (field(item, "end") ?: field(item, "start"))?.let { Instant.parse(it).toEpochMilli() } ?: now
            return ends.coerceIn(now + Shelf.SOONEST_MS, now + Shelf.LONGEST_MS)
        }

        private fun field(item: Item, name: String): String? =
            if (item.deletes) null else json.parseToJsonElement(item.line).jsonObject[name]?.jsonPrimitive?.content
    }

    internal companion object {
        const val BATCH_ITEMS = 1_000
        const val BATCH_BYTES = 512 * 1024
        const val MOST_BLAMED = 20
        const val UNAUTHORISED_MS = 6 * 3_600_000L
        private const val OK = 200
        private const val TOO_LARGE = 413
        private const val UNREADABLE = 422
    }
}
