import assert from 'node:assert/strict'
import { pino } from 'pino'
import type { App } from '../../src/app.ts'
import { casePage } from '../../src/cases/case-store.ts'
import { resolveCase } from '../../src/cases/resolve-case.ts'
import type { Sql } from '../../src/db/pool.ts'
import { openJournal } from '../../src/journal/journal.ts'
import { gatewayActor } from '../../src/primitives/actor.ts'
import { newId, randomSecret } from '../../src/primitives/id.ts'
import { cents } from '../../src/primitives/money.ts'
import type { BoletoFinding } from '../../src/providers/ports/boleto.ts'
import type { PixFinding, PixPayment, PixRemoval } from '../../src/providers/ports/pix.ts'
import { recheckCases } from '../../src/reconciliation/recheck-cases.ts'
import { syncCharge } from '../../src/transactions/charge/sync-charge.ts'
import { firstCheckAt } from '../../src/transactions/charge/sync-schedule.ts'
import type { Transaction } from '../../src/transactions/transaction.ts'
import { createChange } from '../../src/transactions/transaction-change.ts'
import { transactionById } from '../../src/transactions/transaction-store.ts'
import { someTransaction } from './some-transaction.ts'
import { someVault } from './some-vault.ts'

const links = { baseUrl: 'http://localhost' }

export const silence = { kind: 'unknown', cause: new Error('no answer') } as const
export const notFound = { kind: 'not-found' } as const
export const isActive: PixFinding = { kind: 'found', state: 'active', payments: [] }
export const isRemoved: PixFinding = { kind: 'found', state: 'removed', payments: [] }
export const isPaid = (...payments: PixPayment[]): PixFinding => ({
  kind: 'found',
  state: 'completed',
  payments,
})
export const payment = (
  endToEndId: string,
  amount = 10_00,
  more: Partial<PixPayment> = {},
): PixPayment => ({
  ...{ endToEndId, amount: cents(amount), paidAt: new Date('2026-04-01T12:00:01Z') },
  ...more,
})

/**
 * A charge of R$ 10.00 for ten minutes, at a bank whose responses the test sets, and a worker
 * whose clock the test sets. `isOfLink`: it is a use of a payment link.
 */
export async function openCharge(
  sql: Sql,
  {
    method = 'PIX',
    isOfLink = false,
  }: { readonly method?: 'PIX' | 'BOLETO'; readonly isOfLink?: boolean } = {},
) {
  const journal = openJournal({ sql })
  const providerId = newId(1)
  await sql`
    insert into providers (id, kind, name, sealed, callback_digest)
    values (${providerId}, 'api-pix', 'Banco', ${randomSecret(8)}, ${randomSecret(32)})`
  const bank = { finding: isActive as PixFinding | BoletoFinding, queries: 0, removed: 0 }
  let now = new Date('2026-04-01T12:00:00Z')
  const find = async () => {
    bank.queries += 1
    return bank.finding
  }
  const close = async (): Promise<PixRemoval> => {
    bank.removed += 1
    return { kind: 'removed' }
  }
  const app = {
    ...{ sql, journal, links, log: pino({ level: 'silent' }) },
    ...{ vault: someVault(), actor: gatewayActor },
    clock: { now: () => now, offsetMs: () => 0, setOffsetMs: () => {} },
    providers: {
      pix: () => ({ findCharge: find, removeCharge: close }),
      boleto: () => ({ find, cancel: async () => (await close()) && { kind: 'cancelled' } }),
    },
  } as unknown as App
  const charge = someTransaction({
    ...{ method, providerId, createdAt: now, expiresAt: new Date('2026-04-01T12:10:00Z') },
    ...(method === 'PIX' && { pix: { txid: newId(1).replaceAll('-', ''), emv: '000201' } }),
    ...(isOfLink && { checkout: { sessionId: newId(1), linkId: newId(1) } }),
  })
  const { accountId, checkout: { linkId } = {} } = charge
  if (linkId !== undefined) {
    await sql`
      insert into payment_links (account_id, id, version, status, slug, title, search_title, facts,
        created_at, updated_at)
      values (${accountId}, ${linkId}, 1, 'ACTIVE', ${linkId}, 'Link', 'link', '{}', ${now},
        ${now})`
    await sql`insert into payment_link_uses (account_id, link_id) values (${accountId}, ${linkId})`
  }
  await journal.record(createChange(charge, { links, checkAt: firstCheckAt(charge) }))
  const found = async (): Promise<Transaction> => {
    const transaction = await transactionById(sql, charge.accountId, charge.id)
    assert.ok(transaction)
    return transaction
  }
  const nextAt = async () => {
    const [row] = await sql<
      { at: Date | null }[]
    >`select check_at as at from transactions where id = ${charge.id}`
    return row?.at ?? undefined
  }
  return {
    bank,
    charge,
    found,
    nextAt,
    status: async () => (await found()).status,
    /** The uses of its link: how many are taken, and how many are paid. */
    async linkUses() {
      const [row] = await sql<{ taken: number; paid: number }[]>`
        select taken, paid from payment_link_uses where account_id = ${accountId}`
      return [row?.taken, row?.paid]
    },
    sync: async () => void (await syncCharge(app, await found())),
    /** A notice of the bank makes us ask. */
    syncNoticed: async () => void (await syncCharge({ ...app, isNoticed: true }, await found())),
    set: (at: string) => {
      now = new Date(at)
    },
    /**
     * Runs the worker for all work that is due until then, each at its time. Returns the number of
     * queries to the bank.
     */
    async workUntil(at: string): Promise<number> {
      const before = bank.queries
      for (let due = await nextAt(); due && due <= new Date(at); due = await nextAt()) {
        now = new Date(Math.max(due.getTime(), now.getTime()))
        await syncCharge(app, await found())
      }
      now = new Date(at)
      return bank.queries - before
    },
    cases: async () => (await casePage(sql, { providerId }, { limit: 100 })).rows,
    openKinds: async () =>
      (await casePage(sql, { providerId, statuses: ['OPEN'] }, { limit: 100 })).rows
        .map(({ kind, found: there }) =>
          `${kind} ${there?.endToEndId ?? ''} ${there?.amount ?? ''}`.trim(),
        )
        .toSorted(),
    closeAll: async () => {
      const open = await casePage(sql, { providerId, statuses: ['OPEN'] }, { limit: 100 })
      for (const { id } of open.rows)
        await resolveCase(app, id, { resolvedBy: 'Ana', note: 'devolvido' })
    },
    recheck: () => recheckCases(app, providerId),
  }
}
