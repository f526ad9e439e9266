// What is said as DOM nodes: a small part of Markdown, or the text letter by letter. Text only ever becomes text: there is no HTML in, and none is made.

const INLINE = [
  [/`([^`\n]+)`/, (m) => make('code', m[1])],
  [/\[([^\]\n]+)\]\((https?:\/\/[^\s()]+(?:\([^\s()]*\)[^\s()]*)*)\)/, (m) => link(m[2], m[1])],
  [/\[([^\]\n]+)\]\((\/connections)\)/, (m) => link(m[2], m[1])],
  [/https?:\/\/[^\s<>"'`]*[^\s<>"'`.,;:!?)\]}*_]/, (m) => link(m[0], m[0])],
  [/\*\*(?=\S)(.+?\S|\S)\*\*/, (m) => wrap('strong', m[1])],
  [/(?<![\p{L}\p{N}_])__(?=\S)(.+?\S|\S)__(?![\p{L}\p{N}_])/u, (m) => wrap('strong', m[1])],
  [/(?<![\p{L}\p{N}*])\*(?=[^\s*])([^*\n]*[^\s*])\*(?![\p{L}\p{N}*])/u, (m) => wrap('em', m[1])],
  [/(?<![\p{L}\p{N}_])_(?=[^\s_])([^_\n]*[^\s_])_(?![\p{L}\p{N}_])/u, (m) => wrap('em', m[1])],
  [/[█-▏]+(?![▁-▏·])|[▁-█][▁-█·]{3,}/, (m) => blocks(m[0])],
];
const ITEM = /^(\s*)(?:([-*•])|(\d{1,3})[.)])\s+(.*)$/;
const BOX = /^\[([ xX])\]\s+(.*)$/;
const RULE = /^\s*\|?\s*:?-+:?\s*(\|\s*:?-+:?\s*)*\|?\s*$/;
const COPIED = 1500; // milliseconds for which a button says so

/** A fragment for `text`. */
export function render(text) {
  const lines = text.replace(/\r\n?/g, '\n').split('\n');
  const out = document.createDocumentFragment();
  let at = 0;
  while (at < lines.length) at = block(lines, at, out);
  return out;
}

/** The text as it is written, nothing of it taken for a mark. */
export function letterByLetter(text) {
  const node = make('p');
  node.className = 'as-written';
  const [pattern, build] = INLINE.at(-1);
  let rest = text;
  for (let match = pattern.exec(rest); match; match = pattern.exec(rest)) {
    node.append(rest.slice(0, match.index), build(match));
    rest = rest.slice(match.index + match[0].length);
  }
  node.append(rest);
  return node;
}

