// A list's order: an item is dragged by its handle, with a mouse or a finger, or moved by the arrow keys while its handle has the focus.

const FAR = 4; // pixels before a press is a drag

/** `move(row, to)` has it done: `to` as the server reads it ("up", "before #12"). */
export function orderable(move) {
  const show = () => { for (const handle of document.querySelectorAll('[data-ordered] .handle[hidden]')) handle.hidden = false; };
  show();
  new MutationObserver(show).observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: ['hidden'] });
  document.addEventListener('keydown', (event) => {
    const handle = event.target.closest?.('.handle');
    const step = { ArrowUp: 'up', ArrowDown: 'down' }[event.key];
    if (!handle || !step) return;
    event.preventDefault();
    const row = handle.closest('[data-row]');
    const other = step === 'up' ? row.previousElementSibling : row.nextElementSibling;
    if (!other) return;
    if (step === 'up') row.after(other);
    else row.before(other);
    move(row, step);
  });
  document.addEventListener('pointerdown', (event) => {
    const handle = event.target.closest?.('.handle');
    if (handle && event.button === 0) drag(handle, event, move);
  });
}

function drag(handle, start, move) {
  const row = handle.closest('[data-row]');
  const list = row.parentElement;
  const order = () => [...list.children].indexOf(row);
  const began = order();
  let from = start.clientY;
  let dragging = false;
  handle.setPointerCapture(start.pointerId);
  const at = ({ clientY }) => {
    if (!dragging && Math.abs(clientY - start.clientY) < FAR) return;
    dragging = true;
    row.classList.add('dragged');
    for (const other of list.children) {
      if (other === row) continue;
      const { top, height } = other.getBoundingClientRect();
      const isBefore = other.compareDocumentPosition(row) & Node.DOCUMENT_POSITION_FOLLOWING;
      const was = row.offsetTop;
      if (isBefore && clientY < top + height / 2) row.after(other); // the others are moved: what holds the pointer must stay where it is
      else if (!isBefore && clientY > top + height / 2) row.before(other);
      else continue;
      from += row.offsetTop - was;
      break;
    }
    row.style.transform = `translateY(${clientY - from}px)`;
  };
  const end = (event) => {
    handle.removeEventListener('pointermove', at);
    row.classList.remove('dragged');
    row.style.transform = '';
    if (event.type === 'pointercancel' || order() === began) return;
    const [before, after] = [row.nextElementSibling, row.previousElementSibling];
    move(row, before ? `before #${before.dataset.row}` : `after #${after.dataset.row}`);
  };
  handle.addEventListener('pointermove', at);
  handle.addEventListener('pointerup', end, { once: true });
  handle.addEventListener('pointercancel', end, { once: true });
}
