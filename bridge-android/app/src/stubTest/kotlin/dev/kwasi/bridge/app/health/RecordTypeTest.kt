package dev.kwasi.bridge.app.health

import android.health.connect.datatypes.ActiveCaloriesBurnedRecord
import android.health.connect.datatypes.BloodGlucoseRecord
import android.health.connect.datatypes.BloodPressureRecord
import android.health.connect.datatypes.BodyFatRecord
import android.health.connect.datatypes.Device
import android.health.connect.datatypes.DistanceRecord
import android.health.connect.datatypes.ExerciseSessionRecord
import android.health.connect.datatypes.ExerciseSessionType
import android.health.connect.datatypes.FloorsClimbedRecord
import android.health.connect.datatypes.HeartRateRecord
import android.health.connect.datatypes.HeartRateVariabilityRmssdRecord
import android.health.connect.datatypes.HydrationRecord
import android.health.connect.datatypes.MealType
import android.health.connect.datatypes.NutritionRecord
import android.health.connect.datatypes.OxygenSaturationRecord
import android.health.connect.datatypes.Record
import android.health.connect.datatypes.RespiratoryRateRecord
import android.health.connect.datatypes.RestingHeartRateRecord
import android.health.connect.datatypes.SkinTemperatureRecord
import android.health.connect.datatypes.SleepSessionRecord
import android.health.connect.datatypes.SleepSessionRecord.StageType
import android.health.connect.datatypes.StepsRecord
import android.health.connect.datatypes.TotalCaloriesBurnedRecord
import android.health.connect.datatypes.Vo2MaxRecord
import android.health.connect.datatypes.WeightRecord
import android.health.connect.datatypes.units.BloodGlucose
import android.health.connect.datatypes.units.Energy
import android.health.connect.datatypes.units.Length
import android.health.connect.datatypes.units.Mass
import android.health.connect.datatypes.units.Percentage
import android.health.connect.datatypes.units.Pressure
import android.health.connect.datatypes.units.Temperature
import android.health.connect.datatypes.units.TemperatureDelta
import android.health.connect.datatypes.units.Volume
import dev.kwasi.bridge.app.CHANGED
import dev.kwasi.bridge.app.HOUR_MS
import dev.kwasi.bridge.app.START
import dev.kwasi.bridge.app.made
import dev.kwasi.bridge.app.metadata
import dev.kwasi.bridge.app.recorded
import dev.kwasi.bridge.core.Amount
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
import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertNull
import dev.kwasi.bridge.core.BloodPressure as Pressures

/** Every row of the table, read from records that remember what Android's would hold. */
class RecordTypeTest {
    private val interval = Meta(
        id = "one",
        modifiedMs = CHANGED.toEpochMilli(),
        startMs = START.toEpochMilli(),
        endMs = START.toEpochMilli() + HOUR_MS,
        startOffset = 3_600,
        endOffset = 7_200,
        device = "Samsung Galaxy Watch6",
        app = "com.example.watch",
    )
    private val moment = interval.copy(endMs = interval.startMs, endOffset = 3_600)

    private fun read(kind: Kind, record: Record): HealthRecord? = recordTypes(TESTED).getValue(kind).read(record)

    private fun energy(calories: Double) = made<Energy>("inCalories" to calories)

    private fun grams(amount: Double) = made<Mass>("inGrams" to amount)

    private fun percent(value: Double) = made<Percentage>("value" to value)

    @Test
    fun `amounts are given in the units that the core asks for`() {
        val rows: List<Triple<Kind, Record, Double>> = listOf(
            Triple(Kind.STEPS, recorded<StepsRecord>("count" to 1_234L), 1_234.0),
            Triple(Kind.DISTANCE, recorded<DistanceRecord>("distance" to made<Length>("inMeters" to 812.5)), 812.5),
            Triple(Kind.FLOORS_CLIMBED, recorded<FloorsClimbedRecord>("floors" to 2.5), 2.5),
            Triple(Kind.ACTIVE_ENERGY, recorded<ActiveCaloriesBurnedRecord>("energy" to energy(51_000.0)), 51_000.0),
            Triple(Kind.TOTAL_ENERGY, recorded<TotalCaloriesBurnedRecord>("energy" to energy(99_000.0)), 99_000.0),
            Triple(Kind.HYDRATION, recorded<HydrationRecord>("volume" to made<Volume>("inLiters" to 0.25)), 0.25),
        )
        for ((kind, record, value) in rows) assertEquals(Amount(kind, interval, value), read(kind, record))
    }

