import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Value } from 'typebox/value'
import { openSaleStore, type SaleStore } from '../../../sandbox/acquirer/sale-store.ts'
import { openWorld } from '../../../sandbox/open-world.ts'
import {
  openPayableStore,
  type Payable,
  type PayableStore,
} from '../../../sandbox/pagarme/payable-store.ts'
import { startPagarme } from '../../../sandbox/pagarme/start-pagarme.ts'
import { addBusinessDays } from '../../../src/brazil/bank-calendar.ts'
import { installmentSettlementDate, splitInstallments } from '../../../src/brazil/installments.ts'
import { startOfLocalDay } from '../../../src/brazil/local-time.ts'
import { openPagarme } from '../../../src/providers/pagarme/pagarme.ts'
import { pagarmeSettings } from '../../../src/providers/pagarme/settings.ts'
import type { SettledSale, SettlementRow } from '../../../src/providers/ports/settlement-file.ts'
import { rowsOf } from '../settlement.ts'
import { chargeIdOf, type FileStore, onDay } from '../settlement-books.ts'
import { rewriteStore } from './rewrite-store.ts'

/** Writes each file to the books of the simulated Pagar.me, and reads the payables of its API. */
export async function throughPagarmePayables(store: FileStore): Promise<void> {
  const home = mkdtempSync(join(tmpdir(), 'guiche-payables-'))
  const world = openWorld({ home, now: () => onDay('2026-04-11') })
  const simulator = await startPagarme(world, { host: '127.0.0.1', port: 0 })
  const psp = simulator.otherCredentials?.['pagarme-psp']
  const acquirer = openPagarme(Value.Parse(pagarmeSettings, psp))
  const books = {
    sales: openSaleStore(world.db, 'pagarme'),
    payables: openPayableStore(world.db),
    soldOn: new Map<string, Temporal.PlainDate>(),
  }
  try {
    for (const rows of store.contents.values()) for (const row of rows) book(books, row)
    await rewriteStore(store, ({ date }) => rowsOf(acquirer.files, `extrato-${date}`))
  } finally {
    await acquirer.close()
    await simulator.stop()
    world.db.close()
    rmSync(home, { recursive: true })
  }
}

interface Books {
  readonly sales: SaleStore
  readonly payables: PayableStore
  /** By tid. */
  readonly soldOn: Map<string, Temporal.PlainDate>
}

function book({ sales, payables, soldOn }: Books, row: SettlementRow): void {
  switch (row.kind) {
    case 'sale':
      soldOn.set(row.providerReference, Temporal.PlainDate.from(row.date))
      sales.insert(saleOf(row, sales.nextNumber()))
      return
    case 'installment': {
      const { providerReference: tid, number, gross: amount, fee, dueOn } = row
      const paymentAt = paymentAtOf(soldOn.get(tid), number, dueOn)
      payables.add({ ...creditOf(tid, soldOn), installment: number, amount, fee, paymentAt })
      return
    }
    case 'refund':
    case 'chargeback': {
      const at = onDay(row.date)
      const credit = creditOf(row.providerReference, soldOn)
      // It takes something off two installments.
      for (const [index, part] of splitInstallments(row.amount, 2).entries())
        payables.add({
          ...{ ...credit, type: row.kind, installment: index + 1, amount: -part, fee: 0 },
          ...{ paymentAt: at, createdAt: at },
          originatorId: row.kind === 'refund' ? row.refundId : row.caseId,
        })
      return
    }
    default:
      assert(['header', 'payment', 'trailer'].includes(row.kind), row.kind)
  }
}

function creditOf(tid: string, soldOn: Books['soldOn']) {
  const at = onDay(soldOn.get(tid)?.toString() ?? '2026-04-09')
  return {
    ...{ chargeId: chargeIdOf(tid), type: 'credit', originatorId: null },
    ...{ accrualAt: at, createdAt: at },
  } satisfies Partial<Payable>
}

/** Pagar.me pays one bank day later. A day that differs in the row differs here too. */
function paymentAtOf(soldOn: Temporal.PlainDate | undefined, number: number, dueOn: string): Date {
  assert(soldOn)
  const usual = installmentSettlementDate(soldOn, number)
  const difference = usual.until(Temporal.PlainDate.from(dueOn))
  return startOfLocalDay(addBusinessDays(usual, 1).add(difference))
}

const saleOf = (row: SettledSale, number: number) => {
  const at = onDay(row.date).getTime()
  return {
    id: chargeIdOf(row.providerReference).slice('ch_'.length),
    number,
    state: 'captured',
    code: '00',
    isWallet: false,
    lastCancel: null,
    orderId: row.reference,
    amount: row.gross,
    installments: row.installments,
    captureAsked: true,
    brand: 'VISA',
    maskedNumber: '400000******0010',
    holder: 'ANA TESTE',
    expiration: '12/2031',
    authorizationCode: '123456',
    receivedAt: at,
    visibleAt: at,
    capturedAmount: row.gross,
    capturedAt: at,
    voidedAmount: 0,
    voidedAt: null,
  } as const
}
