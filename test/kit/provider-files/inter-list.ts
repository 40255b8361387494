import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Value } from 'typebox/value'
import { type ChargeStore, openChargeStore } from '../../../sandbox/inter/charge-store.ts'
import { startInter } from '../../../sandbox/inter/start-inter.ts'
import { openWorld } from '../../../sandbox/open-world.ts'
import { openInter } from '../../../src/providers/inter/inter.ts'
import { interSettings } from '../../../src/providers/inter/settings.ts'
import type { SettledSale } from '../../../src/providers/ports/settlement-file.ts'
import { rowsOf } from '../settlement.ts'
import { type FileStore, onDay } from '../settlement-books.ts'
import { rewriteStore } from './rewrite-store.ts'

/**
 * Writes each file to the books of the simulated bank, and reads the list of its API. The bank
 * names a charge by a code of its own: each reference of our books stands for one.
 */
export async function throughInterList(store: FileStore): Promise<void> {
  const home = mkdtempSync(join(tmpdir(), 'guiche-inter-'))
  const world = openWorld({ home, now: () => onDay('2026-04-11') })
  const simulator = await startInter(world, { host: '127.0.0.1', port: 0 })
  const bank = openInter(Value.Parse(interSettings, simulator.credentials))
  const charges = openChargeStore(world.db)
  const references = new Map<string, string>()
  try {
    for (const rows of store.contents.values())
      for (const row of rows)
        if (row.kind === 'sale') references.set(book(charges, row), row.reference)
    await rewriteStore(store, async ({ date }) =>
      (await rowsOf(bank.files, `extrato-${date}`)).map((row) =>
        row.kind === 'sale'
          ? { ...row, reference: references.get(row.reference) ?? row.reference }
          : row,
      ),
    )
  } finally {
    await bank.close()
    await simulator.stop()
    world.db.close()
    rmSync(home, { recursive: true })
  }
}

/** Returns the code of the charge. */
function book(charges: ChargeStore, { reference, gross, date }: SettledSale): string {
  const [dueDate, at] = [Temporal.PlainDate.from(date), onDay(date)]
  const n = charges.nextNumber()
  const code = `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
  const charge = {
    code,
    ourNumber: String(n).padStart(11, '0'),
    barcode: reference,
    digitableLine: reference,
    ownNumber: String(n),
    amount: gross,
    dueDate,
    payableDaysAfterDue: 5,
    payer: {
      document: '52998224725',
      name: 'Maria da Silva',
      street: 'Avenida Paulista',
      number: '1578',
      complement: '',
      district: 'Bela Vista',
      city: 'São Paulo',
      state: 'SP',
      zipCode: '01310200',
      email: '',
    },
    message: [],
    wantsPix: false,
    registeredAt: at,
    state: { kind: 'open' },
  } as const
  charges.add(charge, at)
  const paid = { kind: 'paid', at, amount: gross, channel: 'boleto', reference } as const
  charges.move(charge, paid)
  const [booked] = charges.withOwnNumber(String(n))
  assert.equal(booked?.state.kind, 'paid')
  return code
}
