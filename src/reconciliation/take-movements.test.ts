import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openReconciling } from '../../test/kit/reconciliation.ts'
import { fileOf, openFileStore, type Row } from '../../test/kit/settlement-books.ts'
import { someTransaction } from '../../test/kit/some-transaction.ts'
import { write } from '../journal/change.ts'
import { newId } from '../primitives/id.ts'
import { cents } from '../primitives/money.ts'
import type { FileBoletoBank } from '../providers/ports/boleto.ts'
import type { MovementKind } from '../providers/ports/settlement-file.ts'
import { SettlementFileBroken } from '../providers/statement/broken.ts'
import { syncCharge } from '../transactions/charge/sync-charge.ts'
import { createChange } from '../transactions/transaction-change.ts'
import { providerReferencesWriter, transactionById } from '../transactions/transaction-store.ts'

const reconciling = await openReconciling()
after(() => reconciling.close())
const { sql, app, setClock, newProvider, openOf, readAll } = reconciling
const bank = { name: 'Banco', maxPayableDaysAfterDue: 30, remittances: {} }
app.providers.boleto = () => bank as unknown as FileBoletoBank

const amount = cents(10_00)

/** A boleto of 2 March 2026 that waits for its registration, and its bank's returns. */
async function openBoleto() {
  setClock('2026-03-02')
  const providerId = await newProvider()
  const reference = newId(Date.now())
  const boleto = someTransaction({
    ...{ method: 'BOLETO', providerId, amount, createdAt: app.clock.now() },
    expiresAt: new Date('2026-04-10T02:59:59Z'),
    boleto: {
      ...{ ourNumber: reference, barcode: '', digitableLine: '', dueDate: '2026-04-09' },
      ...{ instructions: [], agencyAndAccount: '', wallet: '17', registration: 'PENDING' },
      beneficiary: { name: 'GUICHE', document: '11222333000181', address: '' },
    },
  })
  const { accountId, id } = boleto
  await app.journal.record(
    createChange(boleto, {
      links: app.links,
      extraWrites: [
        write(providerReferencesWriter, { providerId, reference, accountId, transactionId: id }),
      ],
    }),
  )
  const files = { ...openFileStore(), hasMovements: true }
  return {
    ...{ providerId, files, reference },
    sync: async () => syncCharge(app, (await transactionById(sql, accountId, id)) ?? boleto),
    movement: (movement: MovementKind, of = reference): Row => ({
      ...{ kind: 'movement', reference: of, movement, amount, date: '2026-03-02' },
    }),
    sale: (): Row => ({
      ...{ kind: 'sale', reference, providerReference: reference, gross: amount },
      ...{ installments: 1, date: '2026-03-05' },
    }),
    /** Reads the returns of some days, which have their numbers: 1 is of 2 March. */
    async read(returns: Readonly<Record<number, readonly Row[]>>) {
      for (const [sequence, rows] of Object.entries(returns)) {
        const date = `2026-03-0${Number(sequence) + 1}`
        const header = { date, sequence: Number(sequence) }
        files.contents.set(`return-${sequence}`, fileOf(header, rows))
      }
      setClock('2026-03-09')
      await readAll(providerId, files)
      const found = await transactionById(sql, accountId, id)
      return `${found?.status} ${found?.boleto?.registration}`
    },
  }
}

test('a rejection before the registration in one return refuses nothing', async () => {
  const { movement, read } = await openBoleto()
  const others = Array.from({ length: 600 }, (_, n) => movement('REGISTERED', `other ${n}`))
  const rows = [movement('REJECTED'), ...others, movement('REGISTERED')]
  assert.equal(await read({ 1: rows }), 'WAITING_PAYMENT CONFIRMED')
})

