package dev.kwasi.bridge.core

import com.sun.net.httpserver.HttpExchange
import com.sun.net.httpserver.HttpServer
import java.net.InetAddress
import java.net.InetSocketAddress
import kotlin.test.Test
import kotlin.test.assertContentEquals
import kotlin.test.assertEquals
import kotlin.test.assertFalse
import kotlin.test.assertIs

class UrlTransportTest {
    private val transport = UrlTransport(timeoutMs = 2_000)

    private fun <T> serving(answer: (HttpExchange) -> Unit, test: (String) -> T): T {
        val server = HttpServer.create(InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0)
        server.createContext("/") { exchange -> exchange.use { answer(it) } }
        server.start()
        try {
            return test("http://127.0.0.1:${server.address.port}")
        } finally {
            server.stop(0)
        }
    }

    private fun HttpExchange.say(status: Int, body: ByteArray) {
        sendResponseHeaders(status, if (body.isEmpty()) -1 else body.size.toLong())
        if (body.isNotEmpty()) responseBody.write(body)
    }

    @Test
    fun `bytes and headers go there, status and bytes come back`() {
        val body = ByteArray(300_000) { it.toByte() }
        serving({ exchange ->
            val isRight = exchange.requestMethod == "POST" && exchange.requestHeaders.getFirst("X-Health-Secret") == "s"
            exchange.say(if (isRight) 200 else 400, exchange.requestBody.readBytes())
        }) { url ->
            val reply = assertIs<Reply.Answered>(transport.post("$url/health/ingest", mapOf("X-Health-Secret" to "s"), body))
            assertEquals(200, reply.status)
            assertContentEquals(body, reply.body)
        }
    }

    @Test
    fun `refusals come with their words`() {
        for (status in listOf(401, 413, 422, 429, 503)) {
            serving({ exchange ->
                exchange.requestBody.readBytes()
                exchange.responseHeaders.add("Retry-After", "7")
                exchange.say(status, "no".encodeToByteArray())
            }) { url ->
                val reply = assertIs<Reply.Answered>(transport.post(url, emptyMap(), ByteArray(10)))
                assertEquals(status, reply.status)
                if (status != 401) assertEquals("7 no", "${reply.retryAfter} ${reply.body.decodeToString()}")
            }
        }
    }

    @Test
    fun `the secret doesn't follow a redirect`() {
        var isFollowed = false
        serving({ isFollowed = true }) { elsewhere ->
            for (status in listOf(301, 302, 307, 308)) {
                serving({ exchange ->
                    exchange.requestBody.readBytes()
                    exchange.responseHeaders.add("Location", "$elsewhere/x")
                    exchange.say(status, ByteArray(0))
                }) { url -> assertEquals(status, assertIs<Reply.Answered>(transport.post(url, emptyMap(), ByteArray(1))).status) }
            }
        }
        assertFalse(isFollowed)
    }

    @Test
    fun `an endless answer is cut off`() {
        serving({ exchange ->
            exchange.requestBody.readBytes()
            exchange.sendResponseHeaders(200, 0)
            repeat(6) { exchange.responseBody.write(ByteArray(1024 * 1024)) }
        }) { url -> assertEquals(Transport.MOST_BYTES, assertIs<Reply.Answered>(transport.post(url, emptyMap(), ByteArray(1))).body.size) }
    }

    @Test
    fun `no answer is a failure, never an exception`() {
        val closed = serving({}) { it }
        val addresses =
            listOf(closed, "http://127.0.0.1:1", "https://127.0.0.1:1", "http://no-such-host.invalid", "nonsense", "ftp://x", "http://")
        addresses.forEach { assertIs<Reply.Failed>(transport.post(it, emptyMap(), ByteArray(1)), it) }
        serving({ it.say(200, ByteArray(0)) }) { url ->
            assertIs<Reply.Failed>(transport.post(url, mapOf("X-Health-Secret" to "a\r\nHost: evil"), ByteArray(1)))
        }
        serving({ it.close() }) { url -> assertIs<Reply.Failed>(transport.post(url, emptyMap(), ByteArray(1))) }
    }
}
