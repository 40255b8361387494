import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Value } from 'typebox/value'
import { openWorld } from '../../../sandbox/open-world.ts'
import type { BankName } from '../../../sandbox/pix/bank.ts'
import type { Refund } from '../../../sandbox/pix/payment.ts'
import { openPaymentStore, type PaymentStore } from '../../../sandbox/pix/payment-store.ts'
import { startPix } from '../../../sandbox/pix/start-pix.ts'
import { openApiPix } from '../../../src/providers/api-pix/api-pix.ts'
import { apiPixSettings } from '../../../src/providers/api-pix/settings.ts'
import type {
  SettledChargeback,
  SettledRefund,
  SettlementRow,
} from '../../../src/providers/ports/settlement-file.ts'
import { rowsOf } from '../settlement.ts'
import { type FileStore, onDay, returnIdOf } from '../settlement-books.ts'
import { rewriteStore } from './rewrite-store.ts'

/** Writes each file to the books of a simulated bank, and reads the list of Pix of its API. */
export const throughPixList =
  (bankName: BankName) =>
  async (store: FileStore): Promise<void> => {
    const home = mkdtempSync(join(tmpdir(), 'guiche-pix-'))
    const world = openWorld({ home, now: () => onDay('2026-04-11') })
    const bank = await startPix(world, { host: '127.0.0.1', port: 0, bank: bankName })
    const settings = Value.Parse(apiPixSettings, bank.credentials)
    const pix = openApiPix(settings)
    const payments = openPaymentStore(world.db)
    try {
      for (const rows of store.contents.values())
        for (const row of rows) book(payments, settings.chave, row)
      await rewriteStore(store, ({ date }) => rowsOf(pix.files, `extrato-${date}`))
    } finally {
      await pix.close()
      await bank.stop()
      world.db.close()
      rmSync(home, { recursive: true })
    }
  }

function book(payments: PaymentStore, key: string, row: SettlementRow): void {
  switch (row.kind) {
    case 'sale':
      payments.add({
        endToEndId: row.providerReference,
        txid: row.reference,
        amount: row.gross,
        key,
        paidAt: onDay(row.date),
        payerDocument: '52998224725',
      })
      return
    case 'refund':
      give(payments, row, { id: row.refundId, returnId: returnIdOf(row.refundId, row.date) })
      return
    case 'chargeback':
      give(payments, row, { id: row.caseId, returnId: row.caseId, nature: 'MED_FRAUDE' })
      return
    default:
      assert(row.kind === 'header' || row.kind === 'trailer', `no row of a bank: ${row.kind}`)
  }
}

/** Money that went back to the payer. */
function give(
  payments: PaymentStore,
  { providerReference, amount, date }: SettledRefund | SettledChargeback,
  own: Pick<Refund, 'id' | 'returnId'> & Partial<Pick<Refund, 'nature'>>,
): void {
  const at = onDay(date)
  payments.addRefund({
    endToEndId: providerReference,
    amount,
    nature: 'ORIGINAL',
    description: null,
    requestedAt: at,
    decidedAt: at,
    status: 'DEVOLVIDO',
    ...own,
  })
}
