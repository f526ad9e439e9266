package dev.kwasi.bridge.core

/*
 * What the person reads. Plain sentences that say what to do next.
 */

/** The sentence of an outcome; [detail] is the source's own, or what a failure was, and [queued] how much is kept. */
internal fun sentence(outcome: Outcome, detail: String = "", queued: Int = 0): String {
    val kept = if (queued > 0) " ${measurements(queued)} kept on the phone until then." else ""
    return when (outcome) {
        Outcome.DONE -> "Everything is sent."
        Outcome.NOT_PAIRED -> "This phone is not paired yet. Scan the code that your server shows."
        Outcome.NO_PERMISSION -> "Nothing may be read from Health Connect yet. Allow what you want to share."
        Outcome.SOURCE_UNAVAILABLE -> detail.ifEmpty { "Health Connect does not answer. It is tried again soon." }
        Outcome.UNREACHABLE -> unreachable(detail) + kept
        Outcome.BUSY -> "The server is busy and is tried again later.$kept"
        Outcome.UNAUTHORISED -> "The server does not know this phone any more. Pair it again.$kept"
        Outcome.NOT_UNDERSTOOD -> "The server does not understand this version of the app. Update the server and the app.$kept"
        Outcome.WAITING -> "The last attempt failed, and the next one comes soon.$kept"
        Outcome.FULL -> "So much is waiting to be sent that nothing more is read. Check the connection to your server."
        Outcome.STOPPED -> "The sync was interrupted and goes on with the next one."
        Outcome.ALREADY_RUNNING -> "A sync is already under way."
        Outcome.STORAGE -> "The phone's storage could not be read or written. Make some room, then sync again."
    }
}

private fun unreachable(detail: String): String =
    when {
        detail == "not_ours" ->
            "Something else answered in place of your server, perhaps the sign-in page of a Wi-Fi network. It is tried again later."
        detail.startsWith("status 3") || detail.startsWith("status 4") ->
            "There is no Kwasi at this address (${detail.replace("status", "answer")}). Check the address, or pair the phone again."
        detail.startsWith("status") -> "The server had a problem (${detail.replace("status", "answer")}) and is tried again later."
        else -> "The server can't be reached and is tried again later."
    }

private fun measurements(count: Int): String = if (count == 1) "1 measurement is" else "$count measurements are"

/** For kinds that were readable once. */
internal fun revokedSentence(kinds: Set<Kind>): String {
    val names = kinds.sorted().joinToString(", ") { it.metric.replace('_', ' ') }
    return "Not allowed to be read any more: $names. Allow it in Health Connect and what was missed is sent."
}
