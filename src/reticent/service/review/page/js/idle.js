// A page that nobody uses takes the document off the screen, at the same time as the program stops answering it.

import { lastUse } from './api.js'
import { store } from './store.js'
import { lock } from './notice.js'

const MESSAGE =
  'Nobody used this page for a long time, so it was locked. The terminal in which “reticent review” runs shows a new address; what you decided is still there.'
const EVERY = 20_000

function lockWhenLeft() {
  const seconds = (Date.now() - lastUse()) / 1000
  if (store.idleSeconds && seconds >= store.idleSeconds && !document.body.dataset.locked)
    lock({ code: 'expired', message: MESSAGE })
}

/** Look now and then, and whenever somebody comes back to the page: a sleeping machine counts no seconds. */
export function setUpIdleLock() {
  document.addEventListener('visibilitychange', lockWhenLeft)
  addEventListener('focus', lockWhenLeft)
  const look = () => {
    lockWhenLeft()
    setTimeout(look, Math.min(EVERY, (store.idleSeconds || 1) * 250))
  }
  look()
}
