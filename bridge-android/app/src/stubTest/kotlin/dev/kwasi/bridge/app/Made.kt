package dev.kwasi.bridge.app

import android.health.connect.datatypes.DataOrigin
import android.health.connect.datatypes.Device
import android.health.connect.datatypes.InstantRecord
import android.health.connect.datatypes.Metadata
import android.health.connect.datatypes.Record
import stub.Kept
import java.time.Instant
import java.time.ZoneOffset

/**
 * An object of a class of the Android API with these properties. The class is a stub: it has Android's names and types, and only
 * remembers. A property without a getter in the API fails here, so a test can't make one up.
 */
inline fun <reified T : Any> made(vararg properties: Pair<String, Any?>): T = make(T::class.java, properties.toMap())

fun <T : Any> make(type: Class<T>, properties: Map<String, Any?>): T {
    val made = Kept.made(type)
    for ((name, value) in properties) {
        val capital = name.replaceFirstChar(Char::uppercase)
        check(type.methods.any { it.name == "get$capital" || it.name == "has$capital" }) { "$type has no $name" }
        Kept.put(made, name, value)
    }
    return made
}

const val HOUR_MS = 3_600_000L
val START: Instant = Instant.parse("2026-03-08T06:30:00.250Z")
val CHANGED: Instant = Instant.parse("2026-03-08T09:00:00.125Z")

fun metadata(id: String = "one") = made<Metadata>(
    "id" to id,
    "lastModifiedTime" to CHANGED,
    "dataOrigin" to made<DataOrigin>("packageName" to "com.example.watch"),
    "device" to made<Device>("manufacturer" to "Samsung", "model" to "Galaxy Watch6", "type" to Device.DEVICE_TYPE_WATCH),
)

/** A record of any type, an hour long or of a moment, east of UTC in winter and in summer. */
inline fun <reified T : Record> recorded(vararg properties: Pair<String, Any?>): T = record(T::class.java, "one", *properties)

fun <T : Record> record(type: Class<T>, id: String, vararg properties: Pair<String, Any?>, start: Instant = START): T {
    val time: Map<String, Any> = if (InstantRecord::class.java.isAssignableFrom(type)) {
        mapOf("time" to start, "zoneOffset" to ZoneOffset.ofHours(1))
    } else {
        mapOf(
            "startTime" to start,
            "endTime" to start.plusMillis(HOUR_MS),
            "startZoneOffset" to ZoneOffset.ofHours(1),
            "endZoneOffset" to ZoneOffset.ofHours(2),
        )
    }
    return make(type, mapOf("metadata" to metadata(id)) + time + properties)
}
