import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type BankName, banks } from '../../sandbox/pix/bank.ts'
import { nextBusinessDay } from '../../src/brazil/bank-calendar.ts'
import { lastPayableDay } from '../../src/brazil/due-charge.ts'
import { endOfLocalDay, localDate } from '../../src/brazil/local-time.ts'
import { isReturnId } from '../../src/brazil/pix-ids.ts'
import { randomId } from '../../src/primitives/id.ts'
import { cents } from '../../src/primitives/money.ts'
import { openApiPix } from '../../src/providers/api-pix/api-pix.ts'
import { type ApiPixSettings, missingSettings } from '../../src/providers/api-pix/settings.ts'
import { openPixBank, openReceiver } from '../kit/pix-bank.ts'
import { rowsOf } from '../kit/settlement.ts'
import { timeLimit } from '../kit/time-limit.ts'

const dayMs = 24 * 60 * 60 * 1000
const someId = () => randomId().replaceAll('-', '')
const someCharge = () => ({ txid: someId(), amount: cents(10_50), expiresInSeconds: 3_600 })
const lastHour = () => ({
  from: new Date(Date.now() - 3_600_000),
  until: new Date(Date.now() + 3_600_000),
})

for (const name of Object.keys(banks) as BankName[])
  test(`${name}: a charge is created, repeated, found, paid, refunded and listed`, async (t) => {
    const { pix, bank, settings, pass } = await openPixBank(t, name)
    const charge = someCharge()
    assert.deepEqual(await pix.findCharge(charge.txid, timeLimit()), { kind: 'not-found' })
    const created = await pix.createCharge(charge, timeLimit())
    assert(created.kind === 'created', JSON.stringify(created))
    // The answer to the first call may have been lost: the second finds the same charge.
    assert.deepEqual(await pix.createCharge(charge, timeLimit()), created)

    const payment = await bank.pay?.(created.emv, undefined)
    assert(payment?.paid)
    const found = await pix.findCharge(charge.txid, timeLimit())
    assert(found.kind === 'found' && found.payments[0]?.endToEndId === payment.reference)
    assert.deepEqual(await pix.removeCharge(charge.txid, timeLimit()), { kind: 'completed' })

    const order = { endToEndId: payment.reference, refundId: someId(), amount: cents(10_50) }
    const { endToEndId, refundId } = order
    assert.deepEqual(await pix.findRefund(endToEndId, refundId, timeLimit()), { kind: 'not-found' })
    const sent = await pix.refund(order, timeLimit())
    assert(sent.kind === 'processing' && isReturnId(sent.returnId), JSON.stringify(sent))
    await pass(60)
    const repeated = await pix.refund(order, timeLimit())
    assert(repeated.kind === 'returned' && repeated.returnId === sent.returnId)
    const tooMuch = await pix.refund({ ...order, refundId: someId() }, timeLimit())
    assert.equal(tooMuch.kind, 'rejected')

    const charges = await pix.listCharges(lastHour(), timeLimit())
    assert(charges.kind === 'listed' && charges.charges[0]?.txid === charge.txid)
    const payments = await pix.listPayments(lastHour(), timeLimit())
    assert(payments.kind === 'listed' && payments.payments[0]?.refunds.length === 1)
    const keys = [pix.key, charges.charges[0].key, payments.payments[0].key]
    assert.deepEqual(keys, [settings.chave, settings.chave, settings.chave])
  })