test('a rejection refuses once no earlier return is missing', async () => {
  const { movement, read } = await openBoleto()
  assert.equal(await read({ 1: [], 3: [movement('REJECTED')] }), 'WAITING_PAYMENT PENDING')
  assert.equal(await read({ 2: [movement('REGISTERED')] }), 'WAITING_PAYMENT CONFIRMED')
  const other = await openBoleto()
  const rejected = [other.movement('REJECTED')]
  assert.equal(await other.read({ 1: [], 3: rejected }), 'WAITING_PAYMENT PENDING')
  assert.equal(await other.read({ 2: [] }), 'WAITING_PAYMENT PENDING', 'its next sync decides')
  await other.sync()
  assert.equal(await other.read({}), 'REFUSED PENDING')
})

test('a return that was missing before the boleto existed does not keep it waiting', async () => {
  const { movement, read, providerId } = await openBoleto()
  await sql`
    insert into settlement_files (provider_id, name, status, sequence, date, merchant, started_at,
      read_at, rows, sha256)
    select ${providerId}, 'old ' || n, 'READ', n, date '2026-02-20' + n, 'loja', now(), now(), 2,
      decode(repeat('00', 32), 'hex')
    from unnest(array[1, 3]) as n`
  assert.equal(await read({ 4: [movement('REJECTED')] }), 'REFUSED PENDING')
})

test('a payment of a refused boleto is a case, and credits nothing', async () => {
  const { providerId, movement, read, sale } = await openBoleto()
  assert.equal(await read({ 1: [movement('REJECTED')] }), 'REFUSED PENDING')
  assert.equal(await read({ 2: [movement('PAID'), sale()] }), 'REFUSED PENDING')
  assert.ok((await openOf(providerId)).some((each) => each.startsWith('sale-status-differs ')))
  const credited = await sql`
    select from ledger_transfers where transaction_id in (
      select id from transactions where provider_id = ${providerId})`
  assert.equal(credited.length, 0)
})

test('a second return of a day counts, also if it is read before the first', async () => {
  for (const order of [
    [2, 3],
    [3, 2],
  ]) {
    const { providerId, files, movement, read } = await openBoleto()
    await read({ 1: [] })
    for (const sequence of order) {
      const rows = sequence === order[1] ? [movement('REGISTERED')] : []
      files.contents.set(`return-${sequence}`, fileOf({ date: '2026-03-03', sequence }, rows))
      await read({})
    }
    assert.equal(await read({}), 'WAITING_PAYMENT CONFIRMED')
    assert.ok(!(await openOf(providerId)).some((each) => each.startsWith('header-differs')))
  }
})

test('a second file of a day is a case where files report no movements', async () => {
  const { providerId, files, read } = await openBoleto()
  files.hasMovements = false
  files.contents.set('other', fileOf({ date: '2026-03-02', sequence: 2 }, []))
  await read({ 1: [] })
  assert.ok((await openOf(providerId)).some((each) => each.startsWith('header-differs')))
})

test('a copy of a return with another number pays once, and is a case', async () => {
  const { providerId, files, movement, read, sale } = await openBoleto()
  const rows = [movement('REGISTERED'), movement('PAID'), sale()]
  assert.equal(await read({ 1: rows }), 'PAID CONFIRMED')
  files.contents.set('copy', fileOf({ date: '2026-03-02', sequence: 2 }, rows))
  assert.equal(await read({}), 'PAID CONFIRMED')
  const doubled = (await openOf(providerId)).filter((each) => each.startsWith('sale-doubled'))
  assert.equal(doubled.length, 1)
})

test('a return that does not add up changes no payment until a whole one replaces it', async () => {
  const { movement, read, files, providerId } = await openBoleto()
  const whole = fileOf({ date: '2026-03-03', sequence: 2 }, [movement('REGISTERED')])
  const trailer = whole.at(-1)
  assert(trailer?.kind === 'trailer')
  files.contents.set('return-2', [...whole.slice(0, -1), { ...trailer, sales: cents(1) }])
  assert.equal(await read({}), 'WAITING_PAYMENT PENDING')
  const ofFile = async () => (await openOf(providerId)).filter((each) => each.endsWith(' return-2'))
  assert.deepEqual(await ofFile(), ['file-broken return-2'])
  files.contents.set('return-2', whole)
  assert.equal(await read({}), 'WAITING_PAYMENT CONFIRMED')
  assert.deepEqual(await ofFile(), [])
})

