package dev.kwasi.bridge.core

import kotlinx.serialization.json.JsonArray
import kotlinx.serialization.json.JsonObject
import kotlinx.serialization.json.JsonObjectBuilder
import kotlinx.serialization.json.JsonPrimitive
import kotlinx.serialization.json.buildJsonObject
import kotlinx.serialization.json.put
import kotlinx.serialization.json.putJsonObject
import java.time.Instant

/*
 * Records become samples. Pure. What comes out always has the shape the server demands; whether a value is believable is for the
 * server to say, so nothing is left out for being odd, but what can't be written at all: a value that is not a number, a time that no
 * calendar has.
 */

internal const val MOST_LABEL = 200
private const val MOST_NAME = 64
private const val MOST_STAGES = 2_000
private const val MOST_NUTRIENTS = 60
private const val MOST_GRAMS = 10_000.0
private const val WIDEST_OFFSET = 64_800
private const val DELTA_METRIC = "skin_temperature_delta"
private val CALENDAR = Instant.parse("0001-01-02T00:00:00Z").toEpochMilli()..Instant.parse("9999-12-30T00:00:00Z").toEpochMilli()
private val NOT_NAME = Regex("[^a-z0-9]+")

/** The samples of a record, in the order of their start and no two with the same; empty where it holds nothing that can be sent. */
internal fun samplesOf(record: HealthRecord, version: Long): List<WireSample> =
    when (record) {
        is Amount -> listOfNotNull(span(record, version).amount(record.kind.measure, record.value))
        is Series -> points(record, record.kind.metric, record.points, version)
        is SkinTemperature -> temperatures(record, version)
        is Sleep -> listOfNotNull(sleep(record, version))
        is Exercise -> listOfNotNull(span(record, version).placed(record)?.copy(detail = exercise(record)))
        is BloodPressure -> listOfNotNull(pressure(record, version))
        is Nutrition -> listOfNotNull(eaten(record, version))
    }

/** [text] as a label of the wire: no control characters, no broken ones, at most 200 long. */
internal fun label(text: String): String {
    val clean = StringBuilder(minOf(text.length, MOST_LABEL))
    for (point in text.codePoints()) {
        val writable = !Character.isISOControl(point) && point !in 0xD800..0xDFFF && point !in 0x2028..0x2029
        if (writable && clean.length + Character.charCount(point) <= MOST_LABEL) clean.appendCodePoint(point)
    }
    return clean.toString().trim()
}

/** A word of the wire, such as `strength_training` for "Strength training". */
internal fun name(text: String, otherwise: String): String {
    val word = text.lowercase().replace(NOT_NAME, "_").trim('_').dropWhile { it !in 'a'..'z' }
    return word.take(MOST_NAME).trim('_').ifEmpty { otherwise }
}

/** The samples without anything that was measured; times come with [placed]. */
private fun span(record: HealthRecord, version: Long, offset: Int? = record.meta.startOffset): WireSample {
    val meta = record.meta
    val app = label(meta.app)
    return WireSample(
        metric = record.kind.metric,
        start = "",
        zoneOffsetSeconds = offset?.takeIf { it in -WIDEST_OFFSET..WIDEST_OFFSET },
        device = label(meta.device).ifEmpty { app.ifEmpty { "unknown" } },
        app = app,
        clientId = label(meta.id),
        version = version,
    ).let { it.placed(record) ?: it }
}

private fun WireSample.placed(record: HealthRecord): WireSample? = placed(record.meta.startMs, record.meta.endMs)

/** With its times; null where no calendar has them. An end that is the start is left out; one before it is the server's to refuse. */
private fun WireSample.placed(startMs: Long, endMs: Long): WireSample? =
    if (startMs in CALENDAR && endMs in CALENDAR) {
        copy(start = instant(startMs), end = if (endMs == startMs) null else instant(endMs))
    } else {
        null
    }

private fun instant(ms: Long): String = Instant.ofEpochMilli(ms).toString()

private fun WireSample.amount(measure: Measure, given: Double, detail: JsonObject? = null): WireSample? {
    val value = measure.of(given)
    return if (value.isFinite() && start.isNotEmpty()) copy(value = value, unit = measure.unit, detail = detail) else null
}

private fun points(record: HealthRecord, metric: String, points: List<Point>, version: Long): List<WireSample> {
    val blank = span(record, version).copy(metric = metric, end = null)
    val byStart = points.associateBy { it.atMs } // of two at one moment the later in the record counts
    return byStart.keys.sorted().mapNotNull { at ->
        blank.placed(at, at)?.amount(record.kind.measure, byStart.getValue(at).value)
    }
}

