package dev.kwasi.bridge.app.health

import android.health.connect.HealthConnectException
import android.health.connect.HealthConnectManager
import android.health.connect.HealthPermissions
import android.health.connect.ReadRecordsRequestUsingFilters
import android.health.connect.ReadRecordsResponse
import android.health.connect.TimeInstantRangeFilter
import android.health.connect.changelog.ChangeLogTokenRequest
import android.health.connect.changelog.ChangeLogTokenResponse
import android.health.connect.changelog.ChangeLogsRequest
import android.health.connect.changelog.ChangeLogsResponse
import android.health.connect.datatypes.Record
import dev.kwasi.bridge.core.Answer
import dev.kwasi.bridge.core.Changes
import dev.kwasi.bridge.core.Grants
import dev.kwasi.bridge.core.Kind
import dev.kwasi.bridge.core.Page
import dev.kwasi.bridge.core.RecordSource
import java.time.Instant

/** How many records one page has at most; Health Connect takes up to 5000, and an hour of heart rate is one record. */
internal const val PAGE_SIZE = 500

private const val NO_PAGE = -1L

/**
 * Health Connect of the platform, as the core wants it.
 *
 * Some versions of Health Connect answer an app that may not read in the background with nothing at all instead of an error. So it is
 * only asked while it may be read, and what it said is only believed if it still may be read afterwards.
 *
 * @param manager null where the phone has no Health Connect.
 * @param types the table of what is read on this phone.
 */
internal class HealthConnectSource(
    private val manager: HealthConnectManager?,
    private val allowed: Allowed,
    private val types: Map<Kind, RecordType<*>>,
) : RecordSource {
    override fun grants(): Answer<Grants> {
        if (manager == null) return MISSING
        val kinds = types.values.filter { allowed.has(it.permission) }.map { it.kind }
        if (kinds.isNotEmpty() && !allowed.mayReadNow()) return ASLEEP
        return Answer.Got(Grants(kinds.toSet(), allowed.has(HealthPermissions.READ_HEALTH_DATA_HISTORY)))
    }

    override fun token(kind: Kind): Answer<String> = reading(kind) { manager, type ->
        val request = ChangeLogTokenRequest.Builder().addRecordType(type.type).build()
        val outcome = ask<ChangeLogTokenResponse> { executor, receiver -> manager.getChangeLogToken(request, executor, receiver) }
        answer(type, outcome) { it.token }
    }

    override fun changes(kind: Kind, token: String): Answer<Changes> = reading(kind) { manager, type ->
        val request = ChangeLogsRequest.Builder(token).setPageSize(PAGE_SIZE).build()
        val outcome = ask<ChangeLogsResponse> { executor, receiver -> manager.getChangeLogs(request, executor, receiver) }
        // That the token is too old, or another app's, is told as a wrong argument.
        if (outcome == Told.Failure(HealthConnectException.ERROR_INVALID_ARGUMENT)) return@reading Answer.Expired
        answer(type, outcome) {
            Changes(
                upserted = it.upsertedRecords.mapNotNull(type::read),
                deleted = it.deletedLogs.map { log -> log.deletedRecordId },
                next = it.nextChangesToken,
                more = it.hasMorePages(),
            )
        }
    }

    override fun read(kind: Kind, fromMs: Long, untilMs: Long, page: String?): Answer<Page> =
        reading(kind) { manager, type -> readPage(manager, type, fromMs, untilMs, page) }

    /** The order is by start, ascending, unless told otherwise; telling it together with a page is not allowed. */
    private fun <R : Record> readPage(
        manager: HealthConnectManager,
        type: RecordType<R>,
        fromMs: Long,
        untilMs: Long,
        page: String?,
    ): Answer<Page> {
        val range =
            TimeInstantRangeFilter
                .Builder()
                .setStartTime(Instant.ofEpochMilli(fromMs))
                .setEndTime(Instant.ofEpochMilli(untilMs))
                .build()
        val request =
            ReadRecordsRequestUsingFilters
                .Builder(type.type)
                .setTimeRangeFilter(range)
                .setPageSize(PAGE_SIZE)
                .setPageToken(page?.toLongOrNull() ?: NO_PAGE)
                .build()
        val outcome = ask<ReadRecordsResponse<R>> { executor, receiver -> manager.readRecords(request, executor, receiver) }
        return answer(type, outcome) { response ->
            val records = response.records.mapNotNull(type::read).filter { it.meta.startMs in fromMs until untilMs }
            Page(records, response.nextPageToken.takeIf { it != NO_PAGE }?.toString())
        }
    }

    /** Asks only what may be asked, and believes an answer only if it might have been a whole one. */
    private fun <T> reading(kind: Kind, asking: (HealthConnectManager, RecordType<*>) -> Answer<T>): Answer<T> {
        val type = types[kind]
        return when {
            manager == null -> MISSING

            type == null || !allowed.has(type.permission) -> Answer.Revoked

            !allowed.mayReadNow() -> ASLEEP

            else -> {
                val answer = asking(manager, type)
                if (answer is Answer.Got && !allowed.mayReadNow()) ASLEEP else answer
            }
        }
    }

    private fun <T, V> answer(type: RecordType<*>, outcome: Told<T>, value: (T) -> V): Answer<V> = when (outcome) {
        is Told.Value -> Answer.Got(value(outcome.value))
        is Told.Failure -> refused(type, outcome.code)
    }

    /** A refusal for reasons of security is the person's, unless the permission is there: then we were in the background. */
    private fun refused(type: RecordType<*>, code: Int): Answer<Nothing> = when {
        code != HealthConnectException.ERROR_SECURITY -> unavailable(code)
        allowed.has(type.permission) -> ASLEEP
        else -> Answer.Revoked
    }

    private companion object {
        val MISSING = Answer.Unavailable("This phone has no Health Connect. It is part of Android 14 and newer.")
        val ASLEEP =
            Answer.Unavailable(
                "Health Connect lets the bridge read only while it is open. Allow reading in the background, and it will sync by itself.",
            )
    }
}
