// The document: one paragraph a block, drawn again only where it changed.

import { el, byId } from './dom.js'
import { store, watch, leaksOf } from './store.js'
import { select } from './work.js'

let drawn = null // the document whose blocks are on the page
let blocks = []

function drawLabel(leak) {
  return el('sup', { class: 'leak-label', 'data-leak-label': leak })
}

function drawSegment(segment, accepted) {
  const labels = segment.leaks.map(drawLabel)
  if (segment.change === null) return labels.length ? el('span', { class: 'leaking' }, segment.text, ...labels) : segment.text
  const classes = {
    kept: segment.kept, excepted: segment.excepted, leaking: labels.length, accepted: accepted.has(segment.change),
    selected: segment.change === store.selected,
  }
  const mark = el('mark', { class: Object.keys(classes).filter(name => classes[name]).join(' '), 'data-change': segment.change })
  if (segment.replacement === null) mark.append(segment.text)
  else mark.append(el('del', {}, segment.text), el('ins', {}, segment.replacement))
  mark.append(...labels)
  return mark
}

const acceptedIn = current => new Set(current.changes.filter(change => change.accepted).map(change => change.id))

/** Whether the lines of a paragraph end where a page was full, and not because something ends there. */
function isWrapped(block) {
  const lines = block.segments.map(segment => segment.text).join('').trim().split(/\r?\n/)
  return lines.length > 1 && lines.slice(0, -1).every(line => line.length > 54) && !lines.some(line => /\s{2}|\t/.test(line.trim()))
}

function drawBlock(block, index, accepted) {
  const content = block.segments.map(segment => drawSegment(segment, accepted))
  return el('p', { 'data-block': index, class: isWrapped(block) ? 'wrapped' : null, dir: 'auto' }, ...content)
}

function drawAll(current) {
  drawn = current
  const accepted = acceptedIn(current)
  blocks = current.blocks.map((block, index) => drawBlock(block, index, accepted))
  const content = blocks.flatMap((made, index) => {
    const mark = current.blocks[index].mark
    return mark ? [el('h2', { class: 'mark' }, mark), made] : [made]
  })
  byId('text').replaceChildren(...content)
  byId('text').setAttribute('aria-label', `Document ${current.name}`)
}

function drawChanged(current) {
  const [before, accepted] = [acceptedIn(drawn), acceptedIn(current)]
  for (const index of current.changed) {
    const made = drawBlock(current.blocks[index], index, accepted)
    blocks[index].replaceWith(made)
    blocks[index] = made
  }
  for (const id of before.symmetricDifference(accepted))
    for (const mark of findPlaces(id)) mark.classList.toggle('accepted', accepted.has(id))
  drawn = current
}

/** The numbers of leaks follow their order in the panel, which may change where the text does not. */
function numberLeaks(current) {
  const numbers = new Map(leaksOf(current).map((leak, index) => [leak.id, String(index + 1)]))
  for (const label of byId('text').querySelectorAll('[data-leak-label]')) {
    label.textContent = numbers.get(label.dataset.leakLabel) ?? '?'
    label.setAttribute('aria-label', `leak ${label.textContent}`)
  }
}

/** The places of a change, in reading order. */
export const findPlaces = id => [...byId('text').querySelectorAll(`[data-change="${CSS.escape(id)}"]`)]

function showSelected({ selected }) {
  for (const mark of byId('text').querySelectorAll('.selected')) mark.classList.remove('selected')
  if (selected === null) return
  const places = findPlaces(selected)
  for (const mark of places) mark.classList.add('selected')
  const inSight = places.some(isInSight)
  if (!inSight) places[0]?.scrollIntoView({ block: 'center' })
}

function isInSight(mark) {
  const { top, bottom } = mark.getBoundingClientRect()
  const room = byId('text').parentElement.getBoundingClientRect()
  return bottom > 0 && top >= room.top && bottom <= Math.min(room.bottom, innerHeight)
}

/** Go from one place of the selected change to the next. */
export function showNextPlace() {
  const places = findPlaces(store.selected)
  const at = places.findIndex(place => place.classList.contains('at'))
  places[at]?.classList.remove('at')
  const next = places[(at + 1) % places.length]
  next?.classList.add('at')
  next?.scrollIntoView({ block: 'center' })
}

/** The words of the original that a person has selected, and the block in which they begin; null where there are none. */
export function readPhrase() {
  const selection = getSelection()
  if (!selection.rangeCount || selection.isCollapsed) return null
  const range = selection.getRangeAt(0)
  const block = range.startContainer.parentElement?.closest('[data-block]')
  if (!block || !byId('text').contains(range.endContainer)) return null
  const text = originalWords(range).trim()
  return text ? { text, block: Number(block.dataset.block) } : null
}

function originalWords(range) {
  const walker = document.createTreeWalker(byId('text'), NodeFilter.SHOW_TEXT)
  let words = ''
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (!range.intersectsNode(node) || node.parentElement.closest('ins, sup, h2')) continue
    const from = node === range.startContainer ? range.startOffset : 0
    const to = node === range.endContainer ? range.endOffset : node.length
    words += node.data.slice(from, to)
  }
  return words
}

/** Draw the document whenever it changes, and select what is clicked. */
export function setUpText() {
  watch((now, names) => {
    if (names.has('view')) document.body.dataset.view = now.view
    if (!now.current) return
    const other = drawn?.number !== now.current.number || drawn?.reader !== now.current.reader
    if (names.has('current')) {
      if (!now.current.changed || other) drawAll(now.current)
      else drawChanged(now.current)
      numberLeaks(now.current)
    }
    if (names.has('selected') || names.has('current')) showSelected(now)
  })
  byId('text').addEventListener('click', event => {
    const mark = event.target.closest('[data-change]')
    if (mark && getSelection().isCollapsed) select(mark.dataset.change)
  })
}
