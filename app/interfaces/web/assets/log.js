// The conversation on the page: every message once, by id, in the order of time; where the reader stands is left alone.

import { letterByLetter, render } from './markdown.js';

const clock = new Intl.DateTimeFormat([], { hour: 'numeric', minute: '2-digit' });
const weekday = new Intl.DateTimeFormat([], { weekday: 'long', day: 'numeric', month: 'long' });
const longDay = new Intl.DateTimeFormat([], { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });
const NEAR = 90; // pixels from the end that still count as "at the end"
const SOON = 120_000;
const FIRST = 3; // sources that are shown at once

export function element(tag, { className = '', text = '', ...attributes } = {}, ...children) {
  const node = document.createElement(tag);
  if (className) node.className = className;
  if (text) node.textContent = text;
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...children);
  return node;
}

export function icon(name) {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.setAttribute('aria-hidden', 'true');
  const use = document.createElementNS('http://www.w3.org/2000/svg', 'use');
  use.setAttribute('href', `#i-${name}`);
  svg.append(use);
  return svg;
}

export class Log {
  /** `choices(message)` builds what stands under a message that asks something: its cards, its buttons. */
  constructor({ list, scroller, newer }, choices, acts = () => []) {
    this.list = list;
    this.scroller = scroller;
    this.newer = newer;
    this.choices = choices;
    this.acts = acts; // what can be done with words of one's own: acts({ text, files }) gives its buttons
    this.shown = new Map();
    this.own = new Map(); // our own words by the id this browser gave them
    this.following = true;
    this.top = 0;
    scroller.addEventListener('scroll', () => this.scrolled(), { passive: true });
    newer.addEventListener('click', () => this.toEnd());
    // Whatever grows or shrinks (a keyboard, a picture, a draft), a reader at the end stays at the end. What is put in or taken out is
    // followed before the browser draws: where a draft gives way to an answer, no scroll of the browser's own is left to be told apart.
    const follow = () => { if (this.following) this.toEnd(); };
    const [column, watcher] = [list.closest('.column'), new ResizeObserver(follow)];
    for (const node of [scroller, column]) watcher.observe(node);
    new MutationObserver(follow).observe(column, { childList: true, subtree: true, characterData: true });
  }

  get empty() { return this.list.childElementCount === 0; }

  /** Nothing is shown any more. */
  clear() {
    this.list.replaceChildren();
    this.shown.clear();
    this.own.clear();
  }

  /** Bring one message into view, and show which it is. */
  point(id) {
    const node = this.shown.get(id);
    if (!node) return;
    this.following = false;
    node.scrollIntoView({ block: 'center' });
    node.classList.add('sought');
    setTimeout(() => node.classList.remove('sought'), 4000);
  }

  /** Put later messages behind what is being read. */
  after(messages) {
    this.following = false;
    for (const message of messages) this.put(message);
  }

  has(id) { return this.shown.has(id); }

  atEnd() {
    const { scrollHeight, scrollTop, clientHeight } = this.scroller;
    return scrollHeight - scrollTop - clientHeight < NEAR;
  }

  scrolled() {
    // What grew below is no reader who went up: an answer may be taller than what "near the end" means.
    const { scrollTop } = this.scroller;
    if (this.atEnd()) this.following = true;
    else if (scrollTop < this.top) this.following = false;
    this.top = scrollTop;
    if (this.following) this.newer.hidden = true;
  }

  /** The last words of the reader's own. */
  lastWords() {
    return [...this.list.querySelectorAll('.turn.user .words')].at(-1)?.textContent ?? '';
  }

  toEnd() {
    this.following = true;
    this.scroller.scrollTop = this.scroller.scrollHeight;
    this.newer.hidden = true;
  }

  /** Put earlier messages in front without moving what is being read. */
  before(messages) {
    const fromEnd = this.scroller.scrollHeight - this.scroller.scrollTop;
    for (const message of messages) this.put(message);
    this.scroller.scrollTop = this.scroller.scrollHeight - fromEnd;
  }