for (const name of Object.keys(banks) as BankName[])
  test(`${name}: a charge with a due date lives as an immediate one`, async (t) => {
    const { pix, bank, world } = await openPixBank(t, name)
    const { dueCharges } = pix
    assert.ok(pix.takesDueCharges)
    const terms = {
      original: cents(10_50),
      dueDate: localDate(world.now()).add({ days: 60 }).toString(),
      validDaysAfterDue: 10,
      fine: { kind: 'percent', rate: 200 },
      discount: {
        kind: 'per-day-early',
        days: 'calendar',
        off: { kind: 'fixed', amount: cents(1) },
      },
    } as const
    const payer = { name: 'Ana Souza', document: '52998224725' }
    const [charge, other] = [someId(), someId()].map((txid) => ({ txid, terms, payer }))
    assert(charge && other)
    assert.deepEqual(await dueCharges.findCharge(charge.txid, timeLimit()), { kind: 'not-found' })
    const created = await dueCharges.createCharge(charge, timeLimit())
    assert(created.kind === 'created', JSON.stringify(created))
    assert.deepEqual(await dueCharges.createCharge(charge, timeLimit()), created)
    assert.equal(created.expiresAt.getTime(), endOfLocalDay(lastPayableDay(terms)).getTime())
    const differs = { ...charge, terms: { ...terms, original: cents(11_00) } }
    if (bankIsEfi(name))
      assert.equal((await dueCharges.createCharge(differs, timeLimit())).kind, 'rejected')

    await dueCharges.createCharge(other, timeLimit())
    assert.deepEqual(await dueCharges.removeCharge(other.txid, timeLimit()), { kind: 'removed' })
    const payment = await bank.pay?.(created.emv, undefined)
    assert(payment?.paid)
    const found = await dueCharges.findCharge(charge.txid, timeLimit())
    assert(found.kind === 'found')
    const early = localDate(world.now()).until(
      nextBusinessDay(Temporal.PlainDate.from(terms.dueDate)),
      { largestUnit: 'days' },
    ).days
    const [paid] = found.payments
    assert.equal(paid?.amount, 10_50 - early)
    assert.deepEqual(paid?.composition, {
      ...{ original: 10_50, discount: early, fine: 0, interest: 0, rebate: 0 },
    })
    const listing = await dueCharges.listCharges(lastHour(), timeLimit())
    assert(listing.kind === 'listed')
    assert.deepEqual(
      listing.charges.map(({ txid, due }) => [txid, due]),
      [charge, other].map(({ txid }) => [txid, terms]),
    )
  })

const bankIsEfi = (name: BankName): boolean => banks[name].isEfi

/** Settings with which no bank but one of the standard would work. */
const changed: readonly (readonly [BankName, string, Partial<ApiPixSettings>])[] = [
  ['banco-do-brasil', 'another application key', { appKey: 'another' }],
  ['inter', 'another account', { accountNumber: '99' }],
  ['sicoob', 'another client', { clientId: 'another' }],
  ['itau', 'another secret', { clientSecret: 'another' }],
  ['sicredi', 'a scope that was not granted', { scopes: 'cob.write cob.read webhook.write' }],
]
for (const [name, what, settings] of changed)
  test(`${name}: ${what} creates no charge`, async (t) => {
    const { settings: right, requests } = await openPixBank(t, name)
    const pix = openApiPix({ ...right, ...settings })
    t.after(() => pix.close())
    assert.equal((await pix.createCharge(someCharge(), timeLimit())).kind, 'unavailable')
    assert.equal(
      requests().some((each) => each === 'cob.create created'),
      false,
    )
  })

test('a credential in the wrong place of the token request gets no token', async (t) => {
  const { settings } = await openPixBank(t, 'inter')
  const pix = openApiPix({ ...settings, bank: 'sicredi' })
  t.after(() => pix.close())
  assert.equal((await pix.findCharge(someId(), timeLimit())).kind, 'unknown')
})

test('Efí: a refusal is read as one, in its own words', async (t) => {
  const { pix, settings } = await openPixBank(t, 'efi')
  const otherKey = openApiPix({ ...settings, chave: randomId() })
  t.after(() => otherKey.close())
  assert.deepEqual(await otherKey.createCharge(someCharge(), timeLimit()), {
    kind: 'rejected',
    code: 'chave_invalida',
    message: 'O campo cob.chave corresponde a uma conta que não pertence a este usuário recebedor.',
  })
  const unknownPix = { endToEndId: `E00000000${'2'.repeat(23)}`, refundId: someId() }
  const refused = await pix.refund({ ...unknownPix, amount: cents(1) }, timeLimit())
  assert(refused.kind === 'rejected' && refused.code === 'pix_nao_encontrado')
})

