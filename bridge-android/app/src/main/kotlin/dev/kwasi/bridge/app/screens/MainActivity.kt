package dev.kwasi.bridge.app.screens

import android.app.Activity
import android.content.ActivityNotFoundException
import android.content.Intent
import android.health.connect.HealthConnectManager
import android.os.Bundle
import android.os.SystemClock
import android.provider.Settings
import android.text.format.DateUtils
import android.view.View
import android.widget.Button
import android.widget.TextView
import dev.kwasi.bridge.app.Bridge
import dev.kwasi.bridge.app.R
import dev.kwasi.bridge.app.background.SyncSchedule
import dev.kwasi.bridge.app.health.Permissions
import dev.kwasi.bridge.app.settings.Address
import dev.kwasi.bridge.core.SyncReport

/** The first screen: where the data goes, what may be read, and how the last run went. */
class MainActivity : Activity() {
    private val bridge by lazy { Bridge.of(this) }
    private var askedAt = 0L

    override fun onCreate(savedInstanceState: Bundle?) {
        super.onCreate(savedInstanceState)
        setContentView(R.layout.main)
        press(R.id.server_button) { startActivity(Intent(this, SettingsActivity::class.java)) }
        press(R.id.permissions_button) { askForPermissions() }
        press(R.id.health_connect_button) { openHealthConnect() }
        press(R.id.explain_button) { startActivity(Intent(this, RationaleActivity::class.java)) }
        press(R.id.sync_button) { Work.sync(bridge) }
        SyncSchedule.ensure(this)
    }

    override fun onResume() {
        super.onResume()
        Work.onChange = ::show
        show()
    }

    override fun onPause() {
        Work.onChange = null
        super.onPause()
    }

    override fun onRequestPermissionsResult(requestCode: Int, permissions: Array<String>, grantResults: IntArray) {
        show()
        val given = permissions.any(bridge.allowed::has)
        if (given) Work.sync(bridge)
        // After two refusals Android answers at once and shows nothing any more; only Health Connect itself can help then.
        if (!given && SystemClock.elapsedRealtime() - askedAt < UNSEEN_MS) openHealthConnect()
    }

    /** Reads files and asks the keystore, so it is gathered beside the main thread. */
    private fun show() = Work.run(this, {
        Seen(bridge.settings.read()?.serverUrl, Permissions.of(bridge.types, bridge.allowed), bridge.sync.lastReport())
    }) {
        text(R.id.server_text, serverLines(it.server?.let(::hostOf)))
        text(R.id.permissions_text, permissionLines(it.permissions))
        text(R.id.sync_text, if (Work.syncing) listOf(Line.Text(R.string.sync_under_way)) else reportLines(it.report, ago(it.report)))
        findViewById<View>(R.id.permissions_button).visibility = if (it.permissions.toAsk.isEmpty()) View.GONE else View.VISIBLE
        findViewById<Button>(R.id.sync_button).isEnabled = !Work.syncing && it.server != null
    }

    private class Seen(val server: String?, val permissions: Permissions, val report: SyncReport?)

    private fun hostOf(url: String): String = (Address.of(url, plainAllowed = true) as? Address.Fine)?.host ?: url

    private fun ago(report: SyncReport?): String = report?.let { DateUtils.getRelativeTimeSpanString(it.atMs).toString() }.orEmpty()

    private fun askForPermissions() {
        val missing = Permissions.of(bridge.types, bridge.allowed).toAsk
        askedAt = SystemClock.elapsedRealtime()
        if (missing.isNotEmpty()) requestPermissions(missing.toTypedArray(), ASKED)
    }

    /** The page of Health Connect about this app, or the settings where a maker's Android has none. */
    private fun openHealthConnect() {
        val page = Intent(HealthConnectManager.ACTION_MANAGE_HEALTH_PERMISSIONS).putExtra(Intent.EXTRA_PACKAGE_NAME, packageName)
        try {
            startActivity(page)
        } catch (_: ActivityNotFoundException) {
            startActivity(Intent(Settings.ACTION_SETTINGS))
        }
    }

    private fun press(button: Int, action: () -> Unit) = findViewById<Button>(button).setOnClickListener { action() }

    private fun text(view: Int, lines: List<Line>) {
        findViewById<TextView>(view).text = lines.read(resources)
    }

    private companion object {
        const val ASKED = 1
        const val UNSEEN_MS = 400L
    }
}
