// The document: one paragraph a block, drawn again only where it changed.

import { el, byId } from './dom.js'
import { store, watch, leaksOf } from './store.js'
import { select } from './work.js'
import { layOut } from './tables.js'

let drawn = null // the document whose blocks are on the page
let blocks = []
let ranks = [] // of the headings among them, by index: none is more than one below the heading before it, the title included

function drawLabel(leak) {
  return el('sup', { class: 'leak-label', 'data-leak-label': leak })
}

function drawWords(segment) {
  const leaking = segment.leaks.length ? 'leaking' : null
  const leaks = segment.leaks.join(' ') || null
  if (segment.replacement === null) return [leaking ? el('span', { class: leaking, 'data-leaks': leaks }, segment.text) : segment.text]
  return [el('del', {}, segment.text), el('ins', { class: leaking, 'data-leaks': leaks }, segment.replacement)]
}

function drawSegment(segment, accepted) {
  const content = [...drawWords(segment), ...segment.leaks.map(drawLabel)]
  if (segment.change === null) return content
  const classes = {
    kept: segment.kept, excepted: segment.excepted, accepted: accepted.has(segment.change),
    selected: segment.change === store.selected,
  }
  return [el('mark', { class: Object.keys(classes).filter(name => classes[name]).join(' '), 'data-change': segment.change }, ...content)]
}

const acceptedIn = current => new Set(current.changes.filter(change => change.accepted).map(change => change.id))

/** Whether the lines of a paragraph end where a page was full, and not because something ends there. */
function isWrapped(block) {
  const lines = block.segments.map(segment => segment.text).join('').trim().split(/\r?\n/)
  return lines.length > 1 && lines.slice(0, -1).every(line => line.length > 54) && !lines.some(line => /\s{2}|\t/.test(line.trim()))
}

function drawBlock(block, index, accepted) {
  const content = block.segments.flatMap(segment => drawSegment(segment, accepted))
  const classes = [isWrapped(block) && 'wrapped', block.role && block.role !== 'cell' && `as-${block.role}`].filter(Boolean).join(' ')
  const heading = block.role === 'heading' ? { role: 'heading', 'aria-level': ranks[index], 'data-level': block.level } : {}
  const made = el('p', { 'data-block': index, class: classes || null, dir: 'auto', ...heading }, ...content)
  made.style.containIntrinsicBlockSize = `auto ${guessLines(block) * 1.83}rem`
  return made
}

/** About how many lines a block takes, for the scroll bar, until it is drawn. */
function guessLines(block) {
  const length = block.segments.reduce((sum, { text, replacement }) => sum + text.length + (replacement?.length ?? 0), 0)
  return 1 + Math.ceil(length / (innerWidth > 720 ? 74 : 36))
}

function rankHeadings(all) {
  let last = 1
  return all.map(({ role, level, mark }) => {
    if (mark) last = 2
    if (role === 'heading') last = Math.min(level + 1, last + 1, 6)
    return role === 'heading' ? last : null
  })
}

function drawAll(current) {
  drawn = current
  ranks = rankHeadings(current.blocks)
  const accepted = acceptedIn(current)
  blocks = current.blocks.map((block, index) => drawBlock(block, index, accepted))
  const drawMark = ({ mark }) => (mark ? [el('h2', { class: 'mark' }, mark)] : [])
  byId('text').replaceChildren(...layOut(current, blocks, drawMark))
  byId('text').classList.toggle('wide', current.blocks.some(block => block.role === 'cell'))
  byId('text').setAttribute('aria-label', `Document ${current.name}`)
  byId('text').dataset.reader = current.reader ?? ''
}

function drawChanged(current) {
  const accepted = acceptedIn(current)
  for (const index of current.changed) {
    const made = drawBlock(current.blocks[index], index, accepted)
    blocks[index].replaceWith(made)
    blocks[index] = made
  }
  for (const mark of byId('text').querySelectorAll('mark'))
    if (mark.classList.contains('accepted') !== accepted.has(mark.dataset.change)) mark.classList.toggle('accepted')
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

function showSelected({ selected, nth }) {
  for (const mark of byId('text').querySelectorAll('.selected')) mark.classList.remove('selected')
  if (selected === null) return
  const places = findPlaces(selected)
  for (const mark of places) mark.classList.add('selected')
  const meant = places[nth] ?? null
  if (meant ? !isInSight(meant) : places.length && !places.some(isInSight)) bringIntoSight(meant ?? places[0])
}

/** Scroll to a place; blocks on the way get their real height only when they are drawn, so look again a few times. */
export function bringIntoSight(place, times = 8) {
  const room = byId('text').parentElement
  const { top, bottom } = place.getBoundingClientRect()
  const frame = room.getBoundingClientRect()
  room.scrollTop += (top + bottom) / 2 - (frame.top + frame.height / 2)
  requestAnimationFrame(() => {
    if (times && !isInSight(place)) bringIntoSight(place, times - 1)
  })
}

function isInSight(place) {
  const { top, bottom, height } = place.getBoundingClientRect()
  const room = byId('text').parentElement.getBoundingClientRect()
  return height > 0 && top >= room.top && bottom <= room.bottom
}

/** Go to the first place of a leak, whether a change is there or not; again, and to the next. */
export function showLeak(id) {
  const places = [...byId('text').querySelectorAll(`[data-leaks~="${CSS.escape(id)}"]`)]
  const at = places.findIndex(place => place.classList.contains('at'))
  for (const place of byId('text').querySelectorAll('.at')) place.classList.remove('at')
  const next = places[(at + 1) % places.length]
  if (!next) return
  next.classList.add('at')
  const mark = next.closest('[data-change]')
  if (mark) select(mark.dataset.change)
  bringIntoSight(next)
}

/** Go from one place of the selected change to the next. */
export function showNextPlace() {
  const places = findPlaces(store.selected)
  const at = places.findIndex(place => place.classList.contains('at'))
  places[at]?.classList.remove('at')
  const next = places[(at + 1) % places.length]
  next?.classList.add('at')
  if (next) bringIntoSight(next)
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
    if (['selected', 'nth', 'current'].some(name => names.has(name))) showSelected(now)
  })
  byId('text').addEventListener('click', event => {
    const mark = event.target.closest('[data-change]')
    if (mark && getSelection().isCollapsed) select(mark.dataset.change, findPlaces(mark.dataset.change).indexOf(mark))
  })
}