  /** Show a message, or show it anew where it stands already. Returns whether it was new. */
  put(message) {
    const known = this.shown.get(message.id) ?? this.own.get(message.client_id);
    const node = message.role === 'user' ? this.words(message, known) : this.said(message, known);
    node.at = Date.parse(message.at);
    this.shown.set(message.id, node);
    this.place(node);
    return !known;
  }

  /** Show words of ours before the server has them. */
  pending(item) {
    const node = this.own.get(item.id) || element('li', { className: 'turn user waiting' });
    this.own.set(item.id, node);
    if (!node.childElementCount) this.fill(node, item.text, item.files.map((file) => picture(file)), item.at);
    node.at = Infinity;
    this.place(node);
    return node;
  }

  /** What became of words of ours: waiting, sent or refused, with a note and its buttons. */
  fate(id, state, note = '', ...buttons) {
    const node = this.own.get(id);
    if (!node) return;
    node.classList.toggle('waiting', state === 'waiting');
    node.classList.toggle('failed', state === 'refused');
    node.querySelector('.fate')?.remove();
    if (note) node.append(element('p', { className: 'fate', role: 'status' }, element('span', { text: note }), ...buttons));
  }

  forget(id) {
    this.own.get(id)?.remove();
    this.own.delete(id);
  }

  words(message, known) {
    const node = known || element('li', { className: 'turn user' });
    if (message.client_id) this.own.set(message.client_id, node);
    if (!node.childElementCount) this.fill(node, message.text, message.files.map((name) => named(name)), message.at);
    node.classList.remove('waiting', 'failed');
    node.querySelector('.fate')?.remove();
    return node;
  }

  fill(node, text, files, at) {
    node.append(element('p', { className: 'day', hidden: '' }));
    if (files.length) node.append(element('ul', { className: 'sent-files' }, ...files));
    const acts = this.acts({ text, files: files.length });
    node.append(element('div', { className: 'words', dir: 'auto', text }));
    node.append(element('div', { className: 'under' }, ...(acts.length ? [element('div', { className: 'own-acts' }, ...acts)] : []), when(at)));
  }

  said(message, known) {
    const node = element('li', { className: `turn assistant ${message.kind}` });
    const body = element('article', { className: 'said', dir: 'auto' });
    if (message.kind === 'reminder') body.append(element('span', { className: 'bell' }, icon('bell')), element('p', { className: 'label', text: 'Reminder' }));
    const text = message.kind === 'reminder' ? message.text.replace(/^⏰\s*/u, '') : message.text; // the bell stands for it here
    body.append(message.format === 'plain' ? letterByLetter(text) : render(text));
    node.append(element('p', { className: 'day', hidden: '' }), body);
    node.append(...(known ? known.querySelectorAll('.chart') : message.charts.map(chart)));
    const [pictures, files] = [message.documents.filter(({ alt }) => alt), message.documents.filter(({ alt }) => !alt)];
    if (files.length) node.append(element('ul', { className: 'kept-files' }, ...files.map(kept)));
    node.append(...(known ? known.querySelectorAll('.shot') : pictures.map(shot)));
    if (message.links.length) node.append(sources(message.links));
    if (message.calls?.length) node.append(folded(message.calls));
    node.append(...this.choices(message));
    const outcome = known?.querySelector('.outcome');
    if (outcome) node.append(outcome);
    node.append(when(message.at));
    known?.replaceWith(node);
    if (known) known.successor = node;
    return node;
  }

  /** Where its time says; the search begins at the end, where nearly everything belongs. */
  place(node) {
    let after = this.list.lastElementChild;
    while (after && (after === node || after.at > node.at)) after = after.previousElementSibling;
    const next = after ? after.nextElementSibling : this.list.firstElementChild;
    if (next !== node) this.list.insertBefore(node, next);
    for (const neighbour of [node, node.nextElementSibling, next]) if (neighbour) this.label(neighbour);
  }

