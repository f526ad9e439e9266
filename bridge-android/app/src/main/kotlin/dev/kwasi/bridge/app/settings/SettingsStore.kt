package dev.kwasi.bridge.app.settings

import dev.kwasi.bridge.core.Settings
import java.io.ByteArrayInputStream
import java.io.ByteArrayOutputStream
import java.io.File
import java.io.FileOutputStream
import java.io.IOException
import java.nio.file.Files
import java.nio.file.StandardCopyOption
import java.util.Base64
import java.util.Properties

/**
 * Where to send and as whom, in one small file of our own; the secret in it is sealed.
 *
 * A change is whole or not at all: it is written beside the file and then put in its place. A file that can't be read, or a secret that
 * can't be opened, is as if there was none: the phone is paired again then.
 */
internal class SettingsStore(private val file: File, private val box: SecretBox) {
    /** What was paired, null before that. */
    @Synchronized
    fun read(): Settings? {
        val kept = properties() ?: return null
        val url = kept.getProperty(URL)?.ifBlank { null } ?: return null
        val sealed = kept.getProperty(SECRET) ?: return null
        val secret =
            try {
                box.open(Base64.getDecoder().decode(sealed)) ?: return null
            } catch (_: IllegalArgumentException) {
                return null
            }
        return Settings(url, String(secret, Charsets.UTF_8), kept.getProperty(DEVICE).orEmpty())
    }

    /** Whether the person allows plain http to addresses in their own network. */
    @Synchronized
    fun plainAllowed(): Boolean = properties()?.getProperty(PLAIN).toBoolean()

    /** Keeps [settings] in place of what was there; false where the phone's storage doesn't take it. */
    @Synchronized
    fun keep(settings: Settings, plainAllowed: Boolean): Boolean = try {
        write(settings, plainAllowed)
        true
    } catch (_: IOException) {
        false
    }

    private fun write(settings: Settings, plainAllowed: Boolean) {
        val kept = Properties()
        kept.setProperty(URL, settings.serverUrl)
        kept.setProperty(SECRET, Base64.getEncoder().encodeToString(box.seal(settings.secret.toByteArray(Charsets.UTF_8))))
        kept.setProperty(DEVICE, settings.deviceName)
        kept.setProperty(PLAIN, plainAllowed.toString())
        val bytes = ByteArrayOutputStream().also { kept.store(it, null) }.toByteArray()
        file.parentFile?.mkdirs()
        val draft = File(file.path + ".new")
        FileOutputStream(draft).use {
            it.write(bytes)
            it.fd.sync()
        }
        Files.move(draft.toPath(), file.toPath(), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING)
    }

    /** Forgets address and secret. */
    @Synchronized
    fun forget() {
        file.delete()
    }

    private fun properties(): Properties? = try {
        Properties().apply { load(ByteArrayInputStream(file.readBytes())) }
    } catch (_: IOException) {
        null
    } catch (_: IllegalArgumentException) {
        null
    }

    private companion object {
        const val URL = "url"
        const val SECRET = "secret"
        const val DEVICE = "device"
        const val PLAIN = "plain_allowed"
    }
}
