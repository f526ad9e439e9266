package dev.kwasi.bridge.app.background

import android.content.BroadcastReceiver
import android.content.Context
import android.content.Intent

/** After the phone started, or the app was updated: the job is there again. Anything else that is sent to it is not meant for it. */
class BootReceiver : BroadcastReceiver() {
    override fun onReceive(context: Context, intent: Intent?) {
        if (intent?.action in OURS) SyncSchedule.ensure(context)
    }

    private companion object {
        val OURS = setOf(Intent.ACTION_BOOT_COMPLETED, Intent.ACTION_MY_PACKAGE_REPLACED)
    }
}
