import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, type TestContext, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { pino } from 'pino'
import { openTestDatabase } from '../../../test/kit/database.ts'
import { lockWaits } from '../../../test/kit/lock-waits.ts'
import { someTransaction } from '../../../test/kit/some-transaction.ts'
import { until } from '../../../test/kit/time-limit.ts'
import { maria } from '../../../test/providers/boleto-bench.ts'
import type { App } from '../../app.ts'
import { casePage } from '../../cases/case-store.ts'
import { write } from '../../journal/change.ts'
import { openJournal } from '../../journal/journal.ts'
import { openMetrics } from '../../metrics/metrics.ts'
import { workerActor } from '../../primitives/actor.ts'
import { systemClock } from '../../primitives/clock.ts'
import { defined } from '../../primitives/defined.ts'
import { newId, randomSecret } from '../../primitives/id.ts'
import { Rejection } from '../../primitives/rejection.ts'
import { withTimeout } from '../../primitives/with-timeout.ts'
import { openBancoDoBrasilCnab } from '../../providers/banco-do-brasil/banco-do-brasil-cnab.ts'
import type { OutgoingFolder } from '../../providers/ports/outgoing-folder.ts'
import { recordWithdrawn } from '../charge/record-charge.ts'
import { nextVersion, type Transaction } from '../transaction.ts'
import { createChange, updateChange } from '../transaction-change.ts'
import { keepMovements } from './movement-store.ts'
import { unsentRemittances } from './remittance-file-store.ts'
import {
  registrationOf,
  releaseWriteOff,
  remittanceRecordsWriter,
  requestWriteOff,
} from './remittance-store.ts'
import { numberRemittances, sendRemittances } from './send-remittances.ts'

const database = await openTestDatabase()
after(() => database.close())
const { sql } = database
const journal = openJournal({ sql })
const links = { baseUrl: 'http://localhost' }

const minuteMs = 60_000
let agreements = 0

async function addProvider(): Promise<string> {
  const id = newId(Date.now())
  await sql`
    insert into providers (id, kind, name, sealed, callback_digest)
    values (${id}, 'banco-do-brasil-cnab', 'Banco', ${randomSecret(8)}, ${randomSecret(32)})`
  return id
}

