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

async function ask(path, options = {}) {
  used = Date.now()
  let reply
  try {
    reply = await fetch(path, { cache: 'no-store', redirect: 'error', ...options })
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
export const listDocuments = () => ask('api/documents')

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

/** Act on a document as the page shows it: `state` and `from` say which. */
export const act = (number, body) => post(`api/documents/${number}/actions`, body)

export const release = (number, body) => post(`api/documents/${number}/release`, body)
export const savePlan = (number, body) => post(`api/documents/${number}/plan`, body)
export const applyToAll = (number, body) => post(`api/documents/${number}/apply-to-all`, body)
