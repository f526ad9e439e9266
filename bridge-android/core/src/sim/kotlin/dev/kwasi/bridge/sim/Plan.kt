package dev.kwasi.bridge.sim

import dev.kwasi.bridge.core.Kind
import kotlin.random.Random

/**
 * When what goes wrong, as shares of the whole time; one step is fifteen minutes.
 *
 * @property startMs when it begins; the last step should lie in the server's past, which refuses what lies in its future.
 */
class Plan(val seed: Long, val days: Int, val startMs: Long) {
    val steps = days * World.STEPS_A_DAY
    val historyDays = HISTORY_DAYS

    /** The phone's clock is right but for two stretches: far ahead, then behind. */
    fun wallMs(step: Int): Long = startMs + step * STEP_MS + clockErrorMs(step)

    private fun clockErrorMs(step: Int): Long =
        when {
            isIn(step, 0.41, 0.43) -> 3 * DAY_MS + 4_567 // no millisecond is written at twice
            isIn(step, 0.62, 0.65) -> -6 * HOUR_MS - 123_457
            else -> 0
        }

    /** Seconds east of UTC: an hour more from the middle on. */
    fun offset(step: Int): Int = if (step < steps / 2) 0 else 3_600

    /** The watch doesn't reach the phone: what it measures comes later, all at once. */
    fun isWatchAway(step: Int): Boolean = isIn(step, 0.20, 0.23) || isIn(step, 0.55, 0.56) || isIn(step, 0.80, 0.84)

    /** The phone has no network. */
    fun isOffline(step: Int): Boolean = isIn(step, 0.10, 0.17) || isIn(step, 0.33, 0.36) || (step / 8) % 11 == 3

    /** The app isn't run at all, for longer than a token lasts. */
    fun isAsleep(step: Int): Boolean = isIn(step, 0.66, 0.78)

    /** How long a token is good; the real one's thirty days would be the whole simulation. */
    val tokenSteps = steps / 10

    /** At this step Health Connect forgets all tokens. */
    val tokensLostAt = (steps * 0.5).toInt()

    /** What the person allows. */
    fun granted(step: Int): Set<Kind> {
        val taken = when {
            isIn(step, 0.25, 0.38) -> setOf(Kind.HEART_RATE, Kind.SLEEP_SESSION)
            isIn(step, 0.86, 0.90) -> setOf(Kind.STEPS)
            isIn(step, 0.91, 0.92) -> Kind.entries.toSet()
            else -> emptySet()
        }
        return Kind.entries.toSet() - taken
    }

    /** From here on all of the history may be read, not only the thirty days before the beginning. */
    fun isHistoryAllowed(step: Int): Boolean = step > steps * 0.47

    /** Chance that differs from try to try, and not from seed to seed alone. */
    fun dice(step: Int, what: Int): Random = Random(seed * 1_000_003 + step * 31L + what)

    private fun isIn(step: Int, from: Double, until: Double): Boolean = step >= steps * from && step < steps * until

    companion object {
        const val HOUR_MS = 3_600_000L
        const val DAY_MS = 24 * HOUR_MS
        const val STEP_MS = 900_000L
        private const val HISTORY_DAYS = 70
    }
}
