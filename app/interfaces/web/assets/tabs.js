// The tabs: forms and rows are the server's; htmx puts answers where they belong. Here: leave for its HTML, one id for each thing done, and
// a line to the server, so that a row changes when it changes elsewhere.

import { orderable } from './order.js';
import { badge, Line } from './wire.js';

const QUIET = 120; // milliseconds: several changes are one look
const SHOWN = 9000; // milliseconds that a sentence about the last thing done stays
const NEWS = new Set(['message', 'user', 'changed']);
const main = document.getElementById('main');

// HTML comes from our own server alone and holds no script of its own: what has one, or a handler, is not put in. (Values stand in quotes, and
// a quote in a text is written otherwise, so that what people write can't look like either.)
const OURS = /<script (?:defer |type="module" )src="\/assets\/[\w.]+"><\/script>/g;
const asHtml = (text) => {
  const bare = text.replaceAll(OURS, '');
  if (/<script|(?:href|src|action)="\s*javascript:/i.test(bare) || /<[^>]*\son[a-z]+\s*=/i.test(bare.replaceAll(/"[^"]*"/g, '""'))) throw new TypeError('a script in a part of the page');
  return text;
};
const policy = globalThis.trustedTypes?.createPolicy('kwasi-parts', { createHTML: asHtml }) ?? { createHTML: asHtml };
htmx.registerExtension('kwasi', { init: (api) => api.initSecurity({ createHTML: (text) => policy.createHTML(text), createScript: () => '' }) });

// A form is sent here and what came of it stands in the corner. What a bad line sends twice is done once: a form keeps its id until it
// went through.
const sent = new WeakMap(); // by form: not on it, where a look at the page would wipe it off
document.addEventListener('submit', (event) => {
  const form = event.target;
  const action = event.submitter?.getAttribute('formaction') ?? form.getAttribute('action') ?? '';
  if (!action.startsWith('/act/')) return;
  event.preventDefault();
  const before = sent.get(form);
  if (before?.busy) return;
  const one = before?.action === action ? before : { action, id: crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}` };
  one.busy = true;
  sent.set(form, one);
  const values = { ...Object.fromEntries(new FormData(form)), act_id: one.id };
  htmx.ajax('POST', action, { source: form, target: '#toast', values }).finally(() => { one.busy = false; });
});
document.body.addEventListener('htmx:after:request', ({ detail, target }) => {
  if (!(target instanceof HTMLFormElement)) return;
  const status = detail.ctx.response?.status ?? 0;
  if (status === 401) return void location.assign('/');
  if (status && status < 500) sent.delete(target);
  if (status < 200 || status > 299) return void say('That didn’t work just now. Try it again; it is done once.');
  const isWrong = /class="toast\s+wrong"/.test(detail.ctx.text ?? '');
  if ('clears' in target.dataset && !isWrong) target.reset();
  const open = target.closest('details.editor');
  if (open && !isWrong) open.open = false; // what was typed stays, to be put right
  toast();
});
document.body.addEventListener('htmx:error', ({ target }) => {
  if (target instanceof HTMLFormElement) say('No connection just now. Try it again; it is done once.');
});

orderable((row, to) => {
  const values = { row: row.dataset.row, to, act_id: crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}` };
  htmx.ajax('POST', '/act/move-task', { source: row.querySelector('form'), target: '#toast', values });
});

let fading;
function toast() {
  clearTimeout(fading);
  fading = setTimeout(() => {
    const node = document.getElementById('toast');
    if (node && !node.querySelector('.held') && !node.matches(':hover, :focus-within')) node.replaceChildren();
  }, SHOWN);
}
function say(sentence) {
  const node = document.getElementById('toast');
  const line = document.createElement('p');
  line.textContent = sentence;
  node.classList.add('wrong');
  node.replaceChildren(line);
  toast();
}

// A look at what changed, once it is quiet. What is open stays open and what is typed stays typed: neither is touched by the new page.
let looking;
function look() {
  clearTimeout(looking);
  looking = setTimeout(() => document.body.dispatchEvent(new CustomEvent('changed')), QUIET);
}
const line = new Line((name, data) => {
  if (name === 'status') badge(data.waiting);
  if (NEWS.has(name)) look();
}, (state) => {
  document.body.dataset.line = state;
  if (state === 'signed out') location.assign('/');
});
line.open(Number(document.body.dataset.cursor));

// A look that moves or renews the row which has the focus would leave whoever works with keys at the top of the page.
let focused;
document.body.addEventListener('htmx:before:swap', () => {
  const node = document.activeElement;
  const row = node?.closest?.('[data-row]');
  focused = row && node.classList.length ? { row: row.dataset.row, of: `.${node.classList[0]}` } : undefined;
});
document.body.addEventListener('htmx:after:swap', () => {
  if (!focused || document.activeElement !== document.body) return;
  document.querySelector(`[data-row="${CSS.escape(focused.row)}"] ${focused.of}`)?.focus();
});

document.addEventListener('keydown', (event) => {
  const open = event.key === 'Escape' && event.target.closest?.('details.editor[open]');
  if (!open) return;
  open.open = false;
  open.querySelector('form').reset();
  open.querySelector('summary').focus();
});

// Keys: "g" and a letter goes to a tab, "/" to search.
const PLACES = { c: '/', t: '/today', l: '/lists', r: '/schedules', m: '/memory', h: '/measurements', a: '/activity', s: '/settings' };
let going = false;
document.addEventListener('keydown', (event) => {
  if (event.target.closest('input, textarea, select') || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === '/') { event.preventDefault(); location.assign('/search'); return; }
  if (going && PLACES[event.key]) location.assign(PLACES[event.key]);
  going = event.key === 'g';
});
for (const open of document.querySelectorAll('.rail .more details')) {
  document.addEventListener('click', (event) => { if (!open.contains(event.target)) open.open = false; });
}