/** A bank that takes files, a folder for them, and a worker whose clock the test moves. */
async function openBank(t: TestContext) {
  const place = await mkdtemp(join(tmpdir(), 'guiche-send-'))
  t.after(() => rm(place, { recursive: true }))
  const providerId = await addProvider()
  // The workers of other tests have no folder for what is left.
  t.after(() => sql`update remittance_records set due_at = null where provider_id = ${providerId}`)
  // Each test has an agreement of its own, because the database is that of all tests.
  agreements += 1
  const settings = {
    ...{ convenio: String(3_128_557 + agreements), carteira: '17', variacaoCarteira: '35' },
    ...{ agency: '452', account: '123873', payableDaysAfterDue: 30 },
    beneficiary: { name: 'GUICHE', document: '11222333000181', address: 'RUA DO GUICHE, 100' },
    ...{ remittanceFolder: place, returnFolder: place },
  }
  let bank = openBancoDoBrasilCnab(settings)
  await bank.remittances.folder.prepare()
  const clock = systemClock()
  /** Runs once after a part is stored, before it is chosen. */
  let onStored: (() => Promise<void>) | undefined
  /** Steps of the folder that fail once, before or after they were done. */
  const failures: { step: keyof OutgoingFolder; isDone: boolean }[] = []
  const failing =
    <Given extends unknown[], Result>(
      step: keyof OutgoingFolder,
      work: (...given: Given) => Promise<Result>,
    ) =>
    async (...given: Given): Promise<Result> => {
      const failure = failures[0]?.step === step ? failures.shift() : undefined
      if (failure?.isDone === false) throw new Error(`died before ${step}`)
      const result = await work(...given)
      if (failure) throw new Error(`died after ${step}`)
      return result
    }
  const { folder } = bank.remittances
  const port = {
    ...bank,
    remittances: {
      ...bank.remittances,
      write: (...given: Parameters<typeof bank.remittances.write>) =>
        bank.remittances.write(...given),
      folder: {
        ...folder,
        writePart: failing('writePart', async (part: string, bytes: Uint8Array) => {
          const folderId = await folder.writePart(part, bytes)
          const held = onStored
          onStored = undefined
          await held?.()
          return folderId
        }),
        publish: failing('publish', folder.publish),
      },
    },
  }
  const app = {
    ...{ sql, clock, log: pino({ level: 'silent' }) },
    providers: { boleto: () => port },
  } as unknown as App
  let sequence = 0
  return {
    ...{ app, providerId, failures, clock, place },
    /** A file with this number is published already. */
    useNumber: (sequence: number) => sql`
      insert into remittance_files
        (provider_id, agreement, sequence, made_at, published_at, due_at)
      values (${providerId}, ${port.remittances.agreement}, ${sequence}, now(), now(), now())`,
    /** Without it, a boleto of a payer without an address cannot be written. */
    setPayerAddress(payerAddress: typeof maria.address | undefined) {
      bank = openBancoDoBrasilCnab({ ...settings, ...defined({ payerAddress }) })
    },
    async sell(buyer = customer, seller = providerId): Promise<Transaction> {
      sequence += 1
      const ourNumber = `0003128558${String(sequence).padStart(10, '0')}`
      const createdAt = clock.now()
      const transaction = someTransaction({
        ...{ method: 'BOLETO', providerId: seller, createdAt },
        order: { ...someTransaction().order, customer: buyer },
        boleto: {
          ...{ ourNumber, barcode: '', digitableLine: '', dueDate: '2030-11-29', instructions: [] },
          ...{ agencyAndAccount: '', wallet: '17', registration: 'PENDING' },
          beneficiary: { name: 'GUICHE', document: '11222333000181', address: '' },
        },
      })
      const extraWrites = [write(remittanceRecordsWriter, registrationOf(transaction))]
      await journal.record(createChange(transaction, { links, extraWrites }))
      return transaction
    },
    /** Another process, with the same database and the same folder. */
    otherProcess: (): App => ({ ...app, providers: { ...app.providers } }),
    holdNextPart(until: () => Promise<void>) {
      onStored = until
    },
    /** A turn of a worker, some minutes later. */
    async work(minutes = 16, worker = app) {
      clock.setOffsetMs(clock.offsetMs() + minutes * minuteMs)
      await numberRemittances(worker)
      await sendRemittances(worker)
    },
    /** The files that a bank would take: of each one its instructions, `01 42`. */
    async files(): Promise<string[][]> {
      const names = (await readdir(place)).filter((name) => name.endsWith('.rem')).toSorted()
      const texts = await Promise.all(names.map((name) => readFile(join(place, name), 'latin1')))
      return texts.map((text) =>
        text
          .split('\r\n')
          .filter((line) => line[13] === 'P')
          .map((line) => `${line.slice(15, 17)} ${Number(line.slice(44, 54))}`),
      )
    },
    parts: async () => (await readdir(place)).filter((name) => name.endsWith('.part')),
    take: async () => {
      for (const name of await readdir(place))
        if (name.endsWith('.rem')) await rm(join(place, name))
    },
  }
}

const customer: Transaction['order']['customer'] = {
  ...{ id: '1', email: null, phone: null, externaRef: null, name: maria.name },
  document: { number: maria.document, type: 'CPF' as const },
  address: {
    ...{ street: 'Rua A', streetNumber: '1', complement: null, neighborhood: 'Centro' },
    ...{ city: 'São Paulo', state: 'SP', zipCode: '01001000', country: 'BR' },
  },
}

