import type { Journal } from '../../src/journal/journal.ts'

/** A journal that reports a stall of the test's choice, to every actor. */
export const stalledJournal = (journal: Journal, stall: Journal['stall']): Journal => ({
  ...journal,
  stall,
  by: (actor) => stalledJournal(journal.by(actor), stall),
})
