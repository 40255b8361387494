import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Value } from 'typebox/value'
import { openWorld } from '../../../sandbox/open-world.ts'
import { openPaymentStore, type PaymentStore } from '../../../sandbox/woovi/payment-store.ts'
import { startWoovi } from '../../../sandbox/woovi/start-woovi.ts'
import type { SettledPayout, SettlementRow } from '../../../src/providers/ports/settlement-file.ts'
import { wooviSettings } from '../../../src/providers/woovi/settings.ts'
import { openWoovi } from '../../../src/providers/woovi/woovi.ts'
import { rowsOf } from '../settlement.ts'
import { type FileStore, onDay } from '../settlement-books.ts'
import { rewriteStore } from './rewrite-store.ts'

/** Writes each file to the books of the simulated bank, and reads the lists of its API. */
export async function throughWooviList(store: FileStore): Promise<void> {
  const home = mkdtempSync(join(tmpdir(), 'guiche-woovi-'))
  const world = openWorld({ home, now: () => onDay('2026-04-11') })
  const simulator = await startWoovi(world, { host: '127.0.0.1', port: 0 })
  const bank = openWoovi(Value.Parse(wooviSettings, simulator.credentials))
  const payments = openPaymentStore(world.db)
  try {
    for (const rows of store.contents.values()) for (const row of rows) book(payments, row)
    await rewriteStore(store, ({ date }) => rowsOf(bank.files, `extrato-${date}`))
  } finally {
    await bank.close()
    await simulator.stop()
    world.db.close()
    rmSync(home, { recursive: true })
  }
}

function book(payments: PaymentStore, row: SettlementRow): void {
  switch (row.kind) {
    case 'payout':
      pay(payments, row)
      return
    case 'payout-return': {
      const { payoutId: correlationId, endToEndId, amount, date } = row
      payments.addReturn({ endToEndId, correlationId, amount, at: onDay(date) })
      return
    }
    default:
      assert(row.kind === 'header' || row.kind === 'trailer', `no row of a bank: ${row.kind}`)
  }
}

function pay(
  payments: PaymentStore,
  { payoutId: correlationId, endToEndId, amount, date }: SettledPayout,
): void {
  const at = onDay(date)
  payments.add({
    ...{ correlationId, amount, comment: null, status: 'CREATED', createdAt: at, visibleAt: at },
    receiver: {
      ...{ name: 'Ana Souza', document: '52998224725' },
      key: { alias: 'ana@exemplo.com.br', type: 'EMAIL' },
    },
    ...{ transaction: null, rejection: null },
  })
  payments.approve(correlationId, { transaction: { endToEndId, at }, visibleAt: at })
  payments.decide(correlationId, 'CONFIRMED', null)
}