test('the boletos of some minutes are one file, and a later one is in the next', async (t) => {
  const { sell, work, files, parts } = await openBank(t)
  await sell()
  await sell()
  await work()
  await work()
  await sell()
  await work(0)
  assert.deepEqual(await files(), [['01 1', '01 2']], 'the third one waits')
  await work()
  assert.deepEqual(await files(), [['01 1', '01 2'], ['01 3']])
  assert.deepEqual(await parts(), [])
})

for (const step of ['writePart', 'publish'] as const)
  for (const isDone of [false, true]) {
    const when = `${isDone ? 'after' : 'before'} ${step}`
    for (const isTaken of isDone && step === 'publish' ? [false, true] : [false])
      test(`died ${when}${isTaken ? ', taken meanwhile' : ''}: it is one file`, async (t) => {
        const { sell, work, files, failures, take } = await openBank(t)
        await sell()
        failures.push({ step, isDone })
        await work()
        const isThere = isDone && step === 'publish'
        assert.deepEqual(await files(), isThere ? [['01 1']] : [])
        if (isTaken) await take()
        await work(0)
        assert.equal((await files()).length, isThere && !isTaken ? 1 : 0, 'not before a minute')
        await work(2)
        assert.deepEqual(await files(), isTaken ? [] : [['01 1']])
        await sell()
        await work()
        assert.deepEqual((await files()).at(-1), ['01 2'])
      })
  }

test('two providers of one agreement never use one number', async (t) => {
  const { sell, work, files, place } = await openBank(t)
  const other = await addProvider()
  await sell()
  await work()
  await sell(customer, other)
  await work()
  await sell()
  await work()
  assert.deepEqual(await files(), [['01 1'], ['01 2'], ['01 3']])
  const names = (await readdir(place)).filter((name) => name.endsWith('.rem')).toSorted()
  assert.deepEqual(
    names.map((name) => Number(name.slice(-10, -4))),
    [1, 2, 3],
  )
})

for (const problem of ['is not open', 'has no number left'])
  test(`a provider that ${problem} delays the files of no other one`, async (t) => {
    const banks = [await openBank(t), await openBank(t), await openBank(t)] as const
    const [broken] = banks
    const boleto = (id: string) => {
      if (id === broken.providerId && problem === 'is not open')
        throw new Rejection('provider-unavailable')
      return banks.find(({ providerId }) => providerId === id)?.app.providers.boleto(id)
    }
    const logged: string[] = []
    const failed: string[] = []
    const { app, clock } = banks[2]
    const log = pino({ level: 'error' }, { write: (line) => logged.push(line) })
    const metrics = { ...openMetrics(), jobFailed: (job: string) => void failed.push(job) }
    const actor = workerActor('number-remittances')
    const worker = { ...app, log, metrics, actor, providers: { boleto } as App['providers'] }
    if (problem === 'has no number left') await broken.useNumber(999_999)
    for (const { sell } of banks) await sell()
    clock.setOffsetMs(clock.offsetMs() + 16 * minuteMs)
    await numberRemittances(worker)
    await sendRemittances(worker)
    assert.deepEqual(await Promise.all(banks.map(({ files }) => files())), [
      [],
      [['01 1']],
      [['01 1']],
    ])
    assert.equal(logged.length, 1)
    assert.match(logged.join(), new RegExp(`${broken.providerId}.*could not get a number`))
    assert.deepEqual(failed, ['number-remittances'])
    await numberRemittances(worker)
    assert.equal(logged.length, 1, 'not before a minute')
    clock.setOffsetMs(clock.offsetMs() + minuteMs)
    await numberRemittances(worker)
    assert.deepEqual([logged.length, failed.length], [2, 2])
  })

test('after a restore to before the first file of an agreement, its number is 1,001', async (t) => {
  const { sell, work, place } = await openBank(t)
  await sell()
  // Another cluster, as after a restore.
  const epoch = sql`system_id = 1 and timeline = 1`
  t.after(() => sql`delete from database_epochs where ${epoch}`)
  await sql`insert into database_epochs (system_id, timeline) values (1, 1)`
  await work()
  await sql`update database_epochs set settled_at = now(), settled_by = 'Ana' where ${epoch}`
  await sell()
  await work()
  const names = (await readdir(place)).filter((name) => name.endsWith('.rem')).toSorted()
  assert.deepEqual(
    names.map((name) => Number(name.slice(-10, -4))),
    [1_001, 1_002],
  )
})

