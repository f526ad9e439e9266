// What a message asks: its cards, each with the buttons that decide it, and what else can be pressed. Each button is pressed once; what it
// came to is said where it was pressed. A card is drawn from data, as text, in a frame that nothing said can draw.

import { ask, Refused } from './wire.js';
import { element } from './log.js';

// What a press says is also said in the conversation, except for these two.
const SAID_HERE = new Set(['cancel', 'edit']);

/** Builds what stands under a message; `done` is called when the reader is through with it. */
export function choicesWith(done) {
  return (message) => {
    const cards = message.cards ?? [];
    const asked = new Set(cards.map((card) => card.action));
    const nodes = cards.map((card) => framed(card, message, done));
    const others = message.buttons.filter((button) => !asked.has(button.target));
    return others.length ? [...nodes, row(others, done)] : nodes;
  };
}

function row(buttons, done, named = { 'aria-label': 'Choices' }, words = {}) {
  const node = element('div', { className: 'choices', role: 'group', ...named });
  for (const button of buttons) node.append(choice(button, node, done, words));
  return node;
}

/** A card: our words, the call's values as they are, its own buttons. */
function framed(card, message, done) {
  const id = `card-${message.id}-${card.action}`;
  const lang = card.language ? { lang: card.language } : {};
  const node = element('section', { className: card.final ? 'held final' : 'held', ...lang, 'aria-labelledby': id }, element('h3', { id, text: card.heading }));
  const list = element('dl');
  card.fields.forEach((field, at) => list.append(...value(field, at, card)));
  node.append(list);
  if (card.read) node.append(element('p', { className: 'read', dir: 'auto', text: card.read }));
  if (card.ended) node.append(element('p', { className: 'ended', text: card.ended }));
  const buttons = message.buttons
    .filter((button) => button.target === card.action)
    .map((button) => (card.final && button.verb === 'confirm' ? { ...button, label: card.final } : button));
  if (buttons.length) node.append(row(buttons, done, { 'aria-labelledby': id }, card.words));
  return node;
}

/** One value under its name; where it is cut, its length, and a button that shows the rest. */
function value(field, at, card) {
  const text = element('dd', { dir: 'auto', text: field.value });
  const name = [element('dt', { className: field.name ? '' : 'sr', text: field.name || 'Request' })]; // a value without a name has one for who listens
  if (!field.more) return [...name, text];
  const all = element('button', { type: 'button', className: 'all', text: card.words.all });
  const note = element('dd', { className: 'more' }, element('span', { text: field.more }), all);
  all.addEventListener('click', () => showAll(card, at, text, all));
  return [...name, text, note];
}

async function showAll(card, at, text, all) {
  all.disabled = true;
  try {
    const whole = await ask(`/chat/actions/${encodeURIComponent(card.action)}`);
    text.textContent = whole.fields[at].value;
    text.classList.add('whole');
    text.tabIndex = 0;
    text.focus();
    all.remove();
  } catch (error) {
    all.disabled = false;
    all.textContent = error instanceof Refused ? error.sentence : 'No connection just now. Try again';
  }
}

function choice(button, row, done, words) {
  const node = element('button', { type: 'button', className: button.verb, text: button.label });
  node.dataset.target = button.target;
  node.addEventListener('click', () => (button.verb === 'edit' ? change(button, row, done, words) : press(button, row, '', done)));
  return node;
}

/** Ask what to change, right here. */
function change(button, row, done, words) {
  const open = row.parentElement.querySelector('.change');
  if (open) return open.querySelector('input').focus();
  const asked = words.change ?? 'What should it be instead?';
  const input = element('input', { type: 'text', 'aria-label': asked, placeholder: asked, dir: 'auto' });
  const form = element('form', { className: 'change' }, input, element('button', { className: 'filled', text: words.again }));
  const leave = () => {
    form.remove();
    row.querySelector('.edit')?.focus();
  };
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    if (!input.value.trim()) return input.focus();
    if (await press(button, row, input.value.trim(), done)) form.remove();
  });
  form.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    leave();
  });
  row.after(form);
  input.focus();
}

async function press({ verb, target }, row, text, done) {
  const buttons = [...row.querySelectorAll('button')];
  const holder = row.closest('.turn');
  for (const button of buttons) button.disabled = true;
  try {
    const answer = await ask('/chat/actions', { method: 'POST', json: { verb, target, text } });
    settle(holder, target, SAID_HERE.has(verb) ? answer.text : '');
    return true;
  } catch (error) {
    const spent = error instanceof Refused && error.status === 409;
    if (spent) settle(holder, target, error.sentence);
    else outcome(holder, error instanceof Refused ? error.sentence : 'No connection just now. Press it again in a moment.');
    return spent;
  } finally {
    for (const button of buttons) button.disabled = false;
    done();
  }
}

/** Take away the buttons that are used up. The message may have been shown anew meanwhile, so look from the page. */
function settle(holder, target, sentence) {
  for (const button of document.querySelectorAll('.choices button')) {
    if (button.dataset.target !== target) continue;
    const row = button.parentElement;
    button.remove();
    if (!row.childElementCount) row.remove();
  }
  if (sentence) outcome(holder, sentence);
}

function outcome(holder, sentence) {
  while (holder.successor) holder = holder.successor; // shown anew while the server was asked
  holder.querySelector('.outcome')?.remove();
  const node = element('p', { className: 'outcome', role: 'status', text: sentence });
  holder.insertBefore(node, holder.querySelector('time'));
}