test('Efí: another charge under the same txid is refused, not taken for ours', async (t) => {
  const { pix } = await openPixBank(t, 'efi')
  const charge = someCharge()
  await pix.createCharge(charge, timeLimit())
  const other = await pix.createCharge({ ...charge, amount: cents(99) }, timeLimit())
  assert(other.kind === 'rejected' && other.code === 'txid_duplicado')
})

test('Efí: another refund under the same id is refused, not taken for ours', async (t) => {
  const { pix, bank } = await openPixBank(t, 'efi')
  const created = await pix.createCharge(someCharge(), timeLimit())
  assert(created.kind === 'created')
  const payment = await bank.pay?.(created.emv, undefined)
  assert(payment?.paid)
  const order = { endToEndId: payment.reference, refundId: someId(), amount: cents(100) }
  await pix.refund(order, timeLimit())
  const other = await pix.refund({ ...order, amount: cents(200) }, timeLimit())
  assert(other.kind === 'rejected' && other.code === 'devolucao_id_duplicado')
})

test('Efí: the callback is registered without a certificate of the bank, and called', async (t) => {
  const { pix, bank, settings, requests } = await openPixBank(t, 'efi')
  const receiver = await openReceiver(t)
  await pix.registerCallback(receiver.url, timeLimit())
  const created = await pix.createCharge(someCharge(), timeLimit())
  assert(created.kind === 'created')
  await bank.pay?.(created.emv, undefined)
  await receiver.received(1)

  // Without the profile of Efí the header is not sent.
  const { bank: _, ...standard } = settings
  const other = openApiPix(standard)
  t.after(() => other.close())
  await assert.rejects(other.registerCallback(receiver.url, timeLimit()), /webhook_invalido/)
  assert(requests().includes('webhook.put refused:webhook_invalido'))
})

test('banco-do-brasil: lists are of few days, and an empty one is no failure', async (t) => {
  const { pix, bank, pass, world, requests } = await openPixBank(t, 'banco-do-brasil')
  const disputes = pix.disputes ?? assert.fail('no dispute port')
  const claims = async () => {
    const since = new Date(world.now().getTime() - 200 * dayMs)
    const listing = await disputes.list(since, timeLimit(), world.now())
    assert(listing.kind === 'listed', String('cause' in listing && listing.cause))
    return listing.claims
  }
  assert.deepEqual(await claims(), [])
  assert.deepEqual(await pix.listPayments(lastHour(), timeLimit()), {
    kind: 'listed',
    payments: [],
  })
  assert.deepEqual(await pix.listCharges(lastHour(), timeLimit()), { kind: 'listed', charges: [] })

  const charge = someCharge()
  const created = await pix.createCharge(charge, timeLimit())
  assert(created.kind === 'created')
  await bank.pay?.(created.emv, undefined)
  const today = localDate(world.now())
  for (const action of ['open', 'lose'] as const)
    await bank.dispute?.({ reference: charge.txid, kind: 'med', action, now: true })
  await pass(20 * 24 * 3_600)
  assert.partialDeepStrictEqual(await claims(), [
    { payment: { reference: charge.txid }, amount: 10_50, state: 'lost' },
  ])
  const kindsOf = async (day: Temporal.PlainDate) =>
    (await rowsOf(pix.files, `extrato-${day}`)).map(({ kind }) => kind)
  assert.deepEqual(await kindsOf(today), ['header', 'sale', 'chargeback', 'trailer'])
  assert.deepEqual(await kindsOf(today.add({ days: 9 })), ['header', 'trailer'])
  assert(!requests().some((each) => each.endsWith('refused:RequisicaoInvalida')))
})

test('the settings that a bank requires are named', () => {
  const some = {
    ...{ baseUrl: 'https://b', tokenUrl: 'https://b/t', clientId: 'id', chave: 'k' },
    ...{ certificate: 'c', privateKey: 'p' },
  }
  assert.deepEqual(missingSettings(some), ['clientSecret'])
  assert.deepEqual(missingSettings({ ...some, bank: 'sicoob' }), [])
  assert.deepEqual(missingSettings({ ...some, bank: 'banco-do-brasil' }), [
    'clientSecret',
    'appKey',
  ])
  assert.deepEqual(missingSettings({ ...some, bank: 'inter', clientSecret: 's' }), [])
})