test('a disk that is gone for a while loses no file, whatever is written meanwhile', async (t) => {
  const { sell, work, files, failures, place } = await openBank(t)
  await sell()
  failures.push({ step: 'publish', isDone: false })
  await work()
  // The part of the first file is on the disk. The second one is made without it.
  const disk = `${place}-disk`
  await rename(place, disk)
  await mkdir(place)
  await sell()
  await work()
  await work(2)
  assert.deepEqual(await readdir(place), [])
  await rm(place, { recursive: true })
  await rename(disk, place)
  await work(2)
  assert.deepEqual(await files(), [['01 1'], ['01 2']])
})

for (const hasOther of [true, false])
  test(`a boleto that cannot be written waits, with${hasOther ? '' : 'out'} another`, async (t) => {
    const { sell, work, files, setPayerAddress } = await openBank(t)
    if (hasOther) await sell()
    const { id } = await sell({ ...customer, address: null })
    await work()
    const first = hasOther ? [['01 1']] : []
    assert.deepEqual(await files(), first)
    const { rows } = await casePage(sql, { statuses: ['OPEN'] }, { limit: 50 })
    assert.ok(rows.some((row) => row.kind === 'boleto-not-written' && row.objectId === id))
    setPayerAddress(maria.address)
    await work()
    assert.deepEqual(await files(), first, 'not before an hour')
    await work(80)
    assert.deepEqual(await files(), [...first, [`01 ${hasOther ? 2 : 1}`]])
  })

/** A file without a write-off that cannot be written. The write-off waits for its boleto's sync. */
async function leaveOutWriteOff(t: TestContext) {
  const bank = await openBank(t)
  const { clock, setPayerAddress, sell, work } = bank
  setPayerAddress(maria.address)
  const boleto = await sell(customer && { ...customer, address: null })
  await work()
  await requestWriteOff(sql, boleto, clock.now())
  await releaseWriteOff(sql, boleto, clock.now())
  await sell()
  setPayerAddress(undefined)
  return { ...bank, boleto }
}

test('a write-off that cannot be written waits, because a protest may hold it', async (t) => {
  const { boleto, clock, files, setPayerAddress, work } = await leaveOutWriteOff(t)
  await work()
  setPayerAddress(maria.address)
  await work(80)
  assert.deepEqual(await files(), [['01 1'], ['01 2']])
  await releaseWriteOff(sql, boleto, clock.now())
  await work()
  assert.deepEqual(await files(), [['01 1'], ['01 2'], ['02 1']])
})

test('a write-off that is requested again meanwhile is not left out', async (t) => {
  const bank = await leaveOutWriteOff(t)
  const { boleto, clock, files, holdNextPart, setPayerAddress, work } = bank
  const { accountId, id, amount } = boleto
  holdNextPart(async () => {
    const movement = { movement: 'NOT_DONE', line: 2, date: '2026-03-02', reason: null } as const
    await keepMovements(
      sql,
      { providerId: bank.providerId, sequence: 1 },
      {
        lines: [{ ...movement, amount, reference: id }],
        owners: [{ reference: id, accountId, id }],
      },
    )
    assert(boleto.boleto)
    const registered = { ...boleto.boleto, registration: 'CONFIRMED' as const }
    await requestWriteOff(sql, { ...boleto, boleto: registered }, clock.now())
  })
  await work()
  setPayerAddress(maria.address)
  await work()
  assert.deepEqual(await files(), [['01 1'], ['01 2'], ['02 1']])
})

