package dev.kwasi.bridge.app.settings

import dev.kwasi.bridge.core.Settings
import java.io.File
import java.nio.file.Files
import javax.crypto.KeyGenerator
import javax.crypto.SecretKey
import kotlin.test.AfterTest
import kotlin.test.Test
import kotlin.test.assertContentEquals
import kotlin.test.assertEquals
import kotlin.test.assertFalse
import kotlin.test.assertNull
import kotlin.test.assertTrue

class SettingsStoreTest {
    private val folder = Files.createTempDirectory("bridge").toFile()
    private val file = File(folder, "deep/settings")
    private var key = newKey()
    private val box = SecretBox { key }
    private val store = SettingsStore(file, box)
    private val paired = Settings("https://kwasi.example.org", "s3cret-ä-💧", "Ama's phone")

    private fun newKey(): SecretKey = KeyGenerator.getInstance("AES").apply { init(256) }.generateKey()

    @AfterTest
    fun clean() {
        folder.deleteRecursively()
    }

    @Test
    fun `what is kept is there again, the secret never as it is`() {
        assertNull(store.read())
        assertFalse(store.plainAllowed())
        store.keep(paired, plainAllowed = true)
        assertEquals(paired, SettingsStore(file, box).read())
        assertTrue(SettingsStore(file, box).plainAllowed())
        val bytes = file.readText(Charsets.ISO_8859_1)
        assertFalse("s3cret" in bytes)
        assertEquals(listOf("settings"), file.parentFile.list()?.toList())
    }

    @Test
    fun `what is forgotten is gone`() {
        store.keep(paired, plainAllowed = false)
        store.forget()
        store.forget()
        assertNull(store.read())
    }

    @Test
    fun `a key that is gone, or a file that was changed, is as if nothing was paired`() {
        store.keep(paired, plainAllowed = false)
        val whole = file.readText()
        for (broken in listOf(
            "",
            "url=",
            "\\u00",
            whole.replace("secret=", "secret=AAAA"),
            whole.replace(Regex("secret=.*"), "secret=*"),
        )) {
            file.writeText(broken)
            assertNull(store.read(), broken)
        }
        file.writeText(whole)
        assertEquals(paired, store.read())
        key = newKey()
        assertNull(store.read())
    }

    @Test
    fun `sealing the same twice gives different bytes, and nothing short is opened`() {
        val plain = byteArrayOf(1, 2, 3)
        val sealed = box.seal(plain)
        assertFalse(sealed.contentEquals(box.seal(plain)))
        assertContentEquals(plain, box.open(sealed))
        for (length in 0 until sealed.size) assertNull(box.open(sealed.copyOf(length)), "$length bytes")
    }

    @Test
    fun `a second pairing takes the place of the first`() {
        val other = Settings("https://other.example.org", "another", "phone")
        assertTrue(store.keep(paired, plainAllowed = true))
        assertTrue(store.keep(other, plainAllowed = false))
        assertEquals(other to false, store.read() to store.plainAllowed())
    }

    @Test
    fun `storage that doesn't take it is told, and what was there stays`() {
        file.parentFile.parentFile.mkdirs()
        File(folder, "deep").writeText("a file in the way")
        assertFalse(store.keep(paired, plainAllowed = false))
        assertNull(store.read())
    }
}
