import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { Value } from 'typebox/value'
import { startPix } from '../../sandbox/pix/start-pix.ts'
import { isEndToEndId } from '../../src/brazil/pix-ids.ts'
import { writeStaticBrCode } from '../../src/brazil/write-br-code.ts'
import { defined } from '../../src/primitives/defined.ts'
import { cents } from '../../src/primitives/money.ts'
import { openEfi } from '../../src/providers/efi/efi.ts'
import { efiSettings } from '../../src/providers/efi/settings.ts'
import type { PayoutToKey } from '../../src/providers/ports/payout.ts'
import { openEfiBank } from '../kit/efi-bank.ts'
import { somePayout } from '../kit/payout-bank.ts'
import { openReceiver } from '../kit/pix-bank.ts'
import { openWooviBank } from '../kit/woovi-bank.ts'
import { newCode } from '../witness/pix/played-bank.ts'

/** Dynamic and static codes at both banks that send. */

const openers = {
  async efi(t: TestContext) {
    const bank = await openEfiBank(t)
    await bank.efi.registerCallback((await openReceiver(t)).url, bank.signal())
    return { ...bank, payer: bank.efi, paying: 'qrcode.pay accepted' }
  },
  async woovi(t: TestContext) {
    const bank = await openWooviBank(t)
    return { ...bank, payer: bank.woovi, paying: 'approve approved' }
  },
}

/** The bank that pays, one that receives, and a charge of R$ 10.50 at it. */
async function openBanks(t: TestContext, name: keyof typeof openers) {
  const sender = await openers[name](t)
  const receiver = await startPix(sender.world, { host: '127.0.0.1', port: 0 })
  t.after(() => receiver.stop())
  const qrcode = await newCode({ bank: receiver })
  const find = () => sender.payer.codes?.find(qrcode, sender.signal()) ?? assert.fail('no codes')
  const found = await find()
  assert.ok(found.kind === 'found')
  const payout = (given: Partial<PayoutToKey> = {}) =>
    somePayout({
      ...{ amount: found.amount, key: found.key },
      code: { text: qrcode, isDynamic: true, ...defined({ txid: found.txid }) },
      ...given,
    })
  return { ...sender, receiver, qrcode, read: find, found, payout }
}

for (const name of ['efi', 'woovi'] as const) {
  test(`${name} reads a code and pays it: the receiver has the money under one id`, async (t) => {
    const { send, find, pass, receiver, qrcode, found, payout, read } = await openBanks(t, name)
    assert.deepEqual(
      [found.state, found.amount, found.key],
      ['payable', 10_50, { type: 'EVP', value: receiver.credentials.chave }],
    )
    const paid = payout()
    const accepted = await send(paid)
    assert.ok(accepted.kind === 'accepted' && isEndToEndId(accepted.endToEndId))
    await pass(2)
    const done = await find(paid.payoutId)
    assert.ok(done.kind === 'completed' && done.endToEndId === accepted.endToEndId)
    assert.equal((await receiver.read?.(qrcode))?.state, 'paid')
    const again = await read()
    assert.equal(again.kind === 'found' && again.state, 'paid')
    const second = await send(payout())
    assert.deepEqual(second, {
      ...{ kind: 'refused', code: 'qrcode-not-payable' },
      reason: 'A cobrança deste código PIX já foi paga.',
    })
  })

  test(`${name} pays no code that changed, expired or is of another person`, async (t) => {
    const { send, pass, requests, payout, paying, qrcode } = await openBanks(t, name)
    const code = { text: qrcode, isDynamic: true }
    for (const [given, expected] of [
      [{ amount: cents(10_51) }, 'qrcode-changed'],
      [{ key: { type: 'EMAIL', value: 'outra@exemplo.com.br' } }, 'qrcode-changed'],
      [{ code: { ...code, txid: 'x'.repeat(32) } }, 'qrcode-changed'],
      [
        { ownerDocument: '52998224725' },
        name === 'efi' ? 'key-of-another-person' : 'owner-not-checked',
      ],
    ] as const) {
      const outcome = await send(payout(given))
      assert.equal(outcome.kind === 'refused' && outcome.code, expected)
    }
    await pass(601)
    const late = await send(payout())
    assert.equal(late.kind === 'refused' && late.reason, 'A cobrança deste código PIX expirou.')
    assert.ok(!requests().includes(paying))
  })

  test(`without a reading of the code ${name} pays nothing, and later it may`, async (t) => {
    const { send, read, fault, requests, payout, paying } = await openBanks(t, name)
    const operation = name === 'efi' ? 'qrcode.detail' : 'code.decode'
    for (const [kind, finding] of [
      ['error-500', 'unknown'],
      ['error-503', 'unknown'],
      ['timeout-before', 'unknown'],
      ['reset-before', 'unknown'],
      ['error-403', 'not-permitted'],
      ['error-429', 'limited'],
    ] as const) {
      if (kind !== 'timeout-before') {
        fault(operation, kind)
        assert.equal((await read()).kind, finding, kind)
      }
      fault(operation, kind)
      const signal = kind === 'timeout-before' ? AbortSignal.timeout(3_000) : undefined
      assert.equal((await send(payout(), signal)).kind, 'not-sent', kind)
    }
    assert.ok(!requests().includes(paying))
    assert.equal((await send(payout())).kind, 'accepted')
  })

  test(`a payment of a code that fails at ${name} leaves its charge payable`, async (t) => {
    const { send, find, pass, receiver, payer, signal } = await openBanks(t, name)
    const qrcode = await newCode({ bank: receiver }, 10_07)
    const found = await payer.codes?.find(qrcode, signal())
    assert.ok(found?.kind === 'found')
    const code = { text: qrcode, isDynamic: true }
    const failing = somePayout({ amount: found.amount, key: found.key, code })
    assert.equal((await send(failing)).kind, 'accepted')
    await pass(2)
    assert.equal((await find(failing.payoutId)).kind, 'failed')
    assert.equal((await receiver.read?.(qrcode))?.state, 'payable')
  })

  test(`${name} pays a static code, with the txid that it prints`, async (t) => {
    const { send, payer, signal, world, pass } = await openers[name](t)
    const from = world.now()
    const text = writeStaticBrCode({
      ...{ pixKey: 'fulano@exemplo.com.br', receiverName: 'Fulano', city: 'Sao Paulo' },
      ...{ txid: 'pedido12' },
    })
    const payout = somePayout({ code: { text, isDynamic: false, txid: 'pedido12' } })
    assert.equal((await send(payout)).kind, 'accepted')
    await pass(2)
    const listing = await payer.list({ from, until: world.now() }, signal())
    assert.ok(listing.kind === 'listed')
    assert.deepEqual(
      listing.payouts.map(({ key, message }) => [key, message]),
      // Woovi takes the code itself.
      [['fulano@exemplo.com.br', name === 'efi' ? 'pedido12' : undefined]],
    )
  })
}

