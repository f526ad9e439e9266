package dev.kwasi.bridge.core

import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertFalse
import kotlin.test.assertIs
import kotlin.test.assertNull

class PairingTest {
    @Test
    fun `a code as the server makes it`() {
        val code = "kwasi://pair?v=1&url=https%3A%2F%2Fkwasi.example.org&secret=zNfBWg4mTYVSr5MIFh9yGRjyQAP3t16V9G-hmjx0hTQ"
        assertEquals(Pairing.Pair("https://kwasi.example.org", "zNfBWg4mTYVSr5MIFh9yGRjyQAP3t16V9G-hmjx0hTQ"), Pairing.parse(code))
    }

    @Test
    fun `what else fits`() {
        val fits = mapOf(
            " KWASI://pair?v=1&secret=12345678&url=http%3A%2F%2F192.168.1.5%3A8000%2F\n" to "http://192.168.1.5:8000",
            "kwasi://pair?v=1&url=https%3A%2F%2Fexample.org%2Fhome%2Fkwasi%2F&secret=12345678&more=1#x" to "https://example.org/home/kwasi",
            "kwasi://pair?v=1&url=http%3A%2F%2F%5Bfd00%3A%3A1%5D%3A8000&secret=12345678" to "http://[fd00::1]:8000",
        )
        fits.forEach { (code, url) -> assertEquals(url, assertIs<Pairing.Pair>(Pairing.parse(code), code).serverUrl) }
    }

    @Test
    fun `a plus in a secret stays one`() {
        assertEquals(
            "abc+def/gh=",
            assertIs<Pairing.Pair>(Pairing.parse("kwasi://pair?v=1&url=https%3A%2F%2Fa.b&secret=abc+def/gh%3D")).secret,
        )
    }

    @Test
    fun `what doesn't fit says why`() {
        val url = "url=https%3A%2F%2Fexample.org"
        val wrong = mapOf(
            "" to "not a pairing code",
            "https://example.org/?v=1&secret=12345678" to "not a pairing code",
            "kwasi://pair?" + "x".repeat(5_000) to "not a pairing code",
            "kwasi://pair?$url&secret=12345678" to "not complete",
            "kwasi://pair?v=2&$url&secret=12345678" to "newer version",
            "kwasi://pair?v=1&$url" to "not complete",
            "kwasi://pair?v=1&$url&secret=short" to "not complete",
            "kwasi://pair?v=1&$url&secret=12345678%0D%0AHost%3A+evil" to "not complete",
            "kwasi://pair?v=1&$url&secret=12345678&secret=87654321" to "not complete",
            "kwasi://pair?v=1&$url&secret=%zz345678" to "not complete",
            "kwasi://pair?v=1&secret=12345678" to "address",
            "kwasi://pair?v=1&url=ftp%3A%2F%2Fexample.org&secret=12345678" to "address",
            "kwasi://pair?v=1&url=https%3A%2F%2Fuser%3Apw%40example.org&secret=12345678" to "address",
            "kwasi://pair?v=1&url=https%3A%2F%2Fexample.org%2F%3Fx%3D1&secret=12345678" to "address",
            "kwasi://pair?v=1&url=https%3A%2F%2F&secret=12345678" to "address",
            "kwasi://pair?v=1&url=https%3A%2F%2Fexa+mple.org&secret=12345678" to "address",
        )
        wrong.forEach { (code, words) ->
            val sentence = assertIs<Pairing.Wrong>(Pairing.parse(code), code).sentence
            assertEquals(true, words in sentence, "$code said: $sentence")
        }
    }

    @Test
    fun `a secret is not shown by accident`() {
        assertFalse("12345678" in Pairing.parse("kwasi://pair?v=1&url=https%3A%2F%2Fa.b&secret=12345678").toString())
        assertFalse(PAIRED.secret in PAIRED.toString())
    }

    @Test
    fun `an address that a person types`() {
        assertEquals("https://kwasi.example.org", Pairing.address(" https://kwasi.example.org// "))
        listOf("kwasi.example.org", "https://", "javascript:alert(1)", "https://a b", "").forEach { assertNull(Pairing.address(it), it) }
    }
}
