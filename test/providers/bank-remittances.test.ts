import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { Value } from 'typebox/value'
import { readRemittance } from '../../sandbox/banco-do-brasil/by-file/read-remittance.ts'
import { startBancoDoBrasil } from '../../sandbox/banco-do-brasil/start-banco-do-brasil.ts'
import { openWorld } from '../../sandbox/open-world.ts'
import { readBoletoCode } from '../../src/brazil/boleto-code.ts'
import { cents } from '../../src/primitives/money.ts'
import { openBancoDoBrasilCnab } from '../../src/providers/banco-do-brasil/banco-do-brasil-cnab.ts'
import { bancoDoBrasilCnabSettings } from '../../src/providers/banco-do-brasil/cnab-settings.ts'
import type { BoletoOrder, RemittanceTitle } from '../../src/providers/ports/boleto.ts'
import { FolderNotPrepared } from '../../src/providers/ports/outgoing-folder.ts'
import type { PlacelessRow } from '../../src/providers/ports/settlement-file.ts'
import { openLocalOutgoingFolder } from '../../src/providers/statement/local-outgoing-folder.ts'
import { allFiles } from '../kit/settlement.ts'
import { onDay } from '../kit/settlement-books.ts'
import { dayMs, maria, order } from './boleto-bench.ts'

/** The bank on Friday, 20 November 2026, at noon in São Paulo, and its two folders. */
async function openBank(t: TestContext) {
  const home = await mkdtemp(join(tmpdir(), 'guiche-remittances-'))
  let now = onDay('2026-11-20')
  const world = openWorld({ home, now: () => now })
  const simulator = await startBancoDoBrasil(world, { host: '127.0.0.1', port: 0 })
  const settings = Value.Parse(
    bancoDoBrasilCnabSettings,
    simulator.otherCredentials?.['boleto-files'],
  )
  const bank = openBancoDoBrasilCnab(settings)
  t.after(async () => {
    await bank.close()
    await simulator.stop()
    world.db.close()
    await rm(home, { recursive: true })
  })
  let sequence = 0
  const send = async (...titles: readonly RemittanceTitle[]) => {
    sequence += 1
    const file = { sequence, madeAt: now }
    const { folder, nameOf, write } = bank.remittances
    const folderId = await folder.writePart('one', write(file, titles))
    await folder.publish({ part: 'one', folderId }, nameOf(file))
    await simulator.runDue()
  }
  return {
    ...{ bank, settings, simulator, send },
    issue(change: Partial<BoletoOrder>) {
      const slip = order({ issueDate: '2026-11-20', ...change })
      return { slip, boleto: bank.remittances.issue(slip) }
    },
    async advance(ms: number) {
      now = new Date(now.getTime() + ms)
      await simulator.runDue()
    },
    outcomes: () =>
      world.calls
        .after(0)
        .filter(({ provider }) => provider === 'boleto-files')
        .map(({ operation, outcome }) => `${operation} ${outcome}`),
  }
}

type Issued = ReturnType<Awaited<ReturnType<typeof openBank>>['issue']>

const titleOf = (
  { slip, boleto }: Issued,
  instruction: RemittanceTitle['instruction'] = 'REGISTER',
): RemittanceTitle => ({
  ...slip,
  ...{ instruction, ourNumber: boleto.ourNumber, id: '0199f000-0000-7000-8000-000000000042' },
  ...(boleto.finalBeneficiary && { finalBeneficiary: boleto.finalBeneficiary }),
})

const movementsIn = (files: readonly (readonly PlacelessRow[])[]) =>
  files
    .flat()
    .flatMap((row) =>
      row.kind === 'movement' ? [`${row.date} ${row.movement} ${row.amount}`] : [],
    )

test('a boleto gets its codes from the agreement, without a call', async (t) => {
  const { issue } = await openBank(t)
  const { boleto } = issue({ sequence: 42, amount: cents(1_990) })
  const code = readBoletoCode(boleto.digitableLine, Temporal.PlainDate.from('2026-11-20'))
  assert.ok(code.ok && code.code.kind === 'bank')
  assert.deepEqual([code.code.bank, code.code.amount], ['001', 1_990])
  assert.equal(boleto.ourNumber, '00031285580000000042')
  assert.equal(boleto.barcode.slice(25, 42), '31285580000000042')
})

