// Messages on their way: kept in this browser until the server has them, sent in order, each under one id however often it is tried.

import { ask, Refused } from './wire.js';

const PAUSES = [1000, 2000, 4000, 8000, 15000];

/** A database with one table, or memory where the browser has none (some private windows). */
class Drawer {
  constructor() {
    this.memory = new Map();
    this.ready = new Promise((resolve) => {
      const request = indexedDB.open('kwasi', 1);
      request.onupgradeneeded = () => request.result.createObjectStore('unsent', { keyPath: 'id' });
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => resolve(null);
    }).catch(() => null);
  }

  async run(mode, act) {
    const database = await this.ready;
    if (!database) return null;
    return new Promise((resolve) => {
      const request = act(database.transaction('unsent', mode).objectStore('unsent'));
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => resolve(null);
    });
  }

  async put(item) {
    this.memory.set(item.id, item);
    await this.run('readwrite', (store) => store.put(item));
  }

  async remove(id) {
    this.memory.delete(id);
    await this.run('readwrite', (store) => store.delete(id));
  }

  async all() {
    for (const item of (await this.run('readonly', (store) => store.getAll())) || []) this.memory.set(item.id, item);
    return [...this.memory.values()].sort((a, b) => a.at - b.at);
  }
}

/** Sends what is in the drawer, one after the other. Calls changed(item, 'waiting' | 'sent' | 'refused', sentence). */
export class Unsent {
  constructor(changed) {
    this.drawer = new Drawer();
    this.changed = changed;
    this.failures = 0;
  }

  async add(item) {
    await this.drawer.put(item);
    this.flush();
  }

  /** What the last visit left behind. */
  async restore() {
    const items = await this.drawer.all();
    for (const item of items) this.changed(item, item.refused ? 'refused' : 'waiting', item.refused || '');
    this.flush();
    return items.length;
  }

  /** The server has it, whoever brought it there. */
  arrived(id) {
    if (this.drawer.memory.has(id)) this.drawer.remove(id);
  }

  discard(id) { return this.drawer.remove(id); }

  async flush() {
    if (this.sending) return;
    this.sending = true;
    clearTimeout(this.timer);
    try {
      for (const item of await this.drawer.all()) if (!item.refused) await this.send(item);
      this.failures = 0;
    } catch {
      this.timer = setTimeout(() => this.flush(), PAUSES[Math.min(this.failures++, PAUSES.length - 1)]);
    } finally {
      this.sending = false;
    }
    const fresh = [...this.drawer.memory.values()].some((item) => !item.refused);
    if (fresh && this.failures === 0) this.flush(); // added while the last one was on its way
  }

  async send(item) {
    try {
      await ask('/chat/messages', { method: 'POST', ...parcel(item) });
    } catch (error) {
      const final = error instanceof Refused && !error.again && error.status !== 401;
      if (!final) {
        this.changed(item, 'waiting', error instanceof Refused ? error.sentence : '');
        throw error;
      }
      item.refused = error.sentence;
      await this.drawer.put(item);
      return this.changed(item, 'refused', error.sentence);
    }
    await this.drawer.remove(item.id);
    this.changed(item, 'sent', '');
  }
}

/** JSON for words alone, a form where files come along. */
function parcel({ id, text, files }) {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone || '';
  if (!files.length) return { json: { id, text, time_zone: zone } };
  const form = new FormData();
  form.append('id', id);
  form.append('text', text);
  form.append('time_zone', zone);
  for (const file of files) form.append('files', file, file.name);
  return { form };
}

/** A new id; randomUUID exists on secure origins only. */
export function newId() {
  if (crypto.randomUUID) return crypto.randomUUID();
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
