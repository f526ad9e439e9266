package dev.kwasi.bridge.app.health

import android.annotation.TargetApi
import android.health.connect.HealthPermissions
import android.health.connect.datatypes.ActiveCaloriesBurnedRecord
import android.health.connect.datatypes.BloodGlucoseRecord
import android.health.connect.datatypes.BloodPressureRecord
import android.health.connect.datatypes.BodyFatRecord
import android.health.connect.datatypes.DistanceRecord
import android.health.connect.datatypes.ExerciseSessionRecord
import android.health.connect.datatypes.FloorsClimbedRecord
import android.health.connect.datatypes.HeartRateRecord
import android.health.connect.datatypes.HeartRateVariabilityRmssdRecord
import android.health.connect.datatypes.HydrationRecord
import android.health.connect.datatypes.NutritionRecord
import android.health.connect.datatypes.OxygenSaturationRecord
import android.health.connect.datatypes.Record
import android.health.connect.datatypes.RespiratoryRateRecord
import android.health.connect.datatypes.RestingHeartRateRecord
import android.health.connect.datatypes.SkinTemperatureRecord
import android.health.connect.datatypes.SleepSessionRecord
import android.health.connect.datatypes.StepsRecord
import android.health.connect.datatypes.TotalCaloriesBurnedRecord
import android.health.connect.datatypes.Vo2MaxRecord
import android.health.connect.datatypes.WeightRecord
import android.os.Build
import dev.kwasi.bridge.core.Amount
import dev.kwasi.bridge.core.HealthRecord
import dev.kwasi.bridge.core.Kind
import dev.kwasi.bridge.core.Meta

/** One row of the table: what Health Connect calls a [kind], which permission opens it, and how a record of it is read. */
internal class RecordType<R : Record>(
    val kind: Kind,
    val type: Class<R>,
    val permission: String,
    private val reading: (R, Meta) -> HealthRecord,
) {
    /** The record in the core's terms; null where it can't be understood, so that one odd record costs no other. */
    fun read(record: Record): HealthRecord? = try {
        type.cast(record)?.let { reading(it, metaOf(it)) }
    } catch (_: RuntimeException) {
        null
    }
}

private fun <R : Record> amount(kind: Kind, type: Class<R>, permission: String, value: (R) -> Double) =
    RecordType(kind, type, permission) { record, meta -> Amount(kind, meta, value(record)) }

/** What every Android that the app runs on can read; units are those that the table of [Kind] asks for. */
private val ALWAYS: List<RecordType<*>> =
    listOf(
        amount(Kind.STEPS, StepsRecord::class.java, HealthPermissions.READ_STEPS) { it.count.toDouble() },
        amount(Kind.DISTANCE, DistanceRecord::class.java, HealthPermissions.READ_DISTANCE) { it.distance.inMeters },
        amount(Kind.FLOORS_CLIMBED, FloorsClimbedRecord::class.java, HealthPermissions.READ_FLOORS_CLIMBED) { it.floors },
        amount(Kind.ACTIVE_ENERGY, ActiveCaloriesBurnedRecord::class.java, HealthPermissions.READ_ACTIVE_CALORIES_BURNED) {
            it.energy.inCalories
        },
        amount(Kind.TOTAL_ENERGY, TotalCaloriesBurnedRecord::class.java, HealthPermissions.READ_TOTAL_CALORIES_BURNED) {
            it.energy.inCalories
        },
        RecordType(Kind.EXERCISE_SESSION, ExerciseSessionRecord::class.java, HealthPermissions.READ_EXERCISE, ::exerciseOf),
        RecordType(Kind.HEART_RATE, HeartRateRecord::class.java, HealthPermissions.READ_HEART_RATE, ::heartRateOf),
        amount(Kind.RESTING_HEART_RATE, RestingHeartRateRecord::class.java, HealthPermissions.READ_RESTING_HEART_RATE) {
            it.beatsPerMinute.toDouble()
        },
        amount(Kind.HRV_RMSSD, HeartRateVariabilityRmssdRecord::class.java, HealthPermissions.READ_HEART_RATE_VARIABILITY) {
            it.heartRateVariabilityMillis
        },
        RecordType(Kind.SLEEP_SESSION, SleepSessionRecord::class.java, HealthPermissions.READ_SLEEP, ::sleepOf),
        amount(Kind.SPO2, OxygenSaturationRecord::class.java, HealthPermissions.READ_OXYGEN_SATURATION) { it.percentage.value },
        amount(Kind.RESPIRATORY_RATE, RespiratoryRateRecord::class.java, HealthPermissions.READ_RESPIRATORY_RATE) { it.rate },
        RecordType(Kind.BLOOD_PRESSURE, BloodPressureRecord::class.java, HealthPermissions.READ_BLOOD_PRESSURE, ::bloodPressureOf),
        amount(Kind.BLOOD_GLUCOSE, BloodGlucoseRecord::class.java, HealthPermissions.READ_BLOOD_GLUCOSE) {
            it.level.inMillimolesPerLiter
        },
        amount(Kind.WEIGHT, WeightRecord::class.java, HealthPermissions.READ_WEIGHT) { it.weight.inGrams },
        amount(Kind.BODY_FAT, BodyFatRecord::class.java, HealthPermissions.READ_BODY_FAT) { it.percentage.value },
        amount(Kind.HYDRATION, HydrationRecord::class.java, HealthPermissions.READ_HYDRATION) { it.volume.inLiters },
        RecordType(Kind.NUTRITION, NutritionRecord::class.java, HealthPermissions.READ_NUTRITION, ::nutritionOf),
        amount(Kind.VO2_MAX, Vo2MaxRecord::class.java, HealthPermissions.READ_VO2_MAX) { it.vo2MillilitersPerMinuteKilogram },
    )

/** What came with Android 15. Named in a function of its own, so that an older system never loads the class. */
@TargetApi(Build.VERSION_CODES.VANILLA_ICE_CREAM)
private fun sinceFifteen(): List<RecordType<*>> = listOf(
    RecordType(Kind.SKIN_TEMPERATURE, SkinTemperatureRecord::class.java, HealthPermissions.READ_SKIN_TEMPERATURE, ::skinTemperatureOf),
)

/** THE table of what is read on an Android of this API level. */
internal fun recordTypes(apiLevel: Int): Map<Kind, RecordType<*>> {
    val newer = if (apiLevel >= Build.VERSION_CODES.VANILLA_ICE_CREAM) sinceFifteen() else emptyList()
    return (ALWAYS + newer).associateBy { it.kind }
}
