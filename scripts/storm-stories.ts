/** A story that `npm run storm` plays longer than `npm test` does. */
export interface StormStory {
  readonly name: string
  readonly what: string
  readonly files: readonly string[]
  /**
   * `size`: its tests read their size from `test/kit/storm-size.ts`. `runs`: its files run as often
   * as the factor says, each time with the next seed.
   */
  readonly grows: 'size' | 'runs'
}

export const stormStories: readonly StormStory[] = [
  {
    name: 'kills',
    what: 'kill -9 of a gateway in the middle of 200 card payments',
    files: ['test/e2e/kill.test.ts'],
    grows: 'size',
  },
  {
    name: 'webhooks',
    what: 'events to failing receivers while the worker is killed',
    files: ['test/exhaustive/webhook-storm.test.ts'],
    grows: 'size',
  },
  {
    name: 'refund-race',
    what: 'two refunds of one payment at once, on two processes',
    files: ['test/e2e/refund-race.test.ts'],
    grows: 'size',
  },
  {
    name: 'dispute-race',
    what: 'two refunds and a claim of one payment at once, on two processes',
    files: ['test/e2e/dispute-race.test.ts'],
    grows: 'size',
  },
  {
    name: 'cashout-race',
    what: '200 cashouts of one balance at once, on two processes',
    files: ['test/e2e/cashout-race.test.ts'],
    grows: 'size',
  },
  {
    name: 'keys',
    what: '100 equal requests at once with one key',
    files: ['test/e2e/idempotency.test.ts'],
    grows: 'size',
  },
  {
    name: 'one-key',
    what: 'each POST with one key, sent to two processes at once',
    files: ['test/e2e/one-key-one-effect.test.ts'],
    grows: 'runs',
  },
  {
    name: 'model',
    what: 'random sequences of everything that moves money, beside a reference',
    files: ['test/model/money.test.ts'],
    grows: 'size',
  },
  {
    name: 'faults',
    what: 'every fault of a provider, in every flow at once',
    files: ['test/e2e/faults.test.ts'],
    grows: 'size',
  },
  {
    name: 'acquirers',
    what: 'every fault at every operation of each acquirer',
    files: [
      'test/providers/cielo-faults.test.ts',
      'test/providers/pagarme-faults.test.ts',
      'test/providers/rede-faults.test.ts',
    ],
    grows: 'runs',
  },
  {
    name: 'locks',
    what: 'rows and tables that another session holds',
    files: ['test/e2e/locks.test.ts'],
    grows: 'size',
  },
  {
    name: 'journal',
    what: 'every SQLSTATE of trouble at every table of a commit; COMMITs that fall silent',
    files: ['src/journal/journal-trouble.test.ts', 'src/journal/journal.test.ts'],
    grows: 'runs',
  },
  {
    name: 'half-open',
    what: 'database connections that fall silent',
    files: ['test/e2e/half-open.test.ts', 'src/db/silent-connections.test.ts'],
    grows: 'runs',
  },
  {
    name: 'clocks',
    what: 'processes whose clocks are two hours wrong, or jump; approvals that come late',
    files: ['test/e2e/clocks.test.ts', 'test/e2e/late-approval.test.ts'],
    grows: 'runs',
  },
  {
    name: 'limits',
    what: 'the answer limit, and requests without a key that never end',
    files: ['test/e2e/answer-limit.test.ts', 'test/e2e/keyless.test.ts'],
    grows: 'runs',
  },
  {
    name: 'database',
    what: 'the embedded PostgreSQL is killed',
    files: ['test/e2e/embedded-restart.test.ts'],
    grows: 'runs',
  },
  {
    name: 'export',
    what: 'a person filters and exports 3,000 sales in the dashboard',
    files: ['test/administration/export.test.ts'],
    grows: 'size',
  },
]
