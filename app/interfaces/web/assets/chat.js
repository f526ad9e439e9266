// The page: puts its parts together. What was said comes from the server; what is unsent comes from this browser.

import { choicesWith } from './choices.js';
import { Composer } from './composer.js';
import { Finder } from './finder.js';
import { element, icon, Log } from './log.js';
import { render } from './markdown.js';
import { newId, Unsent } from './unsent.js';
import { ask, badge as waits, Line, Refused } from './wire.js';

const by = (id) => document.getElementById(id);
const LINE = { open: '', lost: 'Reconnecting…', elsewhere: 'Resting: open in many other places. Click to go on.', 'signed out': '' };
let unseen = 0;
let earlier = null;

const log = new Log({ list: by('log'), scroller: by('scroller'), newer: by('newer') }, choicesWith(() => composer.focus()), ownActs);
const unsent = new Unsent(onFate);
const composer = new Composer(
  { form: by('composer'), words: by('words'), files: by('files'), picker: by('picker'), attach: by('attach'), send: by('send') },
  { send: say, warn: notice },
);
const finder = new Finder(
  { open: by('find'), panel: by('finder'), sought: by('sought'), day: by('day'), close: by('unfind'), tally: by('tally'), found: by('found') },
  travel,
);
composer.recall = () => log.lastWords(); // ↑ in an empty line brings back what was said last
const line = new Line((name, data) => HEARD[name](data), onLine);
let later = null; // the bookmark behind what is shown, while that is of earlier

const HEARD = {
  message: onMessage,
  user: (data) => {
    unsent.arrived(data.client_id);
    show(data);
  },
  draft: ({ turn_id, text }) => busy(turn_id, { text }),
  activity: ({ turn_id, text }) => busy(turn_id, { doing: text }),
  changed: () => {},
  status: ({ busy: going, turn_id, waiting }) => {
    waits(waiting);
    return going ? busy(turn_id, {}) : idle();
  },
};

/** The conversation begins: what was said, then live events from there on. */
async function start() {
  try {
    const page = await ask('/chat/history');
    for (const message of page.messages) log.put(message);
    remember(page);
    line.open(page.cursor);
  } catch (error) {
    if (error instanceof Refused && error.status === 401) return onLine('signed out');
    onLine('lost');
    return setTimeout(start, 2000);
  }
  await unsent.restore();
  greet();
  if (!log.empty) log.toEnd();
}

function remember(page) {
  earlier = page.earlier;
  by('earlier').hidden = earlier === null;
}

async function showEarlier() {
  if (earlier === null || showEarlier.running) return;
  showEarlier.running = true;
  try {
    const page = await ask(`/chat/history?before=${earlier}`);
    remember(page);
    log.before(page.messages);
  } catch (error) {
    notice(error.sentence || 'No connection just now. Try that again in a moment.');
  } finally {
    showEarlier.running = false;
  }
}

// --- the past ---

/** Show what was said at another time: around a message, or from a day on. */
async function travel(query) {
  let page;
  try {
    page = await ask(`/chat/history?${query}`);
  } catch (error) {
    return notice(error.sentence || 'No connection just now. Try that again in a moment.');
  }
  notice('');
  clearDraft();
  log.clear();
  for (const message of page.messages) log.put(message);
  remember(page);
  behind(page.later);
  greet();
  const asked = /^day=(.+)/.exec(query)?.[1];
  const found = page.messages.find(({ id }) => id === page.sought);
  if (asked && (!found || new Date(found.at).toDateString() !== new Date(`${asked}T12:00`).toDateString())) notice('Nothing was said that day. This is what came next to it.');
  if (page.sought) log.point(page.sought);
  else if (later === null) log.toEnd();
}

/** Where what is shown ends: before now, or at it. */
function behind(bookmark) {
  later = bookmark;
  by('past').hidden = by('later').hidden = later === null;
  if (later === null) unsent.restore();
}

async function showLater() {
  if (later === null || showLater.running) return;
  showLater.running = true;
  try {
    const page = await ask(`/chat/history?after=${later}`);
    log.after(page.messages);
    behind(page.later);
  } catch (error) {
    notice(error.sentence || 'No connection just now. Try that again in a moment.');
  } finally {
    showLater.running = false;
  }
}

async function backToNow() {
  await travel('');
  by('newer').hidden = true;
  if (later === null) log.toEnd();
}

/** What can be done with words one has sent: change them and send that, or send the same again. What the first ones did stays done. */
function ownActs({ text, files }) {
  if (!text || files) return [];
  const edit = element('button', { className: 'edit-own', type: 'button', 'aria-label': 'Edit and send again', title: 'Edit and send again' }, icon('edit'));
  const again = element('button', { className: 'again-own', type: 'button', 'aria-label': 'Send again', title: 'Send again' }, icon('again'));
  edit.addEventListener('click', () => {
    if (text === log.lastWords()) stop(); // it may still be at it
    composer.offer(text);
    notice('What the first one did stays done; Undo under its answer takes it back.');
  });
  again.addEventListener('click', () => say(text, []));
  return [edit, again];
}

