import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Fault } from '../../sandbox/faults.ts'
import { isEndToEndId, isReturnId } from '../../src/brazil/pix-ids.ts'
import { cents } from '../../src/primitives/money.ts'
import { openEfi } from '../../src/providers/efi/efi.ts'
import type { PayoutToAccount, PayoutToKey } from '../../src/providers/ports/payout.ts'
import { openEfiBank } from '../kit/efi-bank.ts'
import { somePayout, timeoutFor } from '../kit/payout-bank.ts'
import { openReceiver } from '../kit/pix-bank.ts'
import { timeLimit } from '../kit/time-limit.ts'

/** A bank with a callback address, which it requires before it sends. */
async function openBank(t: Parameters<typeof openEfiBank>[0]) {
  const bank = await openEfiBank(t)
  const receiver = await openReceiver(t)
  await bank.efi.registerCallback(receiver.url, bank.signal())
  return { ...bank, receiver }
}

test('a payment is accepted, then completed, and notified under our id', async (t) => {
  const { send, find, pass, receiver, efi } = await openBank(t)
  const payout = somePayout({
    amount: cents(123_45),
    message: 'Repasse',
    ownerDocument: '11144477735',
  })
  const accepted = await send(payout)
  assert.ok(accepted.kind === 'accepted' && isEndToEndId(accepted.endToEndId))
  assert.deepEqual(await find(payout.payoutId), {
    kind: 'processing',
    endToEndId: accepted.endToEndId,
    amount: payout.amount,
  })
  await pass(2)
  const found = await find(payout.payoutId)
  assert.ok(found.kind === 'completed')
  assert.deepEqual(
    [found.endToEndId, found.amount, found.returns],
    [accepted.endToEndId, 123_45, []],
  )
  assert.match(found.receiver?.document ?? '', /\*/)
  await receiver.received(1)
  assert.deepEqual(
    receiver.bodies.map(({ path, body }) => [path, efi.readNotice(body)]),
    [['/callbacks/pix/pix', [payout.payoutId]]],
  )
})

const someAccount: PayoutToAccount['account'] = {
  ispb: '18236120',
  branch: '0001',
  number: '1234567',
  kind: 'CHECKING',
  name: 'Ana Souza',
  document: '52998224725',
}
const { key: _, ...toNoKey } = somePayout()

for (const kind of ['CHECKING', 'SAVINGS', 'PAYMENT'] as const)
  test(`a payment to an account (${kind}) is completed, and has its holder`, async (t) => {
    const { send, find, pass } = await openBank(t)
    const payout = { ...toNoKey, account: { ...someAccount, kind } }
    assert.equal((await send(payout)).kind, 'accepted')
    // The response may have been lost: the same id is no second payment.
    assert.equal((await send(payout)).kind, 'unknown')
    await pass(2)
    const found = await find(payout.payoutId)
    assert.ok(found.kind === 'completed')
    assert.equal(found.receiver?.name, 'Ana Souza')
  })

for (const [what, change, code] of [
  ['a blocked holder', { document: '00000000191' }, 'documento_bloqueado'],
  ['a branch with letters', { branch: 'A' }, 'valor_invalido'],
] as const)
  test(`a payment to an account with ${what} is refused: no money moved`, async (t) => {
    const { send } = await openBank(t)
    const outcome = await send({ ...toNoKey, account: { ...someAccount, ...change } })
    assert.equal(outcome.kind === 'refused' && outcome.code, code)
  })

const refusals: readonly [string, Partial<PayoutToKey>, string][] = [
  ['cents 05', { amount: cents(10_05) }, 'pagamento_negado'],
  [
    'an unregistered key',
    { key: { type: 'EMAIL', value: 'inexistente@exemplo.com.br' } },
    'chave_favorecido_nao_encontrada',
  ],
  [
    'an unregistered phone',
    { key: { type: 'PHONE', value: '+5561912349999' } },
    'chave_favorecido_nao_encontrada',
  ],
  [
    'a key of another person',
    {
      key: { type: 'EVP', value: '00000000-e12b-12d1-a456-426655440000' },
      ownerDocument: '11144477735',
    },
    'chave_nao_pertence_ao_documento',
  ],
  [
    'a document key of another person',
    { key: { type: 'CNPJ', value: '11222333000181' }, ownerDocument: '11144477735' },
    'chave_nao_pertence_ao_documento',
  ],
  ['a blocked document', { key: { type: 'CPF', value: '00000000191' } }, 'documento_bloqueado'],
]
for (const [what, given, code] of refusals) {
  test(`${what} is a definite no: ${code}, and the id is still free`, async (t) => {
    const { send, find } = await openBank(t)
    const payout = somePayout(given)
    const outcome = await send(payout)
    assert.ok(outcome.kind === 'refused', outcome.kind)
    assert.equal(outcome.code, code)
    assert.match(outcome.reason, /\.$/)
    assert.equal((await find(payout.payoutId)).kind, 'not-found')
  })
}

