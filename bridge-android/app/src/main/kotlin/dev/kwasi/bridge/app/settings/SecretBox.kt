package dev.kwasi.bridge.app.settings

import android.security.keystore.KeyGenParameterSpec
import android.security.keystore.KeyProperties
import java.security.GeneralSecurityException
import java.security.KeyStore
import java.security.ProviderException
import javax.crypto.Cipher
import javax.crypto.KeyGenerator
import javax.crypto.SecretKey
import javax.crypto.spec.GCMParameterSpec

/** Seals what must not lie in a file as it is. What was changed, or sealed with a key that is gone, can't be opened: [open] is null. */
internal class SecretBox(private val key: () -> SecretKey) {
    /** Twelve random bytes, then what AES-GCM makes of [plain] and its tag. */
    fun seal(plain: ByteArray): ByteArray {
        val cipher = Cipher.getInstance(TRANSFORMATION)
        cipher.init(Cipher.ENCRYPT_MODE, key())
        return cipher.iv + cipher.doFinal(plain)
    }

    fun open(sealed: ByteArray): ByteArray? = if (sealed.size < IV_BYTES + TAG_BITS / Byte.SIZE_BITS) null else decrypt(sealed)

    private fun decrypt(sealed: ByteArray): ByteArray? = try {
        val cipher = Cipher.getInstance(TRANSFORMATION)
        cipher.init(Cipher.DECRYPT_MODE, key(), GCMParameterSpec(TAG_BITS, sealed, 0, IV_BYTES))
        cipher.doFinal(sealed, IV_BYTES, sealed.size - IV_BYTES)
    } catch (_: GeneralSecurityException) {
        null
    } catch (_: ProviderException) {
        null
    }

    companion object {
        private const val TRANSFORMATION = "AES/GCM/NoPadding"
        private const val STORE = "AndroidKeyStore"
        private const val ALIAS = "bridge"
        private const val IV_BYTES = 12
        private const val TAG_BITS = 128

        /** With a key that the phone's hardware keeps where it can: it never leaves the phone, and no backup has it. */
        fun ofPhone() = SecretBox(::phoneKey)

        @Synchronized
        private fun phoneKey(): SecretKey {
            val store = KeyStore.getInstance(STORE).apply { load(null) }
            (store.getKey(ALIAS, null) as? SecretKey)?.let { return it }
            val spec =
                KeyGenParameterSpec
                    .Builder(ALIAS, KeyProperties.PURPOSE_ENCRYPT or KeyProperties.PURPOSE_DECRYPT)
                    .setBlockModes(KeyProperties.BLOCK_MODE_GCM)
                    .setEncryptionPaddings(KeyProperties.ENCRYPTION_PADDING_NONE)
                    .build()
            return KeyGenerator.getInstance(KeyProperties.KEY_ALGORITHM_AES, STORE).apply { init(spec) }.generateKey()
        }
    }
}
