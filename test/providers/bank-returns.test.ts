import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { Value } from 'typebox/value'
import { returnText } from '../../sandbox/banco-do-brasil/return-text.ts'
import { startBancoDoBrasil } from '../../sandbox/banco-do-brasil/start-banco-do-brasil.ts'
import type { WaitingFault } from '../../sandbox/faults.ts'
import { openWorld } from '../../sandbox/open-world.ts'
import { cents } from '../../src/primitives/money.ts'
import { openBancoDoBrasil } from '../../src/providers/banco-do-brasil/banco-do-brasil.ts'
import { openReturnFiles } from '../../src/providers/banco-do-brasil/return-files.ts'
import { bancoDoBrasilSettings } from '../../src/providers/banco-do-brasil/settings.ts'
import { SettlementFileBroken } from '../../src/providers/statement/broken.ts'
import type { FileFolder } from '../../src/providers/statement/file-folder.ts'
import { allFiles, assertAddsUp, filesSince, namesOf, rowsOf } from '../kit/settlement.ts'
import { onDay } from '../kit/settlement-books.ts'
import { timeLimit } from '../kit/time-limit.ts'
import { dayMs, order } from './boleto-bench.ts'

/** The bank on Friday, 20 November 2026, at noon in São Paulo, and its mailbox. */
async function openMailbox(t: TestContext) {
  const home = await mkdtemp(join(tmpdir(), 'guiche-returns-'))
  let now = onDay('2026-11-20')
  const world = openWorld({ home, now: () => now })
  const simulator = await startBancoDoBrasil(world, { host: '127.0.0.1', port: 0, mailbox: true })
  const open = (change: object = {}) =>
    openBancoDoBrasil(Value.Parse(bancoDoBrasilSettings, { ...simulator.credentials, ...change }))
  const bank = open()
  t.after(async () => {
    await bank.close()
    await simulator.stop()
    world.db.close()
    await rm(home, { recursive: true })
  })
  return {
    simulator,
    bank,
    open,
    files: bank.files,
    async register(sequence: number, amount: number) {
      const made = await bank.register(
        order({ sequence, amount: cents(amount), issueDate: '2026-11-20' }),
        timeLimit(),
      )
      assert(made.kind === 'registered', made.kind)
      return made.boleto
    },
    async advance(ms: number) {
      now = new Date(now.getTime() + ms)
      await simulator.runDue?.()
    },
    fault: (fault: WaitingFault['fault'], operation = 'settlement-file') =>
      world.faults.add({ provider: 'boleto', operation, fault, times: 1 }),
  }
}

test('a return has the boletos that were paid, by barcode and by PIX, on their day', async (t) => {
  const { simulator, bank, files, register, advance } = await openMailbox(t)
  const [first, second, third] = [
    await register(1, 100_00),
    await register(2, 30_00),
    await register(3, 25_00),
  ]
  await simulator.pay?.(first.digitableLine, undefined)
  await bank.cancel(third.ourNumber, timeLimit())
  await advance(dayMs)
  await simulator.pay?.(second.pix?.emv ?? '', undefined)
  await advance(dayMs)
  const sale = (reference: string, gross: number, date: string) => ({
    ...{ kind: 'sale', reference, providerReference: reference, gross, installments: 1, date },
  })
  const header = { kind: 'header', merchant: '3128557', layoutVersion: '084' }
  assert.deepEqual(await allFiles(files), [
    [
      { ...header, date: '2026-11-20', sequence: 1 },
      sale(first.ourNumber, 100_00, '2026-11-20'),
      { kind: 'trailer', rows: 3, sales: 100_00, net: 0 },
    ],
    [
      { ...header, date: '2026-11-21', sequence: 2 },
      sale(second.ourNumber, 30_00, '2026-11-21'),
      { kind: 'trailer', rows: 3, sales: 30_00, net: 0 },
    ],
  ])
  assert.deepEqual(await namesOf(files, filesSince('2026-11-21')), [
    'CBR_3128557_20261122_000002.ret',
  ])
})

