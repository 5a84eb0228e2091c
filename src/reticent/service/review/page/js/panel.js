// The right side: what leaks, and what can be done about it; then the change that is selected.

import { el, byId, button, icon, count, redraw } from './dom.js'
import { store, watch, leaksOf } from './store.js'
import { act, moveBy, select } from './work.js'
import { showLeak } from './text.js'
import { drawChange } from './change.js'
import { askReason, openReason } from './dialogs.js'
import { actOnMany } from './many.js'
import { openFindings } from './findings.js'

const SHOWN = 20

/** Go to the next leak: select the first of its members that is a change. */
export function moveLeak(step) {
  const leaking = store.changes.filter(change => change.leaks.length)
  moveBy(step, leaking)
}

function drawMember(leak, member, index) {
  const give = () => act('give_up', { leak: leak.id, member: index })
  return button(el('span', {}, 'Give up ', el('q', {}, member.term)), give)
}

/** What leaks, in words: which terms, and what they tell. */
function nameLeak({ members, about, kind }) {
  const terms = members.flatMap((member, index) => [index ? ' and ' : '', el('q', {}, member.term)])
  if (!about) return [...terms, ` is left: ${kind.toLowerCase().replaceAll('_', ' ')}`]
  return [...terms, members.length > 1 ? ' tell of ' : ' tells of ', about]
}

/** The figures behind a leak, or the sentence where there are none. */
function describeFigures({ bits, allowed_bits: allowed, evidence, about, members, sentence }) {
  if (bits == null || allowed == null) return sentence
  const figures = `${bits.toFixed(1)} bits, ${allowed.toFixed(1)} allowed`
  if (!evidence.alone) return figures
  return `${figures}; ${evidence.together} of ${count(evidence.alone, 'document')} with ${members.length > 1 ? 'them' : 'it'} ${evidence.together === 1 ? 'names' : 'name'} ${about}`
}

function drawCard(leak, index) {
  const overrule = () => openReason({ term: leak.members.map(member => member.term).join(' + '), leak: leak.id })
  return el('li', { class: 'leak-card', 'data-leak': leak.id },
    el('h3', {}, el('span', { class: 'leak-number', 'aria-label': `leak ${index + 1}:` }, String(index + 1)),
      button(el('span', {}, ...nameLeak(leak)), () => showLeak(leak.id), { class: 'link', title: 'Go to its place; again, to the next' })),
    el('p', {}, describeFigures(leak)),
    el('div', { class: 'row' },
      ...leak.members.map((member, place) => drawMember(leak, member, place)),
      button('Overrule …', overrule),
    ),
  )
}

function drawLeaks({ current }) {
  const leaks = leaksOf(current)
  if (current.problem) return el('section', { class: 'leaks' }, el('h2', {}, icon('red'), 'This plan can’t be carried out'), el('p', {}, current.problem))
  if (!leaks.length) return null
  const title = count(leaks.length, 'leak') + (current.light === 'amber' ? ' to expect' : '')
  return el('section', { class: 'leaks', 'aria-label': 'Leaks' },
    el('div', { class: 'section-head' },
      el('h2', {}, icon('red'), title),
      button('Repair', () => act('repair'), { key: 'R', title: 'Give up as little as possible, and keep what you kept' }),
    ),
    el('ol', {}, ...leaks.slice(0, SHOWN).map(drawCard)),
    leaks.length > SHOWN && el('p', { class: 'soft' }, `and ${count(leaks.length - SHOWN, 'more leak')}`),
    current.more_leaks > 0 && el('p', { class: 'soft' }, `${count(current.more_leaks, 'larger group')} around these ${current.more_leaks === 1 ? 'is' : 'are'} not listed`),
  )
}