test('Woovi pays the code of a checked owner where it takes no query with a code', async (t) => {
  const { send, rules, requests } = await openWooviBank(t)
  await rules({ codeQuery: false })
  const key = { pixKey: 'fulano@exemplo.com.br', receiverName: 'Fulano', city: 'Sao Paulo' }
  const code = { text: writeStaticBrCode(key), isDynamic: false }
  const paid = await send(somePayout({ code, ownerDocument: '11144477735' }))
  assert.equal(paid.kind, 'accepted')
  assert.deepEqual(requests(), [
    ...['key.check found', 'request refused:400', 'query refused:400'],
    ...['request requested', 'approve approved'],
  ])
  const refused = await send(somePayout({ amount: cents(10_05), code }))
  assert.equal(refused.kind === 'refused' && refused.reason, 'Pagamento não autorizado')
})

test('Woovi does not verify a location: no payment of it has a required owner', async (t) => {
  const { send, requests, payer, payout } = await openBanks(t, 'woovi')
  assert.equal(payer.codes?.isVerified, false)
  // The location can show the document of the owner, and have another key at the payment.
  const key = { type: 'CNPJ', value: '11222333000181' } as const
  for (const given of [{ key }, {}]) {
    const outcome = await send(payout({ ...given, ownerDocument: key.value }))
    assert.equal(outcome.kind === 'refused' && outcome.code, 'owner-not-checked')
  }
  assert.ok(!requests().some((each) => each.startsWith('request ')))
})

for (const [what, given] of [
  ['code that has expired', {}],
  ['code whose owner is required now', { ownerDocument: '11222333000181' }],
] as const)
  test(`a ${what} is not refused while Woovi has its payment`, async (t) => {
    const { send, find, pass, rules, fault, payout } = await openBanks(t, 'woovi')
    const { balance } = (await rules({})).json<{ balance: number }>()
    await rules({ balance: 0 })
    const requested = payout()
    assert.equal((await send(requested)).kind, 'waiting')
    await pass(601)
    // A person can still approve it at Woovi.
    assert.equal((await find(requested.payoutId)).kind, 'waiting')
    const later = { ...requested, ...given }
    assert.equal((await send(later)).kind, 'waiting')
    await rules({ balance })
    assert.equal((await send(later)).kind, 'waiting')
    // Without a response it may be there.
    const other = payout(given)
    fault('query', 'error-503')
    assert.equal((await send(other)).kind, 'not-sent')
    assert.equal((await send(other)).kind, 'refused')
  })

test('a key that changed its owner is not refused while Woovi has its payment', async (t) => {
  const { send, rules } = await openWooviBank(t)
  await rules({ balance: 0 })
  const payout = somePayout()
  assert.equal((await send(payout)).kind, 'waiting')
  const owned = { ...payout, ownerDocument: '52998224725' }
  assert.equal((await send(owned)).kind, 'waiting')
  const other = await send({ ...owned, ...somePayout(), ownerDocument: '52998224725' })
  assert.equal(other.kind === 'refused' && other.code, 'key-of-another-person')
})

for (const [amount, rules, reason] of [
  [10_05, {}, 'Pagamento negado.'],
  [10_00, { balance: 9_99 }, 'Saldo insuficiente na conta de pagamento.'],
] as const)
  test(`Efí says why it pays no code: ${reason}`, async (t) => {
    const bank = await openBanks(t, 'efi')
    await bank.rules(rules)
    const qrcode = await newCode({ bank: bank.receiver }, amount)
    const code = { text: qrcode, isDynamic: true }
    const outcome = await bank.send(bank.payout({ amount: cents(amount), code }))
    assert.equal(outcome.kind === 'refused' && outcome.reason, reason)
  })

for (const [what, changed] of [
  ['without the permissions for codes', { qrCodes: false }],
  ['that may pay only its own holder', { sameOwner: true }],
] as const)
  test(`Efí ${what} reads and pays no dynamic codes`, async (t) => {
    const { settings, payout, signal, requests } = await openBanks(t, 'efi')
    const efi = openEfi(Value.Parse(efiSettings, { ...settings, ...changed }))
    t.after(() => efi.close())
    assert.equal(efi.codes, undefined)
    const before = requests().length
    const outcome = await efi.send(payout(), signal())
    assert.equal(outcome.kind === 'refused' && outcome.code, 'qrcode-not-supported')
    assert.equal(requests().length, before)
  })