for (const [fault, expected] of [
  ['missing-row', [30_00]],
  ['unknown-sale', [1_23, 20_00, 30_00]],
  ['wrong-amount', [21_00, 30_00]],
] as const) {
  test(`${fault}: the return has it and adds up`, async (t) => {
    const { simulator, files, register, advance, fault: plant } = await openMailbox(t)
    for (const [n, amount] of [20_00, 30_00].entries())
      await simulator.pay?.((await register(n + 1, amount)).barcode, undefined)
    plant(fault)
    await advance(dayMs)
    const rows = await rowsOf(files, (await namesOf(files))[0] ?? '')
    assertAddsUp(rows)
    assert.deepEqual(
      rows.flatMap((row) => (row.kind === 'sale' ? [row.gross] : [])).toSorted(),
      [...expected].toSorted(),
    )
  })
}

test('a doubled, a missing and a late return', async (t) => {
  const { simulator, files, register, advance, fault } = await openMailbox(t)
  await simulator.pay?.((await register(1, 20_00)).barcode, undefined)
  for (const each of ['doubled-file', 'sequence-gap', 'late-file'] as const) {
    fault(each)
    await advance(dayMs)
    await namesOf(files)
  }
  const names = (...ends: readonly string[]) => ends.map((end) => `CBR_3128557_202611${end}.ret`)
  assert.deepEqual(await namesOf(files), names('21_000001', '21_000001_2'))
  await advance(dayMs)
  assert.deepEqual(
    await namesOf(files),
    names('21_000001', '21_000001_2', '23_000003', '24_000004'),
  )
})

test('a return that was cut, and a connection that ends, are noticed', async (t) => {
  const { simulator, files, register, advance, fault } = await openMailbox(t)
  await simulator.pay?.((await register(1, 20_00)).barcode, undefined)
  await advance(dayMs)
  const [name = ''] = await namesOf(files)
  fault('truncated-file')
  await assert.rejects(rowsOf(files, name), SettlementFileBroken)
  fault('reset-body', 'file.get')
  await assert.rejects(rowsOf(files, name), SettlementFileBroken)
  fault('reset-body', 'file.list')
  assert.equal((await files?.list(filesSince('2026-11-01'), timeLimit()))?.kind, 'unknown')
  assertAddsUp(await rowsOf(files, name))
})

test('returns in a folder are known by their first record', async (t) => {
  const { open } = await openMailbox(t)
  const folder = await mkdtemp(join(tmpdir(), 'guiche-return-folder-'))
  t.after(() => rm(folder, { recursive: true }))
  const bank = open({ returnMailbox: undefined, returnFolder: folder })
  t.after(() => bank.close())
  const { files } = bank
  const [later, earlier] = [
    returnText({ date: '2026-11-23', sequence: 8 }, []),
    returnText({ date: '2026-11-20', sequence: 7 }, []),
  ]
  await writeFile(join(folder, 'a.ret'), later)
  await writeFile(join(folder, 'b.ret'), earlier)
  await writeFile(join(folder, 'other-agreement.ret'), later.replaceAll('003128557', '009999999'))
  await writeFile(join(folder, 'remittance.rem'), later.replace(/2(24112026)/, '1$1'))
  await writeFile(join(folder, 'empty.ret'), '')
  await writeFile(join(folder, 'copying.ret'), later.slice(0, 200))
  await symlink('/etc/hostname', join(folder, 'link.ret'))
  assert.deepEqual(await namesOf(files), ['b.ret', 'a.ret'])
  assert.deepEqual(await namesOf(files, filesSince('2026-11-21')), ['a.ret'])
  await writeFile(join(folder, 'copying.ret'), returnText({ date: '2026-11-24', sequence: 9 }, []))
  assert.deepEqual(await namesOf(files), ['b.ret', 'a.ret', 'copying.ret'])
  assertAddsUp(await rowsOf(files, 'copying.ret'))
  assert.equal((await readdir(folder)).length, 7, 'the files stay')
})

