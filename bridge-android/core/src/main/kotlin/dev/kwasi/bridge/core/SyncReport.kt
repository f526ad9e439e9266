package dev.kwasi.bridge.core

import kotlinx.serialization.Serializable

/** How a run ended. */
enum class Outcome {
    /** Everything that could be read was sent. */
    DONE,

    /** No server is set. */
    NOT_PAIRED,

    /** Nothing may be read. */
    NO_PERMISSION,

    /** Health Connect could not be asked. */
    SOURCE_UNAVAILABLE,

    /** The server could not be reached, or something else answered in its place. */
    UNREACHABLE,

    /** The server has no time now. */
    BUSY,

    /** The server does not accept the secret. */
    UNAUTHORISED,

    /** The server does not understand this version of the bridge. */
    NOT_UNDERSTOOD,

    /** An earlier attempt failed, and it is too soon for another. What is new was read and is kept. */
    WAITING,

    /** What is kept for sending has reached its bound: nothing more is read until some of it is sent. */
    FULL,

    /** The run was asked to stop; the next one goes on where it stopped. */
    STOPPED,

    /** Another run is under way. */
    ALREADY_RUNNING,

    /** The phone's storage is full, or its files can't be written. */
    STORAGE,
}

/** An item that will not be sent again: the server does not take it. */
@Serializable
data class Refusal(val atMs: Long, val metric: String, val clientId: String, val code: String, val reason: String)

/**
 * What a run did, for the person and for the app.
 *
 * @property sentence one or two sentences for the person.
 * @property notices more sentences, such as that the phone's clock is wrong.
 * @property atMs when the run ended, by the wall clock.
 * @property records records read that were new or changed; [deleted] records found to be gone.
 * @property sent items (samples and deletions) that the server has dealt with in this run.
 * @property verdicts how often the server said what of a sample in this run, such as "stored".
 * @property queued items still kept for sending; [waiting] of them are from the future and come later.
 * @property refusedEver items refused since the app was installed; [refusals] are the newest of them, newest last.
 * @property revoked kinds that were readable once and are not any more.
 * @property nextAttemptMs how long to wait until the next run makes sense, in milliseconds from now; 0: when you like.
 */
@Serializable
data class SyncReport(
    val outcome: Outcome,
    val sentence: String,
    val notices: List<String> = emptyList(),
    val atMs: Long = 0,
    val records: Int = 0,
    val deleted: Int = 0,
    val sent: Int = 0,
    val verdicts: Map<String, Int> = emptyMap(),
    val queued: Int = 0,
    val waiting: Int = 0,
    val refusedEver: Int = 0,
    val refusals: List<Refusal> = emptyList(),
    val revoked: Set<Kind> = emptySet(),
    val nextAttemptMs: Long = 0,
)
