package dev.kwasi.bridge.app.screens

import android.app.Activity
import android.os.Bundle
import dev.kwasi.bridge.app.R

/** What the app does with health data and what it doesn't. Health Connect shows it beside its list of permissions. */
class RationaleActivity : Activity() {
    override fun onCreate(savedInstanceState: Bundle?) {
        super.onCreate(savedInstanceState)
        setContentView(R.layout.rationale)
    }
}
