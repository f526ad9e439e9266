package dev.kwasi.bridge.app.background

import android.app.job.JobParameters
import android.app.job.JobService
import dev.kwasi.bridge.app.Bridge
import dev.kwasi.bridge.core.SyncReport
import dev.kwasi.bridge.core.Trigger
import java.util.concurrent.ExecutorService
import java.util.concurrent.Executors
import java.util.concurrent.atomic.AtomicBoolean

/**
 * One run of the bridge, whenever Android finds the time. The core keeps on disk what it has read before it goes on, so a run may be
 * ended at any moment.
 */
class SyncJob : JobService() {
    internal val worker: ExecutorService = Executors.newSingleThreadExecutor()
    private var stop = AtomicBoolean()

    /** What a run is; tests put another in its place. */
    internal var running: (stop: () -> Boolean) -> SyncReport = { asked -> Bridge.of(this).sync.run(Trigger.JOB, asked) }

    override fun onStartJob(params: JobParameters): Boolean {
        val stopped = AtomicBoolean().also { stop = it }
        worker.execute {
            try {
                running(stopped::get)
            } finally {
                // Android knows already that a stopped job is over, and must not be told again.
                if (!stopped.get()) jobFinished(params, false)
            }
        }
        return true
    }

    /** True: what was broken off goes on before the next quarter of an hour is over, if there is the time. */
    override fun onStopJob(params: JobParameters): Boolean {
        stop.set(true)
        return true
    }

    override fun onDestroy() {
        stop.set(true)
        worker.shutdown()
        super.onDestroy()
    }
}
