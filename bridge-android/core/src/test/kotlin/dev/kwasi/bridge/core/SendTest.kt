package dev.kwasi.bridge.core

import kotlinx.serialization.json.JsonObject
import kotlinx.serialization.json.jsonArray
import kotlinx.serialization.json.jsonObject
import kotlinx.serialization.json.jsonPrimitive
import java.io.File
import kotlin.random.Random
import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertTrue

class SendTest {
    private val source = FakeSource()
    private val server = FakeServer()
    private val clock = FakeClock()

    private fun run(folder: File, trigger: Trigger = Trigger.JOB) =
        Sync(source, server, clock, folder, random = Random(1)) { PAIRED }.run(trigger)

    private fun answer(status: Int, retryAfter: String? = null, body: String = "") = Reply.Answered(
        status,
        retryAfter,
        body.encodeToByteArray(),
    )

    private fun JsonObject.samples() = this["samples"]!!.jsonArray

    private fun put(count: Int) = (1..count).forEach { source.put(steps("s$it", it.toDouble(), startMs = NOW - it)) }

    @Test
    fun `a batch says what it has to`() = inFolder { folder ->
        put(1)
        run(folder)
        assertEquals("https://kwasi.example.org/health/ingest", server.url)
        assertEquals(
            mapOf(
                "Content-Type" to "application/json",
                "Content-Encoding" to "gzip",
                "Accept" to "application/json",
                "X-Health-Secret" to PAIRED.secret,
            ),
            server.headers,
        )
        val batch = server.batches.single()
        assertEquals(setOf("samples", "deletions", "sent_at", "sender"), batch.keys)
        assertEquals("Ama's phone", batch["sender"]!!.jsonPrimitive.content)
    }

    @Test
    fun `batches have at most a thousand samples`() = inFolder { folder ->
        put(2_500)
        source.pageSize = 700
        run(folder)
        assertEquals(2_500, server.values().size)
        assertTrue(server.batches.all { it.samples().size <= 1_000 })
    }

    @Test
    fun `whatever goes wrong, all of it is kept, the server is left alone for a while, and then has it once`() {
        val html = "<html>Welcome</html>"
        val failures = mapOf(
            Reply.Failed("timeout") to Outcome.UNREACHABLE,
            answer(200, body = html) to Outcome.UNREACHABLE,
            answer(200, body = "{}") to Outcome.UNREACHABLE,
            answer(200, body = """{"verdicts":[],"deletions":[]}""") to Outcome.UNREACHABLE,
            answer(204) to Outcome.UNREACHABLE,
            answer(302) to Outcome.UNREACHABLE,
            answer(401) to Outcome.UNAUTHORISED,
            answer(404, body = html) to Outcome.UNREACHABLE,
            answer(415) to Outcome.UNREACHABLE,
            answer(429, "30") to Outcome.BUSY,
            answer(500) to Outcome.UNREACHABLE,
            answer(503, "soon") to Outcome.BUSY,
        )
        failures.forEach { (reply, outcome) ->
            inFolder { folder ->
                val source = FakeSource().apply { put(beats("b", 60.0, 61.0)) }
                val server = FakeServer().apply { instead += reply }
                val sync = Sync(source, server, clock, folder, random = Random(1)) { PAIRED }
                val failed = sync.run()
                assertEquals(outcome, failed.outcome)
                assertEquals(0 to 2, failed.sent to failed.queued)
                assertTrue(failed.nextAttemptMs > 0 && "kept on the phone" in failed.sentence, failed.sentence)
                assertEquals(Outcome.WAITING, sync.run().outcome)
                clock.pass(failed.nextAttemptMs)
                assertEquals(2, sync.run().sent)
                assertEquals(listOf(60.0, 61.0), server.values().values.sorted())
            }
        }
    }

    @Test
    fun `while the server is left alone reading goes on, and the person may try at once`() = inFolder { folder ->
        put(1)
        server.instead += Reply.Failed("timeout")
        run(folder)
        source.put(steps("more", 7.0, modifiedMs = NOW + 1, startMs = NOW))
        assertEquals(2, run(folder).queued)
        assertEquals(2, run(folder, Trigger.PERSON).sent)
    }

    @Test
    fun `the server's wish to be left alone is heard, in seconds and as a date`() {
        val wishes = mapOf("7200" to 7_200_000L, "Thu, 28 May 2026 20:27:40 GMT" to 60_000L, "-5" to 0L, "99999999999" to 86_400_000L)
        wishes.forEach { (header, atLeast) ->
            inFolder { folder ->
                val source = FakeSource().apply { put(steps("s", 1.0)) }
                val server = FakeServer().apply { instead += answer(503, header) }
                val report = Sync(source, server, clock, folder, random = Random(1)) { PAIRED }.run()
                assertTrue(report.nextAttemptMs in atLeast..maxOf(atLeast, BackOff.FIRST_MS), "$header: ${report.nextAttemptMs}")
            }
        }
    }

