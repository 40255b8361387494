import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isReturnId } from '../../src/brazil/pix-ids.ts'
import { cents } from '../../src/primitives/money.ts'
import { openEfi } from '../../src/providers/efi/efi.ts'
import { SettlementFileBroken } from '../../src/providers/statement/broken.ts'
import { sequenceOfDay } from '../../src/providers/statement/statement-days.ts'
import { openEfiBank } from '../kit/efi-bank.ts'
import { somePayout } from '../kit/payout-bank.ts'
import { namesOf, rowsOf } from '../kit/settlement.ts'
import { timeLimit } from '../kit/time-limit.ts'

const daySeconds = 24 * 60 * 60

/** A bank with payments of today, one of each end and one to an account, and the day as a text. */
async function openPaidDay(t: Parameters<typeof openEfiBank>[0]) {
  const bank = await openEfiBank(t)
  // At any hour of the day on which the tests run, it is the next noon.
  const today = localNow(bank.world)
  const noon = today.add({ days: 1 }).withPlainTime('12:00')
  await bank.pass(Math.round(today.until(noon).total('seconds')))
  await bank.efi.registerCallback('http://127.0.0.1:9/callbacks', timeLimit())
  const [whole, returned, failed] = [10_00, 10_11, 10_07].map((amount) =>
    somePayout({ amount: cents(amount) }),
  )
  assert(whole && returned && failed)
  const { key: _, ...toNoKey } = somePayout({ amount: cents(10_02) })
  const account = {
    ...{ ispb: '18236120', branch: '0001', number: '1234567', kind: 'CHECKING' as const },
    ...{ name: 'Ana Souza', document: '52998224725' },
  }
  const toAccount = { ...toNoKey, account }
  for (const payout of [whole, returned, failed, toAccount])
    assert.equal((await bank.send(payout)).kind, 'accepted')
  const day = localNow(bank.world).toPlainDate().toString()
  await bank.pass(20)
  const wanted = () => ({ since: day, now: bank.world.now() })
  return {
    ...bank,
    day,
    wanted,
    payouts: { whole, returned, failed, toAccount },
    /** Lists the statements, and waits until the requested ones are done. */
    async done() {
      assert.deepEqual(await namesOf(bank.efi.files, wanted()), [])
      await bank.pass(30)
      return namesOf(bank.efi.files, wanted())
    },
  }
}

const localNow = ({ now }: { now(): Date }): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(now().getTime()).toZonedDateTimeISO('America/Sao_Paulo')

test('a day has what was sent, what came back and what failed, under our ids', async (t) => {
  const { efi, find, pass, day, done, payouts } = await openPaidDay(t)
  await pass(2 * daySeconds)
  const names = await done()
  assert.equal(names[0], `extrato-${day}`)
  const found = await find(payouts.whole.payoutId)
  assert(found.kind === 'completed')
  const rows = await rowsOf(efi.files, names[0] ?? '')
  const { whole, returned, failed, toAccount } = payouts
  assert.partialDeepStrictEqual(rows, [
    { kind: 'header', merchant: '517613', date: day, sequence: sequenceOfDay(day) },
    {
      kind: 'payout',
      payoutId: whole.payoutId,
      endToEndId: found.endToEndId,
      amount: 10_00,
      date: day,
    },
    { kind: 'payout', payoutId: returned.payoutId, amount: 10_11 },
    { kind: 'payout', payoutId: failed.payoutId, amount: 10_07 },
    { kind: 'payout', payoutId: toAccount.payoutId, amount: 10_02 },
    { kind: 'payout-return', payoutId: failed.payoutId, amount: 10_07 },
    { kind: 'payout-return', payoutId: returned.payoutId, amount: 10_11 },
    { kind: 'trailer', rows: 8, sales: 0, net: 0 },
  ])
  const last = rows.at(-2)
  assert(last?.kind === 'payout-return' && isReturnId(last.endToEndId))
  const empty = await rowsOf(efi.files, names[1] ?? '')
  assert.deepEqual(
    empty.map(({ kind }) => kind),
    ['header', 'trailer'],
  )
})

