// The buttons under a message: confirm, cancel, edit, undo. Each is pressed once; what it came to is said where it was pressed.

import { ask, Refused } from './wire.js';
import { element } from './log.js';

// What a press says is also said in the conversation, except for these two.
const SAID_HERE = new Set(['cancel', 'edit']);

/** Builds the buttons of a message; `done` is called when the reader is through with them. */
export function choicesWith(done) {
  return (message) => {
    const row = element('div', { className: 'choices', role: 'group', 'aria-label': 'Choices' });
    for (const button of message.buttons) row.append(choice(button, row, done));
    return row;
  };
}

function choice(button, row, done) {
  const node = element('button', { type: 'button', className: button.verb, text: button.label });
  node.dataset.target = button.target;
  node.addEventListener('click', () => (button.verb === 'edit' ? change(button, row, done) : press(button, row, '', done)));
  return node;
}

/** Ask what to change, right here. */
function change(button, row, done) {
  const open = row.parentElement.querySelector('.change');
  if (open) return open.querySelector('input').focus();
  const input = element('input', { type: 'text', 'aria-label': 'What should it be instead?', placeholder: 'What should it be instead?', dir: 'auto' });
  const form = element('form', { className: 'change' }, input, element('button', { className: 'filled', text: 'Ask again' }));
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
  const holder = row.parentElement;
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
