// What goes out besides releases, and comes in: the log of what is withheld, marks for redaction of other programs.

import * as api from './api.js'
import { store, update } from './store.js'
import { enqueue, requireNoReader, settleSoon, stopWaiting, take } from './work.js'
import { clearNotice, showNews } from './notice.js'
import { count } from './dom.js'

/** Write the log of what is withheld from all releases. */
export const exportLog = () => enqueue(async () => {
  clearNotice()
  const { written } = await api.exportLog()
  update({ written: { title: 'The log of what is withheld', written, notes: ['It quotes nothing: those who get the releases may have it.'] } })
})

/** Write the changes of a PDF as marks for other programs. */
export const exportMarks = () => enqueue(async () => {
  clearNotice()
  const { written } = await api.exportMarks(store.current.number)
  update({ written: { title: `The marks of ${store.current.name}`, written, notes: ['Programs that redact PDF files import them as marks for redaction (XFDF).'] } })
})

/** Take marks that were made in another program. */
export const importMarks = xfdf => enqueue(async () => {
  clearNotice()
  requireNoReader()
  stopWaiting()
  const { number, state } = store.current
  const reply = await api.importMarks(number, { xfdf, state })
  take(reply)
  showNews(`${count(reply.made, 'mark')} taken as changes.`)
  settleSoon()
})

/** Write the plan as it stands, red or green: it stays with the original. */
export const savePlan = () => enqueue(async () => {
  const { number, state } = store.current
  const { written } = await api.savePlan(number, { state })
  update({ written: { title: `The plan of ${store.current.name} is saved`, written, notes: [] } })
})
