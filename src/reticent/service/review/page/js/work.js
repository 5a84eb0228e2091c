// What a person does, one after the other: each waits for the answer to the one before, so that no key is lost.

import * as api from './api.js'
import { update, store, listChanges, mergeReply } from './store.js'
import { showRefusal, clearNotice, announce, lock } from './notice.js'
import { count, shortName } from './dom.js'

let queue = Promise.resolve()
let turns = Promise.resolve()
let waitingJobs = 0
let waiting = null // the question whose answer turns the light
let reading = null // the question for the details of the selected change

/** Add a job to the end of a chain; the page is busy until it is done. */
function chain(before, job) {
  waitingJobs += 1
  document.body.setAttribute('data-busy', '')
  return before.then(job).catch(refuseAndGoOn).finally(() => {
    waitingJobs -= 1
    document.body.toggleAttribute('data-busy', waitingJobs > 0)
  })
}

/** Do something when all before it is done. */
export const enqueue = job => (queue = chain(queue, job))

/** Do what a key asks for when what the keys before it asked for is done, so that it is about what they led to. */
export function takeTurn(run) {
  turns = chain(turns, async () => {
    if (!store.current) await queue
    if (store.current) await run()
  })
}

export async function refuse(error) {
  if (error.name === 'AbortError') return
  if (!(error instanceof api.Refusal)) throw error
  if (['expired', 'gone', 'no_access', 'other_reviewer'].includes(error.code)) return lock(error)
  if (error.code === 'stale') await show(store.current.number)
  showRefusal(error)
}

async function refuseAndGoOn(error) {
  await refuse(error)
  if (store.current?.light === 'amber' && !document.body.dataset.locked) settleSoon()
}

/** Take what the program sent of the document that is shown. */
export function take(reply) {
  const current = { ...mergeReply(store.current, reply), name: shortName(reply.name) }
  const changes = listChanges(current)
  const known = id => changes.some(change => change.id === id)
  const selected = [reply.selected, store.selected].find(known) ?? changes[0]?.id ?? null
  update({ current, changes, selected, ...(selected === store.selected ? {} : { nth: null, details: null }) })
  document.body.dataset.light = current.light
  document.body.dataset.version = current.version
  reading = readDetails()
}

/** Wait for the audit of what is shown; the light turns when it has an answer. */
async function settle() {
  waiting?.abort()
  const { signal } = (waiting = new AbortController())
  while (store.current?.light === 'amber' && !signal.aborted) {
    const { number, version, reader } = store.current
    const reply = await api.readDocument(number, { from: version, reader, wait: true, signal })
    if (signal.aborted || reply.number !== store.current?.number) return
    take(reply)
  }
  if (store.current.light === 'red') announce(`${count(store.current.leaks.length, 'leak')}: cannot be released`)
  if (store.current.light === 'green') announce('Every promise holds')
  await readList()
}

export const settleSoon = () => void settle().catch(refuse)

let ended = null // the number of the task whose end was shown last; null before anything is known

/** Everything that the list shows; a task that has ended meanwhile is told. */
export async function readList() {
  const { documents, idle_seconds: idleSeconds, task, ...known } = await api.listDocuments()
  api.askAs(known.reviewer)
  const short = documents.map(each => ({ ...each, name: shortName(each.name) }))
  update({ ...known, documents: short, idleSeconds, task: task?.ended ? null : task })
  if (task?.ended && ended !== null && ended !== task.number) update({ taskEnded: task })
  ended = task?.ended ? task.number : (ended ?? 0)
}

async function readDetails() {
  const { current, selected } = store
  if (selected === null || !current || current.reader) return update({ details: null })
  try {
    const details = await api.readChange(current.number, selected, current.state)
    if (store.selected === selected && store.current?.state === current.state) update({ details })
  } catch (error) {
    if (error.code !== 'stale') await refuse(error)
  }
}

/** The selected change with its reasons and its ladder, as soon as they are there; null without one. */
export async function whenDetails() {
  for (let asked = null; !store.details && asked !== reading;) {
    asked = reading
    await asked
  }
  return store.details
}

async function show(number, reader) {
  waiting?.abort()
  const reply = await api.readDocument(number, { reader })
  update({ current: null, selected: null, details: null, phrase: null })
  take(reply)
  settleSoon()
}

/** Stop waiting for the audit of what is shown. */
export const stopWaiting = () => waiting?.abort()

/** Show a document. */
export const openDocument = (number, reader) => enqueue(async () => {
  clearNotice()
  await show(number, reader)
  await readList()
})

/** The first document, and the list. */
export const begin = () => enqueue(async () => {
  await readList()
  const { documents } = store
  const first = documents.find(each => each.status !== 'done' && each.planned) ?? documents.find(each => each.status !== 'done') ?? documents[0]
  if (first) await show(first.number)
})

/** What a reader would see can't be changed. */
export function requireNoReader() {
  const { reader } = store.current
  if (reader) throw new api.Refusal(0, 'reader', `This is what ${reader} would see: choose “nobody in particular” to change or release the document.`)
}

/** Change the document that is shown. */
export const act = (action, more = {}) => enqueue(() => carryOut(action, more))

async function carryOut(action, more) {
  clearNotice()
  requireNoReader()
  waiting?.abort() // its answer would be about a state that is no longer shown
  const { number, state, version } = store.current
  const reply = await api.act(number, { action, state, from: version, ...more })
  take(reply)
  settleSoon()
}

/** Do what the program offers besides what this page has controls for. */
export function takeOffered({ action, on_change: onChange }) {
  if (!onChange) return act(action)
  if (store.selected !== null) return act(action, { change: store.selected })
}

/** Select a change; `nth` says which of its places is meant, where somebody pointed at one. */
export function select(id, nth = null) {
  const same = id === store.selected
  if (same && nth === store.nth) return
  update(same ? { nth } : { selected: id, nth, details: null })
  if (!same) reading = readDetails()
}

/** Select the change that stands `step` further on; at the end it goes on at the beginning. */
export function moveBy(step, changes = store.changes) {
  if (!changes.length) return announce('There is no such change')
  const at = changes.findIndex(change => change.id === store.selected)
  const next = at < 0 ? (step > 0 ? 0 : changes.length - 1) : (at + step + changes.length) % changes.length
  select(changes[next].id)
  const { term, replacement, kept } = changes[next]
  announce(`Change ${next + 1} of ${changes.length}: ${term} ${kept ? 'is kept' : `becomes ${replacement || 'nothing'}`}`)
}

/** Agree with the selected change and go on. */
export const acceptAndMove = () => enqueue(async () => {
  const { selected, changes } = store
  if (selected === null) return
  await carryOut('accept', { change: selected })
  const open = changes.filter(change => !change.accepted || change.id === selected)
  moveBy(1, open.length > 1 ? open : changes)
})

/** Write the release of the document that is shown, with all that goes with it. */
export const releaseDocument = () => enqueue(async () => {
  clearNotice()
  requireNoReader()
  const { number, state } = store.current
  const { written, notes } = await api.release(number, { state })
  await readList()
  update({ written: { title: `${store.current.name} is released`, written, notes } })
})
