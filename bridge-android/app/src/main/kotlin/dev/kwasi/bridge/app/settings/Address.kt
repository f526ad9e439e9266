package dev.kwasi.bridge.app.settings

import java.net.IDN
import java.net.Inet6Address
import java.net.InetAddress
import java.net.URI
import java.net.URISyntaxException

/** What a typed or scanned address of a server comes to. */
internal sealed interface Address {
    /**
     * Fine to send to. [url] has no slash at its end; [host] is what is shown to the person, in plain letters ("xn--…" where it has
     * others, so that a look-alike shows); [plain]: without encryption.
     */
    data class Fine(val url: String, val host: String, val plain: Boolean) : Address

    /** Not an address that can be sent to, and why. */
    data class Wrong(val problem: Problem) : Address

    /** Why an address is wrong; the screen has a sentence for each. */
    enum class Problem { EMPTY, NOT_AN_ADDRESS, NOT_HTTP, HAS_A_NAME, HAS_MORE, PLAIN_NOT_ALLOWED }

    companion object {
        /** Reads what a person typed; without a scheme, https is meant. Never throws. */
        fun of(typed: String, plainAllowed: Boolean): Address {
            val text = typed.trim()
            if (text.isEmpty()) return Wrong(Problem.EMPTY)
            val uri = parse(if ("://" in text) text else "https://$text") ?: return Wrong(Problem.NOT_AN_ADDRESS)
            val scheme = uri.scheme.lowercase()
            return when {
                scheme != "https" && scheme != "http" -> Wrong(Problem.NOT_HTTP)

                uri.rawUserInfo != null -> Wrong(Problem.HAS_A_NAME)

                uri.host.isNullOrEmpty() -> Wrong(Problem.NOT_AN_ADDRESS)

                uri.rawQuery != null || uri.rawFragment != null -> Wrong(Problem.HAS_MORE)

                scheme == "http" && !plainAllowed -> Wrong(Problem.PLAIN_NOT_ALLOWED)

                else -> {
                    val port = if (uri.port == -1) "" else ":${uri.port}"
                    val host = uri.host.lowercase()
                    Fine("$scheme://$host$port${uri.rawPath.orEmpty().trimEnd('/')}", host + port, scheme == "http")
                }
            }
        }

        private fun parse(text: String): URI? = try {
            val authority = text.substringAfter("://").substringBefore('/').substringBefore('?').substringBefore('#')
            URI(if (authority.all { it.code < ASCII_END }) text else text.replaceFirst(authority, IDN.toASCII(authority)))
        } catch (_: URISyntaxException) {
            null
        } catch (_: IllegalArgumentException) {
            null
        }

        private const val ASCII_END = 128
    }
}

/** Whether an address is of one's own network (or of this phone, or of a private tunnel), so that nothing crosses the open internet. */
internal fun isPrivate(address: InetAddress): Boolean {
    val bytes = address.address
    return address.isLoopbackAddress ||
        address.isSiteLocalAddress ||
        address.isLinkLocalAddress ||
        // fc00::/7, the private range of IPv6
        (address is Inet6Address && bytes[0].toInt() and 0xfe == 0xfc) ||
        // 100.64.0.0/10, which tunnels between one's own machines use
        (bytes.size == 4 && bytes[0].toInt() == 100 && bytes[1].toInt() and 0xc0 == 0x40)
}
