// What the page knows now, in one place; whoever draws watches it.

export const store = {
  documents: [],
  output: '',
  signs: false,
  reviewer: '',
  idleSeconds: 0,
  revision: 0, // the newest change that the page knows of
  kinds: [],
  codes: [], // the rules of the policy under which something may be withheld: {code, means}
  notices: [], // what happened since the review was left, in sentences
  unseen: { words: 0, documents: 0 }, // words that no corpus has seen and nobody has decided about
  paused: false, // whether documents that nobody waits for are left
  task: null, // what is done in many documents: {name, total, done, rows, stopped, ended}
  findings: null, // the list over all documents, while it is shown
  actions: [], // those that have no control of their own: {action, key, does, on_change}
  current: null, // the document that is shown, as the program sent it, with all its blocks
  changes: [], // its changes in reading order: {id, term, replacement, places, kept, accepted, leaks}
  selected: null, // the id of a change
  nth: null, // which of its places somebody pointed at
  details: null, // the selected change with its reasons and ladder
  view: 'changes',
  pagesOpen: true, // whether the pages of a file that has some are shown beside its text
  singleKeys: true,
  phrase: null, // {text, block}: words that the person has selected
}

const watchers = new Set()

/** Call `draw(store, names of what changed)` after every change. */
export const watch = draw => watchers.add(draw)

/** Change some of it and tell everybody. */
export function update(parts) {
  Object.assign(store, parts)
  const names = new Set(Object.keys(parts))
  for (const draw of watchers) draw(store, names)
}

/** The changes of a document in reading order, each with what stands in its place now and the leaks that it is part of. */
export function listChanges({ changes, blocks }) {
  const known = new Map(changes.map(change => [change.id, { ...change, replacement: null, leaks: [] }]))
  for (const block of blocks)
    for (const segment of block.segments) {
      const change = known.get(segment.change)
      if (!change) continue
      // An article before the words goes with them: the words themselves are what the change is called by.
      if (change.replacement === null || segment.text === change.term) change.replacement = segment.replacement
      change.leaks.push(...segment.leaks)
    }
  return [...known.values()]
}

/** The document that a reply describes, on top of the one that the page has. */
export function mergeReply(before, reply) {
  if (reply.blocks) return reply
  const blocks = before.blocks.slice()
  for (const [index, block] of Object.entries(reply.changed)) blocks[index] = block
  return { ...reply, blocks, changed: Object.keys(reply.changed).map(Number) }
}

/** What leaks: as the audit found it or, until it has an answer, as the hints expect it. */
export const leaksOf = current => (current.light === 'amber' ? current.hints : current.leaks)
