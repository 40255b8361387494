import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Fault } from '../../sandbox/faults.ts'
import { readBrCode } from '../../src/brazil/br-code.ts'
import { randomId } from '../../src/primitives/id.ts'
import { cents } from '../../src/primitives/money.ts'
import { openApiPix } from '../../src/providers/api-pix/api-pix.ts'
import type { PixCharge } from '../../src/providers/ports/pix.ts'
import { openPixBank, openReceiver, type PixBank } from '../kit/pix-bank.ts'
import { timeLimit } from '../kit/time-limit.ts'

const someTxid = () => randomId().replaceAll('-', '')
const someCharge = (fields: Partial<PixCharge> = {}): PixCharge => ({
  txid: someTxid(),
  amount: cents(10_50),
  expiresInSeconds: 3_600,
  ...fields,
})
/** Long enough for a call to reach the bank, which then never responds. */
const haste = () => AbortSignal.timeout(3_000)

/** A charge the bank made, its code ready to be paid. */
async function makeCharge({ pix }: PixBank, fields: Partial<PixCharge> = {}) {
  const charge = someCharge(fields)
  const created = await pix.createCharge(charge, timeLimit())
  assert(created.kind === 'created', JSON.stringify(created))
  return { ...charge, ...created }
}

test('a charge comes back with a code whose CRC, location and life are right', async (t) => {
  const bank = await openPixBank(t)
  const payer = { name: 'Ana Souza', document: '529.982.247-25' }
  const charge = await makeCharge(bank, { payer, message: 'Pedido 42', expiresInSeconds: 600 })

  assert(charge.emv.startsWith('000201'))
  const reading = readBrCode(charge.emv)
  assert(reading.ok && reading.code.kind === 'dynamic')
  assert.equal(reading.code.location, charge.location)
  assert.equal(charge.expiresAt.getTime() - charge.createdAt.getTime(), 600_000)
  assert.deepEqual(await bank.pix.findCharge(charge.txid, timeLimit()), {
    kind: 'found',
    state: 'active',
    payments: [],
  })
})

test('two requests for one charge make one charge', async (t) => {
  const bank = await openPixBank(t)
  const charge = someCharge()
  const first = await bank.pix.createCharge(charge, timeLimit())
  const second = await bank.pix.createCharge(charge, timeLimit())
  assert.deepEqual(second, first)
  assert.deepEqual(bank.requests().slice(1), ['cob.create created', 'cob.create repeated'])
})

test('a paid charge has the payer, the amount, the time and the EndToEndId', async (t) => {
  const bank = await openPixBank(t)
  const charge = await makeCharge(bank)
  const payment = await bank.bank.pay?.(charge.emv, undefined)
  assert(payment?.paid)
  const found = await bank.pix.findCharge(charge.txid, timeLimit())
  assert(found.kind === 'found')
  assert.equal(found.state, 'completed')
  const [paid, ...others] = found.payments
  assert.deepEqual(others, [])
  assert.equal(paid?.endToEndId, payment.reference)
  assert.equal(paid?.amount, 10_50)
  assert((paid?.paidAt.getTime() ?? 0) >= charge.createdAt.getTime())
})

test('a charge that was never requested is not found', async (t) => {
  const { pix } = await openPixBank(t)
  assert.deepEqual(await pix.findCharge(someTxid(), timeLimit()), { kind: 'not-found' })
})

test('a charge is payable until its last seconds and not after', async (t) => {
  const bank = await openPixBank(t)
  const [early, late] = [
    await makeCharge(bank, { expiresInSeconds: 600 }),
    await makeCharge(bank, { expiresInSeconds: 600 }),
  ]
  await bank.pass(590)
  assert.equal((await bank.bank.pay?.(early.emv, undefined))?.paid, true)
  await bank.pass(12)
  assert.equal((await bank.bank.pay?.(late.emv, undefined))?.paid, false)
  // The money may have been in transfer. Then the bank reports it, and the charge is paid.
  assert.equal((await bank.bank.pay?.(late.emv, undefined, { force: true }))?.paid, true)
  const found = await bank.pix.findCharge(late.txid, timeLimit())
  assert(found.kind === 'found' && found.state === 'completed' && found.payments.length === 1)
})

test('a removed charge cannot be paid, and a second removal has the same result', async (t) => {
  const bank = await openPixBank(t)
  const charge = await makeCharge(bank)
  assert.deepEqual(await bank.pix.removeCharge(charge.txid, timeLimit()), { kind: 'removed' })
  assert.equal((await bank.bank.pay?.(charge.emv, undefined))?.paid, false)
  assert.deepEqual(await bank.pix.removeCharge(charge.txid, timeLimit()), { kind: 'removed' })
})

