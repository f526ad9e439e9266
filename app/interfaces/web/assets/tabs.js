// The tabs: forms and rows are the server's; htmx puts answers where they belong. Here: leave for its HTML, one id for each thing done, and
// a line to the server, so that a row changes when it changes elsewhere.

import { Line } from './wire.js';

const QUIET = 120; // milliseconds: several changes are one look
const SHOWN = 9000; // milliseconds that a sentence about the last thing done stays
const NEWS = new Set(['message', 'user', 'status', 'changed']);
const main = document.getElementById('main');

// HTML comes from our own server alone, and holds no script of its own: what has one is not put in.
const FORBIDDEN = /<script|\son[a-z]+\s*=|javascript:/i;
const asHtml = (text) => {
  if (FORBIDDEN.test(text.replaceAll(/<script [^>]*src="\/assets\/[\w.]+"><\/script>/g, ''))) throw new TypeError('scripts in a part of the page');
  return text;
};
const policy = globalThis.trustedTypes?.createPolicy('kwasi-parts', { createHTML: asHtml }) ?? { createHTML: asHtml };
htmx.registerExtension('kwasi', { init: (api) => api.initSecurity({ createHTML: (text) => policy.createHTML(text), createScript: () => '' }) });

// A form is sent here and what came of it stands in the corner. What a bad line sends twice is done once: a form keeps its id until it
// went through.
document.addEventListener('submit', (event) => {
  const form = event.target;
  const action = event.submitter?.getAttribute('formaction') ?? form.getAttribute('action') ?? '';
  if (!action.startsWith('/act/')) return;
  event.preventDefault();
  if (form.dataset.busy) return;
  form.dataset.busy = '1';
  if (form.dataset.did !== action) form.dataset.act = crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}`;
  form.dataset.did = action;
  const values = { ...Object.fromEntries(new FormData(form)), act_id: form.dataset.act };
  htmx.ajax('POST', action, { source: form, target: '#toast', values }).finally(() => delete form.dataset.busy);
});
document.body.addEventListener('htmx:after:request', ({ detail, target }) => {
  if (!(target instanceof HTMLFormElement)) return;
  const status = detail.ctx.response?.status ?? 0;
  if (status === 401) return void location.reload();
  if (status && status < 500) delete target.dataset.did;
  if (status < 200 || status > 299) return void say('That didn’t work just now. Try it again; it is done once.');
  if ('clears' in target.dataset) target.reset();
  const open = target.closest('details.editor');
  if (open) open.open = false;
  toast();
});
document.body.addEventListener('htmx:error', ({ target }) => {
  if (target instanceof HTMLFormElement) say('No connection just now. Try it again; it is done once.');
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

// A look at what changed, once it is quiet; while somebody types into a row, when they are through.
let looking;
function look() {
  clearTimeout(looking);
  looking = setTimeout(() => {
    const busy = main.querySelector('details.editor[open]') || main.contains(document.activeElement) && document.activeElement.matches('input, textarea') && document.activeElement.value;
    if (busy) return void look();
    document.body.dispatchEvent(new CustomEvent('changed'));
  }, looking && main.querySelector('details.editor[open]') ? 1500 : QUIET);
}
document.body.addEventListener('htmx:after:swap', () => {
  const waiting = main.querySelectorAll('.held').length;
  for (const badge of document.querySelectorAll('[data-waiting]')) {
    if (!location.pathname.startsWith('/today')) continue;
    badge.hidden = !waiting;
    badge.querySelector('b').textContent = waiting;
  }
});

const line = new Line((name) => { if (NEWS.has(name)) look(); }, (state) => {
  document.body.dataset.line = state;
  if (state === 'signed out') location.reload();
});
line.open(Number(document.body.dataset.cursor));

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
