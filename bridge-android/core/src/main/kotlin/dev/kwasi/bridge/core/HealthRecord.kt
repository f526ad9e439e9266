package dev.kwasi.bridge.core

/**
 * What every record has, whatever it measured.
 *
 * @property id the record's id at the source; the same for every version of it.
 * @property modifiedMs when it was last written, milliseconds since 1970 in UTC.
 * @property startMs when it begins, milliseconds since 1970 in UTC; [endMs] is the same for a moment.
 * @property startOffset seconds east of UTC where it began, null where the writer gave none; [endOffset] where it ended.
 * @property device the device that measured, such as "Samsung Galaxy Watch6"; empty where unknown.
 * @property app the package that wrote the record.
 */
data class Meta(
    val id: String,
    val modifiedMs: Long,
    val startMs: Long,
    val endMs: Long,
    val startOffset: Int?,
    val endOffset: Int?,
    val device: String,
    val app: String,
)

/** One record as the source has it now; numbers are in the units that the table of [Kind] names. */
sealed interface HealthRecord {
    val kind: Kind
    val meta: Meta
}

/** A number over an interval or at a moment: every kind that has no type of its own below. */
data class Amount(override val kind: Kind, override val meta: Meta, val value: Double) : HealthRecord

/** A number at a moment within a record. */
data class Point(val atMs: Long, val value: Double)

/** Many measurements in one record, such as an hour of heart rate. */
data class Series(override val kind: Kind, override val meta: Meta, val points: List<Point>) : HealthRecord

/** Deviations from a baseline; without a [baseline] they are all that is known. */
data class SkinTemperature(override val meta: Meta, val baseline: Double?, val deltas: List<Point>) : HealthRecord {
    override val kind get() = Kind.SKIN_TEMPERATURE
}

/** What a stretch of a night was. Awake in bed is [AWAKE]. */
enum class SleepStage { AWAKE, SLEEPING, OUT_OF_BED, LIGHT, DEEP, REM, UNKNOWN }

/** A stretch of a night, milliseconds since 1970 in UTC. */
data class StageSpan(val stage: SleepStage, val startMs: Long, val endMs: Long)

/** A night or a nap; [stages] may be empty. */
data class Sleep(override val meta: Meta, val stages: List<StageSpan>) : HealthRecord {
    override val kind get() = Kind.SLEEP_SESSION
}

/** Something done for a while. [type] is a word such as "running" or "strength_training"; [title] what the person called it. */
data class Exercise(override val meta: Meta, val type: String, val title: String = "") : HealthRecord {
    override val kind get() = Kind.EXERCISE_SESSION
}

/** Both pressures in millimetres of mercury. */
data class BloodPressure(override val meta: Meta, val systolic: Double, val diastolic: Double) : HealthRecord {
    override val kind get() = Kind.BLOOD_PRESSURE
}

/** Which meal it was. */
enum class Meal { UNKNOWN, BREAKFAST, LUNCH, DINNER, SNACK }

/** What was eaten. [calories] in thousandths of a kilocalorie, null where unknown; [grams] of each nutrient, such as "protein". */
data class Nutrition(
    override val meta: Meta,
    val calories: Double?,
    val name: String = "",
    val meal: Meal = Meal.UNKNOWN,
    val grams: Map<String, Double> = emptyMap(),
) : HealthRecord {
    override val kind get() = Kind.NUTRITION
}
