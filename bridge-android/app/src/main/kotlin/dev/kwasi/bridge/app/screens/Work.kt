package dev.kwasi.bridge.app.screens

import android.app.Activity
import android.os.Handler
import android.os.Looper
import dev.kwasi.bridge.app.Bridge
import dev.kwasi.bridge.core.Trigger
import java.util.concurrent.Executors

/** Work that a screen asks for: done beside the main thread, and outliving the screen when it is turned. A sync holds up nothing else. */
internal object Work {
    private val worker = Executors.newSingleThreadExecutor()
    private val syncer = Executors.newSingleThreadExecutor()
    private val main = Handler(Looper.getMainLooper())

    /** Whether "Sync now" is under way; main thread only. */
    var syncing = false
        private set

    /** Told on the main thread whenever [syncing] changes; the screen that shows sets it and takes it back. */
    var onChange: (() -> Unit)? = null

    /** Does [job], then [then] on the main thread unless the screen is gone. */
    fun <T> run(screen: Activity, job: () -> T, then: (T) -> Unit) {
        worker.execute {
            val result = job()
            main.post { if (!screen.isDestroyed) then(result) }
        }
    }

    /** Runs the bridge once, now. */
    fun sync(bridge: Bridge) {
        if (syncing) return
        change(true)
        syncer.execute {
            bridge.sync.run(Trigger.PERSON)
            main.post { change(false) }
        }
    }

    private fun change(to: Boolean) {
        syncing = to
        onChange?.invoke()
    }
}
