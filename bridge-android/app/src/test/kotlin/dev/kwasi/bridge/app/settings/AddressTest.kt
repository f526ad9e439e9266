package dev.kwasi.bridge.app.settings

import dev.kwasi.bridge.app.settings.Address.Problem
import java.net.InetAddress
import kotlin.test.Test
import kotlin.test.assertEquals

class AddressTest {
    @Test
    fun `what a person types becomes an address`() {
        val rows = mapOf(
            "https://kwasi.example.org" to Address.Fine("https://kwasi.example.org", "kwasi.example.org", plain = false),
            " kwasi.example.org/ " to Address.Fine("https://kwasi.example.org", "kwasi.example.org", plain = false),
            "HTTPS://Kwasi.Example.org:8443/a/b//" to
                Address.Fine("https://kwasi.example.org:8443/a/b", "kwasi.example.org:8443", plain = false),
            "http://192.168.1.20:8080" to Address.Fine("http://192.168.1.20:8080", "192.168.1.20:8080", plain = true),
            "http://[fd00::5]:8080" to Address.Fine("http://[fd00::5]:8080", "[fd00::5]:8080", plain = true),
        )
        for ((typed, address) in rows) assertEquals(address, Address.of(typed, plainAllowed = true), typed)
    }

    @Test
    fun `a look-alike shows itself`() {
        // The first letter is a Cyrillic one.
        assertEquals("xn--wasi-k5d.example.org", (Address.of("https://кwasi.example.org", false) as? Address.Fine)?.host)
    }

    @Test
    fun `what can't be sent to is told apart`() {
        val rows = mapOf(
            "" to Problem.EMPTY,
            "   " to Problem.EMPTY,
            "ftp://kwasi.example.org" to Problem.NOT_HTTP,
            "kwasi://pair?v=1" to Problem.NOT_HTTP,
            "https://kwasi.example.org@evil.example.net" to Problem.HAS_A_NAME,
            "https://user:secret@kwasi.example.org" to Problem.HAS_A_NAME,
            "https://kwasi.example.org/?a=b" to Problem.HAS_MORE,
            "https://kwasi.example.org/#a" to Problem.HAS_MORE,
            "https://" to Problem.NOT_AN_ADDRESS,
            "https:///health" to Problem.NOT_AN_ADDRESS,
            "https://kwasi example.org" to Problem.NOT_AN_ADDRESS,
            "https://kwasi_example.org" to Problem.NOT_AN_ADDRESS,
            "https://kwasi.example.org:port" to Problem.NOT_AN_ADDRESS,
            "https://\u0000" to Problem.NOT_AN_ADDRESS,
            "http://192.168.1.20" to Problem.PLAIN_NOT_ALLOWED,
        )
        for ((typed, problem) in rows) assertEquals(Address.Wrong(problem), Address.of(typed, plainAllowed = false), typed)
    }

    @Test
    fun `one's own network is told from the open internet`() {
        val own =
            listOf("127.0.0.1", "10.1.2.3", "172.16.0.1", "172.31.255.255", "192.168.0.1", "169.254.1.1", "100.64.0.1", "100.127.255.255") +
                listOf("::1", "fe80::1", "fc00::1", "fdff::1")
        val open = listOf("8.8.8.8", "172.32.0.1", "172.15.0.1", "192.169.0.1", "100.63.0.1", "100.128.0.1", "11.0.0.1", "0.0.0.0") +
            listOf("2001:db8::1", "fe00::1", "::ffff:8.8.8.8")
        assertEquals(own, (own + open).filter { isPrivate(InetAddress.getByName(it)) })
    }
}
