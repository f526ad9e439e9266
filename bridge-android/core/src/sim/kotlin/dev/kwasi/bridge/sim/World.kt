package dev.kwasi.bridge.sim

import dev.kwasi.bridge.core.Amount
import dev.kwasi.bridge.core.BloodPressure
import dev.kwasi.bridge.core.Exercise
import dev.kwasi.bridge.core.HealthRecord
import dev.kwasi.bridge.core.Kind
import dev.kwasi.bridge.core.Nutrition
import dev.kwasi.bridge.core.Point
import dev.kwasi.bridge.core.Series
import dev.kwasi.bridge.core.SkinTemperature
import dev.kwasi.bridge.core.Sleep
import kotlin.random.Random

/** What happened to a record; its place in [World.log] is the moment. */
data class Change(val kind: Kind, val id: String, val isDeletion: Boolean)

/**
 * A simulated Health Connect and the life it records: a watch, a phone and a scale, for some days in steps of fifteen minutes.
 *
 * All of it follows from the seed, so the same step always finds the same world, and a process that was killed goes on where it was.
 * Records come at once or hours late and in bulk, grow, are corrected, shrink, are deleted, and come back under the id they had. The
 * phone's clock is set wrong for a while, twice; the person travels.
 */
class World(private val plan: Plan) {
    private val random = Random(plan.seed)
    private val make = Makers(random, plan)
    val live = LinkedHashMap<String, Thing>()
    val log = ArrayList<Change>()
    private val gone = ArrayList<Thing>()
    private val withheld = ArrayList<Thing>()
    private var done = -1

    /** What has happened by the end of [step]. Steps only go forward. */
    fun advance(step: Int) {
        if (done < 0) (-plan.historyDays * STEPS_A_DAY until 0 step HISTORY_GAP).forEach { old -> make.now(old).forEach { insert(it) } }
        while (done < step) one(++done)
    }

    private fun one(step: Int) {
        val fresh = make.now(step)
        if (plan.isWatchAway(step)) withheld += fresh else fresh.forEach(::insert)
        if (!plan.isWatchAway(step) && withheld.isNotEmpty()) {
            withheld.forEach { insert(it.written(plan.wallMs(step))) } // all at once, at the same millisecond
            withheld.clear()
        }
        if (random.nextInt(3) == 0) recent(4)?.let { change(it, step) }
        if (random.nextInt(12) == 0) recent(15 * STEPS_A_DAY)?.let { change(it, step) }
        if (random.nextInt(20) == 0) recent(10 * STEPS_A_DAY)?.let(::delete)
        if (random.nextInt(150) == 0) repeat(15) { recent(STEPS_A_DAY)?.let(::delete) }
        if (gone.isNotEmpty() && random.nextInt(60) == 0) insert(gone.removeAt(random.nextInt(gone.size)).written(plan.wallMs(step)))
    }

    /** One of the records that came last, about as many as come in [steps]; never one of before the beginning. */
    private fun recent(steps: Int): Thing? {
        val most = minOf(log.size, steps * RECORDS_A_STEP)
        val found = live[log[log.size - 1 - random.nextInt(most)].id]
        return found?.takeIf { it.record.meta.startMs >= plan.startMs }
    }

    private fun insert(thing: Thing) {
        live[thing.id] = thing
        log += Change(thing.record.kind, thing.id, isDeletion = false)
    }

    private fun delete(thing: Thing) {
        live.remove(thing.id)
        gone += thing
        log += Change(thing.record.kind, thing.id, isDeletion = true)
    }

    /** Other values, or fewer of them, or none that were there. */
    private fun change(thing: Thing, step: Int) {
        val next = when (val record = thing.record) {
            is Amount -> make.again(thing, record)
            is Series -> fewer(thing, record.points.size) { kept -> record.copy(points = record.points.slice(kept)) }
            is Sleep -> make.again(record)
            else -> thing
        }
        insert(next.written(plan.wallMs(step)))
    }

    private fun fewer(thing: Thing, count: Int, record: (List<Int>) -> HealthRecord): Thing {
        val kept = (0 until count).filter { random.nextInt(4) > 0 }
        return Thing(record(kept), thing.truth.slice(kept))
    }

    companion object {
        const val STEPS_A_DAY = 96
        private const val HISTORY_GAP = 8
        private const val RECORDS_A_STEP = 6
    }
}

/** What a sample should be at the server, as far as it stores it. */
data class Truth(
    val metric: String,
    val device: String,
    val startMs: Long,
    val endMs: Long,
    val offset: Int,
    val number: Double,
    val detail: String = "null",
)

/** A record as the bridge reads it, and what the server should have of it, made apart from each other. */
class Thing(val record: HealthRecord, val truth: List<Truth>) {
    val id: String get() = record.meta.id

    /** The same, written at [wallMs]. */
    fun written(wallMs: Long): Thing {
        val meta = record.meta.copy(modifiedMs = wallMs)
        val again = when (record) {
            is Amount -> record.copy(meta = meta)
            is Series -> record.copy(meta = meta)
            is Sleep -> record.copy(meta = meta)
            is SkinTemperature -> record.copy(meta = meta)
            is Exercise -> record.copy(meta = meta)
            is BloodPressure -> record.copy(meta = meta)
            is Nutrition -> record.copy(meta = meta)
        }
        return Thing(again, truth)
    }
}

/** [count] points at different milliseconds of a stretch, in order. */
internal fun Random.moments(fromMs: Long, lengthMs: Long, count: Int): List<Long> =
    generateSequence { fromMs + nextLong(lengthMs) }.distinct().take(count).sorted().toList()

internal fun points(moments: List<Long>, values: List<Double>): List<Point> = moments.zip(values) { at, value -> Point(at, value) }
