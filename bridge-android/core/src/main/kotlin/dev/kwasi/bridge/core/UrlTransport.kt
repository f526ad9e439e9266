package dev.kwasi.bridge.core

import java.io.IOException
import java.io.InputStream
import java.net.HttpRetryException
import java.net.HttpURLConnection
import java.net.URL

/** Posts with what Android and Java both have. [timeoutMs] holds for connecting and for every wait for bytes. */
class UrlTransport(private val timeoutMs: Int = 60_000) : Transport {
    override fun post(url: String, headers: Map<String, String>, body: ByteArray): Reply =
        try {
            val connection = URL(url).openConnection() as? HttpURLConnection
            if (connection == null) Reply.Failed("no web address") else exchange(connection, headers, body)
        } catch (problem: HttpRetryException) {
            Reply.Answered(problem.responseCode(), null, ByteArray(0))
        } catch (problem: IOException) {
            Reply.Failed(problem.javaClass.simpleName)
        } catch (problem: IllegalArgumentException) { // an address or a header that HTTP has no words for
            Reply.Failed(problem.javaClass.simpleName)
        } catch (problem: SecurityException) { // no permission for the network
            Reply.Failed(problem.javaClass.simpleName)
        }

    private fun exchange(connection: HttpURLConnection, headers: Map<String, String>, body: ByteArray): Reply {
        try {
            connection.requestMethod = "POST"
            connection.instanceFollowRedirects = false
            connection.useCaches = false
            connection.connectTimeout = timeoutMs
            connection.readTimeout = timeoutMs
            connection.doOutput = true
            connection.setFixedLengthStreamingMode(body.size)
            headers.forEach(connection::setRequestProperty)
            connection.outputStream.use { it.write(body) }
            val status = connection.responseCode
            val stream = if (status >= HTTP_ERRORS) connection.errorStream else connection.inputStream
            return Reply.Answered(status, connection.getHeaderField("Retry-After"), stream?.use(::whole) ?: ByteArray(0))
        } finally {
            connection.disconnect()
        }
    }

    /** All of it, up to the bound. */
    private fun whole(stream: InputStream): ByteArray = stream.readNBytes(Transport.MOST_BYTES)

    private companion object {
        const val HTTP_ERRORS = 400
    }
}
