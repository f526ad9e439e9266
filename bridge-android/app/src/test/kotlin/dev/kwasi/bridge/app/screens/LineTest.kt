package dev.kwasi.bridge.app.screens

import dev.kwasi.bridge.app.R
import dev.kwasi.bridge.app.health.Permissions
import dev.kwasi.bridge.app.settings.Address
import dev.kwasi.bridge.core.Kind
import dev.kwasi.bridge.core.Outcome
import dev.kwasi.bridge.core.Refusal
import dev.kwasi.bridge.core.SyncReport
import kotlin.test.Test
import kotlin.test.assertEquals

class LineTest {
    private val all = Permissions(Kind.entries, emptyList(), background = true, history = true, toAsk = emptyList())

    @Test
    fun `what may be read is told with what is missing`() {
        assertEquals(
            listOf(
                Line.Count(R.plurals.permissions_allowed, 20),
                Line.Text(R.string.permissions_all),
                Line.Text(R.string.background_allowed),
                Line.Text(R.string.history_allowed),
            ),
            permissionLines(all),
        )
        assertEquals(
            listOf(
                Line.Count(R.plurals.permissions_allowed, 1),
                Line.Kinds(R.string.permissions_missing, listOf(Kind.WEIGHT)),
                Line.Text(R.string.background_missing),
                Line.Text(R.string.history_missing),
            ),
            permissionLines(Permissions(listOf(Kind.STEPS), listOf(Kind.WEIGHT), background = false, history = false, toAsk = listOf("w"))),
        )
        assertEquals(
            Line.Text(R.string.permissions_none),
            permissionLines(Permissions(emptyList(), Kind.entries, background = false, history = false, toAsk = listOf("w"))).first(),
        )
    }

    @Test
    fun `a run is told with what waits, what was taken back and what was refused`() {
        assertEquals(listOf(Line.Text(R.string.sync_never)), reportLines(null, ""))
        val calm = SyncReport(Outcome.DONE, "All is sent.")
        assertEquals(
            listOf(Line.Text(R.string.sync_when, listOf("just now")), Line.Said("All is sent."), Line.Text(R.string.queue_empty)),
            reportLines(calm, "just now"),
        )
        val refusals = (1..5).map { Refusal(0, "steps", "$it", "implausible", "too many $it") }
        val busy = calm.copy(
            notices = listOf("Your clock is wrong."),
            queued = 7,
            waiting = 2,
            revoked = setOf(Kind.WEIGHT, Kind.STEPS),
            refusedEver = 9,
            refusals = refusals,
        )
        assertEquals(
            listOf(
                Line.Said("Your clock is wrong."),
                Line.Count(R.plurals.queue_length, 7),
                Line.Count(R.plurals.queue_waiting, 2),
                Line.Kinds(R.string.permissions_taken_back, listOf(Kind.STEPS, Kind.WEIGHT)),
                Line.Count(R.plurals.refused, 9),
                Line.Text(R.string.refusal, listOf("steps", "too many 3")),
                Line.Text(R.string.refusal, listOf("steps", "too many 4")),
                Line.Text(R.string.refusal, listOf("steps", "too many 5")),
            ),
            reportLines(busy, "").drop(2),
        )
    }

    @Test
    fun `every kind and every problem has its words`() {
        assertEquals(Kind.entries.size, Kind.entries.map(::nameOf).toSet().size)
        assertEquals(Address.Problem.entries.size, Address.Problem.entries.map(::problemLine).toSet().size)
        assertEquals(listOf(Line.Text(R.string.server_none)), serverLines(null))
        assertEquals(listOf(Line.Text(R.string.server_paired, listOf("kwasi.example.org"))), serverLines("kwasi.example.org"))
    }
}
