package dev.kwasi.bridge.sim

import dev.kwasi.bridge.core.Reply
import dev.kwasi.bridge.core.Transport
import kotlin.random.Random

/**
 * The way to the server, with what happens on it: no network, requests that get lost, answers that get lost after the server took the
 * batch, batches that arrive twice, a Wi-Fi's sign-in page, a server that has no time, a proxy that takes only small bodies.
 */
class Weather(private val road: Transport, private val dice: Random) : Transport {
    /** No network at all. */
    var isOffline = false

    /** Nothing goes wrong any more: for the end. */
    var isCalm = false

    /** How often what happened. */
    val met = sortedMapOf<String, Int>()

    override fun post(url: String, headers: Map<String, String>, body: ByteArray): Reply {
        if (isCalm) return road.post(url, headers, body)
        if (isOffline) return met("offline") { Reply.Failed("no network") }
        return when (dice.nextInt(40)) {
            0 -> met("request lost") { Reply.Failed("timeout") }
            1, 2 -> met("answer lost") { road.post(url, headers, body).let { Reply.Failed("timeout") } }
            3 -> met("sign-in page") { Reply.Answered(200, null, "<html>Welcome to our Wi-Fi</html>".encodeToByteArray()) }
            4 -> met("server busy") { Reply.Answered(503, "1200", "{}".encodeToByteArray()) }
            5 -> met("bad gateway") { Reply.Answered(502, null, "<html></html>".encodeToByteArray()) }
            6 -> met("sent twice") { road.post(url, headers, body).let { road.post(url, headers, body) } }
            7 -> if (body.size > SMALL) met("too large") { Reply.Answered(413, null, ByteArray(0)) } else road.post(url, headers, body)
            else -> road.post(url, headers, body)
        }
    }

    private fun met(what: String, reply: () -> Reply): Reply = reply().also { met.merge(what, 1, Int::plus) }

    private companion object {
        const val SMALL = 2_000
    }
}
