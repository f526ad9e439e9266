package dev.kwasi.bridge.core

import kotlinx.serialization.json.JsonObject
import kotlinx.serialization.json.JsonPrimitive
import kotlinx.serialization.json.buildJsonObject
import kotlinx.serialization.json.jsonArray
import kotlinx.serialization.json.jsonObject
import kotlinx.serialization.json.jsonPrimitive
import kotlinx.serialization.json.long
import kotlinx.serialization.json.put
import java.io.ByteArrayInputStream
import java.io.File
import java.io.IOException
import java.nio.file.Files
import java.util.zip.GZIPInputStream

/*
 * What stands in for the phone and the server in these tests. Ours; the real server is met in tests/bridge of the repository.
 */

internal const val DAY = 86_400_000L
internal const val NOW = 1_780_000_000_000L
internal val PAIRED = Settings("https://kwasi.example.org", "a-secret-of-enough-characters", "Ama's phone")

internal fun <T> inFolder(test: (File) -> T): T {
    val folder = Files.createTempDirectory("bridge").toFile()
    try {
        return test(folder)
    } finally {
        folder.deleteRecursively()
    }
}

internal class FakeClock(var wall: Long = NOW, var elapsed: Long = 1_000_000) : Clock {
    override fun wallMs() = wall

    override fun elapsedMs() = elapsed

    fun pass(ms: Long) {
        wall += ms
        elapsed += ms
    }
}

internal fun meta(id: String, modifiedMs: Long = NOW, startMs: Long = NOW - 60_000, endMs: Long = startMs) =
    Meta(id, modifiedMs, startMs, endMs, 3_600, 7_200, "Samsung Galaxy Watch6", "com.example.health")

internal fun beats(id: String, vararg values: Double, modifiedMs: Long = NOW, startMs: Long = NOW - 60_000) =
    Series(Kind.HEART_RATE, meta(id, modifiedMs, startMs), values.mapIndexed { index, value -> Point(startMs + index, value) })

internal fun steps(id: String, value: Double, modifiedMs: Long = NOW, startMs: Long = NOW - 60_000) =
    Amount(Kind.STEPS, meta(id, modifiedMs, startMs, startMs + 1_000), value)

/** Health Connect, as small as the tests allow. */
internal class FakeSource : RecordSource {
    val records = LinkedHashMap<String, HealthRecord>()
    private val log = ArrayList<Triple<Kind, String, Boolean>>()
    var granted: Set<Kind> = setOf(Kind.HEART_RATE, Kind.STEPS)
    var wholeHistory = false
    var readableFrom = 0L
    var tokensFrom = 0
    var pageSize = 3
    var unavailable: String? = null
    val asked = ArrayList<String>()

    fun put(record: HealthRecord) {
        records[record.meta.id] = record
        log += Triple(record.kind, record.meta.id, false)
    }

    fun delete(id: String) {
        log += Triple(records.remove(id)!!.kind, id, true)
    }

    fun loseTokens() {
        tokensFrom = log.size + 1
        log += Triple(Kind.VO2_MAX, "nothing", true)
    }

    /** The changes so far are gone, and old tokens are answered all the same. */
    fun forgetChanges() = log.indices.forEach { log[it] = Triple(Kind.VO2_MAX, "nothing", true) }

    override fun grants() = unavailable?.let { Answer.Unavailable(it) } ?: Answer.Got(Grants(granted, wholeHistory))

    override fun token(kind: Kind) = asked(kind, "token") { Answer.Got("${log.size}") }

    override fun changes(kind: Kind, token: String) = asked(kind, "changes") {
        if (token.toInt() < tokensFrom) return@asked Answer.Expired
        val found = (token.toInt() until log.size).filter { log[it].first == kind }
        val page = found.take(pageSize).map(log::get)
        val upserted = page.filterNot { it.third }.mapNotNull { records[it.second] }.distinct()
        val next = if (found.size > pageSize) found[pageSize] else log.size
        Answer.Got(Changes(upserted, page.filter { it.third }.map { it.second }.distinct(), "$next", found.size > pageSize))
    }

    override fun read(kind: Kind, fromMs: Long, untilMs: Long, page: String?) = asked(kind, "read") {
        val from = if (wholeHistory) fromMs else maxOf(fromMs, readableFrom)
        val found = records.values.filter { it.kind == kind && it.meta.startMs in from until untilMs }.sortedBy { it.meta.startMs }
        val at = page?.toInt() ?: 0
        val end = minOf(found.size, at + pageSize)
        Answer.Got(Page(found.subList(at, end), if (end < found.size) "$end" else null))
    }

    private fun <T> asked(kind: Kind, what: String, answer: () -> Answer<T>): Answer<T> {
        asked += "$what ${kind.metric}"
        return if (kind in granted) answer() else Answer.Revoked
    }
}