test('a refusal has the words of the bank: the code does not say whose key it is', async (t) => {
  const { settings } = await openBank(t)
  const efi = openEfi({ ...settings, chave: 'de-outra-conta@exemplo.com.br' })
  t.after(() => efi.close())
  assert.deepEqual(await efi.send(somePayout(), timeLimit()), {
    kind: 'refused',
    code: 'chave_invalida',
    reason: 'A chave do pagador não é desta conta ou não tem webhook cadastrado.',
  })
})

test('a credential for the same owner pays the holder of the account, and no other', async (t) => {
  const { settings, requests, find } = await openBank(t)
  const efi = openEfi({ ...settings, sameOwner: true })
  t.after(() => efi.close())
  const own = somePayout({ ownerDocument: '11222333000181' })
  assert.equal((await efi.send(own, timeLimit())).kind, 'accepted')
  assert.equal((await find(own.payoutId)).kind, 'processing')
  for (const key of [
    { type: 'CPF', value: '11144477735' },
    { type: 'EMAIL', value: 'outro@exemplo.com.br' },
  ] as const) {
    const outcome = await efi.send(somePayout({ key }), timeLimit())
    assert.equal(outcome.kind === 'refused' && outcome.code, 'chave_nao_pertence_ao_documento')
  }
  assert.ok(!requests().some((each) => each.startsWith('send ')))
})

test('accepted and then not done is a failure with the bank’s reason', async (t) => {
  const { send, find, pass } = await openBank(t)
  const payout = somePayout({ amount: cents(10_07) })
  assert.equal((await send(payout)).kind, 'accepted')
  await pass(2)
  assert.deepEqual(await find(payout.payoutId), {
    kind: 'failed',
    code: 'AB03',
    reason: 'O banco do beneficiário não aceitou o pagamento.',
  })
})

test('an id is one payment: again it is no second one, whatever the amount', async (t) => {
  const { send, find, pass, requests } = await openBank(t)
  const payout = somePayout()
  await send(payout)
  await pass(2)
  for (const again of [payout, { ...payout, amount: cents(20_00) }])
    assert.equal((await send(again)).kind, 'unknown')
  const found = await find(payout.payoutId)
  assert.ok(found.kind === 'completed' && found.amount === 10_00)
  assert.equal(requests().filter((each) => each === 'send accepted').length, 1)
})

test('what comes back is found with its ids, one return or two', async (t) => {
  const { send, find, pass } = await openBank(t)
  for (const [amount, expected] of [
    [10_11, [10_11]],
    [10_13, [5_07, 5_06]],
    [10_15, [5_08]],
  ] as const) {
    const payout = somePayout({ amount: cents(amount) })
    await send(payout)
    await pass(30)
    const found = await find(payout.payoutId)
    assert.ok(found.kind === 'completed')
    assert.deepEqual(
      found.returns.map((each) => each.amount),
      expected,
    )
    assert.ok(found.returns.every(({ returnId }) => isReturnId(returnId)))
  }
})

const outcomes: readonly [Fault, string, string][] = [
  ['timeout-before', 'unknown', 'not-found'],
  ['reset-before', 'unknown', 'not-found'],
  ['error-500', 'unknown', 'not-found'],
  ['error-502-html', 'unknown', 'not-found'],
  ['error-503', 'unknown', 'not-found'],
  ['error-400', 'unknown', 'not-found'],
  ['error-417', 'unknown', 'not-found'],
  ['error-403', 'not-sent', 'not-found'],
  ['error-429', 'not-sent', 'not-found'],
  ['timeout-after', 'unknown', 'completed'],
  ['reset-after', 'unknown', 'completed'],
  ['reset-body', 'unknown', 'completed'],
  ['slow-body', 'unknown', 'completed'],
  ['done-then-500', 'unknown', 'completed'],
  ['truncated-json', 'unknown', 'completed'],
  ['wrong-types', 'unknown', 'completed'],
  ['missing-body', 'unknown', 'completed'],
  ['status-99', 'unknown', 'completed'],
  ['extra-fields', 'accepted', 'completed'],
]
for (const [fault, outcome, finding] of outcomes) {
  test(`${fault}: the send is ${outcome}, a query is ${finding}, a retry pays once`, async (t) => {
    const bank = await openBank(t)
    const payout = somePayout()
    bank.fault('send', fault)
    assert.equal((await bank.send(payout, timeoutFor(fault))).kind, outcome)
    await bank.pass(2)
    assert.equal((await bank.find(payout.payoutId)).kind, finding)
    await bank.send(payout)
    await bank.pass(2)
    assert.equal((await bank.find(payout.payoutId)).kind, 'completed')
    const rules = await bank.rules({})
    assert.equal(
      rules.json<{ balance: number }>().balance,
      1_000_000_000_00 - 10_00,
      'the bank paid once',
    )
  })
}

