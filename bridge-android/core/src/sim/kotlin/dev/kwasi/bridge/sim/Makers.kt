package dev.kwasi.bridge.sim

import dev.kwasi.bridge.core.Amount
import dev.kwasi.bridge.core.BloodPressure
import dev.kwasi.bridge.core.Exercise
import dev.kwasi.bridge.core.Kind
import dev.kwasi.bridge.core.Meal
import dev.kwasi.bridge.core.Meta
import dev.kwasi.bridge.core.Nutrition
import dev.kwasi.bridge.core.Series
import dev.kwasi.bridge.core.SkinTemperature
import dev.kwasi.bridge.core.Sleep
import dev.kwasi.bridge.core.SleepStage
import dev.kwasi.bridge.core.StageSpan
import java.util.UUID
import kotlin.random.Random

/**
 * What is measured in a step. Numbers are drawn as the server should store them; what Health Connect would say is worked out from that,
 * the other way round than the bridge does it.
 */
internal class Makers(private val random: Random, private val plan: Plan) {
    private val used = HashSet<Triple<Kind, String, Long>>()

    /** The records of one step; negative steps are before the beginning. */
    fun now(step: Int): List<Thing> {
        val from = plan.wallMs(step) - Plan.STEP_MS
        val hour = (step % World.STEPS_A_DAY + World.STEPS_A_DAY) % World.STEPS_A_DAY / 4
        val made = mutableListOf(heart(step, from))
        if (hour in 7..22) made += walked(step, from)
        if (hour in 0..5 && random.nextInt(3) == 0) made += nightly(step, from)
        if (random.nextInt(48) == 0) made += seldom(step, from)
        if (hour == 7 && step % 4 == 0) made += night(step, from)
        if (random.nextInt(70) == 0) made += trained(step, from)
        return made
    }

    private fun meta(step: Int, from: Long, to: Long = from, device: String = WATCH) =
        UUID(random.nextLong(), random.nextLong()).toString().let { id ->
            Meta(id, plan.wallMs(step), from, to, plan.offset(step), plan.offset(step), device, "com.example.health")
        }

    /** A millisecond of the step at which nothing else of this kind and device begins. */
    private fun free(kind: Kind, device: String, from: Long): Long =
        generateSequence { from + random.nextLong(Plan.STEP_MS / 2) }.first { used.add(Triple(kind, device, it)) }

    private fun heart(step: Int, from: Long): Thing {
        val moments = random.moments(from, Plan.STEP_MS, 2 + random.nextInt(14)).filter { used.add(Triple(Kind.HEART_RATE, WATCH, it)) }
        val beats = moments.map { (45 + random.nextInt(100)).toDouble() }
        val record = Series(Kind.HEART_RATE, meta(step, from, from + Plan.STEP_MS), points(moments, beats))
        return Thing(record, moments.zip(beats) { at, value -> truth(record.meta, "heart_rate", at, at, value) })
    }

    /** Of an [amount] at the server, [given] by Health Connect. */
    private fun amount(kind: Kind, step: Int, from: Long, lasts: Long, amount: Double, given: Double, device: String = WATCH): Thing {
        val at = free(kind, device, from)
        val record = Amount(kind, meta(step, at, at + lasts, device), given)
        return Thing(record, listOf(truth(record.meta, kind.metric, at, at + lasts, amount)))
    }

    private fun walked(step: Int, from: Long): List<Thing> {
        val steps = random.nextInt(1, 900).toDouble()
        val kilocalories = random.nextInt(1, 400) / 10.0
        return listOfNotNull(
            amount(Kind.STEPS, step, from, 420_000, steps, steps),
            amount(Kind.STEPS, step, from, 400_000, steps - 1, steps - 1, PHONE).takeIf { random.nextBoolean() },
            amount(Kind.DISTANCE, step, from, 420_000, steps * 0.75, steps * 0.75),
            amount(Kind.ACTIVE_ENERGY, step, from, 420_000, kilocalories, kilocalories * 1000),
            amount(Kind.TOTAL_ENERGY, step, from, 420_000, kilocalories + 15, (kilocalories + 15) * 1000).takeIf { random.nextBoolean() },
            amount(Kind.FLOORS_CLIMBED, step, from, 300_000, 2.0, 2.0).takeIf { random.nextInt(6) == 0 },
        )
    }

    private fun nightly(step: Int, from: Long): List<Thing> {
        val breaths = random.nextInt(100, 190) / 10.0
        val milliseconds = random.nextInt(15, 120).toDouble()
        return listOf(
            amount(Kind.HRV_RMSSD, step, from, 0, milliseconds, milliseconds),
            amount(Kind.SPO2, step, from, 0, 96.0, 96.0),
            amount(Kind.RESPIRATORY_RATE, step, from, 0, breaths, breaths),
            skin(step, from),
        )
    }

    private fun skin(step: Int, from: Long): Thing {
        val moments = random.moments(from, Plan.STEP_MS, 5).filter { used.add(Triple(Kind.SKIN_TEMPERATURE, WATCH, it)) }
        val tenths = moments.map { random.nextInt(330, 360) }
        val record = SkinTemperature(
            meta(step, from, from + Plan.STEP_MS),
            BASELINE,
            points(moments, tenths.map { it / 10.0 - BASELINE }),
        )
        return Thing(record, moments.zip(tenths) { at, value -> truth(record.meta, "skin_temperature", at, at, value / 10.0) })
    }

