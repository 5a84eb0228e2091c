// What was found in all documents together: filtered, searched, marked, and decided on at once.

import { el, button, count, redraw } from './dom.js'
import { store, watch } from './store.js'
import { openDocument, select } from './work.js'
import { actOnMany, control, readFindings } from './many.js'
import { askReason, openCode, openDialog, openEverywhere } from './dialogs.js'

const STATES = { undecided: 'not looked at', accepted: 'accepted', kept: 'kept' }
let window_ = null // the dialog, while it is open
let picked = new Set() // keys as JSON
let all = false // everything that the filter takes, listed or not
let wanted = {} // the filter as it was chosen last: the list may still be that of an earlier one

const keyOf = finding => JSON.stringify(finding.key)

/** What the buttons are about: the filter, with what is picked. */
function meant() {
  const { filter } = store.findings
  return all ? filter : { ...filter, picked: [...picked].map(key => JSON.parse(key)) }
}

function read(change) {
  all = false
  picked = new Set()
  wanted = { ...wanted, ...change }
  return readFindings(wanted)
}

function drawChoice(name, label, { filters }, names = {}) {
  const options = Object.entries(filters[name]).map(([value, number]) =>
    el('option', { value, selected: wanted[name] === value }, `${names[value] ?? (value || 'none')} (${number.toLocaleString('en')})`))
  return el('label', {}, label, ' ', el('select', { 'data-filter': name, on: { change: event => read({ [name]: event.target.value }) } },
    el('option', { value: '' }, 'all'), ...options))
}

function drawUnseenChoice() {
  return el('label', { class: 'check' }, el('input', { type: 'checkbox', 'data-filter': 'unseen', checked: Boolean(wanted.unseen), on: { change: event => read({ unseen: event.target.checked }) } }), ' never seen')
}

function pick(key, on) {
  if (on) picked.add(key)
  else picked.delete(key)
  all = false
  draw()
}

async function goTo(finding) {
  window_.close()
  await openDocument(finding.documents[0])
  select(finding.change)
}

const describeState = finding => Object.entries(STATES).filter(([name]) => finding[name]).map(([name, words]) => `${finding[name].toLocaleString('en')} ${words}`).join(', ')

function drawRow(finding) {
  const key = keyOf(finding)
  return el('tr', { 'data-finding': finding.words },
    el('td', {}, el('input', { type: 'checkbox', checked: all || picked.has(key), 'aria-label': `Mark ${finding.words}`, on: { change: event => pick(key, event.target.checked) } })),
    el('td', {}, button(el('q', {}, finding.words), () => goTo(finding), { class: 'link', title: 'Go to its first place' })),
    el('td', {}, finding.kind), el('td', {}, finding.becomes), el('td', { class: 'soft' }, finding.model),
    el('td', { class: 'number' }, finding.places.toLocaleString('en')),
    el('td', { class: 'number' }, finding.documents.length.toLocaleString('en')),
    el('td', { class: 'soft' }, [describeState(finding), ...finding.codes].join(' · ')))
}

function drawTable(list) {
  const box = el('input', { type: 'checkbox', id: 'mark-all', checked: all, 'aria-label': `Mark all ${list.found} findings`, on: { change: event => { all = event.target.checked; picked = new Set(); draw() } } })
  const heads = ['Words', 'Kind', 'Becomes', 'Found by', 'Places', 'Documents', 'State']
  return el('div', { class: 'table', tabindex: '0', role: 'region', 'aria-label': 'Findings' }, el('table', {},
    el('thead', {}, el('tr', {}, el('th', {}, box), ...heads.map(head => el('th', { scope: 'col' }, head)))),
    el('tbody', {}, ...list.findings.map(drawRow))))
}

function drawActions(list) {
  const number = all ? list.found : picked.size
  const off = !number || Boolean(store.task)
  const run = more => actOnMany({ filter: meant(), ...more })
  return el('div', { class: 'row', role: 'group', 'aria-label': 'What to do with the marked findings' },
    el('strong', {}, `${number.toLocaleString('en')} marked`),
    button('Accept', () => run({ action: 'accept' }), { class: 'primary', id: 'accept-marked', disabled: off }),
    button('Remove', () => run({ action: 'remove' }), { disabled: off }),
    button('Restore', () => run({ action: 'keep' }), { disabled: off, title: 'Put the original words back; what leaks then is not released' }),
    button('Code …', () => openCode(count(number, 'finding'), {}, said => run({ action: 'annotate', ...said })), { disabled: off, id: 'code-marked' }),
    button('Overrule …', () => askReason(count(number, 'finding'), reason => run({ action: 'override', reason })), { disabled: off }))
}

function drawTask({ task }) {
  if (!task) return null
  return el('div', { class: 'going', role: 'status' }, el('span', {}, `${task.done} of ${count(task.total, 'document')}`),
    el('progress', { max: task.total, value: task.done, 'aria-label': 'How far it is' }), button('Stop', () => control('stop'), { class: 'quiet' }))
}

function draw() {
  const list = store.findings
  if (!window_?.open || !list) return
  redraw(window_.querySelector('.choices'), drawChoice('kind', 'Kind', list), drawChoice('model', 'Found by', list), drawChoice('state', 'State', list, STATES), drawUnseenChoice())
  const more = list.found - list.findings.length
  redraw(window_.querySelector('.list'), drawActions(list), drawTask(store),
    el('p', { class: 'soft', id: 'findings-count' }, `${count(list.found, 'finding')} at ${count(list.changes, 'change')}`,
      list.planned < list.total && `; ${list.planned} of ${list.total} documents are planned`, more > 0 && `; ${count(more, 'finding')} not listed: filter or search`),
    drawTable(list))
}

/** Show the findings of all documents, those that a filter takes first. */
export async function openFindings(filter = {}) {
  wanted = {}
  await read(filter)
  const search = el('input', { type: 'search', id: 'find-words', placeholder: 'Words', 'aria-label': 'Search in the findings', value: filter.search ?? '', on: { input: event => void read({ search: event.target.value }) } })
  window_ = openDialog('Findings in all documents',
    el('div', { class: 'row filters' }, search, el('div', { class: 'row choices' }),
      button('Mark words everywhere …', () => openEverywhere(search.value), { id: 'mark-everywhere' })),
    el('div', { class: 'list' }),
    el('form', { method: 'dialog', class: 'row end' }, el('button', {}, 'Close')))
  window_.classList.add('findings')
  draw()
}

/** Draw the list again whenever it changes, and read it again when something was done. */
export function setUpFindings() {
  watch((now, names) => {
    if (!window_?.open) return
    if (names.has('findings') || names.has('task')) draw()
    if (names.has('taskEnded')) void readFindings(wanted)
  })
}
