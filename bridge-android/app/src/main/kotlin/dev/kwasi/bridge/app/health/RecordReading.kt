package dev.kwasi.bridge.app.health

import android.annotation.TargetApi
import android.health.connect.datatypes.BloodPressureRecord
import android.health.connect.datatypes.Device
import android.health.connect.datatypes.ExerciseSessionRecord
import android.health.connect.datatypes.HeartRateRecord
import android.health.connect.datatypes.InstantRecord
import android.health.connect.datatypes.IntervalRecord
import android.health.connect.datatypes.MealType
import android.health.connect.datatypes.NutritionRecord
import android.health.connect.datatypes.Record
import android.health.connect.datatypes.SkinTemperatureRecord
import android.health.connect.datatypes.SleepSessionRecord
import android.health.connect.datatypes.SleepSessionRecord.StageType
import android.health.connect.datatypes.units.Mass
import android.os.Build
import dev.kwasi.bridge.core.BloodPressure
import dev.kwasi.bridge.core.Exercise
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

// How the records that are more than one number are read. The table in RecordType.kt says which is which.

/** What every record has. A record that is neither of a moment nor of an interval would be a new thing, and is not read. */
internal fun metaOf(record: Record): Meta {
    val data = record.metadata
    val begun: Meta =
        when (record) {
            is IntervalRecord ->
                Meta(
                    id = data.id,
                    modifiedMs = data.lastModifiedTime.toEpochMilli(),
                    startMs = record.startTime.toEpochMilli(),
                    endMs = record.endTime.toEpochMilli(),
                    startOffset = record.startZoneOffset?.totalSeconds,
                    endOffset = record.endZoneOffset?.totalSeconds,
                    device = "",
                    app = "",
                )

            is InstantRecord ->
                Meta(
                    id = data.id,
                    modifiedMs = data.lastModifiedTime.toEpochMilli(),
                    startMs = record.time.toEpochMilli(),
                    endMs = record.time.toEpochMilli(),
                    startOffset = record.zoneOffset?.totalSeconds,
                    endOffset = record.zoneOffset?.totalSeconds,
                    device = "",
                    app = "",
                )

            else -> throw IllegalArgumentException("a record without a time")
        }
    return begun.copy(device = nameOf(data.device), app = data.dataOrigin?.packageName.orEmpty())
}

/** "Samsung Galaxy Watch6" as far as the writer said, else what sort of device it is, else nothing. */
internal fun nameOf(device: Device?): String {
    val model = device?.model?.trim().orEmpty()
    val maker = device?.manufacturer?.trim().orEmpty()
    val name = if (model.startsWith(maker, ignoreCase = true)) model else "$maker $model".trim()
    return name.ifEmpty { DEVICE_SORTS[device?.type].orEmpty() }
}

private val DEVICE_SORTS =
    mapOf(
        Device.DEVICE_TYPE_WATCH to "watch",
        Device.DEVICE_TYPE_PHONE to "phone",
        Device.DEVICE_TYPE_SCALE to "scale",
        Device.DEVICE_TYPE_RING to "ring",
        Device.DEVICE_TYPE_HEAD_MOUNTED to "head-mounted device",
        Device.DEVICE_TYPE_FITNESS_BAND to "fitness band",
        Device.DEVICE_TYPE_CHEST_STRAP to "chest strap",
        Device.DEVICE_TYPE_SMART_DISPLAY to "smart display",
    )

internal fun heartRateOf(record: HeartRateRecord, meta: Meta) =
    Series(Kind.HEART_RATE, meta, record.samples.map { Point(it.time.toEpochMilli(), it.beatsPerMinute.toDouble()) })

internal fun bloodPressureOf(record: BloodPressureRecord, meta: Meta) =
    BloodPressure(meta, record.systolic.inMillimetersOfMercury, record.diastolic.inMillimetersOfMercury)

internal fun exerciseOf(record: ExerciseSessionRecord, meta: Meta) =
    Exercise(meta, exerciseName(record.exerciseType), record.title?.toString().orEmpty())

