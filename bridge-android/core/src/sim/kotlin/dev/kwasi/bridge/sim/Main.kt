package dev.kwasi.bridge.sim

import dev.kwasi.bridge.core.Clock
import dev.kwasi.bridge.core.Disk
import dev.kwasi.bridge.core.Outcome
import dev.kwasi.bridge.core.Pairing
import dev.kwasi.bridge.core.RealDisk
import dev.kwasi.bridge.core.Settings
import dev.kwasi.bridge.core.Sync
import dev.kwasi.bridge.core.SyncReport
import dev.kwasi.bridge.core.Trigger
import dev.kwasi.bridge.core.UrlTransport
import java.io.File
import kotlin.random.Random
import kotlin.system.exitProcess

/** The phone's clocks at a step; every look takes a while, and the phone was started when this process was. */
private class StepClock(private val plan: Plan, private val began: Int) : Clock {
    var step = began
    private var looks = 0L

    override fun wallMs(): Long = plan.wallMs(step) + ++looks % Plan.STEP_MS

    override fun elapsedMs(): Long = (step - began) * Plan.STEP_MS
}

/** The disk; now and then the phone's power fails while it writes. */
private class Fragile(private val dice: Random) : Disk by RealDisk {
    override fun append(file: File, bytes: ByteArray) {
        if (dice.nextInt(ODDS) == 0) {
            file.appendBytes(bytes.copyOf(dice.nextInt(bytes.size)))
            Runtime.getRuntime().halt(POWER_FAILED)
        }
        RealDisk.append(file, bytes)
    }

    override fun replace(file: File, bytes: ByteArray) {
        if (dice.nextInt(ODDS) == 0) Runtime.getRuntime().halt(POWER_FAILED)
        RealDisk.replace(file, bytes)
    }
}

private const val ODDS = 3_000
private const val POWER_FAILED = 137
private const val USAGE = "usage: FOLDER PAIRING_CODE SEED DAYS START_MS"

/**
 * Lives a simulated month with the real core against a real server: `FOLDER PAIRING_CODE SEED DAYS START_MS`.
 *
 * Can be killed at any moment and started again with the same words. Prints a line a report; in the end, with everything sent, writes
 * what the server should have to FOLDER/truth.jsonl and ends with 0, though not while a file FOLDER/stay is there: it is still to be killed.
 */
fun main(words: Array<String>) {
    if (words.size != 5) {
        System.err.println(USAGE)
        exitProcess(2)
    }
    val pair = Pairing.parse(words[1]) as Pairing.Pair
    val plan = Plan(words[2].toLong(), words[3].toInt(), words[4].toLong())
    Life(File(words[0]), Settings(pair.serverUrl, pair.secret, "Simulated phone"), plan).live()
}

private class Life(private val folder: File, settings: Settings, private val plan: Plan) {
    private val at = File(folder, "step")
    private val began = if (at.exists()) at.readText().toInt() else 0
    private val lives = File(folder, "lives").let { file -> RealDisk.append(file, byteArrayOf(1)).let { file.length() } }
    private val dice = plan.dice(began, lives.toInt())
    private val world = World(plan)
    private val source = SimSource(world, plan, dice)
    private val weather = Weather(UrlTransport(timeoutMs = 20_000), dice)
    private val clock = StepClock(plan, began)
    private val sync = Sync(source, weather, clock, File(folder, "state"), disk = Fragile(dice), random = dice) { settings }

    fun live() {
        for (step in began until plan.steps) {
            RealDisk.replace(at, "$step".encodeToByteArray())
            clock.step = step
            source.step = step
            world.advance(step)
            weather.isOffline = plan.isOffline(step)
            if (!plan.isAsleep(step)) tell(step, sync.run(stop = if (dice.nextInt(50) == 0) soon() else never))
        }
        calm()
        File(folder, "truth.jsonl").bufferedWriter().use { out ->
            world.live.values.flatMap { it.truth }.forEach { out.appendLine(line(it)) }
        }
        while (File(folder, "stay").exists()) Thread.sleep(PAUSE_MS)
    }

    /** All weather is over: what is left is sent. The server may still be away. */
    private fun calm() {
        RealDisk.replace(at, "${plan.steps}".encodeToByteArray())
        world.advance(plan.steps - 1)
        clock.step = plan.steps
        source.step = plan.steps
        source.isCalm = true
        weather.isCalm = true
        do {
            val report = sync.run(Trigger.PERSON)
            tell(plan.steps, report)
            val isLeft = report.queued > 0 || report.outcome != Outcome.DONE
            if (isLeft) Thread.sleep(PAUSE_MS)
        } while (isLeft)
    }

    private fun tell(step: Int, report: SyncReport) {
        val figures = "records=${report.records} deleted=${report.deleted} sent=${report.sent} queued=${report.queued}"
        println(
            "step=$step ${report.outcome} $figures refused=${report.refusedEver} verdicts=${report.verdicts} met=${weather.met + source.met}",
        )
        weather.met.clear()
        source.met.clear()
    }

    private fun soon(): () -> Boolean {
        var left = dice.nextInt(20)
        return { left-- <= 0 }
    }

    private fun line(truth: Truth): String =
        """{"metric":"${truth.metric}","device":"${truth.device}","start_ms":${truth.startMs},"end_ms":${truth.endMs},""" +
            """"zone_offset":${truth.offset},"number":${truth.number},"detail":${truth.detail}}"""

    private companion object {
        const val PAUSE_MS = 200L
        val never = { false }
    }
}