/** Append the block that begins at line `at`; returns the line after it. */
function block(lines, at, out) {
  const line = lines[at];
  if (!line.trim()) return at + 1;
  if (/^\s*```/.test(line)) return fence(lines, at, out);
  const heading = /^#{1,6}\s+(.*?)\s*#*$/.exec(line);
  if (heading) return out.append(wrap('h3', heading[1])), at + 1;
  if (/^\s*([-*_])(\s*\1){2,}\s*$/.test(line)) return out.append(make('hr')), at + 1;
  if (isTable(lines, at)) return table(lines, at, out);
  if (ITEM.test(line)) return list(lines, at, out, indentOf(line));
  const quoted = /^\s*>\s?/;
  const test = quoted.test(line) ? (next) => quoted.test(next) : (next) => next.trim() && !ITEM.test(next) && !/^\s*(```|#{1,6}\s|>)/.test(next);
  let end = at + 1;
  while (end < lines.length && test(lines[end]) && !isTable(lines, end)) end++;
  const node = make(quoted.test(line) ? 'blockquote' : 'p');
  lines.slice(at, end).forEach((part, index) => node.append(index ? make('br') : '', inline(part.replace(quoted, ''))));
  out.append(node);
  return end;
}

function fence(lines, at, out) {
  let end = at + 1;
  while (end < lines.length && !/^\s*```\s*$/.test(lines[end])) end++;
  const pre = make('pre');
  pre.tabIndex = 0;
  const code = make('code', lines.slice(at + 1, end).join('\n'));
  pre.append(code);
  const node = make('div');
  node.className = 'code';
  node.append(pre, copier(code));
  out.append(node);
  return end + 1;
}

/** A button that takes what stands in `code` along. The clipboard is there on secure origins only: elsewhere the text is selected. */
function copier(code) {
  const button = make('button', 'Copy');
  button.type = 'button';
  button.className = 'copy';
  button.addEventListener('click', async () => {
    const copied = await navigator.clipboard?.writeText(code.textContent).then(() => true, () => false);
    if (!copied) getSelection().selectAllChildren(code);
    button.textContent = copied || document.execCommand('copy') ? 'Copied' : 'Selected';
    setTimeout(() => { button.textContent = 'Copy'; }, COPIED);
  });
  return button;
}

const cells = (line) => line.trim().replace(/^\|/, '').replace(/(?<!\\)\|$/, '').split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('\\|', '|'));

/** Whether a table begins here: a row, and under it a rule with as many columns. */
function isTable(lines, at) {
  const [head, rule] = [lines[at], lines[at + 1] ?? ''];
  return head.includes('|') && rule.includes('|') && RULE.test(rule) && cells(head).length === cells(rule).length;
}

function table(lines, at, out) {
  const sides = cells(lines[at + 1]).map((rule) => (/^:-+:$/.test(rule) ? 'center' : rule.endsWith(':') ? 'end' : ''));
  const node = make('table');
  const row = (part, line, tag) => {
    const given = cells(line);
    const made = part.insertRow();
    sides.forEach((side, column) => {
      const cell = wrap(tag, given[column] ?? '');
      if (tag === 'th') cell.scope = 'col';
      cell.style.textAlign = side;
      made.append(cell);
    });
  };
  row(node.createTHead(), lines[at], 'th');
  const body = node.createTBody();
  let end = at + 2;
  for (; end < lines.length && lines[end].includes('|'); end++) row(body, lines[end], 'td');
  const frame = make('div');
  frame.className = 'table';
  frame.tabIndex = 0;
  frame.append(node);
  out.append(frame);
  return end;
}

/** A list and, deeper, its lists. */
function list(lines, at, out, indent) {
  const ordered = Boolean(ITEM.exec(lines[at])[3]);
  const node = make(ordered ? 'ol' : 'ul');
  if (ordered) node.start = Number(ITEM.exec(lines[at])[3]);
  out.append(node);
  while (at < lines.length) {
    const item = ITEM.exec(lines[at]);
    const deeper = indentOf(lines[at]) > indent;
    if (item && deeper && node.lastChild) at = list(lines, at, node.lastChild, indentOf(lines[at]));
    else if (item && !deeper && indentOf(lines[at]) === indent && Boolean(item[3]) === ordered) node.append(entry(item[4])), at++;
    else if (!item && deeper && lines[at].trim()) node.lastChild.append(make('br'), inline(lines[at].trim())), at++;
    else break;
  }
  return at;
}

function entry(text) {
  const box = BOX.exec(text);
  if (!box) return wrap('li', text);
  const node = make('li');
  node.className = 'box';
  node.append(box[1] === ' ' ? '☐ ' : '☑ ', inline(box[2]));
  return node;
}

const indentOf = (line) => /^\s*/.exec(line)[0].length;

/** Inline marks: the earliest in the text, then what is left and right of it. */
function inline(text) {
  const out = document.createDocumentFragment();
  let rest = text;
  while (rest) {
    const [match, build] = earliest(rest);
    if (!match) break;
    out.append(rest.slice(0, match.index), build(match));
    rest = rest.slice(match.index + match[0].length);
  }
  out.append(rest);
  return out;
}

function earliest(text) {
  let best = [null, null];
  for (const [pattern, build] of INLINE) {
    const match = pattern.exec(text);
    if (match && (!best[0] || match.index < best[0].index)) best = [match, build];
  }
  return best;
}

function make(tag, text = '') {
  const node = document.createElement(tag);
  if (text) node.textContent = text;
  return node;
}

function wrap(tag, text) {
  const node = make(tag);
  node.append(inline(text));
  return node;
}

/** Bars and small curves of block letters: drawn for the eye, silent for a screen reader, which would spell them. */
function blocks(text) {
  const node = make('span', text);
  node.className = /^[█-▏]+$/.test(text) ? 'bar-of-text' : 'curve-of-text';
  node.ariaHidden = 'true';
  return node;
}

function link(address, text) {
  const node = make('a', text);
  node.href = address;
  node.target = '_blank';
  node.rel = 'noopener noreferrer';
  return node;
}
