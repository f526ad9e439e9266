package dev.kwasi.bridge.core

/**
 * Where to send, and as whom.
 *
 * @property serverUrl the base address, such as "https://kwasi.example.org"; without a slash at its end.
 * @property secret what this phone was given when it was paired; never logged, never shown.
 * @property deviceName what the person calls this phone.
 */
data class Settings(val serverUrl: String, val secret: String, val deviceName: String) {
    override fun toString(): String = "Settings($serverUrl, $deviceName)"
}