async function say(text, files) {
  notice('');
  if (later !== null) await backToNow();
  const item = { id: newId(), text, files, at: Date.now() };
  log.pending(item);
  greet();
  log.toEnd();
  unsent.add(item);
}

function onFate(item, state, sentence) {
  if (state !== 'sent') log.pending(item);
  if (state === 'refused') return log.fate(item.id, state, sentence, ...secondThoughts(item));
  log.fate(item.id, state, state === 'waiting' ? sentence || 'Not sent yet. Waiting for a connection.' : '');
}

function secondThoughts(item) {
  const away = (act) => () => {
    unsent.discard(item.id);
    log.forget(item.id);
    act();
    greet();
  };
  const back = element('button', { type: 'button', text: 'Change it' });
  const drop = element('button', { type: 'button', text: 'Remove' });
  back.addEventListener('click', away(() => composer.offer(item.text, item.files)));
  drop.addEventListener('click', away(() => composer.focus()));
  return [back, drop];
}

function show(message) {
  if (later !== null) return false; // it stands behind what is being read, and comes with that
  const fresh = log.put(message);
  greet();
  return fresh;
}

function onMessage(message) {
  const { following } = log;
  if (message.turn_id && message.turn_id === going.turn) clearDraft();
  if (!show(message)) return;
  if (!following) by('newer').hidden = false;
  if (document.hidden) badge(unseen + 1);
  if (message.kind === 'reminder' || message.kind === 'unasked') remind(message);
}

// --- what is going on ---

const going = { turn: '', text: '' };

function busy(turn, { text, doing }) {
  if (later !== null) return;
  if (turn !== going.turn) clearDraft();
  going.turn = turn;
  by('going').hidden = false;
  by('stop').hidden = false;
  if (doing !== undefined) by('doing').textContent = doing;
  if (text === undefined) return;
  by('doing').textContent = '';
  going.text = text;
  drawSoon();
}

function idle() {
  clearDraft();
  by('going').hidden = true;
  by('stop').hidden = true;
}

function clearDraft() {
  going.text = '';
  by('draft').replaceChildren();
  by('doing').textContent = '';
}

/** A draft is drawn at most once a frame, however fast it comes. */
function drawSoon() {
  if (drawSoon.waiting) return;
  drawSoon.waiting = true;
  requestAnimationFrame(() => {
    drawSoon.waiting = false;
    by('draft').replaceChildren(render(going.text));
  });
}

async function stop() {
  if (by('stop').hidden) return;
  by('doing').textContent = 'stopping…';
  await ask('/chat/stop', { method: 'POST' }).catch((error) => notice(error.sentence || 'No connection, so it may go on. Try again.'));
}

// --- around it ---

function onLine(state) {
  by('line').textContent = LINE[state];
  by('line').classList.toggle('off', state !== 'open');
  if (state === 'open') unsent.flush();
  if (state === 'lost' || state === 'elsewhere') idle();
  if (state !== 'signed out') return;
  const again = element('a', { href: '/', text: 'Sign in again' });
  by('line').replaceChildren("You're signed out. ", again);
}

function notice(sentence) {
  by('notice').textContent = sentence;
  by('notice').hidden = !sentence;
}

function greet() {
  by('empty').hidden = !log.empty;
  if (!log.empty) return;
  const hour = new Date().getHours();
  const wish = hour < 5 ? 'Hello' : hour < 12 ? 'Good morning' : hour < 18 ? 'Good afternoon' : 'Good evening';
  const { called } = document.body.dataset;
  by('greeting').textContent = called ? `${wish}, ${called}.` : `${wish}.`;
}

function badge(count) {
  unseen = count;
  document.title = count ? `(${count}) Kwasi` : 'Kwasi';
}

function remind(message) {
  if (!document.hidden || globalThis.Notification?.permission !== 'granted') return;
  try {
    const note = new Notification('Kwasi', { body: message.text, tag: message.id, icon: '/assets/icon.svg' });
    note.onclick = () => { focus(); note.close(); };
  } catch {
    // Phones show notifications from a service worker only; the badge in the title has to do there.
    badge(unseen);
  }
}

function offerNotifications() {
  const button = by('notify');
  button.hidden = globalThis.Notification?.permission !== 'default';
  button.title = 'Show reminders as notifications while this page is in the background';
}

by('earlier').addEventListener('click', showEarlier);
by('later').addEventListener('click', showLater);
by('now').addEventListener('click', backToNow);
by('scroller').addEventListener('scroll', () => { if (by('scroller').scrollTop < 60) showEarlier(); }, { passive: true });
by('stop').addEventListener('click', stop);
by('notify').addEventListener('click', () => Notification.requestPermission().then(offerNotifications));
by('leave').addEventListener('click', () => ask('/logout', { method: 'POST' }).catch(() => {}).then(() => location.reload()));
for (const example of document.querySelectorAll('.examples button')) example.addEventListener('click', () => say(example.textContent, []));
document.addEventListener('keydown', (event) => { if (event.key === 'Escape' && !finder.close()) stop(); });
document.addEventListener('visibilitychange', () => {
  if (document.hidden) return;
  badge(0);
  log.relabel();
});

by('leave').hidden = document.body.dataset.door !== 'password';
offerNotifications();
start();
