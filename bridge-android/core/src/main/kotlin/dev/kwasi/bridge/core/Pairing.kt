package dev.kwasi.bridge.core

import java.net.URI
import java.net.URISyntaxException
import java.net.URLDecoder

/** What a scanned or pasted `kwasi://pair?v=1&url=…&secret=…` says. */
sealed interface Pairing {
    /** An address (without a slash at its end) and a secret that fit. */
    data class Pair(val serverUrl: String, val secret: String) : Pairing {
        override fun toString(): String = "Pair($serverUrl)"
    }

    /** Not a code of ours, or not one that this version can read; [sentence] says so to the person. */
    data class Wrong(val sentence: String) : Pairing

    companion object {
        private const val START = "kwasi://pair?"
        private const val MOST_TEXT = 4_000
        private val SECRET = Regex("[!-~]{8,500}")
        private val NOT_OURS = Wrong("This is not a pairing code of Kwasi. On the server, run: ./scripts/run health pair")
        private val INCOMPLETE = Wrong("This pairing code is not complete. Make a new one on the server and scan it whole.")
        private val NEWER = Wrong("This pairing code is for a newer version of this app. Update the app, then scan it again.")
        private val BAD_ADDRESS =
            Wrong("The address is not one of a web server. It looks like https://kwasi.example.org, perhaps with a path.")

        /** Reads [text]; never throws. */
        fun parse(text: String): Pairing {
            val code = text.trim()
            if (code.length > MOST_TEXT || !code.startsWith(START, ignoreCase = true)) return NOT_OURS
            val fields = fields(code.substring(START.length).substringBefore('#')) ?: return INCOMPLETE
            if (fields["v"] != "1") return if (fields["v"].isNullOrEmpty()) INCOMPLETE else NEWER
            val secret = fields["secret"].orEmpty()
            if (!SECRET.matches(secret)) return INCOMPLETE
            val url = address(fields["url"].orEmpty()) ?: return BAD_ADDRESS
            return Pair(url, secret)
        }

        /** A base address as it is kept, without a slash at its end; null where [text] isn't one. Also for what a person types. */
        fun address(text: String): String? {
            val uri = try {
                URI(text.trim())
            } catch (_: URISyntaxException) {
                return null
            }
            val isWeb = uri.scheme?.lowercase() in setOf("http", "https")
            val isBare = uri.rawQuery == null && uri.rawFragment == null && uri.rawUserInfo == null
            return if (isWeb && isBare && !uri.host.isNullOrEmpty()) uri.toASCIIString().trimEnd('/') else null
        }

        /** The fields by name; null where one comes twice or can't be decoded. */
        private fun fields(query: String): Map<String, String>? {
            val pairs = query.split('&').filter(String::isNotEmpty).map { it.substringBefore('=') to it.substringAfter('=', "") }
            if (pairs.distinctBy { it.first }.size != pairs.size) return null
            return try {
                pairs.associate { (key, value) -> key to URLDecoder.decode(value.replace("+", "%2B"), "UTF-8") }
            } catch (_: IllegalArgumentException) {
                null
            }
        }
    }
}
