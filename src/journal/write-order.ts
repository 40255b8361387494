/**
 * The order in which a commit writes its tables, by writer: the same in every process, whatever changes share the commit,
 * so that two commits that meet wait for each other and never in a circle. Whose loss is the better reason comes first: a
 * key that was used makes the request a repeat, whatever else of it was taken.
 */
export const writeOrder = [
  'idempotency-keys',
  'spent-card-tokens',
  'spent-wallet-tokens',
  // Locked before the rows of its money, in the same order as a reactivation locks them.
  'active-account',
  'transactions-new',
  'transactions',
  'attempts-new',
  'attempts',
  'provider-references',
  'refunds',
  'disputes-new',
  'disputes',
  'disputes-more-at-stake',
  'receivables-new',
  'receivables',
  'cashouts-new',
  'cashouts',
  'ledger-corrections',
  'balances',
  // The balances are locked, and as they were.
  'still-owed',
  'ledger-transfers',
  // Once the balances are locked: what owes, or is short, is what is judged.
  'nothing-owed',
  'cashout-usage',
  'cashout-guards',
  'domains-new',
  'domains',
  'domains-removed',
  'failing-webhook-addresses',
  'deliveries',
  // What follows from every event.
  'events',
  'webhook-endpoints',
] as const

/** The name of a writer: one of the list. */
export type WriterName = (typeof writeOrder)[number]

const ranks = Object.fromEntries(writeOrder.map((name, rank) => [name, rank])) as Readonly<Record<WriterName, number>>

/** The place of a writer in the order of writing. */
export const rankOf = (writer: WriterName): number => ranks[writer]
