// Puts the parts together and asks for the documents.

import { store, update, watch } from './store.js'
import { begin } from './work.js'
import { followNews } from './many.js'
import { readPhrase, setUpText } from './text.js'
import { setUpPages } from './pages.js'
import { setUpTop } from './top.js'
import { setUpPanel } from './panel.js'
import { setUpDocuments } from './documents.js'
import { setUpDialogs } from './dialogs.js'
import { setUpFindings } from './findings.js'
import { setUpKeys } from './keys.js'
import { setUpIdleLock } from './idle.js'

setUpText()
setUpPages()
setUpTop()
setUpPanel()
setUpDocuments()
setUpDialogs()
setUpFindings()
setUpKeys()
setUpIdleLock()

document.addEventListener('selectionchange', () => {
  const phrase = readPhrase()
  if (phrase?.text !== store.phrase?.text || phrase?.block !== store.phrase?.block) update({ phrase })
})

watch((now, names) => names.has('current') && now.current && document.body.setAttribute('data-ready', ''))
await begin()
void followNews()