test('a number that one worker has skipped is used by no other one', async (t) => {
  const { sell, work, files, parts, holdNextPart, otherProcess, setPayerAddress } =
    await openBank(t)
  await sell({ ...customer, address: null })
  setPayerAddress(maria.address)
  // The settings of the second worker are those of before.
  holdNextPart(async () => {
    setPayerAddress(undefined)
    await work(2, otherProcess())
  })
  await work()
  assert.deepEqual([await files(), await parts()], [[], []])
  setPayerAddress(maria.address)
  await work(80)
  assert.deepEqual(await files(), [['01 1']])
})

test('workers at the same time make each file once', async (t) => {
  const { app, sell, clock, files, parts } = await openBank(t)
  await Promise.all(Array.from({ length: 20 }, () => sell()))
  clock.setOffsetMs(clock.offsetMs() + 16 * minuteMs)
  await Promise.all(Array.from({ length: 4 }, () => numberRemittances(app)))
  await Promise.all(Array.from({ length: 4 }, () => sendRemittances(app)))
  const all = await files()
  assert.equal(all.length, 1)
  assert.equal(new Set(all[0]).size, 20)
  assert.deepEqual(await parts(), [])
})

test('a worker whose claim has ended publishes no second file', async (t) => {
  const { app, sell, work, files, failures, parts } = await openBank(t)
  await sell()
  // It stores its part, and does not live to say so. Another worker completes the file.
  failures.push({ step: 'writePart', isDone: true })
  await work()
  assert.equal((await parts()).length, 1)
  await work(2)
  assert.deepEqual(await files(), [['01 1']])
  await sendRemittances(app)
  assert.deepEqual(await files(), [['01 1']])
})

for (const isTaken of [false, true])
  test(`a part that is stored late is dropped${isTaken ? ', file taken' : ''}`, async (t) => {
    const { sell, work, files, parts, take, holdNextPart, otherProcess } = await openBank(t)
    await sell()
    // The first worker has stored its part when a second one publishes the file.
    holdNextPart(async () => {
      await work(2, otherProcess())
      assert.deepEqual(await files(), [['01 1']])
      if (isTaken) await take()
    })
    await work()
    assert.deepEqual(await files(), isTaken ? [] : [['01 1']])
    assert.deepEqual(await parts(), [])
  })

test('a registration that is withdrawn while a file gets its number is in no file', async (t) => {
  const { app, sell, clock, files } = await openBank(t)
  const [withdrawn] = [await sell(), await sell()]
  clock.setOffsetMs(clock.offsetMs() + 16 * minuteMs)
  const numbering = await sql.begin(async (tx) => {
    await tx`
      update remittance_records set due_at = null
      where account_id = ${withdrawn.accountId} and transaction_id = ${withdrawn.id}`
    const begun = numberRemittances(app)
    // The worker has found both registrations, and waits for the row of this one.
    while ((await lockWaits(sql)).length === 0) await setTimeout(5)
    return { begun }
  })
  await numbering.begun
  await sendRemittances(app)
  assert.deepEqual(await files(), [['01 2']])
})

test('a folder that does not respond gets one attempt, and delays no other one', async (t) => {
  const [hung, other] = [await openBank(t), await openBank(t)]
  const providers = {
    boleto: (id: string) => (id === hung.providerId ? hung : other).app.providers.boleto(id),
  } as App['providers']
  const worker = { ...other.app, providers }
  const held = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  hung.holdNextPart(() => {
    begun.resolve()
    return held.promise
  })
  await hung.sell()
  await other.sell()
  other.clock.setOffsetMs(other.clock.offsetMs() + 16 * minuteMs)
  await numberRemittances(worker)
  const first = sendRemittances(worker)
  await begun.promise
  await until('the other folder has its file', async () => (await other.files()).length > 0)
  for (let turn = 0; turn < 3; turn += 1) {
    other.clock.setOffsetMs(other.clock.offsetMs() + 2 * minuteMs)
    await sendRemittances(worker)
  }
  assert.deepEqual(await other.files(), [['01 1']])
  assert.deepEqual([await hung.files(), (await hung.parts()).length], [[], 1])
  held.resolve()
  await first
  assert.deepEqual([await hung.files(), await hung.parts()], [[['01 1']], []])
})

