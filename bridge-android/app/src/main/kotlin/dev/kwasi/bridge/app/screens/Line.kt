package dev.kwasi.bridge.app.screens

import android.content.res.Resources
import dev.kwasi.bridge.app.R
import dev.kwasi.bridge.app.health.Permissions
import dev.kwasi.bridge.app.settings.Address
import dev.kwasi.bridge.core.Kind
import dev.kwasi.bridge.core.SyncReport

/** What a screen says, before it is put into words: the choice is made here, where it can be tested, and the words are in the resources. */
internal sealed interface Line {
    /** A text of the resources; [given] fills its gaps. */
    data class Text(val text: Int, val given: List<Any> = emptyList()) : Line

    /** A text that depends on how many; [quantity] fills its gap. */
    data class Count(val text: Int, val quantity: Int) : Line

    /** Names of kinds, as one sentence: [text] has a gap for them. */
    data class Kinds(val text: Int, val kinds: List<Kind>) : Line

    /** A sentence that the core has put into words. */
    data class Said(val sentence: String) : Line
}

/** The lines as one text, a line a paragraph. */
internal fun List<Line>.read(resources: Resources): String = joinToString("\n") { line ->
    when (line) {
        is Line.Text -> resources.getString(line.text, *line.given.toTypedArray())
        is Line.Count -> resources.getQuantityString(line.text, line.quantity, line.quantity)
        is Line.Kinds -> resources.getString(line.text, line.kinds.joinToString { resources.getString(nameOf(it)) })
        is Line.Said -> line.sentence
    }
}

/** What may be read and what is missing. */
internal fun permissionLines(permissions: Permissions): List<Line> = buildList {
    if (permissions.allowed.isEmpty()) add(Line.Text(R.string.permissions_none))
    if (permissions.allowed.isNotEmpty()) add(Line.Count(R.plurals.permissions_allowed, permissions.allowed.size))
    if (permissions.allowed.isNotEmpty() && permissions.missing.isEmpty()) add(Line.Text(R.string.permissions_all))
    if (permissions.missing.isNotEmpty() && permissions.allowed.isNotEmpty()) {
        add(Line.Kinds(R.string.permissions_missing, permissions.missing))
    }
    add(Line.Text(if (permissions.background) R.string.background_allowed else R.string.background_missing))
    add(Line.Text(if (permissions.history) R.string.history_allowed else R.string.history_missing))
}

/** What the last run came to; [ago] is how long it was ago, in words. */
internal fun reportLines(report: SyncReport?, ago: String): List<Line> {
    if (report == null) return listOf(Line.Text(R.string.sync_never))
    return buildList {
        add(Line.Text(R.string.sync_when, listOf(ago)))
        add(Line.Said(report.sentence))
        report.notices.forEach { add(Line.Said(it)) }
        add(if (report.queued == 0) Line.Text(R.string.queue_empty) else Line.Count(R.plurals.queue_length, report.queued))
        if (report.waiting > 0) add(Line.Count(R.plurals.queue_waiting, report.waiting))
        if (report.revoked.isNotEmpty()) add(Line.Kinds(R.string.permissions_taken_back, report.revoked.sorted()))
        if (report.refusedEver > 0) {
            add(Line.Count(R.plurals.refused, report.refusedEver))
            report.refusals.takeLast(NEWEST_REFUSALS).mapTo(this) { Line.Text(R.string.refusal, listOf(it.metric, it.reason)) }
        }
    }
}

private const val NEWEST_REFUSALS = 3

/** Where the data goes. */
internal fun serverLines(host: String?): List<Line> =
    listOf(if (host == null) Line.Text(R.string.server_none) else Line.Text(R.string.server_paired, listOf(host)))

/** What is wrong with an address. */
internal fun problemLine(problem: Address.Problem): Line = Line.Text(PROBLEMS.getValue(problem))

private val PROBLEMS =
    mapOf(
        Address.Problem.EMPTY to R.string.address_empty,
        Address.Problem.NOT_AN_ADDRESS to R.string.address_unreadable,
        Address.Problem.NOT_HTTP to R.string.address_not_http,
        Address.Problem.HAS_A_NAME to R.string.address_has_a_name,
        Address.Problem.HAS_MORE to R.string.address_has_more,
        Address.Problem.PLAIN_NOT_ALLOWED to R.string.address_plain,
    )

/** What a kind is called on the screen. */
internal fun nameOf(kind: Kind): Int = NAMES.getValue(kind)

private val NAMES =
    mapOf(
        Kind.STEPS to R.string.kind_steps,
        Kind.DISTANCE to R.string.kind_distance,
        Kind.FLOORS_CLIMBED to R.string.kind_floors_climbed,
        Kind.ACTIVE_ENERGY to R.string.kind_active_energy,
        Kind.TOTAL_ENERGY to R.string.kind_total_energy,
        Kind.EXERCISE_SESSION to R.string.kind_exercise_session,
        Kind.HEART_RATE to R.string.kind_heart_rate,
        Kind.RESTING_HEART_RATE to R.string.kind_resting_heart_rate,
        Kind.HRV_RMSSD to R.string.kind_hrv_rmssd,
        Kind.SLEEP_SESSION to R.string.kind_sleep_session,
        Kind.SPO2 to R.string.kind_spo2,
        Kind.RESPIRATORY_RATE to R.string.kind_respiratory_rate,
        Kind.SKIN_TEMPERATURE to R.string.kind_skin_temperature,
        Kind.BLOOD_PRESSURE to R.string.kind_blood_pressure,
        Kind.BLOOD_GLUCOSE to R.string.kind_blood_glucose,
        Kind.WEIGHT to R.string.kind_weight,
        Kind.BODY_FAT to R.string.kind_body_fat,
        Kind.HYDRATION to R.string.kind_hydration,
        Kind.NUTRITION to R.string.kind_nutrition,
        Kind.VO2_MAX to R.string.kind_vo2_max,
    )
