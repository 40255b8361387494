import { newId, randomBase62 } from '../../src/primitives/id.ts'
import { cents } from '../../src/primitives/money.ts'
import type { Transaction } from '../../src/transactions/transaction.ts'

/** A PIX of R$ 10.00 waiting to be paid, unless a test overrides it. */
export function someTransaction(given: Partial<Transaction> = {}): Transaction {
  const createdAt = given.createdAt ?? new Date()
  return {
    id: newId(createdAt.getTime()),
    accountId: newId(createdAt.getTime()),
    version: 1,
    status: 'WAITING_PAYMENT',
    method: 'PIX',
    amount: cents(10_00),
    refundedAmount: cents(0),
    installments: 1,
    price: { fixed: cents(10), basisPoints: 100 },
    fee: cents(20),
    terms: {
      settlementDays: usualSettlementDays[given.method ?? 'PIX'],
      merchantDocument: '11222333000181',
      refundedFees: 'keep',
    },
    order: {
      customer: null,
      items: [],
      shipping: null,
      metadata: null,
      postbackUrl: null,
      traceable: null,
      ip: null,
      externalRef: null,
    },
    secureId: randomBase62(24),
    providerId: newId(createdAt.getTime()),
    createdAt,
    updatedAt: createdAt,
    ...given,
  }
}

const usualSettlementDays = { PIX: 0, BOLETO: 1, CREDIT_CARD: 30 }
