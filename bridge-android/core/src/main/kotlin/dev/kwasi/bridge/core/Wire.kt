package dev.kwasi.bridge.core

import kotlinx.serialization.SerialName
import kotlinx.serialization.Serializable
import kotlinx.serialization.json.Json
import kotlinx.serialization.json.JsonObject

/*
 * What is posted to /health/ingest and what comes back, as the server's app/health/models.py has it. The server refuses fields it
 * doesn't know, so none may be added here alone; of its answers, unknown fields are left out, so that it may grow.
 */

internal const val INGEST = "/health/ingest"

/** One measurement. [start] and [end] are ISO 8601 in UTC to the millisecond. */
@Serializable
internal data class WireSample(
    val metric: String,
    val start: String,
    val end: String? = null,
    @SerialName("zone_offset_seconds") val zoneOffsetSeconds: Int? = null,
    val value: Double? = null,
    val unit: String = "",
    val detail: JsonObject? = null,
    val device: String,
    val app: String = "",
    @SerialName("client_id") val clientId: String,
    val version: Long,
)

/** A record that is gone, up to and with [version]; written anew after that, it counts again. */
@Serializable
internal data class WireDeletion(@SerialName("client_id") val clientId: String, val version: Long)

/** What became of the sample at [index] of the batch. */
@Serializable
internal data class WireVerdict(
    val index: Int,
    @SerialName("client_id") val clientId: String,
    val verdict: String,
    val code: String = "",
    val reason: String = "",
)

/** That a deletion was taken; with a [code], that it wasn't. */
@Serializable
internal data class WireDeleted(@SerialName("client_id") val clientId: String, val code: String = "", val reason: String = "")

/** The server's answer to a batch; whatever can't be read as one did not come from our server. */
@Serializable
internal data class Receipt(
    val verdicts: List<WireVerdict>,
    val deletions: List<WireDeleted>,
    @SerialName("clock_skew_seconds") val clockSkewSeconds: Double? = null,
    val notice: String? = null,
)

/** The body of a refusal. */
@Serializable
internal data class Refused(val error: String = "", val code: String = "")

/** Fields that have their default are not written. */
internal val json = Json {
    encodeDefaults = false
    explicitNulls = false
    ignoreUnknownKeys = true
}
