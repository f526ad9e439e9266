package dev.kwasi.bridge.app

import dev.kwasi.bridge.app.settings.isPrivate
import dev.kwasi.bridge.core.Reply
import dev.kwasi.bridge.core.Transport
import java.net.InetAddress
import java.net.URI
import java.net.URISyntaxException
import java.net.UnknownHostException

/**
 * Lets nothing leave without encryption, except to an address in the person's own network, and only where they allow that. The
 * system's own guard knows names but not networks, so it is open and this one decides.
 *
 * @param plainAllowed asked anew for each request.
 * @param resolve the addresses of a host.
 */
internal class GuardedTransport(
    private val inner: Transport,
    private val plainAllowed: () -> Boolean,
    private val resolve: (String) -> List<InetAddress> = { InetAddress.getAllByName(it).toList() },
) : Transport {
    override fun post(url: String, headers: Map<String, String>, body: ByteArray): Reply {
        val problem = problemOf(url)
        return if (problem == null) inner.post(url, headers, body) else Reply.Failed(problem)
    }

    private fun problemOf(url: String): String? {
        val uri =
            try {
                URI(url)
            } catch (_: URISyntaxException) {
                return "not an address"
            }
        return when {
            uri.scheme.equals("https", ignoreCase = true) -> null

            !uri.scheme.equals("http", ignoreCase = true) -> "neither https nor http"

            !plainAllowed() -> "plain http is not allowed"

            else ->
                try {
                    val private = resolve(uri.host.orEmpty().removeSurrounding("[", "]")).all(::isPrivate)
                    if (private) null else "plain http is for addresses in one's own network"
                } catch (_: UnknownHostException) {
                    "no such host"
                }
        }
    }
}