/** The server's rules on versions, as its contract states them, over a map. It is only as strict as its tests need. */
internal class FakeServer : Transport {
    private class Row(val version: Long, val clientId: String, val sample: JsonObject)

    private val rows = HashMap<String, Row>()
    private val newest = HashMap<String, Long>()
    private val deletedThrough = HashMap<String, Long>()
    val batches = ArrayList<JsonObject>()
    var headers: Map<String, String> = emptyMap()
    var url = ""

    /** What happens instead of an answer, the next first; null: as usual. */
    val instead = ArrayDeque<Reply?>()

    /** A verdict for a sample that isn't taken as usual. */
    var verdict: (JsonObject) -> String? = { null }

    /** A status for a whole batch that isn't taken. */
    var refuses: (JsonObject) -> Int? = { null }

    /** Metric, start and value of what there is. */
    fun values(): Map<String, Double> = rows.mapValues { (_, row) -> row.sample["value"]!!.jsonPrimitive.content.toDouble() }

    override fun post(url: String, headers: Map<String, String>, body: ByteArray): Reply {
        this.headers = headers
        this.url = url
        if (instead.isNotEmpty()) instead.removeFirst()?.let { return it }
        val batch = json.parseToJsonElement(GZIPInputStream(ByteArrayInputStream(body)).readBytes().decodeToString()).jsonObject
        refuses(batch)?.let { return Reply.Answered(it, null, """{"error":"It can't be read.","code":"x"}""".encodeToByteArray()) }
        batches += batch
        val deletions = batch["deletions"]!!.jsonArray.map { delete(it.jsonObject) }
        val verdicts = batch["samples"]!!.jsonArray.mapIndexed { index, one -> take(index, one.jsonObject) }
        val receipt = """{"counts":{},"verdicts":$verdicts,"deletions":$deletions,"server_time":"2026-01-01T00:00:00Z"}"""
        return Reply.Answered(200, null, receipt.encodeToByteArray())
    }

    private fun delete(deletion: JsonObject): JsonObject {
        val id = deletion.text("client_id")
        val through = deletion["version"]!!.jsonPrimitive.long
        deletedThrough.merge(id, through, ::maxOf)
        rows.values.removeAll { it.clientId == id && it.version <= through }
        return buildJsonObject { put("client_id", id) }
    }

    private fun take(index: Int, sample: JsonObject): JsonObject = buildJsonObject {
        val id = sample.text("client_id")
        put("index", index)
        put("client_id", id)
        val said = verdict(sample)
        put("verdict", said ?: stored(id, sample))
        if (said != null) put("code", "some_code")
    }

    private fun stored(id: String, sample: JsonObject): String {
        val version = sample["version"]!!.jsonPrimitive.long
        if (version <= (deletedThrough[id] ?: -1)) return "deleted"
        if (version < (newest[id] ?: 0)) return "outdated"
        newest[id] = version
        rows.values.removeAll { it.clientId == id && it.version < version }
        val key = "${sample.text("metric")} ${sample.text("start")}"
        val isKnown = rows[key]?.version == version
        if (!isKnown) rows[key] = Row(version, id, sample)
        return if (isKnown) "unchanged" else "stored"
    }

    private fun JsonObject.text(key: String) = (this[key] as JsonPrimitive).content
}

/** The process ends here. */
internal class PowerFailed : RuntimeException()

/**
 * A disk on which the write of number [failsAt] is torn: a part of it is there, and the process is gone. It doesn't wait for the
 * platter, so that thousands of lives are quick.
 */
internal class FragileDisk(private val failsAt: Int) : Disk {
    private var writes = 0

    override fun append(file: File, bytes: ByteArray) {
        val isLast = isLast()
        file.appendBytes(if (isLast) bytes.copyOf(bytes.size / 2) else bytes)
        if (isLast) throw PowerFailed()
    }

    override fun replace(file: File, bytes: ByteArray) {
        val draft = File(file.path + ".new")
        val isLast = isLast()
        draft.writeBytes(if (isLast) bytes.copyOf(bytes.size / 2) else bytes)
        if (isLast) throw PowerFailed()
        check(draft.renameTo(file))
    }

    override fun truncate(file: File, length: Long) = if (isLast()) throw PowerFailed() else RealDisk.truncate(file, length)

    override fun delete(file: File) = if (isLast()) throw PowerFailed() else RealDisk.delete(file)

    private fun isLast() = ++writes == failsAt
}

/** A disk on which the power never fails, as quick. */
internal fun quickDisk(): Disk = FragileDisk(failsAt = 0)

/** A disk that is full. */
internal object FullDisk : Disk {
    override fun append(file: File, bytes: ByteArray) = throw IOException("No space left on device")

    override fun replace(file: File, bytes: ByteArray) = throw IOException("No space left on device")

    override fun truncate(file: File, length: Long) = throw IOException("No space left on device")

    override fun delete(file: File) = throw IOException("No space left on device")
}
