// The help screen, made from the table of keys, so that no key is missing from it.

import { el } from './dom.js'
import { store, update } from './store.js'
import { openDialog } from './dialogs.js'
import { KEYS } from './keys.js'

function drawKeys(keys) {
  return keys.flatMap((key, index) => [index ? ' ' : '', el('kbd', {}, key)])
}

function drawGroup([title, entries]) {
  const rows = entries.map(entry => [el('dt', {}, ...drawKeys(entry.shown)), el('dd', {}, entry.does)])
  return el('section', {}, el('h3', {}, title), el('dl', {}, ...rows.flat()))
}

const listOffered = () => store.actions.map(({ key, does }) => ({ shown: [key], does }))

/** Show all keys, and whether single ones work. */
export function openHelp() {
  const box = el('input', { type: 'checkbox', id: 'single-keys', checked: store.singleKeys, on: { change: event => update({ singleKeys: event.target.checked }) } })
  openDialog('Keys',
    el('label', { class: 'check' }, box, ' Single keys work (switch them off if you speak or use other shortcuts; Ctrl-Z and the buttons still do)'),
    el('div', { class: 'keys' }, ...Object.entries(KEYS).map(drawGroup), store.actions.length > 0 && drawGroup(['More', listOffered()])),
    el('form', { method: 'dialog', class: 'row end' }, el('button', { class: 'primary', autofocus: true }, 'Close')),
  ).classList.add('help')
}
