package dev.kwasi.bridge.core

import kotlinx.serialization.json.jsonArray
import kotlinx.serialization.json.jsonObject
import kotlinx.serialization.json.jsonPrimitive
import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertNull
import kotlin.test.assertTrue

class MappingTest {
    private fun amount(kind: Kind, value: Double) = samplesOf(Amount(kind, meta("r"), value), 5).single()

    @Test
    fun `numbers come in the units of the server`() {
        val given = mapOf(
            Kind.STEPS to (812.0 to "812.0 count"),
            Kind.DISTANCE to (1_500.5 to "1500.5 m"),
            Kind.FLOORS_CLIMBED to (2.0 to "2.0 count"),
            Kind.ACTIVE_ENERGY to (12_300.0 to "12.3 kcal"),
            Kind.TOTAL_ENERGY to (2_100_000.0 to "2100.0 kcal"),
            Kind.RESTING_HEART_RATE to (58.0 to "58.0 bpm"),
            Kind.HRV_RMSSD to (41.5 to "41.5 ms"),
            Kind.SPO2 to (97.0 to "97.0 %"),
            Kind.RESPIRATORY_RATE to (14.2 to "14.2 /min"),
            Kind.BLOOD_GLUCOSE to (5.5 to "5.5 mmol/L"),
            Kind.WEIGHT to (72_500.0 to "72.5 kg"),
            Kind.BODY_FAT to (21.5 to "21.5 %"),
            Kind.HYDRATION to (0.25 to "250.0 mL"),
            Kind.VO2_MAX to (44.25 to "44.25 mL/kg/min"),
        )
        given.forEach { (kind, pair) -> assertEquals(pair.second, amount(kind, pair.first).let { "${it.value} ${it.unit}" }, kind.metric) }
    }

    @Test
    fun `what every sample says of itself`() {
        val sample = samplesOf(Amount(Kind.STEPS, meta("r", startMs = 1_000, endMs = 61_500), 12.0), 77).single()
        assertEquals(
            """{"metric":"steps","start":"1970-01-01T00:00:01Z","end":"1970-01-01T00:01:01.500Z","zone_offset_seconds":3600,""" +
                """"value":12.0,"unit":"count","device":"Samsung Galaxy Watch6","app":"com.example.health","client_id":"r","version":77}""",
            json.encodeToString(WireSample.serializer(), sample),
        )
    }

    @Test
    fun `a series is as many samples, of two at one moment the later one`() {
        val record = Series(Kind.HEART_RATE, meta("r"), listOf(Point(3, 70.0), Point(1, 60.0), Point(3, 71.0)))
        assertEquals(listOf(60.0, 71.0), samplesOf(record, 1).map { it.value })
        assertTrue(samplesOf(record, 1).all { it.end == null && it.clientId == "r" })
        assertEquals(emptyList(), samplesOf(record.copy(points = emptyList()), 1))
    }

    @Test
    fun `skin temperature is absolute where there is a baseline, and kept aside where there is none`() {
        val deltas = listOf(Point(1, 0.1), Point(2, -0.3))
        val absolute = samplesOf(SkinTemperature(meta("r"), 34.2, deltas), 1)
        assertEquals(listOf("skin_temperature 34.3", "skin_temperature 33.9"), absolute.map { "${it.metric} ${it.value}" })
        val relative = samplesOf(SkinTemperature(meta("r"), null, deltas), 1)
        assertEquals(listOf("skin_temperature_delta 0.1", "skin_temperature_delta -0.3"), relative.map { "${it.metric} ${it.value}" })
    }

    @Test
    fun `a night has its stages within it, one after the other, and the offset of its end`() {
        val night = Sleep(
            meta("r", startMs = 100, endMs = 1_000),
            listOf(
                StageSpan(SleepStage.DEEP, 300, 600),
                StageSpan(SleepStage.LIGHT, 0, 350),
                StageSpan(SleepStage.DEEP, 600, 700),
                StageSpan(SleepStage.REM, 700, 2_000),
                StageSpan(SleepStage.AWAKE, 2_000, 3_000),
                StageSpan(SleepStage.AWAKE, 650, 640),
            ),
        )
        val sample = samplesOf(night, 1).single()
        val stages = sample.detail!!["stages"]!!.jsonArray.map { stage ->
            stage.jsonObject.values.joinToString(" ") { it.jsonPrimitive.content.substringAfter("T00:00:0").trimEnd('Z') }
        }
        assertEquals(listOf("light 0.100 0.300", "deep 0.300 0.700", "rem 0.700 1"), stages.map { it.trim() })
        assertEquals(7_200, sample.zoneOffsetSeconds)
        assertNull(sample.value)
        assertEquals("{}", samplesOf(night.copy(stages = emptyList()), 1).single().detail.toString())
    }