/** Gaps in fixed phrases, which every promise allows and whose neighbours say what went. */
function drawGaps({ current, changes }) {
  if (current.light === 'amber' || !current.gaps.length) return null
  const items = current.gaps.slice(0, SHOWN).map(({ id, change, place, before, after }) => {
    const shown = changes.find(each => each.id === change)?.replacement || 'a gap'
    return el('li', {}, button(el('span', {}, el('q', {}, `${before}${shown}${after}`)), () => select(change, place), { class: 'link', title: 'Go to its place' }), ' ',
      button('Take along', () => act('take along', { gap: id }), { 'aria-label': `Take ${(before + after).trim()} along` }))
  })
  return el('section', { class: 'gaps', 'aria-label': 'Gaps that give themselves away' },
    el('div', { class: 'section-head' }, el('h2', {}, icon('amber'), 'Gaps that give themselves away'),
      items.length > 1 && button('Take all along', () => act('take along'), { id: 'all-along' })),
    el('p', { class: 'soft' }, 'Every promise holds, and yet the words beside these gaps say what stood there.'), el('ul', {}, ...items))
}

/** What a reader would still infer although every promise holds: nothing that keeps the document back. */
function drawInferred({ current }) {
  if (!current.inferred.length) return null
  const items = current.inferred.map(({ about, sentence, words }) => el('li', {},
    el('p', {}, sentence),
    words.length > 0 && el('p', { class: 'soft' }, `points to ${about}: `, ...words.flatMap((word, index) => [index ? ', ' : '', el('q', {}, word)])),
  ))
  return el('section', { class: 'inferred', 'aria-label': 'What is still inferred' },
    el('h2', {}, 'What is still inferred'), el('ul', {}, ...items))
}

function drawPhrase({ phrase }) {
  if (!phrase) return null
  const shown = phrase.text.length > 60 ? `${phrase.text.slice(0, 57)}…` : phrase.text
  return el('section', { class: 'phrase', 'aria-label': 'Selected words' },
    button(el('span', {}, 'Mark ', el('q', {}, shown), ' everywhere'), () => markPhrase(phrase), { key: 'm', class: 'primary' }))
}

/** Hide words that no model asked for, at all their places. */
export function markPhrase(phrase) {
  if (phrase) return act('add', { text: phrase.text, everywhere: true })
}

/** The one question about words that no corpus has seen. */
function drawUnseen({ unseen, task }) {
  if (!unseen.words) return null
  const where = unseen.documents > 1 ? ` in ${count(unseen.documents, 'document')}` : ''
  const answer = more => actOnMany({ action: 'unseen', ...more })
  return el('section', { class: 'unseen-words', 'aria-label': 'Words that were never seen' },
    el('h2', {}, `${count(unseen.words, 'word')}${where} that the corpus has never seen`),
    el('p', {}, 'Nobody can tell what they give away, so they go unless you say otherwise. One answer holds for all documents.'),
    el('div', { class: 'row' },
      button('Let them go', () => answer({ answer: 'remove' }), { id: 'unseen-go', disabled: Boolean(task) }),
      button('Keep them all …', () => askReason(count(unseen.words, 'word'), reason => answer({ answer: 'keep', reason }), 'ordinary words and misspellings'), { id: 'unseen-keep', disabled: Boolean(task) }),
      button('Look at them', () => openFindings({ unseen: true, state: 'undecided' }))))
}

function drawNotices({ notices, documents }) {
  if (documents.length > 1 || !notices.length) return null
  return el('section', { class: 'notices' }, ...notices.map(each => el('p', {}, each)))
}

function drawExceptions({ current }) {
  if (!current.exceptions.length) return null
  const items = current.exceptions.map(each =>
    el('li', {}, el('q', {}, each.terms.join(', ')), ` kept by ${each.by}: ${each.reason}`))
  return el('section', { class: 'exceptions', 'aria-label': 'Kept against the policy' },
    el('h2', {}, 'Kept against the policy'), el('ul', {}, ...items))
}

function drawReader({ current }) {
  return el('section', { 'aria-label': 'Reader' }, el('h2', {}, `What ${current.reader} would see`),
    el('p', { class: 'soft' }, 'Choose “nobody in particular” at the top to go on with the changes and to release the document.'))
}

/** Draw the panel whenever something in it changes. */
export function setUpPanel() {
  watch((now, names) => {
    if (!now.current || !['current', 'selected', 'details', 'phrase', 'documents', 'unseen', 'task', 'notices'].some(name => names.has(name))) return
    const parts = now.current.reader ? [drawReader] : [drawNotices, drawPhrase, drawUnseen, drawLeaks, drawGaps, drawChange, drawInferred, drawExceptions]
    redraw(byId('panel'), parts.map(draw => draw(now)))
  })
}