test('an unreadable line of a return that adds up is a case that names its boleto', async () => {
  const { read, movement, sale, reference, providerId } = await openBoleto()
  const problem = 'um título não pôde ser lido'
  const rows = [movement('REGISTERED'), { kind: 'unreadable', problem, reference } as const]
  assert.equal(await read({ 1: rows }), 'WAITING_PAYMENT CONFIRMED', 'its other lines count')
  const cases = await sql`
    select subject, reference, status, found from reconciliation_cases
    where provider_id = ${providerId} and kind = 'row-unreadable'`
  assert.deepEqual(cases, [{ subject: '1 3', reference, status: 'OPEN', found: { problem } }])
  assert.equal(await read({ 2: [movement('PAID'), sale()] }), 'PAID CONFIRMED')
})

test('a return of mostly unreadable lines is replaced by a whole one of its name', async () => {
  const { read, files, movement, sale, providerId } = await openBoleto()
  const noise = Array.from({ length: 1_001 }, (): Row => ({ kind: 'unreadable', problem: 'x' }))
  assert.equal(await read({ 1: noise }), 'WAITING_PAYMENT PENDING')
  assert.ok((await openOf(providerId)).includes('file-broken return-1'))
  const rows = [movement('REGISTERED'), movement('PAID'), sale()]
  files.contents.set('return-1', fileOf({ date: '2026-03-02', sequence: 1 }, rows))
  assert.equal(await read({}), 'PAID CONFIRMED')
})

for (const name of ['return-1', 'sent again'])
  test(`a return without its only boleto is replaced by a whole one: ${name}`, async () => {
    const { read, files, movement, sale, providerId } = await openBoleto()
    const rows = [movement('REGISTERED'), movement('PAID'), sale()]
    const whole = fileOf({ date: '2026-03-02', sequence: 1 }, rows)
    const lost: Row = { kind: 'unreadable', problem: 'um segmento T não tem o seu segmento U' }
    const damaged = fileOf({ date: '2026-03-02', sequence: 1 }, [lost])
    const trailer = damaged.at(-1)
    assert(trailer?.kind === 'trailer')
    files.contents.set('return-1', [
      ...damaged.slice(0, -1),
      { ...trailer, rows: trailer.rows + 2 },
    ])
    assert.equal(await read({}), 'WAITING_PAYMENT PENDING')
    const lines = await sql`select from settlement_lines where provider_id = ${providerId}`
    assert.equal(lines.length, 0)
    files.contents.set(name, whole)
    assert.equal(await read({}), 'PAID CONFIRMED')
  })

test('a cut return is over when a whole one of another name is read, and hides none', async () => {
  const { read, files, movement, sale, providerId } = await openBoleto()
  const rows = [movement('REGISTERED'), movement('PAID'), sale()]
  const readWhole = files.read
  files.read = async function* (name, signal) {
    for await (const row of readWhole(name, signal)) {
      if (name === 'return-1' && row.line === 3) throw new SettlementFileBroken('it is cut')
      yield row
    }
  }
  const ofFiles = async () =>
    (await openOf(providerId)).filter((each) => /^file-(broken|doubled|missing) /.test(each))
  assert.equal(await read({ 1: rows }), 'WAITING_PAYMENT PENDING')
  assert.deepEqual(await ofFiles(), ['file-broken return-1'])
  files.contents.set('sent again', fileOf({ date: '2026-03-02', sequence: 1 }, rows))
  assert.equal(await read({}), 'PAID CONFIRMED')
  await read({ 2: [], 4: [] })
  assert.deepEqual(await ofFiles(), ['file-missing 3'])
})
