import assert from 'node:assert/strict'
import { checkBooks } from '../../src/books-audit/check-books.ts'
import { write } from '../../src/journal/change.ts'
import { openJournal } from '../../src/journal/journal.ts'
import { correctionChange } from '../../src/ledger/correction-change.ts'
import { balanceOf } from '../../src/ledger/ledger-store.ts'
import { newId } from '../../src/primitives/id.ts'
import { cents } from '../../src/primitives/money.ts'
import type { Claim } from '../../src/providers/ports/dispute.ts'
import { nextVersion, type Transaction } from '../../src/transactions/transaction.ts'
import { createChange, updateChange } from '../../src/transactions/transaction-change.ts'
import {
  providerReferencesWriter,
  transactionById,
} from '../../src/transactions/transaction-store.ts'
import type { TestDatabase } from './database.ts'
import { someClaim } from './some-claim.ts'
import { someTransaction } from './some-transaction.ts'

const at = new Date('2026-11-20T15:00:00Z')

/**
 * Two processes over one database, as far as claims need them, and what shops and people do beside
 * them.
 */
export function openClaims({ sql }: TestDatabase) {
  const links = { baseUrl: 'http://localhost' }
  const log = { error: () => {} } as never
  const ground = () => ({
    sql,
    links,
    log,
    journal: openJournal({ sql }),
    clock: { now: () => at } as never,
    providers: { pix: () => ({ key: pixKey }) } as never,
  })
  const processes = [ground(), ground()] as const
  const [app] = processes

  /** A payment of R$ 100.00 without fees, its money there at once unless it is a card's. */
  async function sell(
    given: Partial<Transaction> = {},
  ): Promise<Transaction & { readonly reference: string }> {
    const sale = someTransaction({
      amount: cents(100_00),
      fee: cents(0),
      createdAt: at,
      terms: {
        settlementDays: given.method === 'CREDIT_CARD' ? 30 : 0,
        merchantDocument: '11222333000181',
        refundedFees: 'keep',
      },
      ...given,
    })
    const reference = `ref${sale.id}`
    await sql`
      insert into providers (id, kind, name, sealed, callback_digest)
      values (
        ${sale.providerId}, 'cielo', 'Cielo', ${Buffer.alloc(1)}, ${Buffer.from(sale.providerId)}
      )
      on conflict do nothing`
    const { accountId, providerId, id: transactionId } = sale
    const companions = [
      write(providerReferencesWriter, { providerId, reference, accountId, transactionId }),
    ]
    await app.journal.record(createChange(sale, { links, extraWrites: companions }))
    if (given.status === 'CANCELED') return { ...sale, reference }
    const paid = nextVersion(sale, at, { status: 'PAID', paidAt: at })
    await app.journal.record(updateChange(sale, paid, { links }))
    return { ...paid, reference }
  }

  /** The merchant uses what it has. */
  const spend = ({ accountId }: Transaction, amount: number): Promise<void> =>
    app.journal.record(
      correctionChange({
        ...{
          accountId,
          id: newId(at.getTime()),
          debit: 'available',
          credit: 'clearing:payout',
          amount: cents(amount),
        },
        ...{ reason: 'spent', correctedBy: 'the merchant', correctedAt: at },
      }),
    )

  const seen = async ({ accountId, id }: Transaction) => {
    const found = await transactionById(sql, accountId, id)
    const [dispute] = found?.disputes ?? []
    return [found?.status, dispute?.status, dispute?.blockedAmount, dispute?.lostAmount]
  }
  const money = async ({ accountId }: Transaction) => {
    const { available, pending, blocked, debt } = await balanceOf({ sql }, accountId)
    return [available, pending, blocked, debt]
  }
  /** What a person is to look at: what is wrong with each claim. */
  async function casesOf({ providerId }: Transaction): Promise<string[]> {
    const rows = await sql<{ problem: string }[]>`
      select found ->> 'problem' as problem from reconciliation_cases
      where provider_id = ${providerId} and kind = 'claim-not-taken'`
    return rows.map(({ problem }) => problem)
  }

  const inOrder = async (): Promise<void> => assert.deepEqual(await checkBooks({ sql }), [])

  return { app, processes, sell, spend, seen, money, casesOf, inOrder }
}

/** The PIX key of each provider. */
export const pixKey = 'loja@exemplo.com.br'

/** What an acquirer knows of a card sale. */
export const card = {
  brand: 'VISA',
  lastFour: '0011',
  capture: true,
  tid: '1001',
  nsu: '11',
  authorizationCode: 'A1',
}

/** A claim for the whole payment. */
export const claimOf = (
  { reference, method }: { reference: string; method: string },
  given: Partial<Claim> = {},
): Claim =>
  someClaim({
    kind: method === 'PIX' ? 'med' : 'chargeback',
    caseId: `case-${reference}`,
    payment: { reference },
    ...given,
  })
