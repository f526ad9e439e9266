package dev.kwasi.bridge.app.background

import android.app.job.JobInfo
import android.app.job.JobScheduler
import android.content.ComponentName
import android.content.Context
import java.util.concurrent.TimeUnit

/** The job that syncs every quarter of an hour. Android may run it later, to save the battery; what waits is not lost. */
internal object SyncSchedule {
    private const val JOB = 1
    private val PERIOD_MS = TimeUnit.MINUTES.toMillis(15)

    /** Makes sure that the job is there. One that is there is left alone: setting it anew would start its quarter of an hour anew. */
    fun ensure(context: Context) {
        val scheduler = context.getSystemService(JobScheduler::class.java) ?: return
        if (scheduler.getPendingJob(JOB) == null) scheduler.schedule(job(context))
    }

    internal fun job(context: Context): JobInfo = JobInfo
        .Builder(JOB, ComponentName(context, SyncJob::class.java))
        .setPeriodic(PERIOD_MS)
        .setPersisted(true)
        .setRequiredNetworkType(JobInfo.NETWORK_TYPE_ANY)
        .build()
}
