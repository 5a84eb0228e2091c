// Questions in a window of their own: own words, a reason, whether really everywhere; and what was written where.

import { el, button, count } from './dom.js'
import { store, watch } from './store.js'
import { act } from './work.js'
import { actOnMany, applyToAll } from './many.js'
import { announce, showNews } from './notice.js'

/** A window with a title; it is gone when it is closed, and the focus goes back to where it was. */
export function openDialog(title, ...content) {
  const dialog = el('dialog', { 'aria-labelledby': 'dialog-title' }, el('h2', { id: 'dialog-title' }, title), ...content)
  dialog.addEventListener('close', () => dialog.remove())
  document.body.append(dialog)
  dialog.showModal()
  dialog.scrollTop = 0 // the button that has the focus stands at the end, and what matters most at the beginning
  return dialog
}

function openQuestion(title, { explanation, label, value = '', optional = false, more, yes, then }) {
  const input = label && el('input', { type: 'text', id: 'answer', value, autocomplete: 'off', spellcheck: 'false', required: !optional })
  const answer = event => {
    event.preventDefault()
    const said = input?.value.trim()
    if (input && !said && !optional) return
    dialog.close()
    then(said)
  }
  const form = el('form', { method: 'dialog', on: { submit: answer } },
    explanation && el('p', {}, explanation),
    label && el('label', { for: 'answer' }, label), input, more,
    el('div', { class: 'row end' },
      button('Cancel', () => dialog.close()),
      el('button', { type: 'submit', class: 'primary' }, yes)))
  const dialog = openDialog(title, form)
  input?.select()
}

/** Ask for words that stand in place of a change. */
export function openOwnWords(details) {
  openQuestion('Own words', {
    explanation: 'They stand there as you write them, in the form that the sentence needs, and are audited like all others.',
    label: `Instead of “${details.term}”`,
    value: details.becomes ?? '',
    yes: 'Put them there',
    then: becomes => act('decide', { change: details.id, becomes }),
  })
}

/** Ask why a change, or all of a leak, is kept against the policy. */
export function openReason({ term, ...about }) {
  openQuestion('Keep it against the policy', {
    explanation: `You answer for this as ${store.reviewer}. The plan, the report and the promise name the exception and your reason; the reason goes where the plan goes.`,
    label: `Why may “${term}” stay?`,
    yes: 'Overrule',
    then: reason => act('override', { ...about, reason }),
  })
}

/** Ask why findings of many documents are kept against the policy. */
export function askReason(what, then, value = '') {
  openQuestion('Keep them against the policy', {
    explanation: `You answer for this as ${store.reviewer}. The plan, the report and the promise name the exception and your reason.`,
    label: `Why may ${what} stay?`,
    value,
    yes: 'Overrule',
    then,
  })
}

/** Ask under which rule, and why, something is withheld: for the log. */
export function openCode(what, { code = '', note = '' }, then) {
  const options = [{ code: '', means: 'no code' }, ...store.codes].map(each =>
    el('option', { value: each.code, selected: each.code === code }, [each.code, each.means].filter(Boolean).join(': ')))
  const choice = store.codes.length > 0 && el('select', { id: 'code' }, ...options)
  openQuestion(`Why ${what} goes`, {
    explanation: 'It stands in the log of what is withheld, which those who get the release may see: it must not quote what goes.',
    label: 'Reason',
    value: note,
    optional: true,
    more: choice && el('label', { for: 'code' }, 'Code ', choice),
    yes: 'Note it',
    then: said => then({ code: choice ? choice.value : '', note: said }),
  })
}

/** Ask for words to be marked in all documents. */
export function openEverywhere(words = '') {
  const parts = el('input', { type: 'checkbox', id: 'parts' })
  openQuestion('Mark words in all documents', {
    explanation: 'Wherever they stand and nothing is changed yet, in whatever case, they become a placeholder.',
    label: 'Words',
    value: words,
    more: el('label', { class: 'check', for: 'parts' }, parts, ' a name: also its capitalized words where they stand alone, such as a surname'),
    yes: 'Mark everywhere',
    then: text => actOnMany({ action: 'add', text, parts: parts.checked }),
  })
}

/** Ask whether to do the same in all documents. */
export function openApplyToAll(details) {
  openQuestion('Apply to all documents', {
    explanation: `Wherever “${details.term}” stands in the ${count(store.documents.length, 'document')}, the same is done with it. Each is audited again; what leaks then is not released.`,
    yes: 'Apply to all',
    then: applyToAll,
  })
}

const KINDS = { 'withheld.csv': 'log, a table', 'withheld.html': 'log, a page', '.xfdf': 'marks', '.plan.json': 'plan', '.report.json': 'report', '.exceptions.json': 'exceptions', '.proof.json': 'proof', '.journal.jsonl': 'journal' }
const nameFile = path => KINDS[Object.keys(KINDS).find(ending => path.endsWith(ending))] ?? 'release'

function openWritten({ title, written, notes }) {
  openDialog(title,
    el('ul', { class: 'written' }, ...written.map(path => el('li', {}, el('span', { class: 'soft' }, nameFile(path)), el('code', {}, path)))),
    ...notes.map(note => el('p', {}, note)),
    written.length > 0 && el('p', { class: 'soft' }, 'Plans, reports, journals and exceptions tell more than the release does: keep them like the original.'),
    el('form', { method: 'dialog', class: 'row end' }, el('button', { class: 'primary', autofocus: true }, 'Good')))
}

const RESULTS = { released: 'released as', left: 'left for now', failed: 'failed', earlier: 'released before as' }

/** What became of every file, the ones that were left first: nothing else was stopped by them. */
function openResults({ rows, stopped }) {
  const order = ['failed', 'left', 'released', 'earlier']
  const sorted = [...rows].sort((one, other) => order.indexOf(one.result) - order.indexOf(other.result))
  const written = rows.filter(each => each.result === 'released').length
  const items = sorted.map(({ file, result, as, why, notes = [] }) => el('li', { 'data-result': result },
    el('code', {}, file ?? ''), el('span', {}, el('span', { class: 'soft' }, RESULTS[result]), ' ', as && el('code', {}, as), why, ...notes.map(note => ` ${note}`))))
  openDialog(`${count(written, 'file')} released${stopped ? ', then stopped' : ''}`, el('ul', { class: 'written results' }, ...items),
    el('p', { class: 'soft' }, 'Which release is of which original stands in names.json in the private folder.'),
    el('form', { method: 'dialog', class: 'row end' }, el('button', { class: 'primary', autofocus: true }, 'Good')))
}

function tellEnd(task) {
  if (task.name === 'release all') return openResults(task)
  const changed = task.rows.filter(each => each.result === 'changed').length
  const failed = task.rows.filter(each => each.result === 'failed')
  const said = `${count(changed, 'document')} changed${task.stopped ? ' before it was stopped' : ''}.`
  announce(said)
  showNews([said, ...failed.map(each => each.why)].join(' '))
}

/** Show what was written whenever something was, and how what was done in many documents ended. */
export function setUpDialogs() {
  watch((now, names) => {
    if (names.has('written')) openWritten(now.written)
    if (names.has('taskEnded')) tellEnd(now.taskEnded)
  })
}