test('removing a charge that was paid reports the payment, by either method', async (t) => {
  const bank = await openPixBank(t)
  const [paid, removed] = [await makeCharge(bank), await makeCharge(bank)]
  await bank.bank.pay?.(paid.emv, undefined)
  assert.deepEqual(await bank.pix.removeCharge(paid.txid, timeLimit()), { kind: 'completed' })

  await bank.pix.removeCharge(removed.txid, timeLimit())
  await bank.bank.pay?.(removed.emv, undefined, { force: true })
  const found = await bank.pix.findCharge(removed.txid, timeLimit())
  assert(found.kind === 'found' && found.state === 'removed' && found.payments.length === 1)
  assert.deepEqual(await bank.pix.removeCharge(removed.txid, timeLimit()), { kind: 'completed' })
})

test('two payers of one charge are two payments', async (t) => {
  const bank = await openPixBank(t)
  const charge = await makeCharge(bank)
  await bank.bank.pay?.(charge.emv, undefined)
  await bank.bank.pay?.(charge.emv, undefined, { force: true })
  const found = await bank.pix.findCharge(charge.txid, timeLimit())
  assert(found.kind === 'found')
  assert.equal(new Set(found.payments.map(({ endToEndId }) => endToEndId)).size, 2)
})

test('a request the bank refuses is rejected with its code and its reasons', async (t) => {
  const bank = await openPixBank(t)
  const someoneElse = openApiPix({ ...bank.settings, chave: randomId() })
  t.after(() => someoneElse.close())
  assert.deepEqual(await someoneElse.createCharge(someCharge(), timeLimit()), {
    kind: 'rejected',
    code: 'CobOperacaoInvalida',
    message: 'O campo cob.chave corresponde a uma conta que não pertence a este usuário recebedor.',
  })
  assert.equal(
    (await bank.pix.createCharge(someCharge({ amount: cents(0) }), timeLimit())).kind,
    'rejected',
  )
  const paid = await makeCharge(bank)
  await bank.bank.pay?.(paid.emv, undefined)
  const other = await bank.pix.createCharge({ ...paid, amount: cents(1_00) }, timeLimit())
  assert.equal(other.kind, 'rejected')
})

test('a debtor no bank would take is left out, and the charge is made', async (t) => {
  const bank = await openPixBank(t)
  for (const document of ['000.000.000-00', '12345678900', 'x']) {
    await makeCharge(bank, { payer: { name: 'Fulano', document } })
  }
})

const made: readonly Fault[] = [
  'timeout-after',
  'visible-late',
  'reset-after',
  'reset-body',
  'slow-body',
  'done-then-500',
]
const garbled: readonly Fault[] = ['truncated-json', 'wrong-types', 'missing-body', 'status-99']
const notMade: readonly Fault[] = [
  'timeout-before',
  'reset-before',
  'error-500',
  'error-502-html',
  'error-503',
  'error-403',
  'error-429',
]

for (const fault of [...made, ...garbled, ...notMade]) {
  test(`creating under ${fault} is open, and a retry makes exactly one charge`, async (t) => {
    const bank = await openPixBank(t)
    await makeCharge(bank) // Token and connection are there: the fault meets the charge alone.
    bank.world.faults.add({ provider: 'pix', operation: 'cob.create', fault, times: 1 })
    const charge = someCharge()
    assert.equal((await bank.pix.createCharge(charge, haste())).kind, 'unavailable')
    assert.equal((await bank.pix.createCharge(charge, timeLimit())).kind, 'created')
    const [, , again] = bank.requests().filter((each) => each.startsWith('cob.create'))
    assert.equal(again, notMade.includes(fault) ? 'cob.create created' : 'cob.create repeated')
  })
}

test('unknown fields are ignored', async (t) => {
  const bank = await openPixBank(t)
  bank.world.faults.add({ provider: 'pix', operation: '*', fault: 'extra-fields', times: 3 })
  const charge = await makeCharge(bank)
  assert.equal((await bank.pix.findCharge(charge.txid, timeLimit())).kind, 'found')
})

test('a charge that shows late is not found at first and found afterwards', async (t) => {
  const bank = await openPixBank(t)
  bank.world.faults.add({
    provider: 'pix',
    operation: 'cob.create',
    fault: 'visible-late',
    times: 1,
  })
  const charge = someCharge()
  assert.equal((await bank.pix.createCharge(charge, haste())).kind, 'unavailable')
  assert.deepEqual(await bank.pix.findCharge(charge.txid, timeLimit()), { kind: 'not-found' })
  await bank.pass(11)
  assert.equal((await bank.pix.findCharge(charge.txid, timeLimit())).kind, 'found')
})