    @Test
    fun `a secret that is not known is not tried again for hours, but a new one at once`() = inFolder { folder ->
        put(1)
        server.instead += answer(401)
        assertTrue(run(folder).nextAttemptMs >= 6 * 3_600_000)
        val again = Sync(source, server, clock, folder) { PAIRED.copy(secret = "another-secret-of-enough-characters") }.run()
        assertEquals(Outcome.DONE, again.outcome)
        assertEquals(listOf(1.0), server.values().values.toList())
    }

    @Test
    fun `too large a batch is halved`() = inFolder { folder ->
        put(600)
        source.pageSize = 600
        server.refuses = { if (it.samples().size > 40) 413 else null }
        assertEquals(600, run(folder).sent)
        assertEquals(600, server.values().size)
    }

    @Test
    fun `one item that the server can't read is found, refused and shown, and costs no other`() = inFolder { folder ->
        put(300)
        source.pageSize = 300
        server.refuses = { batch -> if (batch.samples().any { "\"s77\"" in it.toString() }) 422 else null }
        val report = run(folder)
        assertEquals(Outcome.DONE, report.outcome)
        assertEquals((1..300).map(Int::toDouble) - 77.0, server.values().values.sorted())
        assertEquals(listOf("steps s77 malformed"), report.refusals.map { "${it.metric} ${it.clientId} ${it.code}" })
        assertEquals(0, run(folder).sent)
    }

    @Test
    fun `a server that can't read anything loses nothing`() = inFolder { folder ->
        put(200)
        server.refuses = { 422 }
        assertEquals(Outcome.NOT_UNDERSTOOD, run(folder).outcome)
        server.refuses = { if (it.samples().isEmpty()) null else 422 }
        val report = run(folder, Trigger.PERSON)
        assertEquals(Triple(Outcome.NOT_UNDERSTOOD, 200, 0), Triple(report.outcome, report.queued, report.refusedEver))
        server.refuses = { null }
        assertEquals(200, run(folder, Trigger.PERSON).sent)
    }

    @Test
    fun `refused samples are counted and shown, the newest of them`() = inFolder { folder ->
        put(150)
        server.verdict = { "refused" }
        val report = run(folder)
        assertEquals(Triple(Outcome.DONE, 150, 100), Triple(report.outcome, report.refusedEver, report.refusals.size))
        assertEquals("some_code", report.refusals.last().code)
        assertEquals(0 to 150, run(folder).let { it.sent to it.refusedEver })
    }

    @Test
    fun `what lies in the future comes when its time has come`() = inFolder { folder ->
        source.put(beats("b", 60.0, 61.0, startMs = NOW + 5 * 3_600_000))
        source.put(steps("s", 1.0))
        server.verdict = { if (it["client_id"]!!.jsonPrimitive.content == "b" && clock.wall < NOW + 5 * 3_600_000) "later" else null }
        assertEquals(Triple(Outcome.DONE, 2, 2), run(folder).let { Triple(it.outcome, it.waiting, it.queued) })
        clock.pass(3_600_000)
        assertEquals(0, run(folder).sent)
        clock.pass(4 * 3_600_000 + 1)
        run(folder)
        assertEquals(listOf(1.0, 60.0, 61.0), server.values().values.sorted())
        assertEquals(0, run(folder).waiting)
    }

    @Test
    fun `what waits for its time is tried when the clock was set back`() = inFolder { folder ->
        source.put(steps("s", 1.0, startMs = NOW + 10 * DAY))
        server.verdict = { "later" }
        run(folder)
        server.verdict = { null }
        clock.wall -= 300 * DAY
        assertEquals(1, run(folder).sent)
    }

    @Test
    fun `the server's notice reaches the person`() = inFolder { folder ->
        put(1)
        val verdict = """{"index":0,"client_id":"s1","verdict":"stored","new":1}"""
        server.instead += answer(200, body = """{"verdicts":[$verdict],"deletions":[],"notice":"The clock is wrong.","more":{}}""")
        assertEquals(listOf("The clock is wrong."), run(folder).notices)
    }

    @Test
    fun `asking whether all is right sends nothing`() = inFolder { folder ->
        put(1)
        val sync = Sync(source, server, clock, folder) { PAIRED }
        assertEquals(Outcome.DONE, sync.tryConnection(PAIRED).outcome)
        assertEquals(0, server.batches.single().samples().size)
        server.instead += answer(401)
        assertEquals(Outcome.UNAUTHORISED, sync.tryConnection(PAIRED).outcome)
    }

    @Test
    fun `deletions are sent as such`() = inFolder { folder ->
        put(2)
        run(folder)
        source.delete("s1")
        run(folder)
        val deletion = server.batches.last()["deletions"]!!.jsonArray.single().jsonObject
        assertEquals("s1 $NOW", deletion.values.joinToString(" ") { it.jsonPrimitive.content })
    }
}