    @Test
    fun `a night of ten thousand stages has the two thousand longest`() {
        val stages = (0L until 10_000).map { StageSpan(SleepStage.entries[(it % 7).toInt()], it * 10, it * 10 + 1 + it % 10) }
        val sample = samplesOf(Sleep(meta("r", startMs = 0, endMs = 100_000), stages), 1).single()
        assertEquals(2_000, sample.detail!!["stages"]!!.jsonArray.size)
    }

    @Test
    fun `exercise has a word for its type`() {
        val words = mapOf(
            "Strength training" to "strength_training",
            "running" to "running",
            "" to "other",
            "  !" to "other",
            "1000 m Öl" to "m_l",
            "x".repeat(90) to "x".repeat(64),
        )
        words.forEach { (type, word) ->
            val detail = samplesOf(Exercise(meta("r"), type, " Gym\u0000\n "), 1).single().detail!!
            assertEquals(word to "Gym", detail["type"]!!.jsonPrimitive.content to detail["title"]!!.jsonPrimitive.content)
        }
    }

    @Test
    fun `food and pressure`() {
        val pressure = samplesOf(BloodPressure(meta("r"), 121.0, 79.0), 1).single()
        assertEquals("""null mmHg {"systolic":121.0,"diastolic":79.0}""", "${pressure.value} ${pressure.unit} ${pressure.detail}")
        val food = Nutrition(meta("r"), 640_000.0, "Waakye", Meal.LUNCH, mapOf("protein" to 31.5, "fat" to Double.NaN, "iron" to -1.0))
        val eaten = samplesOf(food, 1).single()
        assertEquals(
            """640.0 kcal {"name":"Waakye","meal":"lunch","grams":{"protein":31.5}}""",
            "${eaten.value} ${eaten.unit} ${eaten.detail}",
        )
        assertNull(samplesOf(food.copy(calories = null), 1).single().value, "nobody knows the energy")
        assertEquals(emptyList(), samplesOf(Nutrition(meta("r"), null), 1), "nothing was said")
    }

    @Test
    fun `what can't be written isn't, and what is merely odd is`() {
        listOf(Double.NaN, Double.POSITIVE_INFINITY).forEach { value ->
            assertEquals(emptyList(), samplesOf(Amount(Kind.STEPS, meta("r"), value), 1))
            assertEquals(emptyList(), samplesOf(beats("r", value), 1))
            assertEquals(emptyList(), samplesOf(BloodPressure(meta("r"), value, 1.0), 1))
            assertEquals("skin_temperature_delta", samplesOf(SkinTemperature(meta("r"), value, listOf(Point(1, 1.0))), 1).single().metric)
        }
        listOf(Long.MIN_VALUE, Long.MAX_VALUE).forEach { at ->
            assertEquals(emptyList(), samplesOf(Amount(Kind.STEPS, meta("r", startMs = at), 1.0), 1))
            assertEquals(emptyList(), samplesOf(Sleep(meta("r", startMs = 0, endMs = at), emptyList()), 1))
        }
        assertEquals(-5.0, amount(Kind.STEPS, -5.0).value)
        assertEquals("1970-01-01T00:00:00Z", samplesOf(Amount(Kind.STEPS, meta("r", startMs = 9, endMs = 0), 1.0), 1).single().end)
    }

    @Test
    fun `names are cut to what the server takes, and never in the midst of a letter`() {
        val device = "\uD83D\uDC9A".repeat(150) + "\uD800"
        val sample = samplesOf(Amount(Kind.STEPS, meta("r").copy(device = device, startOffset = 90_000), 1.0), 1).single()
        assertEquals("\uD83D\uDC9A".repeat(100), sample.device)
        assertNull(sample.zoneOffsetSeconds)
        assertEquals("com.example.health", samplesOf(Amount(Kind.STEPS, meta("r").copy(device = " "), 1.0), 1).single().device)
        assertEquals("unknown", samplesOf(Amount(Kind.STEPS, meta("r").copy(device = "", app = ""), 1.0), 1).single().device)
    }
}
