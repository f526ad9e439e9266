package dev.kwasi.bridge.core

/** What a question to the source came to. */
sealed interface Answer<out T> {
    /** It was answered. */
    data class Got<T>(val value: T) : Answer<T>

    /** The person has not given, or has taken back, the permission to read this. Other kinds may still be readable. */
    data object Revoked : Answer<Nothing>

    /** The changes token is not known any more: thirty days have passed, or the source was reset. Only [RecordSource.changes]. */
    data object Expired : Answer<Nothing>

    /** The source can't answer now: it is missing, updating, or wants to be asked less often. [reason] is a sentence for the person. */
    data class Unavailable(val reason: String) : Answer<Nothing>
}

/** What the person allows. [wholeHistory]: what is older than thirty days before the first permission may be read as well. */
data class Grants(val kinds: Set<Kind>, val wholeHistory: Boolean)

/** What happened since a token: records as they are now, ids that are gone, and the token from which to go on. */
data class Changes(
    val upserted: List<HealthRecord>,
    val deleted: List<String>,
    val next: String,
    val more: Boolean,
)

/** Some records of a time range, in the order of their start; [next] is null on the last page. */
data class Page(val records: List<HealthRecord>, val next: String?)

/**
 * What Health Connect is to the core. Every call blocks, and none throws: whatever goes wrong is an [Answer].
 *
 * A record that is both in [Changes.upserted] and [Changes.deleted] of one page is taken to exist. Records that can't be
 * understood are left out.
 */
interface RecordSource {
    /** What may be read right now. An empty set where the person has allowed nothing. */
    fun grants(): Answer<Grants>

    /** A token from which [changes] tells all that happens after this call. */
    fun token(kind: Kind): Answer<String>

    /** The next page of what happened since [token]; the token stays good, so that a page can be read twice. */
    fun changes(kind: Kind, token: String): Answer<Changes>

    /**
     * Records whose start lies in [fromMs] (inclusive) to [untilMs] (exclusive), ascending. [page] is a [Page.next] of the same
     * range within this process, or null. What the person doesn't allow to read (too old) is left out.
     */
    fun read(kind: Kind, fromMs: Long, untilMs: Long, page: String?): Answer<Page>
}
