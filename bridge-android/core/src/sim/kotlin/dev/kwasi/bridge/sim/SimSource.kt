package dev.kwasi.bridge.sim

import dev.kwasi.bridge.core.Answer
import dev.kwasi.bridge.core.Changes
import dev.kwasi.bridge.core.Grants
import dev.kwasi.bridge.core.Kind
import dev.kwasi.bridge.core.Page
import dev.kwasi.bridge.core.RecordSource
import kotlin.random.Random

/**
 * The simulated Health Connect as the bridge asks it. As the real one: a page of changes has records as they are now, not as they were;
 * tokens expire, by age or all at once; what is older than thirty days before the first permission isn't shown unless that is allowed;
 * and now and then it wants to be left alone.
 */
class SimSource(private val world: World, private val plan: Plan, private val dice: Random) : RecordSource {
    /** The step that it is. */
    var step = 0

    /** Nothing goes wrong any more: for the end. */
    var isCalm = false

    /** How often something stood in the way. */
    val met = sortedMapOf<String, Int>()
    private val granted get() = if (isCalm) Kind.entries.toSet() else plan.granted(step)
    private val isHistoryAllowed get() = isCalm || plan.isHistoryAllowed(step)

    override fun grants(): Answer<Grants> = Answer.Got(Grants(granted, isHistoryAllowed))

    override fun token(kind: Kind): Answer<String> = asked(kind) { Answer.Got("${world.log.size}@$step") }

    override fun changes(kind: Kind, token: String): Answer<Changes> = asked(kind) {
        val (from, given) = token.split('@').map(String::toInt)
        val isLost = plan.tokensLostAt in (given + 1)..step
        if (isLost || step - given > plan.tokenSteps) return@asked Answer.Expired.also { met("token expired") }
        val size = 1 + dice.nextInt(60)
        val found = (from until world.log.size).filter { world.log[it].kind == kind }
        val page = found.take(size).map(world.log::get)
        val upserted = page.filter { !it.isDeletion }.map { it.id }.distinct().mapNotNull { world.live[it]?.record }
        val more = found.size > size
        val next = if (more) found[size] else world.log.size
        Answer.Got(Changes(upserted, page.filter { it.isDeletion }.map { it.id }.distinct(), "$next@$step", more))
    }

    override fun read(kind: Kind, fromMs: Long, untilMs: Long, page: String?): Answer<Page> = asked(kind) {
        val from = if (isHistoryAllowed) fromMs else maxOf(fromMs, plan.startMs - 30 * Plan.DAY_MS)
        val found = world.live.values.map { it.record }
            .filter { it.kind == kind && it.meta.startMs in from until untilMs }
            .sortedBy { it.meta.startMs }
        val at = page?.toInt() ?: 0
        val end = minOf(found.size, at + 1 + dice.nextInt(200))
        Answer.Got(Page(found.subList(minOf(at, end), end), if (end < found.size) "$end" else null))
    }

    private fun <T> asked(kind: Kind, answer: () -> Answer<T>): Answer<T> =
        when {
            kind !in granted -> Answer.Revoked.also { met("revoked") }
            !isCalm && dice.nextInt(200) == 0 -> Answer.Unavailable("Health Connect asks for a pause.").also { met("pause") }
            else -> answer()
        }

    private fun met(what: String) = met.merge(what, 1, Int::plus)
}
