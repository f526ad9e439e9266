package dev.kwasi.bridge.app

import android.os.SystemClock
import dev.kwasi.bridge.core.Clock

/** The phone's two clocks. */
internal object PhoneClock : Clock {
    override fun wallMs(): Long = System.currentTimeMillis()

    override fun elapsedMs(): Long = SystemClock.elapsedRealtime()
}
