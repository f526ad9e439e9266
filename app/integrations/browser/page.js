// What is read from a page and done to it, in a world of its own: the page's scripts can neither see nor change these functions.
// Forms and the document answer to the names of what lies in them (<input name="action">), so they are asked by their prototypes' getters.
(() => {
  const getter = (kind, name) => Object.getOwnPropertyDescriptor(kind.prototype, name).get;
  const ask = (kind, name, of) => getter(kind, name).call(of);
  const all = (selector) => [...Document.prototype.querySelectorAll.call(document, selector)];
  const forms = () => [...ask(Document, "forms", document)];
  const MOST_NODES = 200000, MOST_PLACED = 3000;
  const LEAST_WIDE = 360; // pixels of a picture
  const SKIPPED = new Set(["SCRIPT", "STYLE", "NOSCRIPT", "TEMPLATE", "TEXTAREA", "SELECT", "OPTION", "SVG", "CANVAS", "IFRAME", "OBJECT"]);
  const SEEN = new Set(["INPUT", "SELECT", "TEXTAREA", "BUTTON", "IMG", "SVG", "CANVAS", "IFRAME", "OBJECT", "VIDEO"]);
  const HEADINGS = { H1: "# ", H2: "## ", H3: "### " };

  // 0: it and all within is hidden; 1: it is a line of its own; 2: it stands within one.
  function standing(element) {
    if (SKIPPED.has(ask(Element, "tagName", element).toUpperCase())) return 0;
    if (!Element.prototype.checkVisibility.call(element, { opacityProperty: true, visibilityProperty: false })) {
      return getComputedStyle(element).display === "contents" ? 2 : 0;
    }
    const style = getComputedStyle(element);
    const box = Element.prototype.getBoundingClientRect.call(element);
    const clipped = box.width <= 1 && box.height <= 1 && style.overflow !== "visible";
    const away = box.width > 0 && (box.right + scrollX <= 0 || box.bottom + scrollY <= 0);
    if (clipped || away || /^inset\((?:50|100)%/.test(style.clipPath)) return 0;
    return /^(?:inline|contents|ruby|table-cell)/.test(style.display) ? 2 : 1;
  }

  function isReadable(text) {
    const style = getComputedStyle(ask(Node, "parentElement", text));
    return style.visibility === "visible" && parseFloat(style.fontSize) >= 4 && !/^rgba\(.*, 0\)$|\/ 0\)$/.test(style.color);
  }

  function roots() {
    for (const selector of ["main", "article", "[role=main]"]) {
      const found = all(selector).filter((one) => standing(one));
      const outer = found.filter((one) => !found.some((other) => other !== one && Node.prototype.contains.call(other, one)));
      if (outer.some((one) => ask(HTMLElement, "innerText", one).trim().length > 80)) return outer.slice(0, 100);
    }
    const body = ask(Document, "body", document);
    return body ? [body] : [];
  }

  class Text {
    constructor(most) {
      this.most = most;
      this.lines = [""];
      this.length = 0;
    }
    line(mark = "") {
      if (this.lines.at(-1).trim() && !/^(?:#{1,3}|-) $/.test(this.lines.at(-1))) this.lines.push(mark);
      else if (mark) this.lines[this.lines.length - 1] = mark;
    }
    say(words) {
      const said = words.slice(0, 4 * this.most).replace(/[\s\u0000-\u001f\u007f-\u009f]+/g, " ");
      const last = this.lines.length - 1;
      const fitted = /(?:^|\s)$/.test(this.lines[last]) ? said.trimStart() : said;
      this.lines[last] += fitted;
      this.length += fitted.length;
    }
    get isFull() {
      return this.length > this.most + 200;
    }
  }

  function readInto(text, root, budget) {
    let node = root;
    const entered = new Map();
    while (node && budget.nodes-- > 0 && !text.isFull) {
      const kind = ask(Node, "nodeType", node);
      let below = null;
      if (kind === 3) {
        const said = ask(CharacterData, "data", node);
        if (said.trim() ? isReadable(node) : said) text.say(said);
      } else if (kind === 1) {
        const tag = ask(Element, "tagName", node).toUpperCase();
        const stands = standing(node);
        if (tag === "BR") text.line();
        if (stands === 1) text.line(HEADINGS[tag] ?? (tag === "LI" ? "- " : ""));
        if (/^T[DH]$/.test(tag) && text.lines.at(-1).trim()) text.say(" | ");
        entered.set(node, stands);
        below = stands ? ask(Node, "firstChild", node) : null;
      }
      if (below) {
        node = below;
        continue;
      }
      while (node && node !== root && !ask(Node, "nextSibling", node)) {
        node = ask(Node, "parentNode", node);
        if (entered.get(node) === 1) text.line();
      }
      node = node === root ? null : ask(Node, "nextSibling", node);
      if (node && entered.get(ask(Node, "previousSibling", node)) === 1) text.line();
    }
  }

  function read(most) {
    const text = new Text(most);
    const budget = { nodes: MOST_NODES };
    for (const root of roots()) {
      text.line();
      readInto(text, root, budget);
    }
    const said = text.lines.map((line) => line.trim()).filter(Boolean).join("\n");
    const title = ask(Document, "title", document).slice(0, 300);
    return { text: said.slice(0, most), cut: said.length > most || budget.nodes <= 0 || text.isFull, title };
  }

  function mayGrow(most) {
    return all("script").length > 0 && read(most).text.length < most;
  }

  function group(element) {
    const around = Element.prototype.closest.call(element, "fieldset");
    const legend = around && Element.prototype.querySelector.call(around, "legend");
    return legend ? ask(Node, "textContent", legend).trim().slice(0, 200) : "";
  }

  // The values that it adds to its form, as `outline` has them.
  function sent(element, tag) {
    if (tag === "SELECT") return [...element.options].filter((one) => one.selected).map((one) => one.value);
    const isChoice = element.type === "checkbox" || element.type === "radio";
    return isChoice && !element.checked ? [] : [element.value];
  }

  function field(element, tag) {
    const type = tag === "INPUT" ? element.type : tag.toLowerCase();
    const options = tag === "SELECT" ? [...element.options].slice(0, 300) : [];
    const ticked = type === "checkbox" || type === "radio";
    return {
      kind: type,
      name: element.name.slice(0, 200),
      id: ask(Element, "id", element).slice(0, 200),
      placeholder: (element.placeholder ?? "").slice(0, 200),
      value: ticked ? element.value.slice(0, 200) : type === "select" ? "" : element.value.slice(0, 5000),
      checked: ticked && element.checked,
      options: options.map((one) => one.label.trim().slice(0, 200)),
      chosen: options.flatMap((one, at) => (one.selected ? [at] : [])),
      required: element.required ?? false,
      valid: element.validity ? element.validity.valid : true,
      group: ticked ? group(element) : "",
      off: element.matches(":disabled"),
      fixed: element.readOnly ?? false,
      sent: sent(element, tag),
      form: forms().indexOf(element.form),
    };
  }

  function describe() {
    const tag = ask(Element, "tagName", this).toUpperCase();
    if (tag === "A" || tag === "AREA") return { kind: "link", url: String(this.href).slice(0, 4000) };
    if (["INPUT", "SELECT", "TEXTAREA"].includes(tag) && !["button", "reset", "submit", "image"].includes(this.type)) return field(this, tag);
    const type = tag === "BUTTON" || tag === "INPUT" ? this.type : "";
    const sends = (type === "submit" || type === "image") && this.form !== null;
    const url = sends && Element.prototype.hasAttribute.call(this, "formaction") ? String(this.formAction).slice(0, 4000) : "";
    const said = { name: sends ? this.name.slice(0, 200) : "", sent: sends ? [this.value] : [] };
    return { kind: "button", url, sends, off: sends && this.matches(":disabled"), form: sends ? forms().indexOf(this.form) : -1, ...said };
  }

  // Where a page is too large for its accessibility tree: what can be used in it, as `describe` has it, with names as they are written.
  let found = [];
  function controls(most) {
    const usable = all("a[href], button, input:not([type=hidden]), select, textarea");
    found = [];
    for (const one of usable.slice(0, 20 * most)) {
      if (found.length < most && Element.prototype.checkVisibility.call(one, { opacityProperty: true, visibilityProperty: true })) found.push(one);
    }
    return found.map((one) => ({ ...describe.call(one), label: written(one).trim().slice(0, 300) }));
  }

  function written(element) {
    const said = Element.prototype.getAttribute.call(element, "aria-label") || (element.labels?.length ? plain(element.labels[0]) : "");
    const isField = /^(?:INPUT|SELECT|TEXTAREA)$/.test(ask(Element, "tagName", element));
    const own = isField ? (/^(?:submit|button|reset)$/.test(element.type) ? element.value : "") : plain(element);
    return said || own || element.title || element.placeholder || "";
  }

  function plain(element) {
    const kept = Node.prototype.cloneNode.call(element, true);
    for (const one of Element.prototype.querySelectorAll.call(kept, "select, textarea, script, style")) one.remove();
    return ask(Node, "textContent", kept).replace(/\s+/g, " ").slice(0, 2000);
  }

  const isLarge = (most) => Document.prototype.getElementsByTagName.call(document, "*").length > most;
  const call = (at, name, told) => globalThis.__page[name].apply(found[at], told);

  function outline() {
    return forms().slice(0, 50).map((form) => ({
      action: ask(HTMLFormElement, "action", form).slice(0, 4000),
      free: ask(HTMLFormElement, "noValidate", form),
      sent: sentBy(form),
    }));
  }

  // All that a form would send, seen or not, but for its button.
  function sentBy(form) {
    const entries = [...new FormData(form)].slice(0, 300);
    return entries.map(([name, value]) => [name.slice(0, 200), typeof value === "string" ? value.slice(0, 100000) : ""]);
  }

  function give(told) {
    const kind = { INPUT: HTMLInputElement, SELECT: HTMLSelectElement, TEXTAREA: HTMLTextAreaElement }[ask(Element, "tagName", this).toUpperCase()];
    const put = (name, value) => Object.getOwnPropertyDescriptor(kind.prototype, name).set.call(this, value);
    HTMLElement.prototype.focus.call(this, { preventScroll: true });
    if ("checked" in told) {
      if (this.checked !== told.checked) HTMLElement.prototype.click.call(this);
      if (this.checked !== told.checked) put("checked", told.checked);
      return;
    }
    if ("option" in told) [...this.options].forEach((one, at) => { one.selected = at === told.option; });
    else put("value", told.value);
    for (const name of ["input", "change"]) this.dispatchEvent(new Event(name, { bubbles: true, composed: true }));
    HTMLElement.prototype.blur.call(this);
  }

  // What comes back is to be seen: a form that would open it beside this page opens it here.
  function here(form) {
    Object.getOwnPropertyDescriptor(HTMLFormElement.prototype, "target").set.call(form, "_self");
    return form;
  }

  function send() {
    const form = this.form;
    Element.prototype.removeAttribute.call(this, "formtarget");
    if (form) HTMLFormElement.prototype.requestSubmit.call(here(form), this);
    else HTMLElement.prototype.click.call(this);
  }

  function sendForm(at) {
    HTMLFormElement.prototype.requestSubmit.call(here(forms()[at]));
  }

  function press() {
    HTMLElement.prototype.click.call(this);
  }

  // Where the words and controls of an element end: a form is as wide as its page, and what is in it often isn't.
  function reach(element) {
    const range = document.createRange();
    const walker = Document.prototype.createTreeWalker.call(document, element, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
    let right = 0;
    for (let left = MOST_PLACED, node = walker.nextNode(); node && left > 0; left--, node = walker.nextNode()) {
      const isText = ask(Node, "nodeType", node) === Node.TEXT_NODE;
      if (isText && !ask(Node, "textContent", node).trim()) continue;
      if (!isText && !SEEN.has(ask(Element, "tagName", node).toUpperCase())) continue;
      if (isText) range.selectNodeContents(node);
      const box = isText ? range.getBoundingClientRect() : Element.prototype.getBoundingClientRect.call(node);
      right = Math.max(right, box.right);
    }
    return right;
  }

  function place(at) {
    const form = forms()[at] ?? ask(Document, "body", document);
    const box = Element.prototype.getBoundingClientRect.call(form);
    const right = Math.min(box.right, reach(form) || box.right);
    return { x: box.x + scrollX, y: box.y + scrollY, width: Math.max(right - box.x, Math.min(box.width, LEAST_WIDE)), height: box.height };
  }

  globalThis.__page = { controls, isLarge, call, read, mayGrow, describe, outline, give, send, sendForm, press, place };
})()
