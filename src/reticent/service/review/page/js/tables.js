// Cells as tables: those of one table that follow one another, each in its row and column, with the names of the columns.

import { el } from './dom.js'
import { openDocument } from './work.js'

const LETTERS = 26

/** The letters by which spreadsheets call a column. */
function nameColumn(number) {
  let name = ''
  for (let rest = number; rest > 0; rest = Math.floor((rest - 1) / LETTERS)) name = String.fromCharCode(65 + ((rest - 1) % LETTERS)) + name
  return name
}

const isCell = block => block.role === 'cell'

/** Where a run of blocks ends that are cells of the same table. */
function findEnd(blocks, start) {
  let end = start
  while (end < blocks.length && isCell(blocks[end]) && blocks[end].place[0] === blocks[start].place[0]) end += 1
  return end
}

/** The cells of a row by their columns; several paragraphs of one cell stand together. */
function gather(entries) {
  const cells = new Map()
  for (const { block, made } of entries) {
    const column = block.place[2]
    if (!cells.has(column)) cells.set(column, { block, content: [] })
    cells.get(column).content.push(made)
  }
  return cells
}

function drawRow(cells, columns, more = {}) {
  return el('tr', more, ...columns.map(column => {
    const cell = cells.get(column)
    return el(cell?.block.level ? 'th' : 'td', cell?.block.level ? { scope: 'col' } : {}, ...(cell?.content ?? []))
  }))
}

const writeWords = block => block.segments.map(segment => segment.replacement ?? segment.text).join('')

/** A row of the same table that is another document: a click opens it. */
function drawOtherRow({ number, cells }, columns) {
  const byColumn = gather(cells.filter(isCell).map(block => ({ block, made: el('span', { class: block.segments.some(each => each.replacement !== null) ? 'changed' : null }, writeWords(block)) })))
  return drawRow(byColumn, columns, { class: 'other-row', 'data-row-of': number, on: { click: () => openDocument(number) } })
}

function drawTable(entries, around, current) {
  const rows = new Map()
  for (const entry of entries) {
    const row = entry.block.place[1]
    if (!rows.has(row)) rows.set(row, [])
    rows.get(row).push(entry)
  }
  const others = around.flatMap(({ cells }) => cells.filter(isCell))
  const all = [...entries.map(({ block }) => block), ...others]
  const columns = [...new Set(all.map(block => block.place[2]))].sort((one, other) => one - other)
  const names = new Map(all.filter(block => block.column).map(block => [block.place[2], block.column]))
  const inTable = all.some(block => block.level) // the names of the columns are cells themselves
  const head = inTable ? columns.map(nameColumn) : columns.map(column => names.get(column) ?? '')
  const drawn = [...rows.values()].map(row => drawRow(gather(row), columns, around.length ? { class: 'this-row', 'aria-current': 'true' } : {}))
  const before = around.filter(({ number }) => number < current.number).map(row => drawOtherRow(row, columns))
  const after = around.filter(({ number }) => number > current.number).map(row => drawOtherRow(row, columns))
  return el('div', { class: 'sheet', tabindex: '0', role: 'region', 'aria-label': 'Table' }, el('table', {},
    head.some(Boolean) && el('thead', { class: inTable ? 'letters' : null }, el('tr', {}, ...head.map(name => el('th', { scope: 'col' }, name)))),
    el('tbody', {}, ...before, ...drawn, ...after)))
}

/** The drawn blocks in order, with those that are cells put into tables; `around` are other rows of the first of them. */
export function layOut(current, made, drawMark) {
  const { blocks, around } = current
  const content = []
  let rest = around
  for (let at = 0; at < blocks.length;) {
    const end = findEnd(blocks, at)
    if (end > at) {
      const entries = blocks.slice(at, end).map((block, index) => ({ block, made: made[at + index] }))
      content.push(drawTable(entries, rest, current))
      rest = []
      at = end
    } else {
      content.push(...drawMark(blocks[at]), made[at])
      at += 1
    }
  }
  return content
}
