package dev.kwasi.bridge.app.health

import android.health.connect.HealthConnectException
import android.health.connect.HealthConnectManager
import android.health.connect.ReadRecordsRequest
import android.health.connect.ReadRecordsRequestUsingFilters
import android.health.connect.ReadRecordsResponse
import android.health.connect.TimeInstantRangeFilter
import android.health.connect.changelog.ChangeLogTokenRequest
import android.health.connect.changelog.ChangeLogTokenResponse
import android.health.connect.changelog.ChangeLogsRequest
import android.health.connect.changelog.ChangeLogsResponse
import android.health.connect.datatypes.Record
import android.os.OutcomeReceiver
import dev.kwasi.bridge.app.made
import stub.Kept
import java.util.concurrent.Executor

/** Permissions in a set, for tests. */
internal class FakeAllowed(val given: MutableSet<String>, var front: Boolean = true, val known: Set<String>? = null) : Allowed {
    override fun has(permission: String) = permission in given

    override fun knows(permission: String) = known == null || permission in known

    override fun inForeground() = front
}

/** A failure as Health Connect tells it. */
internal fun failure(code: Int) = made<HealthConnectException>("errorCode" to code)

/**
 * Stands in for Health Connect: a fake of ours. It checks what the platform checks (no page together with an order, sizes in their
 * bounds) and answers from [pages] and [changes], or with [fails], or throws [throws].
 */
internal class FakeManager : HealthConnectManager(null as Kept?) {
    var fails: HealthConnectException? = null
    var throws: RuntimeException? = null
    var silent = false
    var onAsk: () -> Unit = {}
    var pages: Map<Long, Pair<List<Record>, Long>> = emptyMap()
    var changes: ChangeLogsResponse? = null
    val asked = mutableListOf<String>()

    override fun getChangeLogToken(
        request: ChangeLogTokenRequest,
        executor: Executor,
        callback: OutcomeReceiver<ChangeLogTokenResponse, HealthConnectException>,
    ) = answer("token ${(Kept.get(request, "recordType", null) as Class<*>).name}", executor, callback) { made("token" to "t1") }

    override fun getChangeLogs(
        request: ChangeLogsRequest,
        executor: Executor,
        callback: OutcomeReceiver<ChangeLogsResponse, HealthConnectException>,
    ) {
        check(request.pageSize in 1..MOST)
        answer("changes ${request.token}", executor, callback) { changes!! }
    }

    override fun <T : Record> readRecords(
        request: ReadRecordsRequest<T>,
        executor: Executor,
        callback: OutcomeReceiver<ReadRecordsResponse<T>, HealthConnectException>,
    ) {
        request as ReadRecordsRequestUsingFilters<T>
        val page = Kept.get(request, "pageToken", NONE) as Long
        check(request.pageSize in 1..MOST)
        check(page == NONE || Kept.get(request, "ascending", null) == null) { "Cannot set both pageToken and sort order" }
        val range = request.timeRangeFilter as TimeInstantRangeFilter
        answer("read ${range.startTime} ${range.endTime} $page", executor, callback) {
            val (records, next) = pages.getValue(page)
            made("records" to records, "nextPageToken" to next)
        }
    }

    private fun <T> answer(what: String, executor: Executor, callback: OutcomeReceiver<T, HealthConnectException>, value: () -> T) {
        asked += what
        throws?.let { throw it }
        onAsk()
        if (silent) return
        executor.execute { fails?.let(callback::onError) ?: callback.onResult(value()) }
    }

    private companion object {
        const val NONE = -1L
        const val MOST = 5_000
    }
}
