import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Account } from '../../src/accounts/account.ts'
import { insertAccount } from '../../src/accounts/account-store.ts'
import type { App } from '../../src/app.ts'
import { buildApp } from '../../src/build-app.ts'
import { readConfig } from '../../src/config.ts'
import { moveOffset } from '../../src/db/business-clock-store.ts'
import type { JournalEvent } from '../../src/journal/change.ts'
import { newId, randomBase62 } from '../../src/primitives/id.ts'
import { cents } from '../../src/primitives/money.ts'
import { insertProvider } from '../../src/providers/provider-store.ts'
import { advanceClock } from '../../src/worker/advance-clock.ts'
import { startWorker } from '../../src/worker/worker.ts'
import { openTestDatabase } from '../kit/database.ts'
import { someAccount } from '../kit/some-account.ts'
import { type FakeProviders, openFakeProviders } from './fake-providers.ts'
import { newReference, type Reference, type Terms } from './reference.ts'

/** A gateway with its own database and clock. Its worker runs only when time passes. */
export interface ModelWorld {
  readonly app: App
  openAccount(terms: Terms): Promise<Merchant>
  /** Moves time forward by a duration, and does the work that became due. */
  pass(duration: string): Promise<void>
  /** The same with two workers, while `beside` runs concurrently. */
  rush(duration: string, beside: () => Promise<unknown>): Promise<void>
  close(): Promise<void>
}

/** An account, its providers, and its reference. */
export interface Merchant {
  readonly app: App
  readonly account: Account
  readonly outside: FakeProviders
  readonly reference: Reference
  /** The events of its commits that were not compared yet, one list for each commit, in order. */
  readonly unreadCommits: (readonly JournalEvent[])[]
  /** One line for each command so far. */
  readonly history: string[]
}

/** `startsAt` is a day ahead of today. */
export async function openModelWorld(startsAt: Date): Promise<ModelWorld> {
  const home = await mkdtemp(join(tmpdir(), 'guiche-model-'))
  const database = await openTestDatabase()
  const config = readConfig({ GUICHE_HOME: home, DATABASE_URL: database.url, LOG_LEVEL: 'fatal' })
  const gateway = await buildApp({
    config,
    databaseUrl: database.url,
    baseUrl: 'http://localhost',
    works: false,
  })
  const outsides = new Map<string, FakeProviders>()
  const outsideOf = (id: string) => {
    const outside = outsides.get(id)
    if (!outside) throw new Error(`unknown account ${id}`)
    return outside
  }
  const app: App = {
    ...gateway,
    providers: {
      ...gateway.providers,
      card: (id) => outsideOf(id).providers.card(id),
      pix: (id) => outsideOf(id).providers.pix(id),
      boleto: (id) => outsideOf(id).providers.boleto(id),
      payout: (id) => outsideOf(id).providers.payout(id),
    },
  }
  // The worker is stopped: due work is done when time passes, and never between two commands.
  const worker = startWorker(app)
  await worker.stop()
  const working: App = { ...app, worker }

  const merchants = new Map<string, Merchant>()
  app.journal.onCommitted((events) => {
    for (const [accountId, { unreadCommits }] of merchants) {
      const own = events.filter((event) => event.accountId === accountId)
      if (own.length > 0) unreadCommits.push(own)
    }
  })
  const pass = async (duration: Temporal.Duration) => void (await advanceClock(working, duration))
  await pass(
    Temporal.Duration.from({ milliseconds: startsAt.getTime() - app.clock.now().getTime() }),
  )

  return {
    app: working,
    async openAccount(terms) {
      const outside = openFakeProviders(app.clock)
      const [card, pix, boleto, payout] = await Promise.all(
        ['card', 'pix', 'boleto', 'payout'].map(async (rail) => {
          const id = newId(app.clock.now().getTime())
          const callbackDigest = Buffer.from(randomBase62(32))
          await insertProvider(app.sql, {
            id,
            kind: 'outside',
            name: rail,
            sealed: Buffer.alloc(0),
            callbackDigest,
          })
          outsides.set(id, outside)
          return id
        }),
      )
      const account = accountWith(terms, {
        card: card ?? '',
        pix: pix ?? '',
        boleto: boleto ?? '',
        payout: payout ?? '',
      })
      await insertAccount(app.sql, account)
      const merchant = {
        app: working,
        account,
        outside,
        reference: newReference(terms),
        unreadCommits: [],
        history: [],
      }
      merchants.set(account.id, merchant)
      return merchant
    },
    pass: (duration) => pass(Temporal.Duration.from(duration)),
    async rush(duration, beside) {
      const ms = Temporal.Duration.from(duration).total({
        unit: 'milliseconds',
        relativeTo: '2027-01-01',
      })
      app.clock.setOffsetMs(await moveOffset(app.sql, ms))
      await Promise.all([worker.runUntilIdle(), worker.runUntilIdle(), beside()])
    },
    async close() {
      await gateway.close()
      await database.close()
      await rm(home, { recursive: true, force: true })
    },
  }
}

const accountWith = (terms: Terms, providers: Required<Account['providers']>): Account =>
  someAccount({
    providers,
    settings: {
      prices: {
        ...someAccount().settings.prices,
        CASHOUT: { fixed: cents(terms.cashoutFixed), basisPoints: terms.cashoutRate },
      },
      boletoPayableDaysAfterDue: 5,
      refundsBeyondBalance: terms.owes ? 'debt' : 'refuse',
      refundedFees: terms.returnsFees ? 'return' : 'keep',
      cashout: {
        enabled: true,
        limits: {
          perOperation: cents(unlimited),
          perDay: cents(unlimited),
          perNight: cents(unlimited),
        },
        ownerCheck: terms.checksOwner ? 'account' : 'none',
        duplicateWindowSeconds: 600,
        approval: { above: cents(terms.approvalAbove), by: 'person' },
      },
    },
  })

const unlimited = 99_999_999_999