private fun temperatures(record: SkinTemperature, version: Long): List<WireSample> {
    val baseline = record.baseline?.takeIf { it.isFinite() } ?: return points(record, DELTA_METRIC, record.deltas, version)
    val absolute = record.deltas.map { Point(it.atMs, rounded(baseline + it.value)) }
    return points(record, record.kind.metric, absolute, version)
}

/** To a ten-thousandth: the sum of two decimal figures, not of their binary shadows. */
private fun rounded(value: Double): Double = if (value.isFinite()) Math.round(value * 10_000.0) / 10_000.0 else value

/** A night belongs to the day one wakes, so its offset is that of its end. */
private fun sleep(record: Sleep, version: Long): WireSample? {
    val stages = shortened(merged(cut(record)))
    val detail = buildJsonObject {
        if (stages.isNotEmpty()) put("stages", JsonArray(stages.map(::stage)))
    }
    val offset = record.meta.endOffset ?: record.meta.startOffset
    return span(record, version, offset).placed(record)?.copy(detail = detail)
}

private fun stage(span: StageSpan): JsonObject = buildJsonObject {
    put("stage", span.stage.name.lowercase())
    put("start", instant(span.startMs))
    put("end", instant(span.endMs))
}

/** Within the session, sorted, and each at most until the next begins. */
private fun cut(record: Sleep): List<StageSpan> {
    val within = record.stages
        .filter { it.endMs > it.startMs }
        .map { it.copy(startMs = maxOf(it.startMs, record.meta.startMs), endMs = minOf(it.endMs, record.meta.endMs)) }
        .sortedBy { it.startMs }
    return within
        .mapIndexed { index, span -> span.copy(endMs = minOf(span.endMs, within.getOrNull(index + 1)?.startMs ?: span.endMs)) }
        .filter { it.endMs > it.startMs }
}

/** Stretches of the same stage that touch are one. */
private fun merged(stages: List<StageSpan>): List<StageSpan> {
    val kept = ArrayList<StageSpan>(stages.size)
    for (next in stages) {
        val last = kept.lastOrNull()
        if (last != null && last.stage == next.stage && last.endMs == next.startMs) {
            kept[kept.size - 1] = last.copy(endMs = next.endMs)
        } else {
            kept += next
        }
    }
    return kept
}

/** As many as the wire takes: of more, the shortest are left out. */
private fun shortened(stages: List<StageSpan>): List<StageSpan> {
    if (stages.size <= MOST_STAGES) return stages
    return stages.sortedByDescending { it.endMs - it.startMs }.take(MOST_STAGES).sortedBy { it.startMs }
}

private fun exercise(record: Exercise): JsonObject = buildJsonObject {
    put("type", name(record.type, otherwise = "other"))
    putLabel("title", record.title)
}

private fun pressure(record: BloodPressure, version: Long): WireSample? {
    if (!record.systolic.isFinite() || !record.diastolic.isFinite()) return null
    val detail = buildJsonObject {
        put("systolic", record.systolic)
        put("diastolic", record.diastolic)
    }
    return span(record, version).placed(record)?.copy(unit = record.kind.measure.unit, detail = detail)
}

/** Something eaten, of which nobody may know the energy; with neither name nor nutrients nothing was said. */
private fun eaten(record: Nutrition, version: Long): WireSample? {
    val detail = nutrition(record)
    val calories = record.calories
    if (calories != null) return span(record, version).amount(record.kind.measure, calories, detail)
    val isSaid = "name" in detail || "grams" in detail
    return if (isSaid) span(record, version).placed(record)?.copy(detail = detail) else null
}

private fun nutrition(record: Nutrition): JsonObject = buildJsonObject {
    putLabel("name", record.name)
    if (record.meal != Meal.UNKNOWN) put("meal", record.meal.name.lowercase())
    val grams = record.grams.entries
        .filter { (_, amount) -> amount.isFinite() && amount in 0.0..MOST_GRAMS }
        .associate { (nutrient, amount) -> name(nutrient, otherwise = "other") to JsonPrimitive(amount) }
    if (grams.isNotEmpty()) putJsonObject("grams") { grams.entries.take(MOST_NUTRIENTS).forEach { (key, value) -> put(key, value) } }
}

private fun JsonObjectBuilder.putLabel(key: String, text: String) {
    val clean = label(text)
    if (clean.isNotEmpty()) put(key, clean)
}
