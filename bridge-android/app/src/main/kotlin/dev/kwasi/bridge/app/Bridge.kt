package dev.kwasi.bridge.app

import android.content.Context
import android.health.connect.HealthConnectManager
import android.os.Build
import dev.kwasi.bridge.app.health.Allowed
import dev.kwasi.bridge.app.health.HealthConnectSource
import dev.kwasi.bridge.app.health.PhoneAllowed
import dev.kwasi.bridge.app.health.recordTypes
import dev.kwasi.bridge.app.settings.SecretBox
import dev.kwasi.bridge.app.settings.SettingsStore
import dev.kwasi.bridge.core.Settings
import dev.kwasi.bridge.core.Sync
import dev.kwasi.bridge.core.UrlTransport
import java.io.File

/** The parts of the app, put together once. Everything it writes is in the folder that no backup takes. */
internal class Bridge private constructor(context: Context) {
    private val folder = File(context.noBackupFilesDir, "bridge")

    val types = recordTypes(Build.VERSION.SDK_INT)
    val allowed: Allowed = PhoneAllowed(context)
    val settings = SettingsStore(File(folder, "settings"), SecretBox.ofPhone())
    val sync =
        Sync(
            source = HealthConnectSource(context.getSystemService(HealthConnectManager::class.java), allowed, types),
            transport = GuardedTransport(UrlTransport(), settings::plainAllowed),
            clock = PhoneClock,
            state = File(folder, "state"),
            settings = settings::read,
        )

    /** A sync for settings that are not kept yet: whether plain http is allowed is part of what is tried. */
    fun trial(tried: Settings, plainAllowed: Boolean) = Sync(
        source = HealthConnectSource(null, allowed, types),
        transport = GuardedTransport(UrlTransport(), { plainAllowed }),
        clock = PhoneClock,
        state = File(folder, "trial"),
        settings = { tried },
    ).tryConnection(tried)

    companion object {
        @Volatile
        private var made: Bridge? = null

        /** The one of this process. */
        fun of(context: Context): Bridge = made ?: synchronized(this) {
            made ?: Bridge(context.applicationContext).also { made = it }
        }
    }
}
