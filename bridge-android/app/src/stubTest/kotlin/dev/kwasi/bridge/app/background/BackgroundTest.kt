package dev.kwasi.bridge.app.background

import android.app.job.JobInfo
import android.app.job.JobParameters
import android.app.job.JobScheduler
import android.app.job.JobWorkItem
import android.content.Context
import android.content.ContextWrapper
import android.content.Intent
import dev.kwasi.bridge.app.made
import dev.kwasi.bridge.core.Outcome
import dev.kwasi.bridge.core.SyncReport
import stub.Kept
import java.util.concurrent.CountDownLatch
import java.util.concurrent.TimeUnit
import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertTrue

/** The quarter of an hour: when the job is set, and how a run of it ends. */
class BackgroundTest {
    private class FakeScheduler : JobScheduler(null as Kept?) {
        val set = mutableListOf<JobInfo>()

        override fun getPendingJob(jobId: Int): JobInfo? = set.find { Kept.get(it, "jobId", null) == jobId }

        override fun schedule(job: JobInfo): Int {
            set += job
            return RESULT_SUCCESS
        }

        override fun enqueue(job: JobInfo, work: JobWorkItem): Int = error("not asked for")

        override fun cancel(jobId: Int): Unit = error("not asked for")
    }

    private val scheduler = FakeScheduler()
    private val context: Context = object : ContextWrapper(null as Kept?) {
        override fun <T : Any?> getSystemService(serviceClass: Class<T>): T = serviceClass.cast(scheduler)
    }

    @Test
    fun `the job is set once, survives a restart and wants a network`() {
        repeat(3) { SyncSchedule.ensure(context) }
        val job = scheduler.set.single()
        assertEquals(15 * 60 * 1000L, Kept.get(job, "periodic", null))
        assertEquals(true, Kept.get(job, "persisted", null))
        assertEquals(JobInfo.NETWORK_TYPE_ANY, Kept.get(job, "requiredNetworkType", null))
    }

    @Test
    fun `a restart and an update set it again, and nothing else does`() {
        for (action in listOf(null, "android.intent.action.VIEW", "dev.kwasi.bridge.BOOT_COMPLETED")) {
            BootReceiver().onReceive(context, made<Intent>("action" to action))
        }
        BootReceiver().onReceive(context, null)
        assertTrue(scheduler.set.isEmpty())
        for (action in listOf(Intent.ACTION_BOOT_COMPLETED, Intent.ACTION_MY_PACKAGE_REPLACED)) {
            scheduler.set.clear()
            BootReceiver().onReceive(context, made<Intent>("action" to action))
            assertEquals(1, scheduler.set.size)
        }
    }

    private val params = made<JobParameters>()

    /** A job whose run is this, and what it has told Android once all is over. */
    private fun told(run: (stop: () -> Boolean) -> SyncReport, meanwhile: (SyncJob) -> Unit = {}): List<String> {
        val job = SyncJob().apply { running = run }
        assertTrue(job.onStartJob(params))
        meanwhile(job)
        job.worker.shutdown()
        assertTrue(job.worker.awaitTermination(PATIENCE, TimeUnit.SECONDS))
        return Kept.calls(job)
    }

    @Test
    fun `a run is beside the main thread, and Android is told when it is over`() {
        var ran: Thread? = null
        val calls = told({
            ran = Thread.currentThread()
            SyncReport(Outcome.UNREACHABLE, "")
        })
        assertTrue(ran != null && ran != Thread.currentThread())
        assertEquals(listOf("jobFinished[$params, false]"), calls)
    }

    @Test
    fun `a stopped run ends by itself, and Android is not told again`() {
        val began = CountDownLatch(1)
        val calls = told({ stop ->
            began.countDown()
            while (!stop()) Thread.onSpinWait()
            SyncReport(Outcome.STOPPED, "")
        }) { job ->
            assertTrue(began.await(PATIENCE, TimeUnit.SECONDS))
            assertTrue(job.onStopJob(params))
        }
        assertEquals(emptyList(), calls)
    }

    @Test
    fun `a job that is taken away stops its run`() {
        val calls = told({ stop ->
            while (!stop()) Thread.onSpinWait()
            SyncReport(Outcome.STOPPED, "")
        }) { it.onDestroy() }
        assertEquals(listOf("onDestroy[]"), calls)
    }

    private companion object {
        const val PATIENCE = 20L
    }
}
