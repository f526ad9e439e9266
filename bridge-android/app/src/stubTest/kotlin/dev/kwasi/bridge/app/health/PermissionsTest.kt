package dev.kwasi.bridge.app.health

import android.health.connect.HealthPermissions
import dev.kwasi.bridge.core.Kind
import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertFalse
import kotlin.test.assertTrue

/** What the screen shows and asks for. */
class PermissionsTest {
    private val types = recordTypes(36)
    private val about = setOf(HealthPermissions.READ_HEALTH_DATA_IN_BACKGROUND, HealthPermissions.READ_HEALTH_DATA_HISTORY)

    @Test
    fun `at first everything is asked for, the kinds before what is about all of them`() {
        val found = Permissions.of(types, FakeAllowed(mutableSetOf()))
        assertEquals(Kind.entries.toSet(), found.missing.toSet())
        assertEquals(types.values.map { it.permission } + about, found.toAsk)
    }

    @Test
    fun `what is given is not asked for again`() {
        val given = mutableSetOf(HealthPermissions.READ_STEPS, HealthPermissions.READ_HEALTH_DATA_HISTORY)
        val found = Permissions.of(types, FakeAllowed(given))
        assertEquals(listOf(Kind.STEPS), found.allowed)
        assertTrue(found.history)
        assertFalse(found.background)
        assertTrue(found.toAsk.none(given::contains))
    }

    @Test
    fun `what this phone doesn't know is not asked for`() {
        val known = types.values.map { it.permission }.toSet() - HealthPermissions.READ_SKIN_TEMPERATURE
        val found = Permissions.of(types, FakeAllowed(mutableSetOf(), known = known))
        assertEquals(known, found.toAsk.toSet())
        assertFalse(Kind.SKIN_TEMPERATURE in found.missing)
    }

    @Test
    fun `all given leaves nothing to ask`() {
        val given = (types.values.map { it.permission } + about).toMutableSet()
        assertEquals(Permissions(types.keys.toList(), emptyList(), true, true, emptyList()), Permissions.of(types, FakeAllowed(given)))
    }
}
