// What the program has to say: a line for screen readers, a bar for refusals, a closed door at the end.

import { el, byId, button, icon } from './dom.js'

/** Say something to those who listen to the page. */
export function announce(words) {
  byId('status').textContent = words
}

/** A line at the top that says why something was not done, and what to do. */
export function showRefusal(error) {
  byId('notice').replaceChildren(
    icon('red'),
    el('p', {}, error.message),
    button(icon('close'), clearNotice, { class: 'quiet', 'aria-label': 'Close this message' }),
  )
  byId('notice').dataset.code = error.code
}

/** A line at the top about what was done. */
export function showNews(words) {
  byId('notice').replaceChildren(icon('check'), el('p', {}, words),
    button(icon('close'), clearNotice, { class: 'quiet', 'aria-label': 'Close this message' }))
  byId('notice').dataset.code = 'news'
}

export function clearNotice() {
  byId('notice').replaceChildren()
  delete byId('notice').dataset.code
}

const TITLES = { expired: 'This review is locked', no_access: 'This page is not open here', other_reviewer: 'This page is somebody else’s now', gone: 'The review has ended' }

/** Take the document off the screen: nobody is known to be there, or nothing answers any more. */
export function lock(error) {
  document.body.dataset.locked = error.code
  const again = button('Try again', () => location.reload(), { class: 'primary' })
  document.body.replaceChildren(
    el('main', { class: 'locked' }, el('h1', {}, TITLES[error.code] ?? TITLES.gone), el('p', { role: 'alert' }, error.message), again),
  )
  again.focus()
}
