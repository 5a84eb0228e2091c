// The bar at the top: which document, the light, the views, what can be done with it.

import { el, byId, button, icon, count, redraw } from './dom.js'
import { store, update, watch } from './store.js'
import { act, openDocument, releaseDocument } from './work.js'
import { exportLog, savePlan } from './exchange.js'
import { signOff } from './many.js'
import { openHelp } from './help.js'
import { togglePages } from './pages.js'
import { searchBox } from './search.js'

export const VIEWS = [['original', 'Original'], ['changes', 'Changes'], ['released', 'Released']]

/** What the light says, in words. */
export function describeLight({ light, leaks, changes, problem, planned, gaps }) {
  if (light === 'amber' && !planned) return 'Planning …'
  if (light === 'amber') return 'Checking …'
  if (light === 'red') return problem ? 'Can’t be carried out' : `${count(leaks.length, 'leak')}: can’t be released`
  const promise = changes.length ? 'Every promise holds' : 'Nothing to change: every promise holds'
  return gaps.length ? `${promise} · ${count(gaps.length, 'hint')}` : promise
}

/** Show the next of the three views. */
export function turnView() {
  const at = VIEWS.findIndex(([name]) => name === store.view)
  update({ view: VIEWS[(at + 1) % VIEWS.length][0] })
}

/** Show the document that stands `step` further on in the list. */
export function moveDocument(step) {
  const numbers = store.documents.map(each => each.number)
  const at = numbers.indexOf(store.current.number)
  if (numbers.length > 1) return openDocument(numbers[(at + step + numbers.length) % numbers.length])
}

function drawTitle({ current, documents }) {
  const at = documents.findIndex(each => each.number === current.number)
  const many = documents.length > 1
  return el('div', { class: 'title' },
    many && button(icon('list'), () => document.body.toggleAttribute('data-list'), { class: 'quiet list-button', 'aria-label': 'Show or hide the list of documents' }),
    el('h1', {}, current.name),
    current.language && el('span', { class: 'soft', title: 'The language that the document is read in' }, current.language),
    many && el('span', { class: 'soft' }, `${at + 1} of ${documents.length}`),
  )
}

function drawViews({ view, current, pagesOpen }) {
  const made = VIEWS.map(([name, label]) =>
    button(label, () => update({ view: name }), { 'aria-pressed': String(view === name), 'data-view-button': name }))
  const pages = current?.has_pages && button('Pages', togglePages, { 'aria-pressed': String(pagesOpen), id: 'pages-button', title: 'The pages beside the text (g)' })
  return el('div', { class: 'views', role: 'group', 'aria-label': 'View' }, ...made, pages)
}

function drawReaders({ current }) {
  if (!current.readers.length) return null
  const options = ['', ...current.readers].map(name =>
    el('option', { value: name, selected: name === (current.reader ?? '') }, name || 'nobody in particular'))
  const choose = event => void openDocument(current.number, event.target.value)
  return el('label', { class: 'reader' }, 'Reader ', el('select', { on: { change: choose } }, ...options))
}

function drawTools({ current }) {
  return el('div', { class: 'tools', role: 'group', 'aria-label': 'Undo, redo and help' },
    button(icon('undo'), () => act('undo'), { class: 'quiet', 'aria-label': 'Undo', title: 'Undo (u)', disabled: !current.undo }),
    button(icon('redo'), () => act('redo'), { class: 'quiet', 'aria-label': 'Redo', title: 'Redo (Shift-U)', disabled: !current.redo }),
    button('?', openHelp, { class: 'quiet', 'aria-label': 'Help and keys', title: 'Help (?)' }),
  )
}

function drawRelease({ current, documents }) {
  const released = documents.find(each => each.number === current.number)?.released ?? false
  const { signed_off: signed } = current
  const agree = signed
    ? el('span', { class: 'soft signed', title: signed[1] }, `signed off by ${signed[0]}`)
    : button('Sign off', signOff, { class: 'quiet', id: 'sign-off', disabled: current.light !== 'green' || Boolean(current.reader), title: 'Agree to the document as it stands, as a second person' })
  return el('div', { class: 'release' },
    agree,
    button('Log', exportLog, { class: 'quiet', id: 'log', disabled: !documents.some(each => each.released), title: 'Write the log of what is withheld: where, of which kind, under which code; never the words' }),
    button('Save plan', savePlan, { class: 'quiet', title: 'Write the plan as it stands' }),
    button(released ? 'Release again' : 'Release', releaseDocument,
      { class: 'primary', id: 'release', disabled: current.light !== 'green' || Boolean(current.reader), title: 'Release (Ctrl-Enter)' }),
  )
}

function drawLight({ current }) {
  return el('p', { class: `light ${current.light}`, id: 'light' }, icon(current.light), el('span', {}, describeLight(current)))
}

const PARTS = { title: drawTitle, light: drawLight, views: drawViews, readers: drawReaders, tools: drawTools, release: drawRelease }

/** Draw the bar whenever something in it changes; the search box stays, with what is typed into it. */
export function setUpTop() {
  const slots = Object.fromEntries(Object.keys(PARTS).map(name => [name, el('div', { class: `slot ${name}-slot` })]))
  const { title, light, views, readers, tools, release } = slots
  byId('top').replaceChildren(title, light, views, readers, searchBox(), tools, release)
  watch((now, names) => {
    if (!now.current || !['current', 'documents', 'view', 'reviewer', 'pagesOpen'].some(name => names.has(name))) return
    for (const [name, draw] of Object.entries(PARTS)) redraw(slots[name], draw(now))
    document.title = `${now.current.name} · reticent review`
  })
}