test('one that is visible late is not found before, and then it is', async (t) => {
  const bank = await openBank(t)
  const payout = somePayout()
  bank.fault('send', 'visible-late')
  assert.equal((await bank.send(payout, timeoutFor('visible-late'))).kind, 'unknown')
  assert.equal((await bank.find(payout.payoutId)).kind, 'not-found')
  await bank.pass(11)
  assert.equal((await bank.find(payout.payoutId)).kind, 'completed')
})

for (const fault of [
  'timeout-before',
  'error-503',
  'error-502-html',
  'error-400',
  'error-403',
  'truncated-json',
  'wrong-types',
  'missing-body',
  'status-99',
  'reset-body',
] as const) {
  test(`a question that meets ${fault} is unknown, never not found`, async (t) => {
    const bank = await openBank(t)
    const payout = somePayout()
    await bank.send(payout)
    bank.fault('query', fault)
    assert.equal((await bank.find(payout.payoutId, timeoutFor(fault))).kind, 'unknown')
  })
}

test('a token refused once is replaced; without a token nothing is sent', async (t) => {
  const bank = await openBank(t)
  bank.fault('send', 'error-401')
  assert.equal((await bank.send(somePayout())).kind, 'accepted')
  await bank.pass(3_700) // The token is over for the bank, which works by business time.
  assert.equal((await bank.send(somePayout())).kind, 'accepted')
  bank.fault('token', 'error-503', 2)
  await bank.pass(3_700)
  assert.equal((await bank.send(somePayout())).kind, 'not-sent')
})

test('with an unreachable bank nothing is sent', async (t) => {
  const { settings } = await openEfiBank(t)
  const nowhere = openEfi({ ...settings, baseUrl: 'https://127.0.0.1:1' })
  t.after(() => nowhere.close())
  assert.equal((await nowhere.send(somePayout(), timeLimit())).kind, 'not-sent')
  assert.equal((await nowhere.find('a'.repeat(32), timeLimit())).kind, 'unknown')
})

test('another certificate’s authority is not believed', async (t) => {
  const { settings } = await openEfiBank(t)
  const { ca: _, ...withoutOurs } = settings
  const careful = openEfi(withoutOurs)
  t.after(() => careful.close())
  assert.equal((await careful.send(somePayout(), timeLimit())).kind, 'not-sent')
})

test('the bank’s balance, its night and the amounts of its test environment', async (t) => {
  const bank = await openBank(t)
  await bank.rules({ balance: 9_99 })
  const poor = await bank.send(somePayout())
  assert.ok(poor.kind === 'refused' && /Saldo insuficiente/.test(poor.reason))
  await bank.rules({ balance: 1_000_00, homologation: true })
  for (const [amount, outcome, finding, returns] of [
    [10_00, 'accepted', 'completed', 0],
    [10_01, 'accepted', 'failed', 0],
    [20_00, 'accepted', 'failed', 0],
    [20_01, 'refused', 'not-found', 0],
    [5_00, 'accepted', 'completed', 1],
    [4_00, 'accepted', 'completed', 2],
  ] as const) {
    const payout = somePayout({ amount: cents(amount) })
    assert.equal((await bank.send(payout)).kind, outcome, `${amount}`)
    await bank.pass(30)
    const found = await bank.find(payout.payoutId)
    assert.equal(found.kind, finding, `${amount}`)
    if (found.kind === 'completed') assert.equal(found.returns.length, returns)
  }
})

test('a notice is a hint of an id; what is not about a payment of ours is left out', async (t) => {
  const { efi } = await openEfiBank(t)
  const id = 'a1'.repeat(16)
  assert.deepEqual(
    efi.readNotice({ pix: [{ gnExtras: { idEnvio: id } }, { gnExtras: {} }, { txid: 'x' }, null] }),
    [id],
  )
  for (const invalid of [
    undefined,
    null,
    'pix',
    7,
    [],
    {},
    { pix: 'x' },
    { pix: { gnExtras: { idEnvio: '../x' } } },
  ])
    assert.deepEqual(efi.readNotice(invalid), [])
})
