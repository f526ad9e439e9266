package dev.kwasi.bridge.core

/** How a number becomes what is sent: the unit's name on the wire, and [perUnit] of the given unit to one of it. */
internal data class Measure(val unit: String, val perUnit: Double = 1.0, val times: Double = 1.0) {
    fun of(given: Double): Double = given * times / perUnit
}

private val COUNT = Measure("count")
private val ENERGY = Measure("kcal", perUnit = 1000.0)
private val BEATS = Measure("bpm")
private val PERCENT = Measure("%")
private val MASS = Measure("kg", perUnit = 1000.0)
private val NONE = Measure("")

/**
 * THE table of what is read and sent: one row a record type of Health Connect, named as the server names its metric.
 *
 * The comment of a row says in which unit [Amount.value] (or [Point.value]) is given; the core converts it.
 */
enum class Kind(val metric: String, internal val measure: Measure) {
    STEPS("steps", COUNT), // Amount, steps
    DISTANCE("distance", Measure("m")), // Amount, metres
    FLOORS_CLIMBED("floors_climbed", COUNT), // Amount, floors
    ACTIVE_ENERGY("active_energy", ENERGY), // Amount, calories (a thousandth of a kilocalorie), as Energy.getInCalories gives
    TOTAL_ENERGY("total_energy", ENERGY), // Amount, calories
    EXERCISE_SESSION("exercise_session", NONE), // Exercise
    HEART_RATE("heart_rate", BEATS), // Series, beats a minute
    RESTING_HEART_RATE("resting_heart_rate", BEATS), // Amount, beats a minute
    HRV_RMSSD("hrv_rmssd", Measure("ms")), // Amount, milliseconds
    SLEEP_SESSION("sleep_session", NONE), // Sleep
    SPO2("spo2", PERCENT), // Amount, per cent: 97.0
    RESPIRATORY_RATE("respiratory_rate", Measure("/min")), // Amount, breaths a minute
    SKIN_TEMPERATURE("skin_temperature", Measure("degC")), // SkinTemperature, degrees Celsius
    BLOOD_PRESSURE("blood_pressure", Measure("mmHg")), // BloodPressure, millimetres of mercury
    BLOOD_GLUCOSE("blood_glucose", Measure("mmol/L")), // Amount, millimoles a litre
    WEIGHT("weight", MASS), // Amount, grams
    BODY_FAT("body_fat", PERCENT), // Amount, per cent
    HYDRATION("hydration", Measure("mL", times = 1000.0)), // Amount, litres
    NUTRITION("nutrition", ENERGY), // Nutrition, calories
    VO2_MAX("vo2_max", Measure("mL/kg/min")), // Amount, millilitres a kilogram and minute
}
