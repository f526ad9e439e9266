package dev.kwasi.bridge.core

/** What came of a request. */
sealed interface Reply {
    /** The server, or something in its place, answered. [body] is cut off at [Transport.MOST_BYTES]. */
    class Answered(val status: Int, val retryAfter: String?, val body: ByteArray) : Reply

    /** No answer: no network, no such host, a timeout, a certificate that isn't trusted. [reason] is for the log, not the person. */
    data class Failed(val reason: String) : Reply
}

/** How bytes get to the server. It blocks, doesn't throw, and never follows a redirect: the secret is for one address alone. */
fun interface Transport {
    fun post(url: String, headers: Map<String, String>, body: ByteArray): Reply

    companion object {
        /** The longest answer that is read. */
        const val MOST_BYTES = 4 * 1024 * 1024
    }
}
