// The list of documents, by what is left to do.

import { el, byId, button, icon, count, redraw } from './dom.js'
import { watch } from './store.js'
import { firstOfFiles, openDocument, releaseAll } from './work.js'

const GROUPS = [['leaks', 'Leaks', 'red'], ['undecided', 'Undecided', 'amber'], ['done', 'Done', 'check']]

function describe(each) {
  const parts = [count(each.changes, 'change')]
  if (each.leaks) parts.push(count(each.leaks, 'leak'))
  if (each.inferred) parts.push(each.inferred)
  if (each.released) parts.push('released')
  return parts.join(' · ')
}

function drawDocument(each, current) {
  return el('li', {}, el('button', {
    type: 'button', class: 'document', 'data-document': each.number, 'data-status': each.status,
    'aria-current': each.number === current?.number ? 'page' : null,
    on: { click: () => openDocument(each.number).then(() => document.body.removeAttribute('data-list')) },
  }, el('span', { class: 'document-name' }, each.name), el('span', { class: 'soft' }, describe(each))))
}

function drawGroup([status, title, drawing], { documents, current }) {
  const members = documents.filter(each => each.status === status)
  if (!members.length) return null
  return el('section', { class: `group ${status}` },
    el('h2', {}, icon(drawing), title, el('span', { class: 'soft' }, String(members.length))),
    el('ul', {}, ...members.map(each => drawDocument(each, current))))
}

function drawReleaseAll({ documents }) {
  const ready = firstOfFiles(documents).length
  return button(ready ? `Release all that may go (${ready})` : 'Nothing more to release', releaseAll, { id: 'release-all', class: 'wide', disabled: !ready })
}

/** Draw the list whenever something in it changes; a single document needs none. */
export function setUpDocuments() {
  watch((now, names) => {
    if (!names.has('documents') && !names.has('current')) return
    const many = now.documents.length > 1
    document.body.toggleAttribute('data-many', many)
    redraw(byId('documents'), many ? [...GROUPS.map(group => drawGroup(group, now)), drawReleaseAll(now)] : [])
  })
}
