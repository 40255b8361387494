/**
 * Bugs that an engineer could plausibly write, each against a rule that keeps money or events safe.
 * `npm run planted-bugs` applies them one at a time to a copy of this checkout and demands that the
 * named tests fail. A rule whose bug no test finds is not tested.
 */
export interface PlantedBug {
  readonly name: string
  /** The rule it breaks, in one sentence. */
  readonly rule: string
  readonly edits: readonly Edit[]
  /** Test files of which one at least must fail. Parts of their paths, as `npm test` takes them. */
  readonly foundBy: readonly string[]
}

/** Replaces `from`, which occurs exactly once in `file`. */
export interface Edit {
  readonly file: string
  readonly from: string
  readonly to: string
}

/** The head of the table of these bugs in docs/reliability.md. */
export const tableHead = '| planted bug | rule that it breaks | found by |\n|---|---|---|'

const edit = (file: string, from: string, to: string): Edit => ({ file, from, to })

export const plantedBugs: readonly PlantedBug[] = [
  {
    name: 'send before commit',
    rule: 'A sale is sent only after its draft and its attempt are committed.',
    edits: [
      edit(
        'src/transactions/card/create-card-transaction.ts',
        'try {\n    await reserve(',
        `const early = await sell(
    app.providers.card(draft.providerId),
    saleFor(account, draft, { attempt, paymentSource }),
    20_000,
  )
  try {
    await reserve(`,
      ),
      edit(
        'src/transactions/card/create-card-transaction.ts',
        'const outcome =\n    (creation.idempotency',
        'const outcome =\n    early ??\n    (creation.idempotency',
      ),
    ],
    foundBy: ['test/e2e/kill', 'test/e2e/idempotency', 'test/e2e/device-pay-payment'],
  },
  {
    name: 'a 5xx is a refusal',
    rule: 'Only an explicit refusal by the acquirer is REFUSED; a 5xx is unknown.',
    edits: [
      edit(
        'src/providers/cielo/sale-outcome.ts',
        'return unknown(`answered ${status}`)',
        "return rejected('provider-misconfigured', String(status))",
      ),
    ],
    foundBy: ['test/providers/cielo-faults', 'test/e2e/card'],
  },
  {
    name: 'a timeout is a refusal',
    rule: 'A missing response of the acquirer never becomes REFUSED.',
    edits: [
      edit(
        'src/transactions/card/apply-card-outcome.ts',
        "case 'unknown':\n      return { status: transaction.status }",
        "case 'unknown':\n      return { status: 'REFUSED', refusedReason: notProcessedReason }",
      ),
    ],
    foundBy: ['test/e2e/card'],
  },
  {
    name: 'an unknown sale is sent again',
    rule: 'A sale is sent again only on proof that no byte of it left.',
    edits: [
      edit(
        'src/transactions/card/create-card-transaction.ts',
        "if (outcome.kind !== 'not-sent' || signal.aborted) return outcome",
        "if (outcome.kind !== 'not-sent' && outcome.kind !== 'unknown') return outcome",
      ),
    ],
    foundBy: ['test/e2e/card', 'test/providers/cielo-faults'],
  },
  {
    name: 'one "not found" is proof',
    rule: '"Not found" counts only after the settle window, twice, some time apart.',
    edits: [
      edit(
        'src/transactions/card/reconcile-attempt.ts',
        'if (now.getTime() < countsFrom) {',
        'if (countsFrom < 0) {',
      ),
      edit(
        'src/transactions/card/reconcile-attempt.ts',
        'if (before === undefined || now.getTime() - before < notFoundGapMs) {',
        'if (before !== undefined && before < 0) {',
      ),
    ],
    foundBy: ['test/e2e/card', 'test/e2e/late-approval'],
  },
  {
    name: 'a late approval flips REFUSED',
    rule: 'An approval after REFUSED is voided and booked, and never becomes PAID.',
    edits: [
      edit(
        'src/transactions/card/record-card-outcome.ts',
        "(transaction.status === 'REFUSED' || transaction.status === 'CANCELED')",
        "(transaction.status === 'REFUSED' && transaction.version < 0)",
      ),
    ],
    foundBy: ['test/e2e/late-approval'],
  },
  {
    name: 'a wallet token is not unique',
    rule: 'One wallet token makes one charge, in the whole installation.',
    edits: [
      edit(
        'src/transactions/card/wallet-token-store.ts',
        'from spent_wallet_tokens where digest = ${digest}`',
        "from spent_wallet_tokens where digest = ${digest} and fingerprint = ''::bytea`",
      ),
      edit(
        'src/transactions/card/wallet-token-store.ts',
        '  }, digestText),',
        `  }, digestText),
  write: async () => [],
  writeAll: () => [],`,
      ),
    ],
    foundBy: ['test/e2e/device-pay-payment'],
  },
  {
    name: 'a lost row is committed',
    rule: 'A batch that is sent at once is committed only if no row of it has lost a race.',
    edits: [
      edit(
        'src/db/migrations/0006-journal.sql',
        'if written is distinct from expected then',
        'if written > expected then',
      ),
    ],
    foundBy: ['src/journal/journal.test', 'src/ledger'],
  },
  {
    name: 'a debt is not paid at once',
    rule: 'Newly available money pays a debt first, also in a batch that is sent at once.',
    edits: [
      edit(
        'src/ledger/ledger-store.ts',
        "available > 0 and (debt > 0 or debit_book = 'pending' and credit_book = 'blocked')",
        "available > 0 and (debit_book = 'pending' and credit_book = 'blocked')",
      ),
    ],
    foundBy: ['src/ledger/ledger-store', 'test/model'],
  },
  {
    name: 'a hold takes pending money first',
    rule: 'A hold takes pending money only when no available money is left, in every batch.',
    edits: [
      edit(
        'src/ledger/ledger-store.ts',
        "available > 0 and (debt > 0 or debit_book = 'pending' and credit_book = 'blocked')",
        'available > 0 and debt > 0',
      ),
    ],
    foundBy: ['src/ledger/ledger-store'],
  },
  {
    name: 'a lost batch may still be committed',
    rule: 'A batch whose response was lost is written again only after its session has ended.',
    edits: [edit('src/journal/journal.ts', 'if (lost) await deps.sql.endLost(lost)', '')],
    foundBy: ['src/journal/journal-trouble'],
  },
  {
    name: 'a change is acknowledged before its commit',
    rule: 'No response and no event leaves before its commit.',
    edits: [
      edit(
        'src/journal/journal.ts',
        'queue.push({ ...waiting, resolve, reject })',
        'queue.push({ ...waiting, resolve, reject })\n      resolve()',
      ),
    ],
    foundBy: ['src/journal/journal'],
  },
  {
    name: 'the event is left out of the commit',
    rule: 'Every change records exactly one event in its own commit.',
    edits: [
      edit(
        'src/journal/journal.ts',
        'for (const writer of eventWriters)\n',
        'for (const writer of eventWriters.slice(1))\n',
      ),
    ],
    foundBy: ['src/journal/journal'],
  },
  {
    name: 'a lost COMMIT is a lost race',
    rule: 'The events of a batch decide whether its interrupted COMMIT succeeded.',
    edits: [
      edit(
        'src/journal/journal.ts',
        'if (recorded.has(change.event.id)) resolve()',
        'if (recorded.size < 0) resolve()',
      ),
    ],
    foundBy: ['src/journal'],
  },
  {
    name: 'no compare-and-set',
    rule: 'A version is written only over the version before it.',
    edits: [
      edit(
        'src/transactions/transaction-store.ts',
        'where t.account_id = n.account_id and t.id = n.id and t.version = n.version - 1',
        'where t.account_id = n.account_id and t.id = n.id',
      ),
    ],
    foundBy: ['test/e2e/refund-race'],
  },
  {
    name: 'the idempotency row comes after the work',
    rule: 'The key is committed with the draft, before the acquirer is called.',
    edits: [
      edit(
        'src/transactions/card/create-card-transaction.ts',
        '...(idempotency ? [idempotency.markInProgress(draft.id)] : []),',
        '...(idempotency ? [] : []),',
      ),
    ],
    foundBy: ['test/e2e/idempotency', 'test/e2e/kill'],
  },
  {
    name: 'a key fits any body',
    rule: 'A repeated key with another body is rejected.',
    edits: [
      edit(
        'src/idempotency/with-idempotency.ts',
        "if (!isSame(fingerprint)) throw new Rejection('idempotency-key-reused')",
        '',
      ),
    ],
    foundBy: ['test/e2e/idempotency'],
  },
  {
    name: 'each pepper has its own idempotency keys',
    rule: 'One key has one effect, also while a pepper is replaced.',
    edits: [
      edit('src/idempotency/with-idempotency.ts', 'vault.stableHmac(label,', 'vault.digest(label,'),
    ],
    foundBy: ['test/e2e/pepper-rotation'],
  },
  {
    name: 'a key is searched under one pepper',
    rule: 'A key of the old pepper is valid while the pepper is replaced.',
    edits: [
      edit(
        'src/accounts/account-directory.ts',
        "vault.digests('api-key', key)",
        "[vault.digest('api-key', key)]",
      ),
    ],
    foundBy: ['test/e2e/pepper-rotation'],
  },
  {
    name: 'a retired pepper seals the audit log',
    rule: 'A person with a retired pepper cannot write a chain that verifies.',
    edits: [
      edit(
        'src/audit-log/audit-entry.ts',
        'vault.pepperVersions.includes(pepperVersionOf(seal)) &&',
        '',
      ),
    ],
    foundBy: ['test/e2e/pepper-rotation'],
  },
  {
    name: 'a balance may go below zero',
    rule: 'No transfer takes more than a book holds.',
    edits: [edit('src/ledger/posting.ts', 'if (!after) return [index]', 'if (!after) return []')],
    foundBy: ['src/ledger', 'test/e2e/cashout-race'],
  },
  {
    name: 'a hold takes pending money while some is available',
    rule: 'A hold takes available money first.',
    edits: [edit('src/ledger/posting.ts', '&& after.available > 0', '&& after.available < 0')],
    foundBy: ['src/ledger'],
  },
  {
    name: 'a refund may exceed what is left',
    rule: 'Refunds and disputes together never take more than was paid.',
    edits: [
      edit(
        'src/refunds/refund-amount.ts',
        'if (requested !== undefined && requested > left)',
        'if (requested !== undefined && requested < 0)',
      ),
    ],
    foundBy: ['src/refunds/refund.test', 'test/e2e/refund.test'],
  },
  {
    name: 'a silent payout is a failed payout',
    rule: 'The money of a cashout is released only on a definite refusal of the bank.',
    edits: [
      edit(
        'src/cashout/record-payout.ts',
        "case 'not-sent':\n    case 'unknown':\n      return undefined",
        "case 'not-sent':\n    case 'unknown':\n      return isOpen ? nextVersion(cashout, at, { status: 'FAILED', failure: { code: 'unknown', reason: '' } }) : undefined",
      ),
    ],
    foundBy: ['test/e2e/cashout-doubt'],
  },
  {
    name: 'a payment that waits at its bank was not sent',
    rule: 'No money of a cashout is free while its bank can still send it.',
    edits: [
      edit(
        'src/providers/woovi/woovi.ts',
        "const waiting = (why: string) => ({ kind: 'waiting' as const,",
        "const waiting = (why: string) => ({ kind: 'not-sent' as const,",
      ),
      edit(
        'src/providers/woovi/woovi.ts',
        "return { kind: 'waiting' }\n",
        "return { kind: 'not-found' }\n",
      ),
    ],
    foundBy: ['test/e2e/cashout-unsent'],
  },
  {
    name: 'the queries of an open cashout end',
    rule: 'A cashout without a result is queried again, at any age.',
    edits: [
      edit(
        'src/cashout/record-payout.ts',
        "if (cashout.status !== 'PROCESSING') return undefined",
        "if (cashout.status !== 'PROCESSING' || isPlanOver({ cashout, queries }, now)) return undefined",
      ),
    ],
    foundBy: ['src/cashout/record-payout', 'test/e2e/cashout-unresolved'],
  },
  {
    name: 'a payment of another amount is the payment',
    rule: 'A charge is paid by its own amount; any other amount becomes a case.',
    edits: [
      edit(
        'src/transactions/methods/method.ts',
        'amount === transaction.amount ? {} : undefined',
        'amount > 0 ? {} : undefined',
      ),
    ],
    foundBy: ['src/transactions/charge', 'test/e2e/pix.test', 'test/e2e/boleto'],
  },
  {
    name: 'a boleto in protest ends with its last day',
    rule: 'A boleto in protest is open until its bank reports a payment or a write-off.',
    edits: [
      edit(
        'src/transactions/charge/sync-boleto.ts',
        'return scheduleNextSync(app, after, { isInProtest: true })',
        'return closeWhenOver(app, after, syncBoleto)',
      ),
    ],
    foundBy: ['transactions/charge/sync-charge'],
  },
  {
    name: 'any amount pays a charge with a due date',
    rule: 'A charge with a due date is paid by the amount of its day, or by parts that add up.',
    edits: [
      edit(
        'src/transactions/methods/pix-due.ts',
        'return total === amount ? parts : undefined',
        'return amount > 0 ? parts : undefined',
      ),
    ],
    foundBy: ['src/transactions/methods/pix-due'],
  },
  {
    name: 'deliveries lose their order',
    rule: 'The next event of a transaction waits until the one before is delivered or exhausted.',
    edits: [edit('src/webhooks/delivery-store.ts', 'and d.sequence <= (', 'and d.sequence >= (')],
    foundBy: ['src/webhooks/deliver.test', 'test/exhaustive/webhook-storm'],
  },
  {
    name: 'a redirect is a delivery',
    rule: 'Only a 2xx of the receiver counts as delivered.',
    edits: [
      edit(
        'src/webhooks/send-delivery.ts',
        'status >= 200 && status < 300',
        'status >= 200 && status < 400',
      ),
    ],
    foundBy: ['src/webhooks/deliver.test', 'test/e2e/webhook-endpoints'],
  },
  {
    name: 'each try has its own id',
    rule: 'A delivery keeps its webhook-id in every attempt.',
    edits: [
      edit(
        'src/webhooks/send-delivery.ts',
        'id: delivery.eventId,',
        'id: `${delivery.eventId}-${delivery.attempts}`,',
      ),
    ],
    foundBy: ['src/webhooks/redeliver', 'src/webhooks/deliver.test'],
  },
  {
    name: 'a lookup without its account',
    rule: 'Every query on merchant data names its account.',
    edits: [
      edit(
        'src/transactions/transaction-store.ts',
        'from transactions where account_id = ${accountId} and id = ${id}`',
        'from transactions where (account_id = ${accountId} or true) and id = ${id}`',
      ),
    ],
    foundBy: ['test/e2e/edge'],
  },
  {
    name: 'only the first address is checked',
    rule: 'A hostname is called only if every address it resolves to is allowed.',
    edits: [
      edit(
        'src/outbound/guarded-connect.ts',
        '!addresses.every((each) => isAllowedAddress(each, rules))',
        '!addresses.slice(0, 1).every((each) => isAllowedAddress(each, rules))',
      ),
    ],
    foundBy: ['src/outbound/guarded-fetch'],
  },
  {
    name: 'an unknown refund is done',
    rule: 'A refund is booked only on an explicit confirmation by the provider.',
    edits: [
      edit(
        'src/refunds/refund-result.ts',
        "case 'processing':\n      return { kind: 'open', returnId: outcome.returnId }",
        "case 'processing':\n      return { kind: 'completed', returnId: outcome.returnId }",
      ),
    ],
    foundBy: ['src/refunds/refund-result', 'test/e2e/pix-refund-doubt'],
  },
  {
    name: 'a claim of due work has no lease',
    rule: 'Two workers never work on one attempt at once.',
    edits: [
      edit(
        'src/db/work-queue-store.ts',
        'set ${sql(due)} = ${leaseEnd(sql, clock, leaseMs)}',
        'set ${sql(due)} = ${sql(as)}.${sql(due)}',
      ),
    ],
    foundBy: ['src/transactions/card/attempt-store'],
  },
  {
    name: 'a lease by the local clock',
    rule: 'Leases end by the database clock, whatever the clock of a process shows.',
    edits: [
      edit(
        'src/db/business-time.ts',
        "sql`now() + ${clock.offsetMs() + leaseMs} * interval '1 millisecond'`",
        "sql`${new Date(Date.now() + clock.offsetMs() + leaseMs)}::timestamptz + ${0} * interval '1 millisecond'`",
      ),
    ],
    foundBy: ['src/db/business-time'],
  },
  {
    name: 'business time by the local clock',
    rule: 'Business time is the clock of the database plus the offset, in every process.',
    edits: [
      edit('src/primitives/clock.ts', 'return monotonicMs() + aheadMs(reading)', 'return wallMs()'),
    ],
    foundBy: ['test/e2e/clocks', 'src/primitives/clock'],
  },
  {
    name: 'a verdict while the sender still waits',
    rule: '"Not found" refuses a sale only after the lease of its sender is over.',
    edits: [
      edit(
        'src/transactions/card/reconcile-attempt.ts',
        'if (ownerLeftMs > 0)',
        'if (ownerLeftMs > 1e12)',
      ),
    ],
    foundBy: ['test/e2e/late-approval', 'test/e2e/clocks'],
  },
  {
    name: 'a suspended account pays out',
    rule: 'No cashout of a suspended account is sent.',
    edits: [
      edit('src/accounts/active-account-store.ts', "status === 'suspended'", "status === 'gone'"),
      edit(
        'src/cashout/cashout-queue-store.ts',
        "where a.id = c.account_id and a.status = 'suspended'",
        "where a.id = c.account_id and a.status = 'gone'",
      ),
    ],
    foundBy: ['test/e2e/account-suspension'],
  },
  {
    name: 'two attempts of one session at once',
    rule: 'A checkout session has at most one payment that is neither refused nor canceled.',
    edits: [
      edit(
        'src/checkout/attempt-guard-store.ts',
        "and t.status not in ('REFUSED', 'CANCELED'))",
        "and t.status = 'NONE')",
      ),
    ],
    foundBy: ['test/e2e/checkout-attempts'],
  },
  {
    name: 'a link sells more than its uses',
    rule: 'A payment link takes no more payments than its limit of uses.',
    edits: [
      edit(
        'src/checkout/attempt-guard-store.ts',
        'and (l.max_uses is null or n.from_last > u.taken - l.max_uses)',
        '',
      ),
    ],
    foundBy: ['test/e2e/checkout-attempts'],
  },
  {
    name: 'an abandoned payment keeps its use',
    rule: 'A payment that is refused or canceled gives the use of its link back.',
    edits: [
      edit(
        'src/transactions/link-use.ts',
        "status === 'REFUSED' || status === 'CANCELED' ? 0 : 1",
        "status === 'REFUSED' ? 0 : 1",
      ),
    ],
    foundBy: ['src/transactions/link-use', 'test/e2e/payment-links'],
  },
  {
    name: 'the new price of a link is charged unseen',
    rule: 'A payer pays the price that the form showed.',
    edits: [
      edit(
        'src/checkout/open-session.ts',
        'form.shownAmount !== undefined && form.shownAmount !== use.amount',
        'form.shownAmount === 0',
      ),
    ],
    foundBy: ['test/e2e/payment-links'],
  },
  {
    name: 'a statement without a limit of ours',
    rule: 'The client closes a silent connection, which stops no process.',
    edits: [
      edit(
        'src/db/pool.ts',
        'const limitMs = answerLimitMs(ownStatementMs, graceMs)',
        'const limitMs = answerLimitMs(0, graceMs)',
      ),
    ],
    foundBy: ['src/db/silent-connections', 'test/e2e/half-open'],
  },
  {
    name: 'the body is not searched for card numbers',
    rule: 'No field of any request may hold a card number.',
    edits: [edit('src/http/request/refuse-card-numbers.ts', '    cardNumberIn(body) ??\n', '')],
    foundBy: ['test/e2e/card-numbers', 'src/http/request/refuse-card-numbers'],
  },
  {
    name: 'attempts are counted after they are checked',
    rule: 'Of wrong codes at the same time no more are checked than lock a person.',
    edits: [
      edit(
        'src/people/with-failures.ts',
        'const isAdmitted = await admitAttempt(db, bucket)',
        'const isAdmitted = true\n  void admitAttempt',
      ),
    ],
    foundBy: ['src/people/lockout', 'test/e2e/guessing'],
  },
  {
    name: 'a passkey of another person is a second factor',
    rule: 'Only a passkey of the person who signs in completes a sign-in or is a fresh proof.',
    edits: [
      edit(
        'src/people/check-passkey.ts',
        'passkey.personId === person.id ? use : refusePasskey()',
        'person.id ? use : refusePasskey()',
      ),
    ],
    foundBy: ['test/e2e/passkeys'],
  },
  {
    name: 'a page promises that nothing was charged',
    rule: 'A failure whose outcome may be unknown is not shown as "nothing was charged".',
    edits: [
      edit(
        'src/http/checkout/unpaid.ts',
        "const isCertain = responses[code].status < 500 && code !== 'rate-limited'",
        "const isCertain = code !== 'rate-limited'",
      ),
    ],
    foundBy: ['src/http/checkout/unpaid'],
  },
  {
    name: 'a new price is paid unseen',
    rule: 'A payer never pays a total that the form did not show.',
    edits: [
      edit(
        'src/http/checkout/link-page.ts',
        '...(shownTotal !== undefined && { shownAmount: shownTotal }),',
        '',
      ),
    ],
    foundBy: ['test/e2e/checkout-pages'],
  },
  {
    name: 'a missed wake of a page',
    rule: 'A page learns of a commit of another process within a second.',
    edits: [
      edit(
        'src/transactions/watch-payments.ts',
        'endOlder(await versionsOf(sql, [...viewers]))',
        'await versionsOf(sql, [...viewers])',
      ),
    ],
    foundBy: ['src/transactions/watch-payments', 'test/e2e/payment-page-events'],
  },
  {
    name: 'a password is a proof beside a second factor',
    rule: 'A person with a second factor proves a sensitive change by it; the password is not enough.',
    edits: [
      edit(
        'src/people/second-factor.ts',
        'const hash = hasSecondFactor ? undefined : await',
        'const hash = await',
      ),
    ],
    foundBy: ['test/e2e/people'],
  },
  {
    name: 'one person invites the second person',
    rule: 'Two persons agree before another one gets a role that decides changes of the operator.',
    edits: [
      edit(
        'src/http/admin/people.ts',
        '(context.app.sql, invitation)).isSensitive',
        '(context.app.sql, invitation)).isSensitive && false',
      ),
    ],
    foundBy: ['test/e2e/second-person'],
  },
  {
    name: 'one person ends a suspension',
    rule: 'Two persons agree before a suspended person with a sensitive role signs in again.',
    edits: [
      edit(
        'src/http/admin/people.ts',
        'person.memberships.some(isSensitive)',
        'person.memberships.some(isSensitive) && false',
      ),
    ],
    foundBy: ['test/e2e/second-person'],
  },
  {
    name: 'a rename needs no proof',
    rule: 'People know each other by name when they approve, so a rename needs a second factor.',
    edits: [
      edit(
        'src/people/change-person.ts',
        'if (name !== person.name) requireProof(app, { login })',
        '',
      ),
    ],
    foundBy: ['test/e2e/own-settings'],
  },
  {
    name: 'entries beside the chain are not read',
    rule: 'An entry outside the chain is found, because the lists show it.',
    edits: [
      edit(
        'src/audit-log/verify-audit.ts',
        'if (stored && stored.last > end.number)',
        'if (stored && stored.last < 0)',
      ),
    ],
    foundBy: ['src/audit-log/audit-log'],
  },
  {
    name: 'ignores the chosen part',
    rule: 'Only the part of a remittance that a commit has chosen gets its name.',
    edits: [
      edit(
        'src/transactions/remittance/send-remittances.ts',
        'if (!(await choosePart(app, file, { stored, leftOut }))) {',
        'if (!(await choosePart(app, file, { stored, leftOut })) && false) {',
      ),
    ],
    foundBy: ['src/transactions/remittance/send-remittances'],
  },
  {
    name: 'numbers without `due_at is not null`',
    rule: 'A registration that is withdrawn while a file gets its number is in no file.',
    edits: [
      edit(
        'src/transactions/remittance/remittance-file-store.ts',
        'and r.instruction = n.instruction and r.due_at is not null',
        'and r.instruction = n.instruction',
      ),
    ],
    foundBy: ['src/transactions/remittance/send-remittances'],
  },
]
