// Search in what is shown: the words of the original, or those of the release. Words that wrap over a line are found.

import { el, byId, button, icon } from './dom.js'
import { store, watch } from './store.js'
import { bringIntoSight } from './text.js'

let matches = [] // ranges
let at = -1
let input = null
let tally = null

function patternOf(words) {
  const escaped = words.trim().replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return new RegExp(escaped.replace(/\s+/g, '\\s+'), 'giu')
}

function textNodes(block, hidden) {
  const walker = document.createTreeWalker(block, NodeFilter.SHOW_TEXT)
  const nodes = []
  for (let node = walker.nextNode(); node; node = walker.nextNode())
    if (!node.parentElement.closest(hidden)) nodes.push(node)
  return nodes
}

function rangeOf(nodes, from, to) {
  const range = new Range()
  let before = 0
  let begun = false
  for (const node of nodes) {
    const after = before + node.length
    if (!begun && from < after) {
      range.setStart(node, from - before)
      begun = true
    }
    if (to <= after) {
      range.setEnd(node, to - before)
      return range
    }
    before = after
  }
  return range
}

function findIn(block, pattern, hidden) {
  const nodes = textNodes(block, hidden)
  const text = nodes.map(node => node.data).join('')
  return [...text.matchAll(pattern)].map(found => rangeOf(nodes, found.index, found.index + found[0].length))
}

function find() {
  const words = input.value
  const hidden = store.view === 'released' ? 'del, sup' : 'ins, sup'
  matches = words.trim() ? [...byId('text').querySelectorAll('p')].flatMap(block => findIn(block, patternOf(words), hidden)) : []
  at = -1
  show()
}

function show() {
  tally.textContent = input.value.trim() ? `${at + 1 || '–'} of ${matches.length}` : ''
  if (!globalThis.Highlight) return
  CSS.highlights.set('found', new Highlight(...matches))
  CSS.highlights.set('found-now', new Highlight(...(at < 0 ? [] : [matches[at]])))
}

function move(step) {
  if (!matches.length) return
  at = (at + step + matches.length + (at < 0 && step < 0 ? 1 : 0)) % matches.length
  bringIntoSight(matches[at])
  show()
}

function leave() {
  byId('text').focus({ preventScroll: true })
  if (at >= 0) {
    getSelection().removeAllRanges()
    getSelection().addRange(matches[at])
  }
}

function press(event) {
  if (event.key === 'Enter') move(event.shiftKey ? -1 : 1)
  else if (event.key === 'Escape') leave()
  else return
  event.preventDefault()
}

/** Go to the search box. */
export function startSearch() {
  document.body.toggleAttribute('data-search', true)
  input.focus()
  input.select()
}

/** The box, with how many were found; Escape selects what was found last, so that it can be marked. */
export function searchBox() {
  input = el('input', { type: 'search', id: 'search', placeholder: 'Search', 'aria-label': 'Search in the document', autocomplete: 'off', spellcheck: 'false', on: { input: find, keydown: press } })
  tally = el('span', { class: 'tally soft', role: 'status' })
  watch((_, names) => (names.has('current') || names.has('view')) && input.value && find())
  return el('div', { class: 'search', role: 'search' },
    button(icon('search'), startSearch, { class: 'quiet', 'aria-label': 'Search' }), input, tally)
}