for (const fault of [...made, ...garbled, ...notMade]) {
  test(`looking a charge up under ${fault} proves nothing`, async (t) => {
    const bank = await openPixBank(t)
    const charge = await makeCharge(bank)
    bank.world.faults.add({ provider: 'pix', operation: 'cob.get', fault, times: 1 })
    assert.equal((await bank.pix.findCharge(charge.txid, haste())).kind, 'unknown')
    bank.world.faults.add({ provider: 'pix', operation: 'cob.patch', fault, times: 1 })
    assert.equal((await bank.pix.removeCharge(charge.txid, haste())).kind, 'unknown')
  })
}

test('all waiting calls share one request for a token', async (t) => {
  const bank = await openPixBank(t)
  // Each opens a connection of its own, which a busy machine must do within two seconds.
  await Promise.all(Array.from({ length: 5 }, () => makeCharge(bank)))
  assert.equal(bank.requests().filter((each) => each === 'token granted').length, 1)
})

test('a token the bank no longer takes is replaced and the call goes through', async (t) => {
  const bank = await openPixBank(t)
  await makeCharge(bank)
  await bank.pass(30 * 24 * 3_600)
  await makeCharge(bank)
  bank.world.faults.add({ provider: 'pix', operation: 'cob.create', fault: 'error-401', times: 1 })
  await makeCharge(bank)
  assert.equal(bank.requests().filter((each) => each === 'token granted').length, 3)
})

test('a bank that rejects every token is unavailable after one more token', async (t) => {
  const bank = await openPixBank(t)
  bank.world.faults.add({ provider: 'pix', operation: 'cob.create', fault: 'error-401', times: 10 })
  assert.equal((await bank.pix.createCharge(someCharge(), timeLimit())).kind, 'unavailable')
  assert.deepEqual(bank.requests(), [
    'token granted',
    'cob.create fault:error-401',
    'token granted',
    'cob.create fault:error-401',
  ])
})

for (const fault of [
  'timeout-before',
  'reset-after',
  'error-500',
  'truncated-json',
  'missing-body',
] as const) {
  test(`without a token (${fault}) nothing is sent, and the next call gets one`, async (t) => {
    const bank = await openPixBank(t)
    bank.world.faults.add({ provider: 'pix', operation: 'token', fault, times: 1 })
    const failed = await bank.pix.createCharge(someCharge(), haste())
    assert.equal(failed.kind, 'unavailable')
    assert.equal(
      bank.requests().some((each) => each.startsWith('cob.create')),
      false,
    )
    // A token that never comes holds its waiters up for ten seconds; the others may go on at once.
    if (fault !== 'timeout-before') await makeCharge(bank)
  })
}

test('wrong credentials are unavailable, and the cause contains no secret', async (t) => {
  const bank = await openPixBank(t)
  const { clientSecret = '', privateKey } = bank.settings
  const wrongSecret = openApiPix({ ...bank.settings, clientSecret: `${clientSecret}x` })
  const ca = await (await import('../../sandbox/authority.ts')).openAuthority(
    `${bank.world.home}/other`,
  )
  const foreign = await ca.client('foreign')
  const wrongCertificate = openApiPix({ ...bank.settings, ...foreign })
  const untrusting = openApiPix({ ...bank.settings, ca: ca.certificate })
  for (const adapter of [wrongSecret, wrongCertificate, untrusting]) {
    t.after(() => adapter.close())
    const outcome = await adapter.createCharge(someCharge(), timeLimit())
    assert(outcome.kind === 'unavailable')
    const printed = JSON.stringify(
      outcome,
      Object.getOwnPropertyNames(Error.prototype).concat('cause', 'message', 'stack'),
    )
    assert.equal(
      [clientSecret, privateKey].some((each) => printed.includes(each)),
      false,
    )
  }
  assert.equal(
    bank.requests().some((each) => each.startsWith('cob.create')),
    false,
  )
})

test('the bank calls back at the registered address with what was paid', async (t) => {
  const bank = await openPixBank(t)
  const receiver = await openReceiver(t)
  await bank.pix.registerCallback(receiver.url, timeLimit())
  const charge = await makeCharge(bank)
  const payment = await bank.bank.pay?.(charge.emv, undefined)
  assert(payment?.paid)
  await receiver.received(1)
  assert.equal(receiver.bodies[0]?.path, '/callbacks/pix/pix')
  assert.deepEqual(bank.pix.readNotice(receiver.bodies[0]?.body), [
    { txid: charge.txid, endToEndId: payment.reference },
  ])
})

