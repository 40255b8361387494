/**
 * The order in which a commit writes its tables, by writer. It is the same in every process and for
 * every mix of changes, so concurrent commits wait for each other without a deadlock. The writer
 * whose conflict is the better reason comes first: a used idempotency key makes the request a
 * repeat, whatever other conflicts it has.
 */
export const writeOrder = [
  'idempotency-keys',
  'spent-card-tokens',
  'spent-wallet-tokens',
  // Locked before the rows of its money, in the same order as a reactivation locks them.
  'active-account',
  'payment-links-new',
  'payment-links',
  'checkout-sessions-new',
  'checkout-sessions',
  // The uses of a link, before the limit of its uses is checked.
  'link-uses',
  // The session and the uses of its link are locked.
  'checkout-attempts',
  'transactions-new',
  'transactions',
  'attempts-new',
  'attempts',
  'provider-references',
  'remittance-records',
  'remittance-records-withdrawn',
  'write-off-requests',
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
  // The balances are locked and unchanged.
  'still-owed',
  'ledger-transfers',
  // The balances are locked: the debt or shortfall is checked now.
  'nothing-owed',
  'cashout-usage',
  'cashout-guards',
  'domains-new',
  'domains',
  'domains-removed',
  'failing-webhook-addresses',
  'deliveries',
  'mails',
  // Rows that follow from every event.
  'events',
  'webhook-endpoints',
  'mails-of-events',
] as const

/** The name of a writer: one of the list. */
export type WriterName = (typeof writeOrder)[number]

const ranks = Object.fromEntries(writeOrder.map((name, rank) => [name, rank])) as Readonly<
  Record<WriterName, number>
>

/** The place of a writer in the order of writing. */
export const rankOf = (writer: WriterName): number => ranks[writer]
