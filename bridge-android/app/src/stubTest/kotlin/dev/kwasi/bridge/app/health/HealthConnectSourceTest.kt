package dev.kwasi.bridge.app.health

import android.health.connect.HealthConnectException
import android.health.connect.HealthPermissions
import android.health.connect.changelog.ChangeLogsResponse
import android.health.connect.datatypes.StepsRecord
import dev.kwasi.bridge.app.HOUR_MS
import dev.kwasi.bridge.app.START
import dev.kwasi.bridge.app.made
import dev.kwasi.bridge.app.record
import dev.kwasi.bridge.app.recorded
import dev.kwasi.bridge.core.Answer
import dev.kwasi.bridge.core.Changes
import dev.kwasi.bridge.core.Grants
import dev.kwasi.bridge.core.Kind
import dev.kwasi.bridge.core.Page
import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertIs
import kotlin.test.assertTrue

/** The source over a stand-in for Health Connect. */
class HealthConnectSourceTest {
    private val manager = FakeManager()
    private val allowed = FakeAllowed(mutableSetOf(HealthPermissions.READ_STEPS, HealthPermissions.READ_SLEEP))
    private val source = HealthConnectSource(manager, allowed, recordTypes(36))
    private val from = START.toEpochMilli()

    private fun steps(id: String, later: Long = 0) =
        record(StepsRecord::class.java, id, "count" to 10L, start = START.plusMillis(later))

    private fun asleep(answer: Answer<*>) = answer is Answer.Unavailable && "in the background" in answer.reason

    @Test
    fun `what is allowed is asked anew each time`() {
        assertEquals(Answer.Got(Grants(setOf(Kind.STEPS, Kind.SLEEP_SESSION), wholeHistory = false)), source.grants())
        allowed.given -= HealthPermissions.READ_SLEEP
        allowed.given += HealthPermissions.READ_HEALTH_DATA_HISTORY
        assertEquals(Answer.Got(Grants(setOf(Kind.STEPS), wholeHistory = true)), source.grants())
        allowed.given.clear()
        assertEquals(Answer.Got(Grants(emptySet(), wholeHistory = false)), source.grants())
    }

    @Test
    fun `a token is for one kind`() {
        assertEquals(Answer.Got("t1"), source.token(Kind.STEPS))
        assertEquals(listOf("token ${StepsRecord::class.java.name}"), manager.asked)
    }

    @Test
    fun `changes tell what is there, what is gone and where to go on`() {
        manager.changes = made<ChangeLogsResponse>(
            "upsertedRecords" to listOf(steps("a"), recorded<StepsRecord>()),
            "deletedLogs" to listOf(made<ChangeLogsResponse.DeletedLog>("deletedRecordId" to "gone")),
            "nextChangesToken" to "t2",
            "morePages" to true,
        )
        val changes = assertIs<Answer.Got<Changes>>(source.changes(Kind.STEPS, "t1")).value
        assertEquals(listOf("a", "one"), changes.upserted.map { it.meta.id })
        assertEquals(listOf("gone"), changes.deleted)
        assertEquals("t2" to true, changes.next to changes.more)
        assertEquals(listOf("changes t1"), manager.asked)
    }

    @Test
    fun `a token that is not known any more has expired, for changes alone`() {
        manager.fails = failure(HealthConnectException.ERROR_INVALID_ARGUMENT)
        assertEquals(Answer.Expired, source.changes(Kind.STEPS, "old"))
        assertIs<Answer.Unavailable>(source.token(Kind.STEPS))
    }

    @Test
    fun `pages follow each other, and what begins outside of the range is left out`() {
        manager.pages = mapOf(
            -1L to (listOf(steps("before", later = -1), steps("first")) to 7L),
            7L to (listOf(steps("last", later = HOUR_MS - 1), steps("after", later = HOUR_MS)) to -1L),
        )
        val one = assertIs<Answer.Got<Page>>(source.read(Kind.STEPS, from, from + HOUR_MS, null)).value
        assertEquals(listOf("first") to "7", one.records.map { it.meta.id } to one.next)
        val two = assertIs<Answer.Got<Page>>(source.read(Kind.STEPS, from, from + HOUR_MS, one.next)).value
        assertEquals(listOf("last") to null, two.records.map { it.meta.id } to two.next)
        assertEquals("read $START ${START.plusMillis(HOUR_MS)} 7", manager.asked.last())
    }

    @Test
    fun `what is not allowed is revoked, and nobody is asked`() {
        assertEquals(Answer.Revoked, source.read(Kind.WEIGHT, 0, 1, null))
        assertEquals(Answer.Revoked, source.token(Kind.WEIGHT))
        assertEquals(Answer.Revoked, source.changes(Kind.WEIGHT, "t"))
        assertTrue(manager.asked.isEmpty())
    }

    @Test
    fun `a permission that is taken back while being asked is revoked`() {
        manager.onAsk = { allowed.given -= HealthPermissions.READ_STEPS }
        manager.fails = failure(HealthConnectException.ERROR_SECURITY)
        assertEquals(Answer.Revoked, source.changes(Kind.STEPS, "t"))
    }

    @Test
    fun `in the background nothing is asked until reading there is allowed`() {
        allowed.front = false
        val answers =
            listOf(source.grants(), source.token(Kind.STEPS), source.changes(Kind.STEPS, "t"), source.read(Kind.STEPS, 0, 1, null))
        assertTrue(answers.all(::asleep), answers.toString())
        assertTrue(manager.asked.isEmpty())
        allowed.given += HealthPermissions.READ_HEALTH_DATA_IN_BACKGROUND
        assertEquals(Answer.Got("t1"), source.token(Kind.STEPS))
    }

    @Test
    fun `an answer during which the app went into the background is not believed`() {
        manager.pages = mapOf(-1L to (emptyList<StepsRecord>() to -1L))
        manager.onAsk = { allowed.front = false }
        assertTrue(asleep(source.read(Kind.STEPS, from, from + 1, null)))
    }

    @Test
    fun `a refusal in the background is not a permission taken back`() {
        manager.onAsk = { allowed.front = false }
        manager.fails = failure(HealthConnectException.ERROR_SECURITY)
        assertTrue(asleep(source.changes(Kind.STEPS, "t")))
    }

    @Test
    fun `every failure is a sentence and no exception`() {
        for (code in 1..9) {
            manager.fails = failure(code)
            assertTrue(source.read(Kind.STEPS, 0, 1, null) !is Answer.Got, "code $code")
        }
        manager.fails = failure(HealthConnectException.ERROR_RATE_LIMIT_EXCEEDED)
        assertTrue("pause" in assertIs<Answer.Unavailable>(source.token(Kind.STEPS)).reason)
        manager.fails = null
        for (thrown in listOf(SecurityException(), IllegalArgumentException(), IllegalStateException(), failure(1))) {
            manager.throws = thrown
            assertIs<Answer.Unavailable>(source.token(Kind.STEPS))
        }
    }

    @Test
    fun `an answer that never comes is not waited for`() {
        val told = ask<String>(patienceSeconds = 0) { _, _ -> }
        assertEquals(Told.Failure(NO_ANSWER), told)
        assertTrue("in time" in unavailable(NO_ANSWER).reason)
    }

    @Test
    fun `a phone without Health Connect says so`() {
        assertIs<Answer.Unavailable>(HealthConnectSource(null, allowed, recordTypes(36)).grants())
    }
}