@TargetApi(Build.VERSION_CODES.VANILLA_ICE_CREAM)
internal fun skinTemperatureOf(record: SkinTemperatureRecord, meta: Meta) = SkinTemperature(
    meta,
    record.baseline?.inCelsius,
    record.deltas.map { Point(it.time.toEpochMilli(), it.delta.inCelsius) },
)

private val STAGES =
    mapOf(
        StageType.STAGE_TYPE_UNKNOWN to SleepStage.UNKNOWN,
        StageType.STAGE_TYPE_AWAKE to SleepStage.AWAKE,
        StageType.STAGE_TYPE_AWAKE_IN_BED to SleepStage.AWAKE,
        StageType.STAGE_TYPE_AWAKE_OUT_OF_BED to SleepStage.OUT_OF_BED,
        StageType.STAGE_TYPE_SLEEPING to SleepStage.SLEEPING,
        StageType.STAGE_TYPE_SLEEPING_LIGHT to SleepStage.LIGHT,
        StageType.STAGE_TYPE_SLEEPING_DEEP to SleepStage.DEEP,
        StageType.STAGE_TYPE_SLEEPING_REM to SleepStage.REM,
    )

internal fun sleepOf(record: SleepSessionRecord, meta: Meta) = Sleep(
    meta,
    record.stages.map {
        StageSpan(STAGES[it.type] ?: SleepStage.UNKNOWN, it.startTime.toEpochMilli(), it.endTime.toEpochMilli())
    },
)

private val MEALS =
    mapOf(
        MealType.MEAL_TYPE_BREAKFAST to Meal.BREAKFAST,
        MealType.MEAL_TYPE_LUNCH to Meal.LUNCH,
        MealType.MEAL_TYPE_DINNER to Meal.DINNER,
        MealType.MEAL_TYPE_SNACK to Meal.SNACK,
    )

/** Every nutrient that Health Connect weighs, under the name it is sent by. */
private val NUTRIENTS: Map<String, (NutritionRecord) -> Mass?> =
    mapOf(
        "biotin" to { it.biotin },
        "caffeine" to { it.caffeine },
        "calcium" to { it.calcium },
        "carbohydrate" to { it.totalCarbohydrate },
        "chloride" to { it.chloride },
        "cholesterol" to { it.cholesterol },
        "chromium" to { it.chromium },
        "copper" to { it.copper },
        "fat" to { it.totalFat },
        "fiber" to { it.dietaryFiber },
        "folate" to { it.folate },
        "folic_acid" to { it.folicAcid },
        "iodine" to { it.iodine },
        "iron" to { it.iron },
        "magnesium" to { it.magnesium },
        "manganese" to { it.manganese },
        "molybdenum" to { it.molybdenum },
        "monounsaturated_fat" to { it.monounsaturatedFat },
        "niacin" to { it.niacin },
        "pantothenic_acid" to { it.pantothenicAcid },
        "phosphorus" to { it.phosphorus },
        "polyunsaturated_fat" to { it.polyunsaturatedFat },
        "potassium" to { it.potassium },
        "protein" to { it.protein },
        "riboflavin" to { it.riboflavin },
        "saturated_fat" to { it.saturatedFat },
        "selenium" to { it.selenium },
        "sodium" to { it.sodium },
        "sugar" to { it.sugar },
        "thiamin" to { it.thiamin },
        "trans_fat" to { it.transFat },
        "unsaturated_fat" to { it.unsaturatedFat },
        "vitamin_a" to { it.vitaminA },
        "vitamin_b12" to { it.vitaminB12 },
        "vitamin_b6" to { it.vitaminB6 },
        "vitamin_c" to { it.vitaminC },
        "vitamin_d" to { it.vitaminD },
        "vitamin_e" to { it.vitaminE },
        "vitamin_k" to { it.vitaminK },
        "zinc" to { it.zinc },
    )

internal fun nutritionOf(record: NutritionRecord, meta: Meta) = Nutrition(
    meta,
    calories = record.energy?.inCalories,
    name = record.mealName.orEmpty(),
    meal = MEALS[record.mealType] ?: Meal.UNKNOWN,
    grams =
    buildMap {
        for ((name, weigh) in NUTRIENTS) weigh(record)?.let { put(name, it.inGrams) }
    },
)
