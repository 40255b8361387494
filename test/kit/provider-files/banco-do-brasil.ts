import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Value } from 'typebox/value'
import { type BoletoStore, openBoletoStore } from '../../../sandbox/banco-do-brasil/boleto-store.ts'
import { startBancoDoBrasil } from '../../../sandbox/banco-do-brasil/start-banco-do-brasil.ts'
import { openWorld } from '../../../sandbox/open-world.ts'
import { openBancoDoBrasil } from '../../../src/providers/banco-do-brasil/banco-do-brasil.ts'
import { bancoDoBrasilSettings } from '../../../src/providers/banco-do-brasil/settings.ts'
import type { BoletoBank } from '../../../src/providers/ports/boleto.ts'
import type { SettledSale } from '../../../src/providers/ports/settlement-file.ts'
import { namesOf, rowsOf } from '../settlement.ts'
import { type FileStore, onDay } from '../settlement-books.ts'
import { rewriteStore } from './rewrite-store.ts'

/** Writes each file to the books of the simulated bank, and reads the list of its API. */
export const throughBoletoList = (store: FileStore): Promise<void> =>
  throughBank(store, { returnMailbox: undefined }, ({ files }) =>
    rewriteStore(store, ({ date }) => rowsOf(files, `extrato-${date}`)),
  )

/** Writes each file to the books of the simulated bank, and reads the returns of its mailbox. */
export const throughReturns = (store: FileStore): Promise<void> =>
  throughBank(store, {}, async ({ files }) => {
    const names = await namesOf(files)
    assert.equal(names.length, store.contents.size)
    await rewriteStore(store, async (_header, _rows, index) => rowsOf(files, names[index] ?? ''))
  })

async function throughBank(
  store: FileStore,
  settings: { readonly returnMailbox?: undefined },
  act: (bank: BoletoBank) => Promise<void>,
): Promise<void> {
  const home = mkdtempSync(join(tmpdir(), 'guiche-boleto-'))
  const world = openWorld({ home, now: () => onDay('2026-04-11') })
  const simulator = await startBancoDoBrasil(world, { host: '127.0.0.1', port: 0, mailbox: true })
  const bank = openBancoDoBrasil(
    Value.Parse(bancoDoBrasilSettings, { ...simulator.credentials, ...settings }),
  )
  const boletos = openBoletoStore(world.db)
  try {
    for (const rows of store.contents.values())
      for (const row of rows) if (row.kind === 'sale') book(boletos, row)
    await act(bank)
  } finally {
    await bank.close()
    await simulator.stop()
    world.db.close()
    rmSync(home, { recursive: true })
  }
}

function book(boletos: BoletoStore, { reference, gross, date }: SettledSale): void {
  const [day, at] = [Temporal.PlainDate.from(date), onDay(date)]
  const boleto = {
    ourNumber: reference,
    amount: gross,
    issueDate: day,
    dueDate: day,
    payableDaysAfterDue: 5,
    documentNumber: reference.slice(-10),
    message: '',
    payer: {
      document: '52998224725',
      name: 'MARIA DA SILVA',
      street: 'AVENIDA PAULISTA, 1578',
      district: 'BELA VISTA',
      city: 'SAO PAULO',
      state: 'SP',
      zipCode: '01310200',
    },
    wantsPix: false,
    barcode: reference,
    digitableLine: reference,
    registeredAt: at,
    state: { kind: 'registered' },
  } as const
  assert(boletos.add(boleto, at), `twice in the books: ${reference}`)
  const paid = { kind: 'paid', at, amount: gross, channel: 'boleto', reference } as const
  boletos.move(boleto, paid)
}
