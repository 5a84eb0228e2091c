// The change that is selected: its words, its reasons, and the ladder of what could stand there instead.

import { el, button, icon, count } from './dom.js'
import { act, moveBy, acceptAndMove, takeOffered } from './work.js'
import { showNextPlace } from './text.js'
import { openCode, openOwnWords, openReason, openApplyToAll } from './dialogs.js'

/** What could stand there, from the most telling to the least, with the key of each. */
export function listRungs(details) {
  const rungs = details.ladder.slice(0, 9).map(rung => ({ ...rung, key: String(rung.rung), becomes: rung.text, request: { rung: rung.rung } }))
  return [
    { key: 'r', text: details.term, bits: details.bits, leaks: details.keep.leaks, keep: true },
    ...rungs,
    { key: 'x', text: details.placeholder, bits: 0, leaks: false, becomes: null, request: { becomes: null } },
  ]
}

/** Put a rung of the ladder in place. */
export function takeRung(details, rung) {
  if (rung.keep) return act('keep', { change: details.id })
  return act('decide', { change: details.id, ...rung.request })
}

function drawRung(details, rung) {
  const chosen = rung.keep ? details.kept : !details.kept && details.becomes === rung.becomes
  return el('li', {}, el('button', { type: 'button', class: 'rung', 'aria-pressed': String(chosen), on: { click: () => takeRung(details, rung) } },
    el('kbd', { 'aria-hidden': 'true' }, rung.key),
    el('span', { class: 'rung-text' }, rung.keep ? 'keep ' : '', rung.keep ? el('q', {}, rung.text) : rung.text),
    rung.leaks && el('span', { class: 'warning' }, icon('red'), 'leaks'),
    details.bits > 0 && el('span', { class: 'bits' }, `${rung.bits.toFixed(1)} bits`),
  ))
}

function drawLadder(details) {
  const rungs = listRungs(details)
  const own = !details.kept && !rungs.some(rung => !rung.keep && rung.becomes === details.becomes)
  return el('ol', { class: 'ladder', 'aria-label': 'What could stand there' },
    ...rungs.map(rung => drawRung(details, rung)),
    el('li', {}, el('button', { type: 'button', class: 'rung', 'aria-pressed': String(own), on: { click: () => openOwnWords(details) } },
      el('kbd', { 'aria-hidden': 'true' }, 'e'),
      el('span', { class: 'rung-text' }, own ? details.becomes : 'own words …'))),
  )
}

/** A reason with the words that it is about, where they are several: the sentence itself quotes nothing. */
function drawReason({ sentence, terms }) {
  if (terms.length < 2) return [sentence]
  return [...terms.flatMap((term, index) => [index ? ' and ' : '', el('q', {}, term)]), `: ${sentence}`]
}

function drawReasons(details) {
  const [first, ...others] = details.reasons.length ? details.reasons : [{ sentence: details.reason, terms: [] }]
  return [
    first.sentence && el('p', { class: 'reason' }, ...drawReason(first)),
    others.length > 0 && el('details', {}, el('summary', {}, count(others.length, 'further reason')),
      el('ul', {}, ...others.map(reason => el('li', {}, ...drawReason(reason))))),
  ]
}

function drawHead(change, changes) {
  const at = changes.indexOf(change)
  return el('div', { class: 'section-head' },
    el('h2', {}, 'Change ', el('span', { class: 'soft' }, `${(at + 1).toLocaleString("en")} of ${changes.length.toLocaleString("en")}`)),
    el('div', { class: 'row tight' },
      button(icon('previous'), () => moveBy(-1), { class: 'quiet', 'aria-label': 'Previous change' }),
      button(icon('next'), () => moveBy(1), { class: 'quiet', 'aria-label': 'Next change' }),
    ),
  )
}

function drawTitle(change) {
  return el('p', { class: 'change-title' },
    el('q', {}, change.term), el('span', { class: 'arrow', 'aria-hidden': 'true' }, ' → '), el('span', { class: 'unseen' }, ' becomes '),
    change.kept ? el('strong', {}, 'kept') : el('strong', {}, change.replacement || 'nothing'))
}

function drawFacts(change, details) {
  const facts = [details?.model, change.accepted ? 'looked at' : 'not looked at yet'].filter(Boolean)
  const places = change.places > 1
    ? button(count(change.places, 'place'), showNextPlace, { class: 'link', title: 'Go to the next place' })
    : el('span', {}, '1 place')
  return el('p', { class: 'soft facts' }, places, ...facts.map(fact => el('span', {}, fact)))
}

/** Under which rule, and why, the words go. */
function drawCode(details) {
  if (details.kept) return null
  const said = [details.code && el('strong', {}, details.code), details.note].filter(Boolean).flatMap((each, index) => [index ? ' · ' : '', each])
  return el('p', { class: 'code-line' }, ...said, ' ', button(said.length ? 'Change …' : 'Code and reason …', () => askCode(details), { class: 'link', key: 'c', id: 'code-button' }))
}

/** Ask for the code and the reason of the selected change. */
export const askCode = details => openCode(`“${details.term}”`, details, said => act('annotate', { change: details.id, ...said }))

function drawSteps(details, documents, actions) {
  return el('div', { class: 'row' },
    button('Accept, next', acceptAndMove, { key: 'a', class: 'primary' }),
    button('Overrule …', () => openReason({ term: details.term, change: details.id }), { key: 'o' }),
    ...actions.map(offered => button(offered.does, () => takeOffered(offered), { key: offered.key })),
    documents.length > 1 && button(`Apply to all ${documents.length} documents …`, () => openApplyToAll(details)),
  )
}

/** The section about the selected change. */
export function drawChange({ current, changes, selected, details, documents, actions }) {
  const change = changes.find(each => each.id === selected)
  if (!change && current.problem) return null // nobody knows what has to go
  if (!change)
    return el('section', { class: 'change-section' }, el('h2', {}, 'No changes'),
      el('p', { class: 'soft' }, 'Nothing in this document has to go. Select words and mark them if you know better.'))
  const known = details?.id === selected ? details : null
  return el('section', { class: 'change-section', 'aria-label': 'Selected change', 'data-change-shown': selected, 'aria-busy': String(!known) },
    drawHead(change, changes), drawTitle(change), drawFacts(change, known),
    known && drawReasons(known), known && drawLadder(known), known && drawCode(known), known && drawSteps(known, documents, actions))
}