test('a callback address the bank does not take is an error with its text', async (t) => {
  const { pix } = await openPixBank(t)
  await assert.rejects(
    pix.registerCallback('ftp://x', timeLimit()),
    /WebhookOperacaoInvalida: O campo webhook.webhookUrl/,
  )
})

test('a notice that makes no sense holds no hints and never throws', async (t) => {
  const { pix } = await openPixBank(t)
  const good = { txid: 'a'.repeat(32), endToEndId: 'E12345678202009091221abcdef12345' }
  for (const body of [
    null,
    1,
    'x',
    [],
    {},
    { pix: null },
    { pix: [null, 1, {}, { ...good, txid: 7 }, { ...good, endToEndId: 'E1' }] },
  ]) {
    assert.deepEqual(pix.readNotice(body), [])
  }
  assert.deepEqual(pix.readNotice({ pix: [good, { ...good, endToEndId: 'x' }] }), [good])
  assert.deepEqual(pix.readNotice({ pix: good }), [good])
})

test('a refund is accepted, then returned; the same one again is the same refund', async (t) => {
  const bank = await openPixBank(t)
  const { emv } = await makeCharge(bank, { amount: cents(100_00) })
  const payment = await bank.bank.pay?.(emv, undefined)
  assert(payment?.paid)
  const endToEndId = payment.reference
  const refund = (refundId: string, amount: number) =>
    bank.pix.refund({ endToEndId, refundId, amount: cents(amount) }, timeLimit())

  const first = await refund('a1', 40_00)
  assert.equal(first.kind, 'processing')
  assert.deepEqual(await refund('a1', 40_00), first)
  assert.equal((await refund('a1', 50_00)).kind, 'rejected')
  assert.equal((await refund('a2', 60_01)).kind, 'rejected')
  assert.equal((await refund('a2', 60_00)).kind, 'processing')
  assert.equal((await refund('a3', 1)).kind, 'rejected')
  await bank.pass(3)
  const found = await bank.pix.findRefund(endToEndId, 'a1', timeLimit())
  assert(
    found.kind === 'returned' && first.kind === 'processing' && found.returnId === first.returnId,
  )
  assert.deepEqual(await bank.pix.findRefund(endToEndId, 'a9', timeLimit()), { kind: 'not-found' })
})

test('a charge lists the completed returns of each payment, not the pending ones', async (t) => {
  const bank = await openPixBank(t)
  const { emv, txid } = await makeCharge(bank, { amount: cents(100_00) })
  const payment = await bank.bank.pay?.(emv, undefined)
  assert(payment?.paid)
  await bank.pix.refund(
    { endToEndId: payment.reference, refundId: 'a1', amount: cents(40_00) },
    timeLimit(),
  )
  const returned = async () => {
    const found = await bank.pix.findCharge(txid, timeLimit())
    return found.kind === 'found' ? found.payments.map((each) => each.returned) : found.kind
  }
  assert.deepEqual(await returned(), [undefined])
  await bank.pass(3)
  assert.deepEqual(await returned(), [40_00])
})

test('a refund that fails frees its amount', async (t) => {
  const bank = await openPixBank(t)
  const { emv } = await makeCharge(bank, { amount: cents(10_52) })
  const payment = await bank.bank.pay?.(emv, undefined)
  assert(payment?.paid)
  const order = { endToEndId: payment.reference, refundId: 'a1', amount: cents(10_52) }
  assert.equal((await bank.pix.refund(order, timeLimit())).kind, 'processing')
  assert.equal(
    (await bank.pix.refund({ ...order, refundId: 'a2', amount: cents(1) }, timeLimit())).kind,
    'rejected',
  )
  await bank.pass(3)
  assert.equal((await bank.pix.findRefund(order.endToEndId, 'a1', timeLimit())).kind, 'failed')
  assert.equal(
    (await bank.pix.refund({ ...order, refundId: 'a2', amount: cents(1) }, timeLimit())).kind,
    'processing',
  )
})

test('after 90 days a payment can no longer be refunded', async (t) => {
  const bank = await openPixBank(t)
  const { emv } = await makeCharge(bank)
  const payment = await bank.bank.pay?.(emv, undefined)
  assert(payment?.paid)
  const order = { endToEndId: payment.reference, refundId: 'a1', amount: cents(1_00) }
  await bank.pass(90 * 24 * 3_600 + 1)
  const outcome = await bank.pix.refund(order, timeLimit())
  assert(outcome.kind === 'rejected' && outcome.code === 'PixDevolucaoInvalida')
})
