// The pages of a file beside its text, with every change drawn on them: a click leads from one to the other.

import { el, svg, byId, button } from './dom.js'
import * as api from './api.js'
import { store, update, watch } from './store.js'
import { refuse, select } from './work.js'
import { exportMarks, importMarks } from './exchange.js'

let shown = null // {number, state} of what is drawn
let asked = 0 // which answer is the newest

/** Show the pages beside the text, or put them away. */
export function togglePages() {
  if (store.current?.has_pages) update({ pagesOpen: !store.pagesOpen })
}

const near = 'observer' // pages that come near are drawn, so that a book of a thousand pages opens at once
const observer = new IntersectionObserver(entries => {
  for (const { target, isIntersecting } of entries)
    if (isIntersecting && target.dataset[near] && !target.getAttribute('href')) target.setAttribute('href', target.dataset[near])
}, { rootMargin: '600px' })

function drawPage({ width, height, turn }, index, number) {
  const sideways = turn % 180 !== 0
  const [across, down] = sideways ? [height, width] : [width, height]
  const image = svg('image', { width, height, preserveAspectRatio: 'none', [`data-${near}`]: `api/documents/${number}/pages/${index + 1}` })
  const group = svg('g', turn ? { transform: `translate(${across / 2} ${down / 2}) rotate(${turn}) translate(${-width / 2} ${-height / 2})` } : {}, image, svg('g', { class: 'places' }))
  observer.observe(image)
  return el('figure', { class: 'page', 'data-page': index + 1 },
    svg('svg', { viewBox: `0 0 ${across} ${down}`, role: 'img', 'aria-label': `Page ${index + 1}` }, group),
    el('figcaption', { class: 'soft' }, `page ${index + 1}`))
}

function drawPlace({ box: [x, y, width, height], nth, change, leak, kept }) {
  const known = store.changes.find(each => each.id === change)
  const words = known ? `${known.term}: ${kept ? 'kept' : known.replacement || 'removed'}` : 'leak'
  const classes = ['place', kept && 'kept', (leak || known?.leaks.length) && 'leaking', change === store.selected && 'selected']
  return svg('rect', { x: x - 1, y: y - 1, width: width + 2, height: height + 2, rx: 1.5, class: classes.filter(Boolean).join(' '), 'data-place': change ?? leak, 'data-nth': nth }, svg('title', {}, words))
}

function drawPlaces(places) {
  for (const page of byId('pages').querySelectorAll('.page'))
    page.querySelector('.places').replaceChildren(...places.filter(each => String(each.page) === page.dataset.page).map(drawPlace))
}

/** Marks of other programs, out and in. */
function drawTools() {
  const file = el('input', { type: 'file', accept: '.xfdf', class: 'unseen', tabindex: '-1', 'aria-hidden': 'true', on: { change: async event => {
    const [chosen] = event.target.files
    if (chosen) void importMarks(await chosen.text())
    event.target.value = ''
  } } })
  return el('div', { class: 'row page-tools' },
    button('Export marks', exportMarks, { class: 'quiet', id: 'export-marks', title: 'Marks for redaction (XFDF), for other PDF programs' }),
    button('Import marks …', () => file.click(), { class: 'quiet', id: 'import-marks' }), file)
}

async function read(number) {
  const turn = ++asked
  try {
    const { pages, places, state } = await api.readPages(number)
    if (turn !== asked || store.current?.number !== number) return
    if (shown?.number !== number) byId('pages').replaceChildren(drawTools(), ...pages.map((page, index) => drawPage(page, index, number)))
    shown = { number, state }
    drawPlaces(places)
    byId('pages').dataset.state = state
    showSelected(store)
  } catch (error) {
    await refuse(error)
  }
}

function showSelected({ selected, nth }) {
  const places = [...byId('pages').querySelectorAll('.place')]
  for (const place of places) place.classList.toggle('selected', place.dataset.place === selected)
  const chosen = places.filter(place => place.dataset.place === selected)
  const meant = chosen.find(place => place.dataset.nth === String(nth)) ?? chosen[0]
  if (!meant) return
  const room = byId('pages').getBoundingClientRect()
  const { top, bottom } = meant.getBoundingClientRect()
  if (top < room.top || bottom > room.bottom) byId('pages').scrollTop += (top + bottom) / 2 - (room.top + room.height / 2)
}

function close() {
  asked += 1
  shown = null
  byId('pages').replaceChildren()
  delete byId('pages').dataset.state
}

/** Draw the pages whenever the document changes, and select what is clicked on them. */
export function setUpPages() {
  watch((now, names) => {
    if (!['current', 'selected', 'nth', 'pagesOpen'].some(name => names.has(name))) return
    const open = now.pagesOpen && Boolean(now.current?.has_pages) && !now.current.reader
    document.body.toggleAttribute('data-pages', open)
    if (!open) return shown && close()
    if (shown?.number !== now.current.number || shown.state !== now.current.state || names.has('pagesOpen')) return void read(now.current.number)
    if (names.has('current')) void read(now.current.number)
    else showSelected(now)
  })
  byId('pages').addEventListener('click', event => {
    const place = event.target.closest('[data-place]')
    if (place && store.changes.some(each => each.id === place.dataset.place)) select(place.dataset.place, Number(place.dataset.nth))
    else if (place) document.querySelector(`#text [data-leaks~="${CSS.escape(place.dataset.place)}"]`)?.scrollIntoView({ block: 'center' })
  })
}
