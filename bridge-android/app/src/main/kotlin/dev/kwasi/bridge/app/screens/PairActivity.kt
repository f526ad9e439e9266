package dev.kwasi.bridge.app.screens

import android.app.Activity
import android.content.Intent
import android.os.Bundle
import android.view.View
import android.view.WindowManager
import android.widget.Button
import android.widget.CheckBox
import android.widget.TextView
import dev.kwasi.bridge.app.Bridge
import dev.kwasi.bridge.app.R
import dev.kwasi.bridge.app.settings.Address
import dev.kwasi.bridge.core.Outcome
import dev.kwasi.bridge.core.Pairing
import dev.kwasi.bridge.core.Settings

/**
 * A pairing code was opened, from the camera or a web page or our own settings. It may come from anybody, so nothing is kept and no
 * address is spoken to before the person has seen which it is and said yes.
 */
class PairActivity : Activity() {
    private val bridge by lazy { Bridge.of(this) }
    private val result by lazy { findViewById<TextView>(R.id.result_text) }
    private val yes by lazy { findViewById<Button>(R.id.pair_button) }
    private val plain by lazy { findViewById<CheckBox>(R.id.plain_box) }
    private var tried = false

    override fun onCreate(savedInstanceState: Bundle?) {
        super.onCreate(savedInstanceState)
        window.addFlags(WindowManager.LayoutParams.FLAG_SECURE)
        setContentView(R.layout.pair)
        yes.filterTouchesWhenObscured = true
        findViewById<Button>(R.id.cancel_button).setOnClickListener { finish() }
        when (val pairing = Pairing.parse(intent?.dataString.orEmpty())) {
            is Pairing.Wrong -> refuse(Line.Said(pairing.sentence))

            is Pairing.Pair ->
                when (val address = Address.of(pairing.serverUrl, plainAllowed = true)) {
                    is Address.Wrong -> refuse(problemLine(address.problem))
                    is Address.Fine -> offer(address, pairing.secret)
                }
        }
    }

    private fun offer(address: Address.Fine, secret: String) {
        findViewById<TextView>(R.id.host_text).text = address.host
        plain.visibility = if (address.plain) View.VISIBLE else View.GONE
        yes.isEnabled = !address.plain
        plain.setOnCheckedChangeListener { _, checked -> yes.isEnabled = checked }
        Work.run(this, { bridge.settings.read() }) { before ->
            if (before != null && before.serverUrl != address.url) {
                say(Line.Text(R.string.pair_replaces, listOf(before.serverUrl)))
            }
            val settings = Settings(address.url, secret, before?.deviceName ?: defaultDeviceName())
            yes.setOnClickListener { pair(settings, address.plain) }
        }
    }

    /** Tries the server first. One that doesn't answer may only be switched off: pressing again pairs all the same. */
    private fun pair(settings: Settings, plainAllowed: Boolean) {
        if (tried) return keepIt(settings, plainAllowed)
        yes.isEnabled = false
        say(Line.Text(R.string.test_under_way))
        Work.run(this, { bridge.trial(settings, plainAllowed) }) { report ->
            say(Line.Said(report.sentence))
            tried = report.outcome != Outcome.UNAUTHORISED
            yes.isEnabled = tried
            yes.setText(R.string.pair_anyway)
            if (report.outcome == Outcome.DONE) keepIt(settings, plainAllowed)
        }
    }

    private fun keepIt(settings: Settings, plainAllowed: Boolean) =
        Work.run(this, { bridge.settings.keep(settings, plainAllowed) }) { kept ->
            if (kept) {
                Work.sync(bridge)
                startActivity(Intent(this, MainActivity::class.java))
                finish()
            } else {
                say(Line.Text(R.string.storage_full))
            }
        }

    private fun refuse(line: Line) {
        yes.visibility = View.GONE
        plain.visibility = View.GONE
        say(line)
    }

    private fun say(line: Line) {
        result.text = listOf(line).read(resources)
    }
}