  /** The day above a message, where another day begins; its time, unless it follows right upon what it answers. */
  label(node) {
    const moment = (other) => (Number.isFinite(other.at) ? other.at : Date.now());
    const day = (other) => new Date(moment(other)).toDateString();
    const line = node.querySelector('.day');
    const previous = node.previousElementSibling;
    node.classList.toggle('soon', node.matches('.reply, .card') && previous !== null && moment(node) - moment(previous) < SOON);
    line.hidden = Boolean(previous) && day(previous) === day(node);
    if (!line.hidden) line.textContent = dayName(new Date(day(node)));
  }

  relabel() { for (const node of this.list.children) this.label(node); }
}

/** A picture of numbers, drawn by the server for a phone or a desk; opened on its own it is large. */
function chart({ title, alt, wide, narrow }) {
  const forPhones = element('source', { media: '(max-width: 36rem)', srcset: narrow, width: 320, height: 280 });
  const image = element('img', { src: wide, alt: `${title}. ${alt}`, width: 640, height: 320, decoding: 'async' });
  const picture = element('picture', {}, forPhones, image);
  return element('figure', { className: 'chart' }, element('a', { href: wide, target: '_blank', rel: 'noopener' }, picture));
}

/** A picture of a page elsewhere. */
function shot({ alt, href }) {
  const image = element('img', { src: href, alt, decoding: 'async' });
  return element('figure', { className: 'shot' }, element('a', { href, target: '_blank', rel: 'noopener' }, image));
}

/** What an answer was made from: the first few, the rest on demand. Hosts and titles are strangers' words, and text. */
function sources(links) {
  const list = (some) => element('ul', {}, ...some.map((link) => element('li', {}, leading(link))));
  const node = element('section', { className: 'sources', 'aria-label': 'Sources' }, list(links.slice(0, FIRST)));
  const rest = links.slice(FIRST);
  if (rest.length) node.append(element('details', {}, element('summary', { text: `+${rest.length}` }), list(rest)));
  return node;
}

function leading({ href, host, title }) {
  const away = { href, target: '_blank', rel: 'noopener noreferrer nofollow', title };
  const named = title ? [' ', element('bdi', { text: title })] : [];
  return element('a', away, element('bdi', { className: 'host', text: host }), ...named);
}

/** A file that goes with what was said, to be saved. */
function kept({ name, href }) {
  return element('li', {}, element('a', { className: 'file', href, download: name }, icon('file'), element('span', { text: name, title: name })));
}

function when(at) {
  const moment = new Date(at);
  return element('time', { datetime: moment.toISOString(), text: clock.format(moment) });
}

function dayName(day) {
  const today = new Date(new Date().toDateString());
  const ago = Math.round((today - day) / 86_400_000);
  if (ago === 0) return 'Today';
  if (ago === 1) return 'Yesterday';
  return (ago > 300 ? longDay : weekday).format(day);
}

/** A file as a small thing to look at: its picture, or its name. */
export function picture(file, ...extra) {
  if (!/^image\/(png|jpeg|gif|webp|avif)$/.test(file.type)) return named(file.name, ...extra);
  const image = element('img', { alt: file.name, src: URL.createObjectURL(file) });
  return element('li', { className: 'file picture' }, image, ...extra);
}

export function named(name, ...extra) {
  return element('li', { className: 'file' }, icon('file'), element('span', { text: name, title: name }), ...extra);
}

/** What was done for an answer: one line that opens. */
function folded(calls) {
  const title = calls.length === 1 ? '1 step' : `${calls.length} steps`;
  const list = element('ul', {}, ...calls.map((call) => element('li', { dir: 'auto', text: call })));
  return element('details', { className: 'calls' }, element('summary', { text: title }), list);
}