test('the bank reads every fact of an order in the remittance', async (t) => {
  const { bank, issue } = await openBank(t)
  const one = issue({ sequence: 42, overdue: { action: 'PROTEST', afterDays: 5 } })
  const other = issue({
    ...{
      sequence: 43,
      amount: cents(9_999_999_999),
      payer: { ...maria, document: '12ABC34501DE35' },
    },
    ...{ overdue: { action: 'PROTEST', afterDays: 45 }, documentNumber: 'ç'.repeat(15) },
  })
  const bytes = bank.remittances.write({ sequence: 7, madeAt: onDay('2026-11-20') }, [
    titleOf(one),
    titleOf(other),
    titleOf(one, 'WRITE_OFF'),
  ])
  const read = readRemittance(
    Buffer.from(bytes).toString('latin1'),
    Temporal.PlainDate.from('2026-11-20'),
  )
  assert(typeof read !== 'string', String(read))
  assert.equal(read.sequence, 7)
  const shop = { name: 'LOJA DA ESQUINA', document: '12ABC34501DE35' }
  const entry = {
    ...{ code: '01', number: '31285580000000042', amount: 100_00, fault: undefined },
    dueDate: Temporal.PlainDate.from('2026-11-30'),
    documentNumber: 'PED-42',
    protestOn: Temporal.PlainDate.from('2026-12-07'),
    payer: { name: 'MARIA ANTONIA DA CONCEICAO', document: '52998224725' },
    finalBeneficiary: shop,
  }
  assert.deepEqual(read.entries, [
    entry,
    {
      ...entry,
      ...{ number: '31285580000000043', amount: 9_999_999_999, documentNumber: 'C'.repeat(15) },
      protestOn: Temporal.PlainDate.from('2027-01-14'),
      payer: { ...entry.payer, document: '12ABC34501DE35' },
    },
    { ...entry, code: '02' },
  ])
})

test('the returns have what happened to each boleto, and its money', async (t) => {
  const { bank, issue, send, advance, simulator, outcomes } = await openBank(t)
  const [paid, off, refused, kept] = [
    issue({ sequence: 1 }),
    issue({ sequence: 2 }),
    issue({ sequence: 3, amount: cents(20_05) }),
    issue({ sequence: 4, amount: cents(20_13) }),
  ]
  assert.equal(await simulator.pay?.(paid.boleto.digitableLine, undefined), undefined)
  await send(...[paid, off, refused, kept].map((each) => titleOf(each)))
  await simulator.pay?.(paid.boleto.digitableLine, undefined)
  await advance(dayMs)
  await send(titleOf(off, 'WRITE_OFF'), titleOf(kept, 'WRITE_OFF'), titleOf(kept))
  await advance(dayMs)
  assert.deepEqual(outcomes(), [
    'remittance taken:4',
    ...['register 02', 'register 02', 'register 03:49', 'register 02', 'pay paid'],
    'remittance taken:3',
    ...['baixa 09:11', 'baixa 26:04', 'register 03:63'],
  ])
  const files = await allFiles(bank.files)
  assert.deepEqual(movementsIn(files), [
    '2026-11-20 REGISTERED 10000',
    '2026-11-20 REGISTERED 10000',
    '2026-11-20 REJECTED 0',
    '2026-11-20 REGISTERED 2013',
    '2026-11-20 PAID 10000',
    '2026-11-21 WRITTEN_OFF 10000',
    '2026-11-21 NOT_DONE 2013',
  ])
  const sales = files.flat().flatMap((row) => (row.kind === 'sale' ? [row.reference] : []))
  assert.deepEqual(sales, [paid.boleto.ourNumber])
  const late = await simulator.pay?.(off.boleto.digitableLine, undefined)
  assert.deepEqual(late, { paid: false, reason: 'Este boleto foi cancelado pelo beneficiário.' })
})