    @Test
    fun `amounts of a moment begin and end together`() {
        val rows: List<Triple<Kind, Record, Double>> = listOf(
            Triple(Kind.RESTING_HEART_RATE, recorded<RestingHeartRateRecord>("beatsPerMinute" to 58L), 58.0),
            Triple(Kind.HRV_RMSSD, recorded<HeartRateVariabilityRmssdRecord>("heartRateVariabilityMillis" to 41.5), 41.5),
            Triple(Kind.SPO2, recorded<OxygenSaturationRecord>("percentage" to percent(97.0)), 97.0),
            Triple(Kind.RESPIRATORY_RATE, recorded<RespiratoryRateRecord>("rate" to 14.5), 14.5),
            Triple(
                Kind.BLOOD_GLUCOSE,
                recorded<BloodGlucoseRecord>("level" to made<BloodGlucose>("inMillimolesPerLiter" to 5.4)),
                5.4,
            ),
            Triple(Kind.WEIGHT, recorded<WeightRecord>("weight" to grams(71_300.0)), 71_300.0),
            Triple(Kind.BODY_FAT, recorded<BodyFatRecord>("percentage" to percent(21.5)), 21.5),
            Triple(Kind.VO2_MAX, recorded<Vo2MaxRecord>("vo2MillilitersPerMinuteKilogram" to 47.0), 47.0),
        )
        for ((kind, record, value) in rows) assertEquals(Amount(kind, moment, value), read(kind, record))
    }

    @Test
    fun `a series keeps every measurement with its own moment`() {
        val samples = listOf(
            made<HeartRateRecord.HeartRateSample>("time" to START, "beatsPerMinute" to 61L),
            made<HeartRateRecord.HeartRateSample>("time" to START.plusMillis(1), "beatsPerMinute" to 140L),
        )
        assertEquals(
            Series(Kind.HEART_RATE, interval, listOf(Point(interval.startMs, 61.0), Point(interval.startMs + 1, 140.0))),
            read(Kind.HEART_RATE, recorded<HeartRateRecord>("samples" to samples)),
        )
    }

    @Test
    fun `every stage of a night has its word, and a stage that is not known yet is unknown`() {
        val expected = mapOf(
            StageType.STAGE_TYPE_UNKNOWN to SleepStage.UNKNOWN,
            StageType.STAGE_TYPE_AWAKE to SleepStage.AWAKE,
            StageType.STAGE_TYPE_SLEEPING to SleepStage.SLEEPING,
            StageType.STAGE_TYPE_AWAKE_OUT_OF_BED to SleepStage.OUT_OF_BED,
            StageType.STAGE_TYPE_SLEEPING_LIGHT to SleepStage.LIGHT,
            StageType.STAGE_TYPE_SLEEPING_DEEP to SleepStage.DEEP,
            StageType.STAGE_TYPE_SLEEPING_REM to SleepStage.REM,
            StageType.STAGE_TYPE_AWAKE_IN_BED to SleepStage.AWAKE,
            99 to SleepStage.UNKNOWN,
        )
        val end = START.plusSeconds(600)
        val stages = expected.keys.map { made<SleepSessionRecord.Stage>("startTime" to START, "endTime" to end, "type" to it) }
        val spans = expected.values.map { StageSpan(it, START.toEpochMilli(), end.toEpochMilli()) }
        assertEquals(Sleep(interval, spans), read(Kind.SLEEP_SESSION, recorded<SleepSessionRecord>("stages" to stages)))
    }

    @Test
    fun `every exercise of the API has a name that the server takes`() {
        val types = ExerciseSessionType::class.java.fields.filter { it.name.startsWith("EXERCISE_SESSION_TYPE_") }
        for (type in types) {
            val name = type.name.removePrefix("EXERCISE_SESSION_TYPE_").lowercase()
            assertEquals(name, exerciseName(type.getInt(null)))
        }
        assertEquals(types.size, types.map { it.getInt(null) }.toSet().size)
        assertEquals("unknown", exerciseName(9_999))
        assertEquals(
            Exercise(interval, "running", "Round the lake"),
            read(
                Kind.EXERCISE_SESSION,
                recorded<ExerciseSessionRecord>(
                    "exerciseType" to ExerciseSessionType.EXERCISE_SESSION_TYPE_RUNNING,
                    "title" to "Round the lake",
                ),
            ),
        )
    }

