package dev.kwasi.bridge.app.health

import android.app.ActivityManager
import android.content.Context
import android.content.pm.PackageManager
import android.health.connect.HealthPermissions
import dev.kwasi.bridge.core.Kind

/** What the person allows, asked anew each time: a permission can be taken back at any moment. */
internal interface Allowed {
    /** Whether this permission is given right now. */
    fun has(permission: String): Boolean

    /** Whether this phone's Health Connect knows the permission at all; some came with updates. */
    fun knows(permission: String): Boolean

    /** Whether one of our screens is what the person looks at. */
    fun inForeground(): Boolean

    /** Whether Health Connect would answer now, rather than claim that there is nothing. */
    fun mayReadNow(): Boolean = inForeground() || has(HealthPermissions.READ_HEALTH_DATA_IN_BACKGROUND)
}

/** What Android says. */
internal class PhoneAllowed(private val context: Context) : Allowed {
    override fun has(permission: String): Boolean = context.checkSelfPermission(permission) == PackageManager.PERMISSION_GRANTED

    override fun knows(permission: String): Boolean = try {
        context.packageManager.getPermissionInfo(permission, 0)
        true
    } catch (_: PackageManager.NameNotFoundException) {
        false
    }

    override fun inForeground(): Boolean {
        val mine = ActivityManager.RunningAppProcessInfo()
        ActivityManager.getMyMemoryState(mine)
        return mine.importance <= ActivityManager.RunningAppProcessInfo.IMPORTANCE_FOREGROUND
    }
}

/** What is allowed of what could be, for the screen and for asking. */
internal data class Permissions(
    val allowed: List<Kind>,
    val missing: List<Kind>,
    val background: Boolean,
    val history: Boolean,
    /** What to ask for now, in the words of the manifest; empty where all is given. */
    val toAsk: List<String>,
) {
    companion object {
        /** Looks at every row of [types], and at the two permissions that are about all of them. */
        fun of(types: Map<Kind, RecordType<*>>, allowed: Allowed): Permissions {
            val readable = types.values.filter { allowed.knows(it.permission) }
            val (given, missing) = readable.partition { allowed.has(it.permission) }
            val further =
                listOf(HealthPermissions.READ_HEALTH_DATA_IN_BACKGROUND, HealthPermissions.READ_HEALTH_DATA_HISTORY)
                    .filter(allowed::knows)
            return Permissions(
                allowed = given.map { it.kind },
                missing = missing.map { it.kind },
                background = allowed.has(HealthPermissions.READ_HEALTH_DATA_IN_BACKGROUND),
                history = allowed.has(HealthPermissions.READ_HEALTH_DATA_HISTORY),
                toAsk = missing.map { it.permission } + further.filterNot(allowed::has),
            )
        }
    }
}
