package dev.kwasi.bridge.app

import dev.kwasi.bridge.core.Reply
import dev.kwasi.bridge.core.Transport
import java.net.InetAddress
import java.net.UnknownHostException
import kotlin.test.Test
import kotlin.test.assertEquals

class GuardedTransportTest {
    private val sent = mutableListOf<String>()
    private val inner = Transport { url, _, _ ->
        sent += url
        Reply.Answered(200, null, ByteArray(0))
    }
    private val names = mapOf(
        "home.lan" to listOf("192.168.1.20"),
        "fd00::5" to listOf("fd00::5"),
        "open.example.org" to listOf("203.0.113.5"),
        "mixed.example.org" to listOf("192.168.1.20", "203.0.113.5"),
    )

    private fun goes(url: String, plainAllowed: Boolean): Boolean {
        sent.clear()
        val guarded = GuardedTransport(inner, { plainAllowed }) { host ->
            names[host]?.map(InetAddress::getByName) ?: throw UnknownHostException(host)
        }
        val reply = guarded.post(url, emptyMap(), ByteArray(0))
        assertEquals(sent.isNotEmpty(), reply is Reply.Answered)
        return sent == listOf(url)
    }

    @Test
    fun `nothing leaves without encryption but into one's own network, and only where that is allowed`() {
        val rows = listOf(
            Triple("https://open.example.org/health/ingest", false, true),
            Triple("HTTPS://open.example.org/", false, true),
            Triple("http://home.lan:8080/health/ingest", false, false),
            Triple("http://home.lan:8080/health/ingest", true, true),
            Triple("http://[fd00::5]/", true, true),
            Triple("http://open.example.org/", true, false),
            Triple("http://mixed.example.org/", true, false),
            Triple("http://unknown.example.org/", true, false),
            Triple("ftp://home.lan/", true, false),
            Triple("file:///data", true, false),
            Triple("not an address", true, false),
            Triple("", true, false),
        )
        for ((url, allowed, expected) in rows) assertEquals(expected, goes(url, allowed), url)
    }
}
