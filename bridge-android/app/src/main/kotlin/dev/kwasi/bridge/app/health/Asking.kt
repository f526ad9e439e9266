package dev.kwasi.bridge.app.health

import android.health.connect.HealthConnectException
import android.os.OutcomeReceiver
import dev.kwasi.bridge.core.Answer
import java.util.concurrent.CompletableFuture
import java.util.concurrent.ExecutionException
import java.util.concurrent.Executor
import java.util.concurrent.TimeUnit
import java.util.concurrent.TimeoutException

/** How long Health Connect may take for one answer, in seconds. */
internal const val PATIENCE_SECONDS = 60L

/** What a call to Health Connect came to: a value, or the exception it failed with. */
internal sealed interface Told<out T> {
    data class Value<T>(val value: T) : Told<T>

    data class Failure(val code: Int) : Told<Nothing>
}

/** Stands for an answer that didn't come, beside the codes of [HealthConnectException]. */
internal const val NO_ANSWER = -1

/**
 * Waits for a call that answers through a callback. [call] gets the executor and the receiver to hand on; it may throw, as the
 * platform does where it refuses at once. Never throws anything itself but errors of the machine.
 */
internal fun <T> ask(
    patienceSeconds: Long = PATIENCE_SECONDS,
    call: (Executor, OutcomeReceiver<T, HealthConnectException>) -> Unit,
): Told<T> {
    val future = CompletableFuture<Told<T>>()
    val receiver =
        object : OutcomeReceiver<T, HealthConnectException> {
            override fun onResult(result: T) {
                future.complete(Told.Value(result))
            }

            override fun onError(error: HealthConnectException) {
                future.complete(Told.Failure(error.errorCode))
            }
        }
    return try {
        call(Executor { it.run() }, receiver)
        future.get(patienceSeconds, TimeUnit.SECONDS)
    } catch (_: SecurityException) {
        Told.Failure(HealthConnectException.ERROR_SECURITY)
    } catch (_: IllegalArgumentException) {
        Told.Failure(HealthConnectException.ERROR_INVALID_ARGUMENT)
    } catch (_: IllegalStateException) {
        Told.Failure(HealthConnectException.ERROR_INTERNAL)
    } catch (_: HealthConnectException) {
        Told.Failure(HealthConnectException.ERROR_UNKNOWN)
    } catch (_: TimeoutException) {
        Told.Failure(NO_ANSWER)
    } catch (_: ExecutionException) {
        Told.Failure(NO_ANSWER)
    } catch (_: InterruptedException) {
        Thread.currentThread().interrupt()
        Told.Failure(NO_ANSWER)
    }
}

/** The sentence for the person where Health Connect can't answer. */
internal fun unavailable(code: Int): Answer.Unavailable = Answer.Unavailable(
    when (code) {
        HealthConnectException.ERROR_RATE_LIMIT_EXCEEDED ->
            "Health Connect has been asked a lot and wants a pause. The rest follows with the next run."

        HealthConnectException.ERROR_DATA_SYNC_IN_PROGRESS ->
            "Health Connect is moving its data at the moment. The next run tries again."

        HealthConnectException.ERROR_UNSUPPORTED_OPERATION ->
            "This phone's Health Connect can't do that yet. An update of the system may help."

        NO_ANSWER -> "Health Connect did not answer in time. The next run tries again."

        else -> "Health Connect had a problem of its own. The next run tries again."
    },
)