test('a statement is not listed on its own day, nor before Efí has made it', async (t) => {
  const { efi, wanted, pass, requests, day } = await openPaidDay(t)
  assert.deepEqual(await namesOf(efi.files, wanted()), [])
  assert.ok(!requests().some((each) => each.startsWith('report')), 'nothing was requested')
  await assert.rejects(rowsOf(efi.files, `extrato-${day}`), /Efí answered 400/)
  await pass(2 * daySeconds)
  assert.deepEqual(await namesOf(efi.files, wanted()), [])
  await assert.rejects(rowsOf(efi.files, `extrato-${day}`), SettlementFileBroken)
  await pass(30)
  assert.equal((await namesOf(efi.files, wanted()))[0], `extrato-${day}`)
  await assert.rejects(rowsOf(efi.files, '../saldo'), /not the name/)
})

test('a statement that is cut is noticed, and read again it is whole', async (t) => {
  const { efi, pass, done, world } = await openPaidDay(t)
  await pass(2 * daySeconds)
  const [name = ''] = await done()
  const fault = { provider: 'efi', operation: 'settlement-file', fault: 'truncated-file' } as const
  world.faults.add({ ...fault, times: 1 })
  await assert.rejects(rowsOf(efi.files, name), SettlementFileBroken)
  assert.equal((await rowsOf(efi.files, name)).at(-1)?.kind, 'trailer')
})

for (const fault of ['reset-body', 'error-503', 'reset-before', 'truncated-json'] as const) {
  test(`${fault}: a broken listing or statement is rejected, and is right later`, async (t) => {
    const bank = await openPaidDay(t)
    const { efi, wanted, pass, done } = bank
    await pass(2 * daySeconds)
    const [name = ''] = await done()
    await pass(daySeconds)
    bank.fault('report.create', fault)
    assert.equal((await efi.files?.list(wanted(), timeLimit()))?.kind, 'unknown')
    bank.fault('report.get', fault)
    await assert.rejects(rowsOf(efi.files, name))
    assert.equal((await rowsOf(efi.files, name)).at(-1)?.kind, 'trailer')
  })
}

test('a page with 404, as of a proxy, does not make a return foreign', async (t) => {
  const bank = await openPaidDay(t)
  await bank.pass(2 * daySeconds)
  const [name = ''] = await bank.done()
  bank.fault('query', 'error-404-html')
  await assert.rejects(rowsOf(bank.efi.files, name), /did not return the payment/)
  const { failed } = bank.payouts
  const rows = await rowsOf(bank.efi.files, name)
  assert.ok(rows.some((row) => row.kind === 'payout-return' && row.payoutId === failed.payoutId))
})

test('a download whose token was refused is repeated with a new token', async (t) => {
  const bank = await openPaidDay(t)
  await bank.pass(2 * daySeconds)
  const [name = ''] = await bank.done()
  bank.fault('report.get', 'error-401')
  assert.equal((await rowsOf(bank.efi.files, name)).at(-1)?.kind, 'trailer')
})

test('late-file: Efí makes a statement a day later', async (t) => {
  const { efi, wanted, pass, world } = await openPaidDay(t)
  const fault = { provider: 'efi', operation: 'settlement-file', fault: 'late-file' } as const
  world.faults.add({ ...fault, times: 1 })
  await pass(daySeconds + 8 * 60 * 60)
  const held = await namesOf(efi.files, wanted())
  assert.deepEqual(held, [])
  await pass(30)
  assert.deepEqual(await namesOf(efi.files, wanted()), [], 'it is still in process')
  await pass(daySeconds)
  await namesOf(efi.files, wanted())
  await pass(30)
  assert.ok((await namesOf(efi.files, wanted())).length > 0)
})

test('without the setting there are no statements', async (t) => {
  const { settings } = await openEfiBank(t)
  const plain = openEfi({ ...settings, statement: false })
  t.after(() => plain.close())
  assert.equal(plain.files, undefined)
})
