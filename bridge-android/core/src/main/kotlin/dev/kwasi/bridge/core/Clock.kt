package dev.kwasi.bridge.core

/** Two clocks. The wall clock may be wrong or set at any time; waiting goes by the other one. */
interface Clock {
    /** Milliseconds since 1970 in UTC, as the phone believes. */
    fun wallMs(): Long

    /** Milliseconds since the phone started, sleep included; only ever rises until the phone is started anew. */
    fun elapsedMs(): Long
}
