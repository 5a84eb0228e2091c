// Every key, in one table: what is pressed, what the help screen says, what is done.

import { store } from './store.js'
import { act, acceptAndMove, moveBy, releaseDocument, takeOffered, takeTurn, whenDetails } from './work.js'
import { releaseAll } from './many.js'
import { askCode, listRungs, takeRung } from './change.js'
import { openOwnWords, openReason } from './dialogs.js'
import { moveLeak, markPhrase } from './panel.js'
import { moveDocument, turnView } from './top.js'
import { togglePages } from './pages.js'
import { startSearch } from './search.js'
import { openHelp } from './help.js'
import { openFindings } from './findings.js'

const withDetails = run => async () => {
  const details = await whenDetails()
  if (details) await run(details)
}
const rung = key => withDetails(details => {
  const found = listRungs(details).find(each => each.key === key)
  if (found) return takeRung(details, found)
})

export const KEYS = {
  Move: [
    { keys: { j: () => moveBy(1), k: () => moveBy(-1) }, shown: ['j', 'k'], does: 'next, previous change' },
    { keys: { J: () => moveLeak(1), K: () => moveLeak(-1) }, shown: ['J', 'K'], does: 'next, previous leak' },
    { keys: { n: () => moveDocument(1), p: () => moveDocument(-1) }, shown: ['n', 'p'], does: 'next, previous document' },
    { keys: { f: () => openFindings() }, shown: ['f'], does: 'findings in all documents' },
    { keys: { '/': startSearch }, shown: ['/'], does: 'search; Enter next, Esc back to the document with the match selected' },
    { keys: { g: togglePages }, shown: ['g'], does: 'the pages of a file beside its text' },
    { keys: { v: turnView }, shown: ['v'], does: 'Original, Changes, Released' },
  ],
  Decide: [
    { keys: { a: acceptAndMove }, shown: ['a'], does: 'accept this change and go to the next' },
    { keys: { r: rung('r') }, shown: ['r'], does: 'keep the original words' },
    { keys: Object.fromEntries([...'123456789'].map(key => [key, rung(key)])), shown: ['1', '–', '9'], does: 'take a rung of the ladder' },
    { keys: { x: rung('x') }, shown: ['x'], does: 'a placeholder' },
    { keys: { e: withDetails(openOwnWords) }, shown: ['e'], does: 'own words; Enter puts them there' },
    { keys: { m: () => markPhrase(store.phrase) }, shown: ['m'], does: 'mark the selected words everywhere' },
    { keys: { c: withDetails(askCode) }, shown: ['c'], does: 'the code and the reason under which it goes' },
    { keys: { o: withDetails(({ term, id }) => openReason({ term, change: id })) }, shown: ['o'], does: 'overrule: keep against the policy, with a reason' },
    { keys: { R: () => act('repair') }, shown: ['R'], does: 'repair: give up as little as possible, keep what you kept' },
    { keys: { u: () => act('undo'), U: () => act('redo') }, shown: ['u', 'U'], does: 'undo, redo; also Ctrl-Z and Ctrl-Shift-Z' },
  ],
  Finish: [
    { shown: ['Ctrl-Enter'], does: 'release this document' },
    { shown: ['Ctrl-Shift-Enter'], does: 'release all documents that may go' },
    { keys: { '?': openHelp }, shown: ['?'], does: 'this screen; Esc closes it' },
  ],
}

const SINGLE = Object.assign({}, ...Object.values(KEYS).flat().map(entry => entry.keys ?? {}))

const findOffered = key => {
  const offered = store.actions.find(each => each.key === key)
  return offered && (() => takeOffered(offered))
}

function pressWithControl(event) {
  if (event.key === 'Enter') return event.shiftKey ? releaseAll : releaseDocument
  if (event.key.toLowerCase() === 'z') return () => act(event.shiftKey ? 'redo' : 'undo')
  if (event.key.toLowerCase() === 'y') return () => act('redo')
  return null
}

function findAct(event) {
  if (event.altKey) return null
  if (event.ctrlKey || event.metaKey) return pressWithControl(event)
  return store.singleKeys ? SINGLE[event.key] ?? findOffered(event.key) : null
}

const isTyping = target => target.matches('input, select, textarea') || target.closest('dialog')
const isAsked = () => isTyping(document.activeElement) || document.querySelector('dialog[open]')

/** Listen for keys everywhere but where something is typed. */
export function setUpKeys() {
  addEventListener('keydown', event => {
    if (document.body.dataset.locked || isTyping(event.target)) return
    const run = findAct(event)
    if (!run) return
    event.preventDefault()
    if (run === startSearch) return run() // what is typed next are the words
    takeTurn(() => isAsked() || run()) // a question that was opened meanwhile has to be answered first
  })
}