test('a mailbox with many new files is listed in several steps', async (t) => {
  const { open } = await openMailbox(t)
  const folder = await mkdtemp(join(tmpdir(), 'guiche-return-folder-'))
  t.after(() => rm(folder, { recursive: true }))
  const bank = open({ returnMailbox: undefined, returnFolder: folder })
  t.after(() => bank.close())
  for (let n = 0; n < 101; n += 1) {
    const date = Temporal.PlainDate.from('2026-01-05').add({ days: n }).toString()
    await writeFile(join(folder, `${n}.ret`), returnText({ date, sequence: n + 1 }, []))
  }
  const list = async () => {
    const listing = await bank.files?.list(filesSince('2026-01-01'), timeLimit())
    assert(listing?.kind === 'listed')
    return [listing.names.length, listing.hasMore]
  }
  assert.deepEqual(await list(), [100, true])
  assert.deepEqual(await list(), [101, false])
})

test('small files beside the returns hide no return, and do not keep a listing open', async (t) => {
  const { open } = await openMailbox(t)
  const folder = await mkdtemp(join(tmpdir(), 'guiche-return-folder-'))
  t.after(() => rm(folder, { recursive: true }))
  const bank = open({ returnMailbox: undefined, returnFolder: folder })
  t.after(() => bank.close())
  for (let n = 0; n < 250; n += 1) await writeFile(join(folder, `${n}.ok`), 'ok')
  const list = async () => {
    const listing = await bank.files?.list(filesSince('2026-01-01'), timeLimit())
    assert(listing?.kind === 'listed')
    return listing
  }
  assert.equal((await list()).hasMore, true)
  assert.equal((await list()).hasMore, true)
  assert.deepEqual(await list(), { kind: 'listed', names: [], hasMore: false })
  const text = returnText({ date: '2026-11-20', sequence: 1 }, [])
  await writeFile(join(folder, 'whole.ret'), text)
  await writeFile(join(folder, 'copying.ret'), text.slice(0, 200))
  assert.deepEqual(await list(), { kind: 'listed', names: ['whole.ret'], hasMore: false })
  const later = returnText({ date: '2026-11-21', sequence: 2 }, [])
  await writeFile(join(folder, 'copying.ret'), later)
  const listings = [await list(), await list(), await list()]
  assert.deepEqual(listings.at(-1)?.names, ['whole.ret', 'copying.ret'])
})

test('a file that cannot be opened is listed behind the returns, and holds none', async () => {
  const contents = new Map<string, string | undefined>([
    ['shut.txt', undefined],
    ['b.ret', returnText({ date: '2026-11-21', sequence: 2 }, [])],
    ['a.ret', returnText({ date: '2026-11-20', sequence: 1 }, [])],
  ])
  const folder: FileFolder = {
    names: async () => [...contents.keys()],
    async *read(name) {
      const text = contents.get(name)
      if (text === undefined) throw new Error('EACCES')
      yield Buffer.from(text, 'latin1')
    },
    close() {},
  }
  const files = openReturnFiles(folder, { convenio: '3128557', hasMovements: true })
  const list = () => files.list(filesSince('2026-11-01'), timeLimit())
  const listed = { kind: 'listed', hasMore: false }
  const returns = ['a.ret', 'b.ret']
  assert.deepEqual(await list(), { ...listed, names: returns, hasMore: true }, 'it is tried again')
  assert.deepEqual(await list(), { ...listed, names: [...returns, 'shut.txt'] })
  assert.deepEqual(await list(), { ...listed, names: [...returns, 'shut.txt'] })
  contents.set('shut.txt', returnText({ date: '2026-11-22', sequence: 3 }, []))
  contents.set('c.ret', undefined)
  assert.deepEqual(await list(), { ...listed, names: [...returns, 'shut.txt'], hasMore: true })
  contents.set('c.ret', returnText({ date: '2026-11-23', sequence: 4 }, []))
  assert.deepEqual(await list(), { ...listed, names: [...returns, 'shut.txt', 'c.ret'] })
})

test('a folder of which no file can be opened is not listed', async () => {
  const folder: FileFolder = {
    names: async () => ['a.ret', 'b.ret'],
    // biome-ignore lint/correctness/useYield: it fails before its first bytes.
    async *read() {
      throw new Error('EACCES')
    },
    close() {},
  }
  const files = openReturnFiles(folder, { convenio: '3128557', hasMovements: true })
  for (const _ of [1, 2, 3])
    assert.equal((await files.list(filesSince('2026-11-01'), timeLimit())).kind, 'unknown')
})
