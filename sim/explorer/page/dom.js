// Elements of the page. Texts are always text nodes: no name of a run can become markup.
const svgSpace = 'http://www.w3.org/2000/svg';

function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith('on'))
      node.addEventListener(name.slice(2), value);
    else if (value !== null && value !== undefined && value !== false)
      node.setAttribute(name, value);
  }
  node.append(...children.filter((child) => child !== null));
  return node;
}

export function html(name, attributes = {}, ...children) {
  return fill(document.createElement(name), attributes, children);
}

export function svg(name, attributes = {}, ...children) {
  return fill(document.createElementNS(svgSpace, name), attributes, children);
}

/// Sets or removes an attribute, and only if it is another.
export function set(node, name, value) {
  if (value === null) {
    if (node.hasAttribute(name)) node.removeAttribute(name);
  } else if (node.getAttribute(name) !== String(value)) {
    node.setAttribute(name, value);
  }
}

export function table(caption, heads, rows) {
  const cell = (value) => html('td', {}, value instanceof Node ? value : String(value));
  return html(
      'table', {}, html('caption', {}, caption),
      html('thead', {}, html('tr', {}, ...heads.map((head) => html('th', {scope: 'col'}, head)))),
      html('tbody', {}, ...rows.map((row) => html('tr', {}, ...row.map(cell)))));
}

export function button(label, title, action, attributes = {}) {
  return html(
      'button', {type: 'button', title, 'aria-label': title, onclick: action, ...attributes},
      label);
}

/// Calls the action of a key, with whether Shift is held, unless a field has the key for itself.
export function onKeys(actions) {
  document.addEventListener('keydown', (event) => {
    const {key, target} = event;
    if (event.ctrlKey || event.metaKey || event.altKey || !(key in actions)) return;
    if (target.matches?.('input, select') || (key === ' ' && target.matches?.('button, summary')))
      return;
    event.preventDefault();
    actions[key](event.shiftKey);
  });
}

/// "1 packet", "2 packets".
export function counted(number, word) {
  return `${number} ${word}${number === 1 ? '' : 's'}`;
}

/// A number as it is in the run's JSON; null is an infinite one there.
export function exact(value) {
  return value === null ? 'unknown' : String(value);
}
