// Elements made of text and other elements; nothing here, or anywhere else, reads a string as HTML.

const SVG = 'http://www.w3.org/2000/svg'

/** An element: attributes by name (`class`, `aria-…`, `data-…`), listeners under `on`, then children or texts. */
export function el(tag, attributes = {}, ...children) {
  const made = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) {
    if (name === 'on') for (const [event, act] of Object.entries(value)) made.addEventListener(event, act)
    else if (value === true) made.setAttribute(name, '')
    else if (value !== false && value != null) made.setAttribute(name, value)
  }
  made.append(...children.flat().filter(child => child != null && child !== false))
  return made
}

/** The same for drawings. */
export function svg(tag, attributes = {}, ...children) {
  const made = document.createElementNS(SVG, tag)
  for (const [name, value] of Object.entries(attributes)) if (value != null) made.setAttribute(name, value)
  made.append(...children)
  return made
}

/** The element with an id. */
export const byId = id => document.getElementById(id)

/** A button with a name; `key` is shown beside it. */
export function button(name, act, { key, ...attributes } = {}) {
  const shown = typeof name === 'string' ? el('span', {}, name) : name
  return el('button', { type: 'button', ...attributes, on: { click: act } }, shown, key && el('kbd', { 'aria-hidden': 'true' }, key))
}

/** Draw a place anew; who had the focus in it keeps it, or is sent to the document where the same control is gone. */
export function redraw(place, ...children) {
  const held = place.contains(document.activeElement) ? nameControl(document.activeElement) : null
  place.replaceChildren(...children.flat().filter(Boolean))
  if (held === null) return
  const same = [...place.querySelectorAll('button, select, summary')].find(each => nameControl(each) === held)
  if (same && !same.disabled) same.focus({ preventScroll: true })
  else byId('text').focus({ preventScroll: true })
}

const nameControl = control => control.ariaLabel || control.id || control.textContent

const SHAPES = {
  green: ['M8 1.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13Z', 'M4.9 8.3l2.2 2.2 4-4.6'],
  amber: ['M8 1.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13Z', 'M8 4.5V8l2.4 1.6'],
  red: ['M8 1.8 15 14H1Z', 'M8 6.2v3.6M8 11.6v.6'],
  previous: ['M10 3.5 5.5 8l4.5 4.5'],
  next: ['M6 3.5 10.5 8 6 12.5'],
  undo: ['M6 3 3 6l3 3M3.4 6H10a3.2 3.2 0 0 1 0 6.5H7'],
  redo: ['M10 3l3 3-3 3M12.6 6H6a3.2 3.2 0 0 0 0 6.5h3'],
  list: ['M5.5 4h8M5.5 8h8M5.5 12h8M2.6 4h.01M2.6 8h.01M2.6 12h.01'],
  search: ['M7 2.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9ZM10.4 10.4 14 14'],
  check: ['M3 8.5 6.4 12 13 4.5'],
  close: ['M4 4l8 8M12 4l-8 8'],
}

/** A drawing that says nothing by itself: the words stand beside it. */
export function icon(name) {
  return svg('svg', { viewBox: '0 0 16 16', 'aria-hidden': 'true', class: `icon icon-${name}` }, ...SHAPES[name].map(d => svg('path', { d })))
}

/** "1 leak", "2 leaks". */
export const count = (number, one, many = `${one}s`) => `${number.toLocaleString('en')} ${number === 1 ? one : many}`

/** The name of a file without the folders around it; no two files under review have the same. */
export const shortName = name => name.split(/[\\/]/).at(-1)
