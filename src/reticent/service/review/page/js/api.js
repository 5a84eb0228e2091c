// Talks to the program on this machine. What it refuses comes back as a Refusal with a code and a line for people.

export class Refusal extends Error {
  constructor(status, code, message) {
    super(message)
    this.status = status
    this.code = code
  }
}

const GONE = 'The program behind this page has ended. Start “reticent review” again; what you released is on disk.'

let used = Date.now()

/** When the program was asked last. */
export const lastUse = () => used

let reviewer = null

/** Say with every question for whom this page was opened: the browser may be somebody else's meanwhile. */
export const askAs = name => { reviewer = name }

async function ask(path, { headers = {}, unused = false, ...options } = {}) {
  if (!unused) used = Date.now()
  let reply
  try {
    const named = reviewer === null ? headers : { ...headers, 'x-reviewer': encodeURIComponent(reviewer).replace(/[!'()*]/g, sign => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`) }
    reply = await fetch(path, { cache: 'no-store', redirect: 'error', headers: named, ...options })
  } catch (error) {
    if (error.name === 'AbortError') throw error
    throw new Refusal(0, 'gone', GONE)
  }
  const content = await reply.json().catch(() => ({}))
  if (reply.ok) return content
  const { code = 'http', message = `the program answered with ${reply.status}` } = content.error ?? {}
  throw new Refusal(reply.status, code, message)
}

const post = (path, body) =>
  ask(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })

/** All documents with their status, and where releases go. */
export const listDocuments = () => ask('api/documents', { unused: true })

/** The number of the newest change, once there is one after the number that the page knows. */
export const waitForNews = since => ask(`api/news?${new URLSearchParams({ since })}`, { unused: true })

/** One document; with `from`, a version that the page has, only the blocks that differ from it. */
export function readDocument(number, { from, reader, wait = false, signal } = {}) {
  const asked = new URLSearchParams()
  if (reader) asked.set('reader', reader)
  if (from) asked.set('from', from)
  if (wait) asked.set('wait', '1')
  return ask(`api/documents/${number}?${asked}`, { signal })
}

/** A change with its reasons and its ladder. */
export const readChange = (number, change, state) =>
  ask(`api/documents/${number}/changes/${encodeURIComponent(change)}?${new URLSearchParams({ state })}`)

/** The pages of a document, and where its changes stand on them. */
export const readPages = number => ask(`api/documents/${number}/pages`)

/** Act on a document as the page shows it: `state` and `from` say which. */
export const act = (number, body) => post(`api/documents/${number}/actions`, body)

export const release = (number, body) => post(`api/documents/${number}/release`, body)
export const savePlan = (number, body) => post(`api/documents/${number}/plan`, body)
export const signOff = (number, body) => post(`api/documents/${number}/sign-off`, body)

/** Marks for redaction out to other PDF programs, and in from them. */
export const exportMarks = number => post(`api/documents/${number}/marks`, {})
export const importMarks = (number, body) => post(`api/documents/${number}/import-marks`, body)

/** The log of what is withheld from the releases. */
export const exportLog = () => post('api/log', {})

/** The findings of all documents that a filter takes. */
export const listFindings = filter => post('api/findings', filter)

/** Begin what is done in many documents: how far it is stands in the list of documents. */
export const actOnMany = body => post('api/many', body)
export const releaseAll = () => post('api/release-all', {})

/** Stop what is under way, or leave the work that nobody waits for until “go on”. */
export const control = what => post('api/control', { control: what })
