package dev.kwasi.bridge.sim

import dev.kwasi.bridge.core.Amount
import dev.kwasi.bridge.core.BloodPressure
import dev.kwasi.bridge.core.Exercise
import dev.kwasi.bridge.core.HealthRecord
import dev.kwasi.bridge.core.Kind
import dev.kwasi.bridge.core.Meal
import dev.kwasi.bridge.core.Meta
import dev.kwasi.bridge.core.Nutrition
import dev.kwasi.bridge.core.Point
import dev.kwasi.bridge.core.Series
import dev.kwasi.bridge.core.SkinTemperature
import dev.kwasi.bridge.core.Sleep
import dev.kwasi.bridge.core.SleepStage
import dev.kwasi.bridge.core.StageSpan
import dev.kwasi.bridge.core.WireSample
import dev.kwasi.bridge.core.json
import dev.kwasi.bridge.core.samplesOf
import kotlin.random.Random

/** Makes records such as no careful writer would: a server has to be able to read what becomes of them. */
private class Odd(private val random: Random) {
    private val texts = listOf(
        "", " ", "running", "Öl \uD83D\uDC9A", "\u0000\n\t", "\uD800", "x".repeat(500), "\uD83D\uDC9A".repeat(150), "\"\\</script>",
        "\u2028", "٣", "İ", "1_a", "_", "strength training", "\uFEFF", "ß".repeat(199) + "\uD83D\uDC9A",
    )
    private val numbers = listOf(
        0.0, -0.0, 1.0, -1.0, 72.5, 1e308, -1e308, 1e-320, Double.NaN, Double.POSITIVE_INFINITY, Double.MAX_VALUE, 900.0,
    )
    private val times = listOf(
        0L, 1L, -1L, 1_700_000_000_000, 1_700_000_000_001, 4_000_000_000_000, Long.MAX_VALUE, Long.MIN_VALUE, -62_135_596_800_000,
        253_402_300_799_999, -99_999_999_999_999,
    )
    private val offsets = listOf(null, 0, 3_600, -64_800, 64_800, 90_000, Int.MIN_VALUE)

    private fun <T> one(of: List<T>): T = of[random.nextInt(of.size)]

    private fun usual(): Long = 1_700_000_000_000 + random.nextLong(1_000_000)

    private fun time(): Long = if (random.nextInt(3) == 0) one(times) else usual()

    private fun number(): Double = if (random.nextInt(3) == 0) one(numbers) else random.nextInt(1_000) / 10.0

    private fun meta() = Meta("r" + one(texts), time(), time(), time(), one(offsets), one(offsets), one(texts), one(texts))

    private fun points() = List(random.nextInt(6)) { Point(time(), number()) }

    fun record(): HealthRecord = when (random.nextInt(8)) {
        0 -> Series(Kind.HEART_RATE, meta(), points())
        1 -> SkinTemperature(meta(), if (random.nextBoolean()) number() else null, points())
        2 -> Sleep(meta(), List(random.nextInt(30)) { StageSpan(SleepStage.entries.random(random), time(), time()) })
        3 -> Exercise(meta(), one(texts), one(texts))
        4 -> BloodPressure(meta(), number(), number())
        5 -> Nutrition(meta(), if (random.nextBoolean()) number() else null, one(texts), Meal.entries.random(random), grams())
        else -> Amount(Kind.entries.filter { it !in SHAPED }.random(random), meta(), number())
    }

    private fun grams() = List(random.nextInt(80)) {
        "nutrient ${random.nextInt(90)}" + one(texts) to number() * one(listOf(1.0, 1e6))
    }.toMap()

    private companion object {
        val SHAPED = setOf(
            Kind.HEART_RATE,
            Kind.SKIN_TEMPERATURE,
            Kind.SLEEP_SESSION,
            Kind.EXERCISE_SESSION,
            Kind.BLOOD_PRESSURE,
            Kind.NUTRITION,
        )
    }
}

/** `SEED COUNT`: prints the samples of so many odd records, one a line, as they would be sent. */
fun main(words: Array<String>) {
    val odd = Odd(Random(words[0].toLong()))
    val out = System.out.bufferedWriter()
    repeat(words[1].toInt()) {
        samplesOf(odd.record(), version = it.toLong()).forEach { sample ->
            out.appendLine(json.encodeToString(WireSample.serializer(), sample))
        }
    }
    out.flush()
}
