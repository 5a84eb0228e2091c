// Questions in a window of their own: own words, a reason, whether really everywhere; and what was written where.

import { el, button, count } from './dom.js'
import { store, watch } from './store.js'
import { act, applyToAll } from './work.js'

/** A window with a title; it is gone when it is closed, and the focus goes back to where it was. */
export function openDialog(title, ...content) {
  const dialog = el('dialog', { 'aria-labelledby': 'dialog-title' }, el('h2', { id: 'dialog-title' }, title), ...content)
  dialog.addEventListener('close', () => dialog.remove())
  document.body.append(dialog)
  dialog.showModal()
  return dialog
}

function openQuestion(title, { explanation, label, value = '', yes, then }) {
  const input = label && el('input', { type: 'text', id: 'answer', value, autocomplete: 'off', spellcheck: 'false', required: true })
  const answer = event => {
    event.preventDefault()
    const said = input?.value.trim()
    if (input && !said) return
    dialog.close()
    then(said)
  }
  const form = el('form', { method: 'dialog', on: { submit: answer } },
    explanation && el('p', {}, explanation),
    label && el('label', { for: 'answer' }, label), input,
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

/** Ask whether to do the same in all documents. */
export function openApplyToAll(details) {
  openQuestion('Apply to all documents', {
    explanation: `Wherever “${details.term}” stands in the ${count(store.documents.length, 'document')}, the same is done with it. Each is audited again; what leaks then is not released.`,
    yes: 'Apply to all',
    then: applyToAll,
  })
}

const KINDS = { '.plan.json': 'plan', '.report.json': 'report', '.exceptions.json': 'exceptions', '.proof.json': 'proof', '.journal.jsonl': 'journal' }
const nameFile = path => KINDS[Object.keys(KINDS).find(ending => path.endsWith(ending))] ?? 'release'

function openWritten({ title, written, notes }) {
  openDialog(title,
    el('ul', { class: 'written' }, ...written.map(path => el('li', {}, el('span', { class: 'soft' }, nameFile(path)), el('code', {}, path)))),
    ...notes.map(note => el('p', {}, note)),
    written.length > 0 && el('p', { class: 'soft' }, 'Plans, reports, journals and exceptions tell more than the release does: keep them like the original.'),
    el('form', { method: 'dialog', class: 'row end' }, el('button', { class: 'primary', autofocus: true }, 'Good')))
}

/** Show what was written whenever something was. */
export function setUpDialogs() {
  watch((now, names) => names.has('written') && openWritten(now.written))
}
