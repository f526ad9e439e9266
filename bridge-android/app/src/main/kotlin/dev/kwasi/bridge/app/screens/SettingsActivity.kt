package dev.kwasi.bridge.app.screens

import android.app.Activity
import android.content.Intent
import android.net.Uri
import android.os.Build
import android.os.Bundle
import android.view.View
import android.view.WindowManager
import android.widget.Button
import android.widget.CheckBox
import android.widget.EditText
import android.widget.TextView
import dev.kwasi.bridge.app.Bridge
import dev.kwasi.bridge.app.R
import dev.kwasi.bridge.app.settings.Address
import dev.kwasi.bridge.core.Pairing
import dev.kwasi.bridge.core.Settings

/** Address, secret and name of this phone: typed here, or taken from a pairing code that is pasted. */
class SettingsActivity : Activity() {
    private val bridge by lazy { Bridge.of(this) }
    private val url by lazy { findViewById<EditText>(R.id.url_field) }
    private val secret by lazy { findViewById<EditText>(R.id.secret_field) }
    private val device by lazy { findViewById<EditText>(R.id.device_field) }
    private val code by lazy { findViewById<EditText>(R.id.code_field) }
    private val plain by lazy { findViewById<CheckBox>(R.id.plain_box) }
    private val result by lazy { findViewById<TextView>(R.id.result_text) }

    override fun onCreate(savedInstanceState: Bundle?) {
        super.onCreate(savedInstanceState)
        window.addFlags(WindowManager.LayoutParams.FLAG_SECURE)
        setContentView(R.layout.settings)
        press(R.id.code_button) { useCode() }
        press(R.id.test_button) { withSettings(::test) }
        press(R.id.save_button) { withSettings(::save) }
        press(R.id.again_button) { sendAgain() }
        press(R.id.forget_button) { forget() }
        if (savedInstanceState == null) fill()
    }

    /** The secret itself is never shown: an empty field keeps the one that is there. */
    private fun fill() = Work.run(this, { bridge.settings.read() to bridge.settings.plainAllowed() }) { (kept, allowed) ->
        url.setText(kept?.serverUrl.orEmpty())
        device.setText(kept?.deviceName ?: defaultDeviceName())
        plain.isChecked = allowed
        secret.setHint(if (kept == null) R.string.secret_hint else R.string.secret_kept_hint)
        findViewById<View>(R.id.forget_button).visibility = if (kept == null) View.GONE else View.VISIBLE
    }

    private fun useCode() {
        when (val pairing = Pairing.parse(code.text.toString().trim())) {
            is Pairing.Wrong -> say(Line.Said(pairing.sentence))

            is Pairing.Pair -> {
                val there = Intent(this, PairActivity::class.java).setData(Uri.parse(code.text.toString().trim()))
                code.setText("")
                startActivity(there)
                finish()
            }
        }
    }

    /** Hands on what the fields say, or says what is wrong with it. */
    private fun withSettings(then: (Settings, Boolean) -> Unit) {
        when (val address = Address.of(url.text.toString(), plain.isChecked)) {
            is Address.Wrong -> say(problemLine(address.problem))

            is Address.Fine ->
                Work.run(this, { typedOrKept(address.url) }) { chosen ->
                    if (chosen == null) {
                        say(Line.Text(R.string.secret_empty))
                    } else {
                        then(Settings(address.url, chosen, device.text.toString().trim().ifEmpty(::defaultDeviceName)), plain.isChecked)
                    }
                }
        }
    }

    /** The kept secret is for the address it came with: another address wants its own, or it would be handed to a stranger. */
    private fun typedOrKept(url: String): String? {
        val typed = secret.text.toString().trim()
        return typed.ifEmpty { bridge.settings.read()?.takeIf { it.serverUrl == url }?.secret }
    }

    private fun test(settings: Settings, plainAllowed: Boolean) {
        say(Line.Text(R.string.test_under_way))
        Work.run(this, { bridge.trial(settings, plainAllowed) }) { say(Line.Said(it.sentence)) }
    }

    private fun save(settings: Settings, plainAllowed: Boolean) =
        Work.run(this, { bridge.settings.keep(settings, plainAllowed) }) { kept ->
            if (kept) finish() else say(Line.Text(R.string.storage_full))
        }

    private fun forget() = Work.run(this, { bridge.settings.forget() }) {
        finish()
    }

    /** For a server that was set up anew or lost something: everything is read and sent again, which doubles nothing there. */
    private fun sendAgain() = Work.run(this, { bridge.sync.readAgain() }) { say(Line.Said(it.sentence)) }

    private fun say(line: Line) {
        result.text = listOf(line).read(resources)
    }

    private fun press(button: Int, action: () -> Unit) = findViewById<Button>(button).setOnClickListener { action() }
}

/** What a phone is called until the person calls it something else. */
internal fun defaultDeviceName(): String = "${Build.MANUFACTURER.replaceFirstChar(Char::uppercase)} ${Build.MODEL}"
