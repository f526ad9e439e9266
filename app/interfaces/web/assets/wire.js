// The line to the server: requests that fail in two clear ways, and an event stream that comes back by itself.

/** The server said no: `sentence` is for the reader, `status` for us. */
export class Refused extends Error {
  constructor(status, sentence) {
    super(sentence);
    this.status = status;
    this.sentence = sentence;
  }
  get again() { return this.status >= 500 || this.status === 429 || this.status === 408; }
}

/** Nobody answered. */
export class Unreachable extends Error {}

/** Ask the server; returns what it answered as JSON. */
export async function ask(path, { method = 'GET', json, form } = {}) {
  const headers = json ? { 'Content-Type': 'application/json' } : {};
  let response;
  try {
    response = await fetch(path, { method, headers, body: json ? JSON.stringify(json) : form, credentials: 'same-origin' });
  } catch {
    throw new Unreachable();
  }
  const body = await response.json().catch(() => ({}));
  if (response.ok) return body;
  throw new Refused(response.status, body.error || 'Something went wrong on my side. Please try again.');
}

/** How much waits for a yes, on the rail. */
export function badge(waiting) {
  for (const node of document.querySelectorAll('[data-waiting]')) {
    node.hidden = !waiting;
    node.querySelector('b').textContent = waiting;
  }
}

const QUIET = 40_000; // the server says something every 15 s; after this long the line is dead
const PAUSES = [500, 1000, 2000, 4000, 8000];
const EVENTS = ['message', 'user', 'draft', 'activity', 'status', 'changed', 'elsewhere'];

/** Live events from a bookmark on. Calls handle(name, data), and state('open' | 'lost' | 'elsewhere' | 'signed out'). */
export class Line {
  constructor(handle, state) {
    this.handle = handle;
    this.state = state;
    this.after = 0;
    this.failures = 0;
    addEventListener('online', () => this.connect());
    document.addEventListener('visibilitychange', () => {
      if (!document.hidden && this.source?.readyState !== EventSource.OPEN) this.connect();
    });
    addEventListener('pagehide', () => this.close());
    addEventListener('pageshow', (event) => { if (event.persisted) this.connect(); });
  }

  open(after) {
    this.after = after;
    this.connect();
  }

  connect() {
    this.close();
    const source = this.source = new EventSource(`/chat/events?after=${this.after}`);
    for (const name of EVENTS) source.addEventListener(name, (event) => this.heard(source, name, event));
    source.onerror = () => this.lost(source);
    this.listen(source);
  }

  close() {
    clearTimeout(this.timer);
    clearTimeout(this.watch);
    this.source?.close();
  }

  heard(source, name, event) {
    if (source !== this.source) return;
    if (name === 'elsewhere') return this.rest();
    this.listen(source);
    if (event.lastEventId) this.after = Math.max(this.after, Number(event.lastEventId));
    if (this.failures >= 0) this.state('open');
    this.failures = -1;
    this.handle(name, JSON.parse(event.data));
  }

  // Newer pages took this one's place: it comes back when somebody turns to it, or pages would push each other out for ever.
  rest() {
    this.close();
    this.failures = 0; // so that the next word from the server says that the line is open again
    this.state('elsewhere');
    for (const turned of ['focus', 'pointerdown', 'keydown']) {
      addEventListener(turned, () => { if (this.source?.readyState === EventSource.CLOSED) this.connect(); }, { once: true });
    }
  }

  listen(source) {
    clearTimeout(this.watch);
    this.watch = setTimeout(() => this.lost(source), QUIET);
  }

  async lost(source) {
    if (source !== this.source) return;
    this.close();
    this.failures = Math.max(this.failures, 0) + 1;
    this.state('lost');
    this.timer = setTimeout(() => this.connect(), PAUSES[Math.min(this.failures, PAUSES.length) - 1]);
    // An event stream does not say why it was refused; a plain request does.
    const refusal = await ask('/chat/history?limit=1').catch((error) => error);
    if (refusal instanceof Refused && refusal.status === 401) {
      this.close();
      this.state('signed out');
    }
  }
}
