// Where you write: grows with the text, keeps it over a reload, takes files by button, by paste and by drop.

import { element, icon, named, picture } from './log.js';

const KEPT = 'kwasi.words';
const LONGEST_KEPT = 1_000_000; // characters; a browser keeps no more than a few million for all of a site
const MOST = Number(document.body.dataset.most) - 64_000; // what the server takes, less what a form wraps around it

export class Composer {
  /** `send(text, files)` is called with what was written; `warn(sentence)` shows why something was not taken. */
  constructor(parts, { send, warn }) {
    Object.assign(this, parts);
    this.onSend = send;
    this.warn = warn;
    this.chosen = [];
    this.words.value = sessionStorage.getItem(KEPT) || '';
    this.form.addEventListener('submit', (event) => { event.preventDefault(); this.submit(); });
    this.words.addEventListener('input', () => this.changed());
    this.words.addEventListener('keydown', (event) => this.key(event));
    this.words.addEventListener('paste', (event) => this.take(event.clipboardData.files, event));
    this.send.addEventListener('pointerdown', (event) => event.preventDefault()); // the focus, and a phone's keyboard, stay
    this.attach.addEventListener('click', () => this.picker.click());
    this.picker.addEventListener('change', () => { this.take(this.picker.files); this.picker.value = ''; });
    for (const name of ['dragover', 'dragleave', 'drop']) document.addEventListener(name, (event) => this.drag(event));
    this.changed();
  }

  /** Put words here, to be looked over before they go. */
  offer(text, files = []) {
    this.words.value = this.words.value.trim() ? `${this.words.value}\n${text}` : text;
    this.chosen = [...this.chosen, ...files];
    this.changed();
    this.focus();
  }

  focus() {
    if (!matchMedia('(pointer: coarse)').matches) this.words.focus({ preventScroll: true });
  }

  key(event) {
    if (event.key === 'ArrowUp' && !this.words.value && this.recall) {
      const last = this.recall();
      if (!last) return;
      event.preventDefault();
      this.offer(last);
      return;
    }
    // 229: an input method is still composing; its Enter picks a word and does not send.
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing || event.keyCode === 229) return;
    event.preventDefault();
    this.submit();
  }

  submit() {
    const text = this.words.value.trim();
    if (!text && !this.chosen.length) return;
    if (this.isTooMuch(text, this.chosen)) return;
    this.onSend(text, this.chosen);
    this.words.value = '';
    this.chosen = [];
    this.changed();
  }

  changed() {
    sessionStorage.setItem(KEPT, this.words.value.length > LONGEST_KEPT ? '' : this.words.value);
    this.words.style.height = 'auto';
    this.words.style.height = `${this.words.scrollHeight}px`;
    this.send.disabled = !this.words.value.trim() && !this.chosen.length;
    this.files.hidden = !this.chosen.length;
    this.files.replaceChildren(...this.chosen.map((file) => this.chip(file)));
  }

  chip(file) {
    const remove = element('button', { type: 'button', 'aria-label': `Remove ${file.name}` }, icon('close'));
    remove.addEventListener('click', () => {
      this.chosen = this.chosen.filter((other) => other !== file);
      this.changed();
      this.words.focus();
    });
    return file.type.startsWith('image/') ? picture(file, remove) : named(file.name, remove);
  }

  take(files, event) {
    if (!files?.length) return;
    event?.preventDefault();
    const all = [...this.chosen, ...files];
    if (this.isTooMuch('', all)) return;
    this.chosen = all;
    this.changed();
    this.focus();
  }

  /** Whether that is more than the server takes, which is said: a line that breaks off in the middle says nothing. */
  isTooMuch(text, files) {
    if (files.reduce((sum, file) => sum + file.size, new Blob([text]).size) <= MOST) return false;
    this.warn(`Together that is more than ${Math.floor(MOST / 1e6 + 0.1)} MB. Send it in smaller parts.`);
    return true;
  }

  drag(event) {
    if (!event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    this.form.classList.toggle('drop', event.type === 'dragover');
    if (event.type === 'drop') this.take(event.dataTransfer.files);
  }
}
