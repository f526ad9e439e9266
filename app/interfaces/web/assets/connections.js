// Connections: says while it waits what it waits for, and which password an address wants. Without this the forms work as they are.

const LINK = /https:\/\/[^\s()]*[^\s().,;:]/;
const COMMAND = /\.\/scripts\/run connect (google|microsoft)/;
const hosts = new Map();

for (const form of document.querySelectorAll('form')) {
  form.addEventListener('submit', () => waits(form));
  const address = form.elements.namedItem('address');
  if (address) address.addEventListener('change', () => hint(form, address.value));
  if (address?.value) hint(form, address.value);
}

// A page that comes back from the browser's memory waits for nothing.
window.addEventListener('pageshow', (event) => {
  if (event.persisted) location.reload();
});

/** One try at a time, with words for it. */
function waits(form) {
  const button = form.querySelector('button');
  button.disabled = true;
  if (form.dataset.progress) button.textContent = form.dataset.progress;
  const progress = form.querySelector('.progress');
  if (progress) progress.textContent = `${form.dataset.kind === 'link' ? 'Reading the calendar at' : 'Signing in at'} ${host(form)}…`;
}

/** The host that is asked, as far as it is known here. */
function host(form) {
  const said = (name) => form.elements.namedItem(name)?.value.trim() || '';
  const server = said('imap') || said('url') || said('link');
  if (server) return server.replace(/^\w+:\/\//, '').split(/[:/?]/)[0];
  return hosts.get(said('address')) || said('address').split('@').pop();
}

async function hint(form, address) {
  const place = form.querySelector('.hint');
  try {
    const body = new URLSearchParams({ address, kind: form.dataset.kind });
    const answer = await fetch('/connections/hint', { method: 'POST', body });
    if (!answer.ok) return;
    const { words, host: first } = await answer.json();
    hosts.set(address.trim(), first);
    place.replaceChildren(...shown(words));
  } catch {
    place.textContent = ''; // no connection just now: the form itself says so when it is sent
  }
}

/** Words with their address, or with the way that the page has for a command. */
function shown(words) {
  const found = LINK.exec(words) || COMMAND.exec(words);
  if (!found) return [words];
  const link = document.createElement('a');
  link.href = found[1] ? `/connect/${found[1]}` : found[0];
  link.rel = 'noreferrer';
  link.textContent = found[1] ? `Connect ${found[1] === 'google' ? 'Google' : 'Microsoft'}` : found[0];
  return [words.slice(0, found.index), link, words.slice(found.index + found[0].length)];
}