test('the bank refuses a file whose number it has, and one that does not add up', async (t) => {
  const { issue, send, settings, simulator, outcomes, bank } = await openBank(t)
  await send(titleOf(issue({ sequence: 1 })))
  const again = { sequence: 1, madeAt: onDay('2026-11-20') }
  const bytes = bank.remittances.write(again, [titleOf(issue({ sequence: 2 }))])
  const text = Buffer.from(bytes).toString('latin1')
  const folder = openLocalOutgoingFolder(settings.remittanceFolder)
  for (const [name, content] of [
    ['a.rem', text],
    ['b.rem', text.replace('31285580000000002', '31285580000000002 ')],
    ['c.rem', text.replaceAll('003128558', '003128557')],
    ['d.rem', text.replace(/00100015(.{9})000005/, '00100015$1000006')],
  ] as const) {
    const folderId = await folder.writePart(name, Buffer.from(content, 'latin1'))
    await folder.publish({ part: name, folderId }, name)
  }
  await simulator.runDue()
  assert.deepEqual(outcomes().slice(2), [
    'remittance refused:repeated',
    'remittance refused:record',
    'remittance refused:agreement',
    'remittance refused:batch-trailer',
  ])
})

/** A folder, prepared as an operator does it, and the files that a bank would take from it. */
async function openOutgoing(t: TestContext) {
  const place = await mkdtemp(join(tmpdir(), 'guiche-outgoing-'))
  t.after(() => rm(place, { recursive: true }))
  const folder = openLocalOutgoingFolder(place)
  await folder.prepare()
  const ready = async () => (await readdir(place)).filter((name) => name.endsWith('.rem'))
  return { place, folder, ready }
}

test('a part is no file until it is published, once', async (t) => {
  const { place, folder, ready } = await openOutgoing(t)
  const folderId = await folder.writePart('one', Buffer.from('first'))
  assert.equal(await folder.writePart('two', Buffer.from('second')), folderId)
  assert.deepEqual(await ready(), [])
  await folder.publish({ part: 'one', folderId }, 'file.rem')
  assert.equal(await readFile(join(place, 'file.rem'), 'utf8'), 'first')
  await rm(join(place, 'file.rem')) // The bank has taken it.
  await folder.publish({ part: 'one', folderId }, 'file.rem')
  assert.deepEqual(await ready(), [], 'a repetition publishes nothing')
  await folder.removePart('two')
  await folder.removePart('two')
  assert.deepEqual(await readdir(place), ['.guiche'])
})

test('a folder that is not prepared gets no part, and nothing makes it one', async (t) => {
  const { place, folder, ready } = await openOutgoing(t)
  const folderId = await folder.writePart('one', Buffer.from('first'))
  // The disk is not mounted: in its place is an empty folder.
  const [disk, bare] = [`${place}-disk`, place]
  await rename(place, disk)
  await mkdir(bare)
  for (const work of [
    () => folder.check(),
    () => folder.writePart('two', Buffer.from('second')),
    () => folder.publish({ part: 'one', folderId }, 'one.rem'),
  ])
    await assert.rejects(work, FolderNotPrepared)
  assert.deepEqual(await readdir(bare), [])
  await rm(bare, { recursive: true })
  await rename(disk, place)
  await folder.publish({ part: 'one', folderId }, 'one.rem')
  assert.deepEqual(await ready(), ['one.rem'])
})

test('a file that the bank has not taken is not replaced', async (t) => {
  const { folder, place } = await openOutgoing(t)
  const folderId = await folder.writePart('one', Buffer.from('first'))
  await folder.writePart('two', Buffer.from('second'))
  await folder.publish({ part: 'one', folderId }, 'file.rem')
  await assert.rejects(folder.publish({ part: 'two', folderId }, 'file.rem'), /file\.rem already/)
  assert.equal(await readFile(join(place, 'file.rem'), 'utf8'), 'first')
  await rm(join(place, 'file.rem'))
  await folder.publish({ part: 'two', folderId }, 'file.rem')
  assert.equal(await readFile(join(place, 'file.rem'), 'utf8'), 'second')
})

test('an absent part says nothing in a folder that never had it', async (t) => {
  const [first, second] = [await openOutgoing(t), await openOutgoing(t)]
  const folderId = await first.folder.writePart('one', Buffer.from('first'))
  await assert.rejects(
    second.folder.publish({ part: 'one', folderId }, 'one.rem'),
    /another folder has the part/,
  )
  await first.folder.prepare()
  await first.folder.publish({ part: 'one', folderId }, 'one.rem')
  assert.deepEqual(await first.ready(), ['one.rem'], 'it keeps its id')
  const missing = openLocalOutgoingFolder(join(first.place, 'missing'))
  await assert.rejects(missing.writePart('one', Buffer.from('text')), /ENOENT/)
})
