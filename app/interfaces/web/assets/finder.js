// Looking for something that was said: by words, or by the day it was said on.

import { element } from './log.js';
import { ask } from './wire.js';

const SOON = 250; // milliseconds after the last letter
const day = new Intl.DateTimeFormat([], { day: 'numeric', month: 'short', year: 'numeric' });

export class Finder {
  /** `go(query)` shows the part of the conversation that an address of the history names. */
  constructor(parts, go) {
    Object.assign(this, { opener: parts.open, panel: parts.panel, sought: parts.sought, day: parts.day, tally: parts.tally, found: parts.found });
    this.go = go;
    this.asked = 0;
    this.opener.addEventListener('click', () => (this.panel.hidden ? this.open() : this.close()));
    parts.close.addEventListener('click', () => this.close());
    this.sought.addEventListener('input', () => this.soon());
    this.day.addEventListener('change', () => { if (this.day.value) this.away(`day=${this.day.value}`); });
    this.panel.firstElementChild.addEventListener('submit', (event) => { event.preventDefault(); this.look(); });
  }

  open() {
    this.panel.hidden = false;
    this.opener.setAttribute('aria-expanded', 'true');
    this.day.max = new Date(Date.now() - new Date().getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
    this.sought.focus();
  }

  /** Returns whether it was open. */
  close() {
    if (this.panel.hidden) return false;
    this.panel.hidden = true;
    this.opener.setAttribute('aria-expanded', 'false');
    this.opener.focus();
    return true;
  }

  soon() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.look(), SOON);
  }

  async look() {
    clearTimeout(this.timer);
    const words = this.sought.value.trim();
    const asked = ++this.asked;
    if (!words) return this.show([], '');
    try {
      const found = await ask(`/chat/found?q=${encodeURIComponent(words)}`);
      if (asked === this.asked) this.show(found, found.length ? `${found.length} found` : 'Nothing that was said holds that.');
    } catch (error) {
      if (asked === this.asked) this.show([], error.sentence || 'No connection just now.');
    }
  }

  show(found, tally) {
    this.tally.textContent = tally;
    this.found.replaceChildren(...found.map((one) => this.row(one)));
  }

  row({ at, around, said, answered }) {
    const open = element('button', { type: 'button' },
      element('time', { datetime: at, text: day.format(new Date(at)) }),
      element('span', { dir: 'auto', text: said }),
      element('span', { className: 'answered', dir: 'auto', text: answered }));
    open.addEventListener('click', () => this.away(`around=${around}`));
    return element('li', {}, open);
  }

  away(query) {
    this.close();
    this.go(query);
  }
}
