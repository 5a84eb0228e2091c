// What is done in many documents at once, and what others do meanwhile.

import * as api from './api.js'
import { store, update } from './store.js'
import { enqueue, readList, refuse, settleSoon, stopWaiting, take } from './work.js'
import { announce, clearNotice } from './notice.js'

const NEWS_EVERY = 200 // milliseconds: what changes faster is read together

async function takeNews() {
  await readList()
  const { current, documents } = store
  const known = current && documents.find(each => each.number === current.number)
  if (!known || current.reader || (known.state === current.state && known.planned === current.planned)) return
  stopWaiting()
  const reply = await api.readDocument(current.number, { from: current.version })
  if (current.planned && reply.state !== current.state) announce('Somebody else changed this document')
  take(reply)
  settleSoon()
}

/** Show what others, other tabs and the program itself do, as it happens. */
export async function followNews() {
  try {
    while (!document.body.dataset.locked) {
      const { revision } = await api.waitForNews(store.revision)
      if (revision !== store.revision) await enqueue(takeNews)
      await new Promise(resolve => setTimeout(resolve, NEWS_EVERY))
    }
  } catch (error) {
    await refuse(error)
  }
}

/** Write the release of every file that may go: the program does it file by file, and says what became of each. */
export const releaseAll = () => enqueue(async () => {
  clearNotice()
  await api.releaseAll()
  await readList()
})

/** Begin what is done in many documents. */
export const actOnMany = request => enqueue(async () => {
  clearNotice()
  await api.actOnMany(request)
  await readList()
})

/** Stop or go on. */
export const control = what => enqueue(async () => {
  await api.control(what)
  await readList()
})

/** The findings of all documents that a filter takes. */
export const readFindings = filter => enqueue(async () => {
  const findings = await api.listFindings(filter)
  update({ findings: { ...findings, filter } })
})

/** Agree to the document as it stands, as a second person. */
export const signOff = () => enqueue(async () => {
  clearNotice()
  const { number, state } = store.current
  take(await api.signOff(number, { state }))
  await readList()
})

/** Do in all other documents what was done with the selected change. */
export const applyToAll = () =>
  actOnMany({ action: 'apply to all', number: store.current.number, state: store.current.state, change: store.selected })