test('a turn ends while a folder does not respond', async (t) => {
  const { app, sell, clock, files, holdNextPart } = await openBank(t)
  const held = Promise.withResolvers<void>()
  holdNextPart(() => held.promise)
  await sell()
  clock.setOffsetMs(clock.offsetMs() + 16 * minuteMs)
  await numberRemittances(app)
  const turn = sendRemittances(app, { folderMs: 20 })
  const sent = await withTimeout(turn, 60_000)
  assert.deepEqual(await files(), [])
  held.resolve()
  assert.equal(sent, 1, 'the turn waits for the folder')
  await until('the attempt continues', async () => (await files()).length > 0)
})

test('the age of the oldest unsent instruction is known until its file is there', async (t) => {
  const { app, sell, clock, failures, providerId, work } = await openBank(t)
  const ageMs = async () => {
    const [oldest] = await sql<{ since: Date }[]>`
      select since from (${unsentRemittances(app)}) as u where provider_id = ${providerId}`
    return oldest && clock.now().getTime() - oldest.since.getTime()
  }
  await sell()
  assert.equal(await ageMs(), undefined, 'it is not due yet')
  clock.setOffsetMs(clock.offsetMs() + 60 * minuteMs)
  const waiting = (await ageMs()) ?? 0
  assert.ok(waiting >= 45 * minuteMs && waiting <= 60 * minuteMs)
  failures.push({ step: 'publish', isDone: false })
  await work(0)
  clock.setOffsetMs(clock.offsetMs() + 30 * minuteMs)
  const numbered = (await ageMs()) ?? 0
  assert.ok(numbered >= 30 * minuteMs && numbered < 31 * minuteMs)
  await work(0)
  assert.equal(await ageMs(), undefined)
})

test('a write-off waits for the registration, and for a boleto that still waits', async (t) => {
  const { sell, work, files, clock } = await openBank(t)
  const [one, other] = [await sell(), await sell()]
  for (const each of [one, other, one]) await requestWriteOff(sql, each, clock.now())
  await work()
  await work()
  assert.deepEqual(await files(), [['01 1', '01 2']])
  for (const each of [one, other]) await releaseWriteOff(sql, each, clock.now())
  const refused = nextVersion(other, clock.now(), { status: 'REFUSED', refusedReason: 'x' })
  await journal.record(updateChange(other, refused, { links }))
  await work()
  await work()
  assert.deepEqual(await files(), [['01 1', '01 2'], ['02 1']])
})

test('a boleto is withdrawn or in a file, never both', async (t) => {
  const { app, sell, clock, files } = await openBank(t)
  const early = await sell()
  assert.equal((await recordWithdrawn({ clock, journal, links }, early))?.status, 'CANCELED')
  const sales = await Promise.all(Array.from({ length: 20 }, () => sell()))
  clock.setOffsetMs(clock.offsetMs() + 16 * minuteMs)
  const [, ...withdrawn] = await Promise.all([
    numberRemittances(app),
    ...sales.map((each) => recordWithdrawn({ clock, journal, links }, each)),
  ])
  await numberRemittances(app)
  await sendRemittances(app)
  const numberOf = ({ boleto }: Transaction) => `01 ${Number(boleto?.ourNumber.slice(10))}`
  const sent = (await files()).flat()
  const canceled = withdrawn.flatMap((each) => (each ? [numberOf(each)] : []))
  assert.deepEqual([...sent, ...canceled].toSorted(), sales.map(numberOf).toSorted())
  const late = await sell()
  clock.setOffsetMs(clock.offsetMs() + 16 * minuteMs)
  await numberRemittances(app)
  assert.equal(await recordWithdrawn({ clock, journal, links }, late), undefined)
})