    @Test
    fun `blood pressure has both numbers`() {
        val record = recorded<BloodPressureRecord>(
            "systolic" to made<Pressure>("inMillimetersOfMercury" to 121.0),
            "diastolic" to made<Pressure>("inMillimetersOfMercury" to 79.0),
        )
        assertEquals(Pressures(moment, 121.0, 79.0), read(Kind.BLOOD_PRESSURE, record))
    }

    @Test
    fun `skin temperature may have no baseline`() {
        val deltas = listOf(made<SkinTemperatureRecord.Delta>("time" to START, "delta" to made<TemperatureDelta>("inCelsius" to -0.3)))
        val points = listOf(Point(START.toEpochMilli(), -0.3))
        assertEquals(
            SkinTemperature(interval, 33.5, points),
            read(
                Kind.SKIN_TEMPERATURE,
                recorded<SkinTemperatureRecord>("deltas" to deltas, "baseline" to made<Temperature>("inCelsius" to 33.5)),
            ),
        )
        assertEquals(
            SkinTemperature(interval, null, points),
            read(Kind.SKIN_TEMPERATURE, recorded<SkinTemperatureRecord>("deltas" to deltas)),
        )
    }

    @Test
    fun `food has its energy, its meal and what was weighed`() {
        val record = recorded<NutritionRecord>(
            "energy" to energy(350_000.0),
            "mealName" to "Porridge",
            "mealType" to MealType.MEAL_TYPE_BREAKFAST,
            "protein" to grams(12.0),
            "vitaminB12" to grams(0.000_002),
            "totalCarbohydrate" to grams(54.0),
        )
        assertEquals(
            Nutrition(
                interval,
                350_000.0,
                "Porridge",
                Meal.BREAKFAST,
                mapOf("carbohydrate" to 54.0, "protein" to 12.0, "vitamin_b12" to 0.000_002),
            ),
            read(Kind.NUTRITION, record),
        )
        assertEquals(Nutrition(interval, null), read(Kind.NUTRITION, recorded<NutritionRecord>("mealType" to 77)))
    }

    @Test
    fun `every nutrient that Health Connect weighs is read`() {
        val weighed = NutritionRecord::class.java.methods.filter { it.returnType == Mass::class.java }
        val all = weighed.associate { it.name.removePrefix("get").replaceFirstChar(Char::lowercase) to grams(1.0) }
        val record = recorded<NutritionRecord>(*all.map { (name, mass) -> name to mass }.toTypedArray())
        assertEquals(weighed.size, (read(Kind.NUTRITION, record) as Nutrition).grams.size)
    }

    @Test
    fun `a device has the best name there is`() {
        assertEquals("Samsung Galaxy Watch6", nameOf(made("manufacturer" to "Samsung", "model" to "Galaxy Watch6")))
        assertEquals("samsung SM-R930", nameOf(made("manufacturer" to "Samsung", "model" to "samsung SM-R930")))
        assertEquals("Withings", nameOf(made("manufacturer" to "Withings", "type" to Device.DEVICE_TYPE_SCALE)))
        assertEquals("scale", nameOf(made("type" to Device.DEVICE_TYPE_SCALE)))
        assertEquals("", nameOf(made<Device>()))
        assertEquals("", nameOf(null))
    }

    @Test
    fun `one odd record costs no other`() {
        assertNull(read(Kind.STEPS, recorded<WeightRecord>("weight" to grams(1.0))))
        assertNull(read(Kind.WEIGHT, recorded<WeightRecord>()))
        assertNull(read(Kind.STEPS, made<StepsRecord>("metadata" to metadata())))
    }

    @Test
    fun `the table has every kind, and on Android 14 all but what came later`() {
        assertEquals(Kind.entries.toSet(), recordTypes(TESTED).keys)
        assertEquals(Kind.entries.toSet() - Kind.SKIN_TEMPERATURE, recordTypes(34).keys)
    }

    private companion object {
        const val TESTED = 36
    }
}