    private fun seldom(step: Int, from: Long): List<Thing> {
        val kilograms = random.nextInt(700, 760) / 10.0
        return listOf(
            amount(Kind.WEIGHT, step, from, 0, kilograms, kilograms * 1000, SCALE),
            amount(Kind.BODY_FAT, step, from, 0, 21.5, 21.5, SCALE),
            amount(Kind.HYDRATION, step, from, 60_000, 250.0, 0.25, APP),
            amount(Kind.BLOOD_GLUCOSE, step, from, 0, 5.5 * 18.0156, 5.5, APP),
            amount(Kind.VO2_MAX, step, from, 0, 44.25, 44.25),
            amount(Kind.RESTING_HEART_RATE, step, from, 0, 58.0, 58.0),
            pressure(step, from),
            eaten(step, from),
        )
    }

    private fun pressure(step: Int, from: Long): Thing {
        val at = free(Kind.BLOOD_PRESSURE, APP, from)
        val high = random.nextInt(100, 150)
        val record = BloodPressure(meta(step, at, device = ""), high.toDouble(), high - 40.0)
        val detail = """{"diastolic":${high - 40}.0,"systolic":$high.0}"""
        return Thing(record, listOf(truth(record.meta, "blood_pressure", at, at, high.toDouble(), detail)))
    }

    private fun eaten(step: Int, from: Long): Thing {
        val at = free(Kind.NUTRITION, APP, from)
        val record = Nutrition(meta(step, at, at + 60_000, APP), 640_000.0, "Waakye", Meal.LUNCH, mapOf("protein" to 31.5))
        val detail = """{"grams":{"protein":31.5},"meal":"lunch","name":"Waakye"}"""
        return Thing(record, listOf(truth(record.meta, "nutrition", at, at + 60_000, 640.0, detail)))
    }

    private fun trained(step: Int, from: Long): Thing {
        val at = free(Kind.EXERCISE_SESSION, WATCH, from)
        val minutes = random.nextInt(5, 90)
        val end = at + minutes * MINUTE_MS
        val record = Exercise(meta(step, at, end), "Strength training", "Gym")
        val detail = """{"title":"Gym","type":"strength_training"}"""
        return Thing(record, listOf(truth(record.meta, "exercise_session", at, end, minutes.toDouble(), detail)))
    }

    private fun night(step: Int, from: Long): Thing {
        val bed = free(Kind.SLEEP_SESSION, WATCH, from - 8 * Plan.HOUR_MS)
        return night(meta(step, bed, bed + 7 * Plan.HOUR_MS))
    }

    private fun night(meta: Meta): Thing {
        var at = meta.startMs
        val stages = ArrayList<StageSpan>()
        while (at < meta.endMs) {
            val next = STAGES.filter { it != stages.lastOrNull()?.stage }.random(random)
            val end = minOf(meta.endMs, at + random.nextInt(5, 60) * MINUTE_MS)
            stages += StageSpan(next, at, end)
            at = end
        }
        val asleep = stages.filter { it.stage != SleepStage.AWAKE }.sumOf { it.endMs - it.startMs } / MINUTE_MS.toDouble()
        val listed = stages.joinToString(",") { """["${it.stage.name.lowercase()}",${it.startMs},${it.endMs}]""" }
        val truth = truth(meta, "sleep_session", meta.startMs, meta.endMs, asleep, """{"score":null,"stages":[$listed]}""")
        return Thing(Sleep(meta, stages), listOf(truth))
    }

    /** The night, scored anew. */
    fun again(record: Sleep): Thing = night(record.meta)

    /** Twice as much: true of the server's unit as of the given one. Some at another moment. */
    fun again(thing: Thing, record: Amount): Thing {
        val most = if (record.kind in DOUBLED) 2.0 else 1.0
        val shift = if (random.nextInt(4) == 0) free(record.kind, record.meta.device, record.meta.startMs) - record.meta.startMs else 0
        val meta = record.meta.copy(startMs = record.meta.startMs + shift, endMs = record.meta.endMs + shift)
        val truth = thing.truth.map { it.copy(startMs = it.startMs + shift, endMs = it.endMs + shift, number = it.number * most) }
        return Thing(record.copy(meta = meta, value = record.value * most), truth)
    }

    private fun truth(meta: Meta, metric: String, start: Long, end: Long, number: Double, detail: String = "null") =
        Truth(metric, meta.device.ifEmpty { meta.app }, start, end, meta.startOffset ?: 0, number, detail)

    private companion object {
        const val WATCH = "Samsung Galaxy Watch6"
        const val PHONE = "Google Pixel 8"
        const val SCALE = "Withings Body+"
        const val APP = "com.example.diary"
        const val BASELINE = 34.2
        const val MINUTE_MS = 60_000L
        val DOUBLED = setOf(Kind.STEPS, Kind.DISTANCE)
        val STAGES = listOf(SleepStage.LIGHT, SleepStage.DEEP, SleepStage.REM, SleepStage.AWAKE)
    }
}
