// The list of documents, by what is left to do, and how far the work on all of them is.

import { el, byId, button, icon, count, redraw } from './dom.js'
import { watch } from './store.js'
import { openDocument } from './work.js'
import { control, releaseAll } from './many.js'
import { openFindings } from './findings.js'

const GROUPS = [['leaks', 'Leaks', 'red'], ['undecided', 'Undecided', 'amber'], ['waiting', 'Being planned', 'amber'], ['done', 'Done', 'check']]
const TASKS = { 'release all': 'Releasing', 'apply to all': 'Applying', accept: 'Accepting', keep: 'Keeping', remove: 'Removing', override: 'Overruling', add: 'Marking', unseen: 'Answering', annotate: 'Writing reasons' }

function describe(each) {
  if (each.problem) return 'can’t be planned'
  if (!each.planned) return 'waits to be planned'
  const looked = each.changes - each.undecided
  const parts = [each.undecided > 0 && looked > 0 ? `${looked} of ${count(each.changes, 'change')} looked at` : count(each.changes, 'change')]
  if (each.leaks) parts.push(count(each.leaks, 'leak'))
  if (each.inferred) parts.push(each.inferred)
  if (each.signed_off) parts.push(`signed off by ${each.signed_off[0]}`)
  if (each.released) parts.push('released')
  else if (each.released_as) parts.push('changed since its release')
  return parts.join(' · ')
}

function drawDocument(each, current) {
  return el('li', {}, el('button', {
    type: 'button', class: 'document', 'data-document': each.number, 'data-status': each.status, 'data-released': each.released || null,
    'aria-current': each.number === current?.number ? 'page' : null,
    on: { click: () => openDocument(each.number).then(() => document.body.removeAttribute('data-list')) },
  }, el('span', { class: 'document-name' }, each.released && icon('check'), each.name), el('span', { class: 'soft' }, describe(each))))
}

function drawGroup([status, title, drawing], { documents, current }) {
  const members = documents.filter(each => each.status === status)
  if (!members.length) return null
  return el('section', { class: `group ${status}` },
    el('h2', {}, icon(drawing), title, el('span', { class: 'soft' }, String(members.length))),
    el('ul', {}, ...members.map(each => drawDocument(each, current))))
}

function drawBar(label, done, total, stop) {
  return el('div', { class: 'going' },
    el('label', {}, el('span', {}, `${label}: ${done.toLocaleString('en')} of ${total.toLocaleString('en')}`),
      el('progress', { max: total, value: done })), stop)
}

function drawPlanning({ documents, paused }) {
  const planned = documents.filter(each => each.planned).length
  if (planned === documents.length) return null
  return drawBar(paused ? 'Planning is stopped' : 'Planning', planned, documents.length,
    button(paused ? 'Go on' : 'Stop', () => control(paused ? 'go on' : 'pause'), { class: 'quiet', 'aria-label': paused ? 'Go on planning' : 'Stop planning' }))
}

function drawTask({ task }) {
  if (!task) return null
  return drawBar(task.stopped ? 'Stopping' : TASKS[task.name] ?? task.name, task.done, task.total,
    button('Stop', () => control('stop'), { class: 'quiet', id: 'stop-task', disabled: task.stopped }))
}

function drawProgress({ documents }) {
  const looked = documents.filter(each => each.status === 'done').length
  const released = documents.filter(each => each.released).length
  return el('p', { class: 'soft tally-all' }, `${looked} of ${documents.length} done · ${released} released`)
}

function drawNotices({ notices }) {
  return notices.length > 0 && el('details', { class: 'notices', open: true }, el('summary', {}, count(notices.length, 'notice')),
    el('ul', {}, ...notices.map(each => el('li', {}, each))))
}

/** How many documents are left to release: the program finds out which of them may go. */
function drawReleaseAll({ documents, task }) {
  const left = documents.filter(each => !each.released).length
  return button(left ? `Release all that may go (${left})` : 'Nothing more to release', releaseAll, { id: 'release-all', class: 'wide', disabled: !left || Boolean(task) })
}

function drawFindingsButton() {
  return button('Findings in all documents', () => openFindings(), { id: 'open-findings', class: 'wide', key: 'f' })
}

/** Draw the list whenever something in it changes; a single document needs none. */
export function setUpDocuments() {
  watch((now, names) => {
    if (!['documents', 'current', 'task', 'paused', 'notices'].some(name => names.has(name))) return
    const many = now.documents.length > 1
    document.body.toggleAttribute('data-many', many)
    const parts = [drawNotices(now), drawTask(now), drawPlanning(now)]
    redraw(byId('documents'), many ? [...parts, drawFindingsButton(), drawProgress(now), ...GROUPS.map(group => drawGroup(group, now)), drawReleaseAll(now)] : [])
  })
}
